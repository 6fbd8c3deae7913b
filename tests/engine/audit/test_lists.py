"""What an audit lists although nothing is wrong: takes back, again, given up, walked away."""

from __future__ import annotations

from typing import Any

from rollbook.engine.audit import Report, audit_log
from rollbook.engine.session import Session
from rollbook.events.log.log import Log
from rollbook.events.message import changed
from tests.engine.audit.games import (
    Forged,
    WrittenSource,
    before_fire,
    demo,
    demo_commands,
    held,
    ladder,
    press,
)

CHECK = {"do": "check", "by": "ann", "unit": "gertie", "characteristic": "grit"}


def listed(log: Log, name: str) -> list[tuple[str, str, str]]:
    """Audit a log, and give one of its lists."""
    return [(x.address, x.by, x.words) for x in getattr(report_of(log), name)]


def report_of(log: Log) -> Report:
    """Audit a log by hull points."""
    return audit_log(log, demo(until=1).rules)


def taken_back(*faces: int) -> tuple[Session, int]:
    """Roll a check of Ann's, and take it back with Ben's leave."""
    session, _ = before_fire()
    session.source = WrittenSource(*faces)
    seq = session.submit(CHECK).entry.seq
    session.submit({"do": "take_back", "by": "ann", "to": seq - 1, "agreed": "ben", "reason": "x"})
    return session, seq


class TestAgain:
    def test_a_roll_taken_back_and_done_again(self) -> None:
        """It is told once, with the face that fell and that it was used again."""
        session, seq = taken_back(3)
        assert listed(session.log, "again") == []
        session.submit(CHECK)
        words = f"check of entry {seq} (3) was taken back and done again: the same faces were used"
        assert listed(session.log, "again") == [(str(session.head), "ann", words)]
        assert listed(session.log, "withdrawn") == [
            (str(seq), "ann", f"check: 3, taken back by ann in entry {seq + 1}, ben agreed")
        ]

    def test_the_same_command_in_another_state_is_not_done_again(self) -> None:
        """Given a check taken back, when a unit was healed since, then the check is a new one."""
        session, _ = taken_back(3, 4)
        session.submit(
            {"do": "ruling", "by": "judge", "reason": "", "set": {"units.gertie.hull": 1}}
        )
        assert session.submit(CHECK).entry.dice.faces == (4,)
        assert listed(session.log, "again") == []

    def test_the_same_command_further_on_is_not_done_again(self) -> None:
        """Two checks of one unit on one timeline are two checks."""
        session, _ = before_fire()
        session.source = WrittenSource(3, 4)
        session.submit(CHECK)
        session.submit(CHECK)
        assert listed(session.log, "again") == []


class TestWalkedAway:
    def test_a_held_roll_that_was_given_up(self) -> None:
        """Who gave it up, and why."""
        session, _ = held()
        seq = session.head
        assert listed(session.log, "given_up") == []
        session.submit({"do": "give_up_roll", "by": "ann", "reason": "wrong target"})
        assert listed(session.log, "given_up") == [
            (str(seq + 1), "ann", f"roll of entry {seq} given up: wrong target")
        ]

    def test_a_roll_that_the_sealed_copy_completed(self) -> None:
        """Ben walked away, and the judge's copy gave his share."""
        session, _ = before_fire()
        ladder(session, aborts="sealed")
        session.submit(CHECK)
        assert listed(session.log, "aborts") == []

        def edit(log: list[Forged]) -> None:
            log[-1].dice = changed(log[-1].dice, sealed=2)

        log = press(session.log, edit)
        words = "walked away; the judge's sealed copy completed the roll"
        assert listed(log, "aborts") == [(str(len(log) - 1), "B", words)]


class TestOwed:
    def test_what_is_due_at_the_head_of_each_timeline(self) -> None:
        """An explosion stands out, on the game and on a fork of it."""
        commands = demo_commands()
        place = next(i for i, x in enumerate(commands) if x["do"] == "resolve_explosion")
        session = demo(until=place)
        head, unit = session.head, commands[place]["unit"]
        session.submit({"do": "fork", "by": "system", "name": "b", "at": head})
        words = f"resolve explosion of {unit} is owed"
        assert listed(session.log, "owed") == [
            (f"main@{head}", "", words),
            (f"b@{head + 1}", "", words),
        ]


class TestDisputes:
    def test_a_ruling_shows_what_it_changed(self) -> None:
        """Given a dispute settled by a ruling, then path, value before and after are told."""
        session, _ = before_fire()
        session.source = WrittenSource(3)
        seq = session.submit(CHECK).entry.seq
        session.submit({"do": "dispute", "by": "ben", "about": str(seq), "reason": "cocked"})
        ruling: dict[str, Any] = {"units.gertie.hull": 1}
        made = session.submit({"do": "ruling", "by": "judge", "reason": "", "set": ruling}).entry
        session.submit({"do": "settle", "by": "judge", "about": str(seq), "outcome": "corrected",
                        "rule": "CM-DIE-1", "entry": made.seq})  # fmt: skip
        (settled,) = report_of(session.log).disputes
        assert settled.changes == (("units.gertie.hull", 4, 1),)

    def test_a_take_back_shows_what_it_undid(self) -> None:
        """Given a shot taken back by the judge, then every value that went back is told."""
        session, shot = before_fire()
        number = next(x for x in demo_commands() if x["do"] == "fire_weapon")
        seq = session.submit({**shot, "dice": number["dice"]}).entry.seq
        worn = session.state.units[shot["target"]].armor
        session.submit({"do": "dispute", "by": "ben", "about": str(seq), "reason": "cocked"})
        back = session.submit({"do": "take_back", "by": "judge", "to": seq - 1, "reason": "x"})
        session.submit({"do": "settle", "by": "judge", "about": str(seq), "outcome": "taken_back",
                        "rule": "CM-DIE-1", "entry": back.entry.seq})  # fmt: skip
        whole = session.state.units[shot["target"]].armor
        (settled,) = report_of(session.log).disputes
        assert worn < whole
        assert sorted(settled.changes) == [
            (f"units.{shot['unit']}.weapons.{shot['weapon']}.fired", True, False),
            (f"units.{shot['target']}.armor", worn, whole),
        ]
