"""
Entries that differ from honest ones in one place only, and what the audit says of each.

Beside the cheats of the tamper drill, which somebody would gain by: these gain
nothing, and are found all the same.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

import msgpack
import pytest

from rollbook.engine.audit import audit_log, proofs
from rollbook.engine.audit.against import MAX_FILE, NoSuchRules, other_rules
from rollbook.engine.starting import start
from rollbook.events.dicevalues import EnteredDice
from rollbook.events.errors import MissingExtra
from rollbook.events.game import Note, NoteMade
from rollbook.events.log import messages as m
from rollbook.events.log.file import FileLog
from rollbook.events.log.frame import MAGIC, frame, leaf_of
from rollbook.events.log.log import Log, NewEntry
from rollbook.events.message import changed
from rollbook.events.quantities import SYSTEM
from tests.engine.audit.games import (
    CHECK,
    RULES,
    Forged,
    commit_ladder,
    demo,
    demo_commands,
    first_with,
    held,
    ladder,
    press,
)


def found(log: Log) -> list[tuple[str, str]]:
    """Audit a log, and give code and address of each finding."""
    return [(f.code, f.address) for f in audit_log(log, RULES).findings]


def last(log: Log) -> str:
    """Give the address of the last entry."""
    return str(len(log) - 1)


def dice(*faces: int) -> EnteredDice:
    """Give dice that somebody typed."""
    return EnteredDice(source="entered", faces=faces, rolled_by="ann")


class TestHeldRolls:
    def test_an_honest_one_is_fine(self) -> None:
        """Held, corrected, and rolled with the face that fell."""
        session, shot = held()
        assert found(session.log) == []
        session.submit({**shot, "wounded": 0})
        assert found(session.log) == []

    def test_without_dice_nothing_is_held(self) -> None:
        """Given a held roll, when its dice are left out, then it holds nothing."""
        session, _ = held()

        def edit(log: list[Forged]) -> None:
            log[-1].dice = None
            log[-1].command = changed(log[-1].command, code="NEEDS_DICE")
            log[-1].events = (changed(log[-1].events[0], code="NEEDS_DICE"),)

        log = press(session.log, edit)
        assert found(log) == [("HELD_ROLL_WRONG", last(log))]

    def test_its_event_says_what_its_command_says(self) -> None:
        """Given a held roll, when its event gives another reason, then it is wrong."""
        session, _ = held()

        def edit(log: list[Forged]) -> None:
            log[-1].events = (changed(log[-1].events[0], code="NOT_ALLOWED"),)

        log = press(session.log, edit)
        assert found(log) == [("HELD_ROLL_WRONG", last(log))]

    def test_a_second_one_does_not_pass_over_the_first(self) -> None:
        """Given a held roll, when the other player holds one behind it, then it was dropped."""
        session, _ = held()
        log = press(session.log, lambda _: None)
        entry = log.entry(len(log) - 1)
        log.append(NewEntry(entry.command, entry.events, "ben", None, entry.dice))
        assert ("HELD_ROLL_DROPPED", last(log)) in found(log)

    def test_a_command_of_the_game_does_not_pass_over_it(self) -> None:
        """Given a held roll, when another unit is checked with typed dice, then it was dropped."""
        session, _ = held()
        session.submit({"do": "give_up_roll", "by": "ann", "reason": "wrong target"})
        session.submit({**CHECK, "dice": [3]})

        def edit(log: list[Forged]) -> None:
            first_with(log, lambda x: isinstance(x.command, m.GiveUpRoll)).drop = True

        log = press(session.log, edit)
        assert found(log) == [("HELD_ROLL_DROPPED", last(log))]


class TestEntriesOfTheLog:
    @pytest.mark.parametrize(
        ("by", "rolled"), [("ann", None), (SYSTEM, dice(4))], ids=["by a player", "with dice"]
    )
    def test_the_program_writes_its_own_entries_without_dice(self, by: str, rolled: Any) -> None:
        """Nobody else does, and it rolls nothing."""
        log = press(demo(until=10).log, lambda _: None)
        command, event = m.RecoverTail(offset=9, bytes=1), m.TailRecovered(offset=9, bytes=1)
        log.append(NewEntry(command, (event,), by, None, rolled))
        assert ("WRITTEN_BY_HAND", last(log)) in found(log)

    def test_a_take_back_rolls_nothing(self) -> None:
        """Given an honest take-back, when dice are put to it, then it does not follow."""
        session = demo(until=20)
        session.submit({"do": "take_back", "by": "judge", "to": 18, "reason": "a slip"})
        assert found(session.log) == []

        def edit(log: list[Forged]) -> None:
            log[-1].dice = dice(4)

        log = press(session.log, edit)
        assert ("LOG_EVENT_DIFFERS", last(log)) in found(log)

    def test_a_commitment_that_the_border_would_refuse(self) -> None:
        """Given ladders of both players, when they are made the same one, then it is named."""
        session = demo(until=10)
        commit_ladder(session)

        def edit(log: list[Forged]) -> None:
            same = log[-1].command.commit_a
            log[-1].command = changed(log[-1].command, commit_b=same)
            log[-1].events = (changed(log[-1].events[0], commit_b=same),)

        log = press(session.log, edit)
        assert ("BAD_COMMAND", last(log)) in found(log)

    def test_tables_that_entry_0_does_not_name(self) -> None:
        """Given a league's tables, when entry 0 forgets their hash, then they are others."""
        text = resources.files("rollbook.engine.hullpoints").joinpath("tables.toml").read_text()
        session = start(demo_commands()[0], None, tables=text)
        assert found(session.log) == []

        def edit(log: list[Forged]) -> None:
            opened, started = log[0].events
            log[0].events = (changed(opened, tables_hash=None), started)

        assert found(press(session.log, edit)) == [("TABLES_DIFFER", "1")]


