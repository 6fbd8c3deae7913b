"""Which proof stands behind a roll, and which findings touch it."""

from __future__ import annotations

import pytest

from rollbook.engine.audit import audit_log
from rollbook.engine.audit.report import RollSeen
from rollbook.engine.session import Session
from rollbook.events.errors import RuleRefusal
from rollbook.events.log.log import Log
from rollbook.events.message import changed
from tests.engine.audit.games import (
    CHECK,
    RULES,
    Forged,
    WrittenSource,
    before_fire,
    demo,
    demo_commands,
    judge,
    ladder,
    press,
)


def rolls_of(log: Log, seq: int) -> list[RollSeen]:
    """Audit a log, and give the rolls of one entry."""
    return [roll for roll in audit_log(log, RULES).rolls if roll.entry.seq == seq]


class TestKeptFaces:
    def test_a_face_keeps_the_proof_that_it_fell_with(self) -> None:
        """Given a proved check taken back, when one device does it again, then it is proved."""
        session, _ = before_fire()
        ladder(session)
        seq = session.submit(CHECK).entry.seq
        session.submit(
            {"do": "take_back", "by": "ann", "to": seq - 1, "agreed": "ben", "reason": "x"}
        )
        session.source = WrittenSource()
        again = session.submit(CHECK).entry
        assert (again.dice.source, again.dice.kept_from) == ("system", seq)
        (roll,) = rolls_of(session.log, again.seq)
        assert (roll.grade, roll.origin) == ("proved", seq)

    def test_only_the_faces_that_were_kept_do(self) -> None:
        """
        Given a falling walker whose first die was held on one device,
        when the command is corrected and the judge's source rolls the rest,
        then the first roll is single-sourced and the others wait for the seed.
        """
        commands = demo_commands()
        place = next(i for i, x in enumerate(commands) if x["do"] == "resolve_timber")
        fall = {k: v for k, v in commands[place].items() if k != "dice"}
        session = demo(until=place)
        source = judge(session)
        session.source = WrittenSource(5)
        with pytest.raises(RuleRefusal):
            session.submit({k: v for k, v in fall.items() if k != "angle_decideg"})
        held = session.head
        session.source = source
        seq = session.submit(fall).entry.seq
        first, *others = rolls_of(session.log, seq)
        assert (first.grade, first.origin) == ("single-sourced", held)
        assert others
        assert {(roll.grade, roll.origin) for roll in others} == {("unverifiable", None)}

    def test_an_entry_without_dice_proves_no_face(self) -> None:
        """Given a forged roll whose face is said to be kept from entry 0, then it is not proved."""
        session, _ = before_fire()
        session.source = WrittenSource(3)
        seq = session.submit(CHECK).entry.seq

        def edit(log: list[Forged]) -> None:
            log[seq].dice = changed(log[seq].dice, kept_from=0, kept=1)

        (roll,) = rolls_of(press(session.log, edit), seq)
        assert (roll.grade, roll.origin) == ("contradicted", 0)


class TestFindings:
    def checked_twice(self) -> Session:
        """Check a unit twice, on one device."""
        session, _ = before_fire()
        session.source = WrittenSource(3, 4)
        session.submit(CHECK)
        session.submit(CHECK)
        return session

    def test_a_finding_touches_the_rolls_of_its_entry_only(self) -> None:
        """Given a wrong face in one check, then only that check is contradicted."""
        log = self.checked_twice().log

        def edit(forged: list[Forged]) -> None:
            forged[-2].dice = changed(forged[-2].dice, faces=(5,))

        report = audit_log(press(log, edit), RULES)
        seq = len(log) - 2
        assert [(f.code, f.address) for f in report.findings] == [("FACES_DIFFER", f"{seq}.0")]
        wrong = [roll.address for roll in report.rolls if not roll.follows]
        assert wrong == [f"{seq}.0"]
        assert report.grades["contradicted"] == 1

    def test_a_finding_that_is_no_matter_of_dice_touches_none(self) -> None:
        """Given a key that was used twice, then the roll behind it is as good as before."""
        log = self.checked_twice().log

        def edit(forged: list[Forged]) -> None:
            forged[-1].key = forged[-2].key = "once"

        report = audit_log(press(log, edit), RULES)
        assert [f.code for f in report.findings] == ["KEY_REUSED"]
        assert all(roll.follows for roll in report.rolls)