def played_by_another_version() -> Log:
    """Give a log that says that an older version of the rules was played."""

    def edit(log: list[Forged]) -> None:
        opened, started = log[0].events
        log[0].events = (changed(opened, rules_version="0"), started)
        shot = first_with(log, lambda x: x.dice is not None)
        shot.dice = changed(shot.dice, faces=(7, *shot.dice.faces[1:]))

    return press(demo(until=34).log, edit)


class TestNotes:
    def test_another_version_of_the_rules_is_said_and_its_differences_stand_apart(self) -> None:
        """Given a game of version 0, then what differs is no finding, and the versions are told."""
        report = audit_log(played_by_another_version(), RULES)
        assert [f.code for f in report.other_version] == ["BAD_FACE"]
        assert "BAD_FACE" not in [f.code for f in report.findings]
        assert report.notes == ("played by version 0 of hull-points, audited by version 1",)

    def test_what_a_newer_rollbook_wrote_is_said_and_not_decided(self, tmp_path: Path) -> None:
        """Given entries of a type unknown here, then they are counted and the first is named."""
        rows = ((900, "Teleported", 1, ("who",), 1), (901, "teleport", 0, ("who",), 1))
        made = demo(until=10).log
        made.append(NewEntry(m.ExtendSchema(rows=rows), (m.SchemaExtended(rows=rows),), SYSTEM))
        _, payload = made._appender.make(
            NewEntry(Note(text="n"), (NoteMade(text="n", about=None),), "ann")
        )
        row = msgpack.unpackb(payload)
        row[6], row[7] = (901, "ann"), ((900, "ann"),)
        one = msgpack.packb(row)
        two = msgpack.packb([row[0] + 1, leaf_of(one), *row[2:]])
        path = tmp_path / "newer.rbk"
        frames = (frame(payload, leaf_of(payload)) for payload in (one, two))
        path.write_bytes(MAGIC + made.frames() + b"".join(frames))
        with FileLog.read(path) as log:
            report = audit_log(log, RULES)
        assert report.findings == ()
        assert " ".join(report.notes) == (
            "2 entries hold Teleported, teleport, unknown to this Rollbook, and were not decided "
            f"again; the first is {row[0]}"
        )

    def test_signatures_that_nobody_could_check_are_said(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Given signed reveals, when the extra is missing, then the note says what to install."""
        pytest.importorskip("cryptography")
        session = demo(until=10)
        ladder(session, keys=True)
        session.submit(CHECK)
        assert audit_log(session.log, RULES).notes == ()

        def missing(*_: object) -> None:
            raise MissingExtra("sign", "checking signatures")

        monkeypatch.setattr(proofs, "check_signature", missing)
        report = audit_log(session.log, RULES)
        assert report.findings == ()
        (said,) = report.notes
        assert said.startswith("signatures of reveals were not checked")
        assert 'pip install "rollbook[sign]"' in said

    def test_an_honest_game_of_this_version_leaves_nothing_to_say(self) -> None:
        """No note without a reason."""
        assert audit_log(demo(until=20).log, RULES).notes == ()


class TestOtherRules:
    def refusal(self, path: Path) -> str:
        """Hold a game against a file that holds no rules."""
        opening = demo(until=1).log.entry(0).command
        with pytest.raises(NoSuchRules) as caught:
            other_rules(RULES, opening, str(path))
        return str(caught.value)

    def test_what_is_no_file_is_no_rules(self, tmp_path: Path) -> None:
        """A folder and a name without a file are told alike."""
        assert "no file" in self.refusal(tmp_path)
        assert "no file" in self.refusal(tmp_path / "none.toml")

    def test_a_file_larger_than_rules_can_be_is_not_read(self, tmp_path: Path) -> None:
        """Up to the limit it is read, and refused for what it holds."""
        path = tmp_path / "large.toml"
        path.write_text("#" * MAX_FILE)
        assert "neither house rules nor tables" in self.refusal(path)
        path.write_text("#" * (MAX_FILE + 1))
        assert "is larger than rules can be" in self.refusal(path)
