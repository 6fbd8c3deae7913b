"""What fell stays fallen: held rolls, and faces used again after a take-back."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.engine.dice.source import SimulatedSource, SystemSource
from rollbook.engine.session import Session
from rollbook.events.dicevalues import EnteredDice, LadderDice, SystemDice
from rollbook.events.errors import RuleRefusal
from rollbook.events.log.messages import HoldRoll, RollGivenUp, RollHeld
from tests.engine.audit.games import before_fire, demo, demo_commands, ladder
from tests.engine.audit.games import held as held_shot

CHECK = {"do": "check", "by": "ann", "unit": "gertie", "characteristic": "grit"}


def refused(session: Session, command: dict[str, Any]) -> RuleRefusal:
    """Submit a command that must be refused, and give the refusal."""
    with pytest.raises(RuleRefusal) as caught:
        session.submit(command)
    return caught.value


def held() -> tuple[Session, dict[str, Any], int]:
    """Give a game whose head holds a roll, that shot, and the entry."""
    session, shot = held_shot()
    session.source = SystemSource()
    return session, shot, session.head


class TestHeldRoll:
    def test_a_refusal_after_generated_dice_loses_no_die(self) -> None:
        """
        Given a shot that hits, but does not say what the table decided,
        when it is refused for that, then an entry keeps the command and its faces.
        """
        session, shot, seq = held()
        entry = session.log.entry(seq)
        assert isinstance(entry.command, HoldRoll)
        assert isinstance(entry.events[0], RollHeld)
        assert entry.events[0].code == "NEEDS_FIELD"
        assert entry.dice.faces
        assert entry.by == shot["by"]
        assert session.head == seq

    def test_the_corrected_command_uses_the_faces(self) -> None:
        """Given a held roll, when the command comes with the fact, then it uses those faces."""
        session, shot, seq = held()
        faces = session.log.entry(seq).dice.faces
        for wounded in range(20):
            try:
                entry = session.submit({**shot, "wounded": wounded}).entry
            except RuleRefusal:
                continue
            assert entry.dice.faces[: len(faces)] == faces
            assert entry.dice.kept_from == seq
            assert entry.dice.kept == len(faces)
            return
        raise AssertionError("no number of wounded was taken")

    @pytest.mark.parametrize("dice", [[6, 6, 6], [1]])
    def test_typed_dice_do_not_replace_held_ones(self, dice: list[int]) -> None:
        """Given a held roll, when the command comes with typed dice, then it is refused."""
        session, shot, seq = held()
        refusal = refused(session, {**shot, "wounded": 0, "dice": dice})
        assert (refusal.code, refusal.extra["held"]) == ("NOT_ALLOWED", seq)

    def test_nothing_else_may_follow(self) -> None:
        """Given a held roll, when another command comes, then it is refused as PENDING."""
        session, _, _ = held()
        refusal = refused(session, CHECK)
        assert refusal.code == "PENDING"
        assert refusal.extra["owed"] == "fire_weapon"

    def test_a_dispute_in_between_does_not_end_the_wait(self) -> None:
        """Given a held roll, when it is disputed, then the command is still owed."""
        session, _, seq = held()
        session.submit({"do": "dispute", "by": "ben", "about": str(seq), "reason": "which target?"})
        assert refused(session, CHECK).code == "PENDING"

    def test_it_can_be_given_up(self) -> None:
        """Given a held roll, when its player gives it up, then others may follow."""
        session, _, seq = held()
        event = session.submit(
            {"do": "give_up_roll", "by": "ann", "reason": "wrong gun"}
        ).entry.events[0]
        assert isinstance(event, RollGivenUp)
        assert (event.held, event.set_aside) == (seq, False)
        assert session.submit(CHECK).entry.dice.kept_from is None

    def test_giving_up_does_not_give_new_faces(self) -> None:
        """Given a roll that was given up alone, when the command comes again, then its faces do."""
        session, shot, seq = held()
        session.submit({"do": "give_up_roll", "by": "ann", "reason": "wrong gun"})
        refusal = refused(session, shot)
        assert refusal.code == "NEEDS_FIELD"
        assert "held" not in refusal.extra, "no die fell anew"
        for wounded in range(20):
            try:
                assert session.submit({**shot, "wounded": wounded}).entry.dice.kept_from == seq
            except RuleRefusal:
                continue
            return

    @pytest.mark.parametrize(("by", "agreed"), [("ann", "ben"), ("judge", None)])
    def test_agreement_or_ruling_sets_faces_aside(self, by: str, agreed: str | None) -> None:
        """Given a roll set aside by both or by the judge, then the same command rolls anew."""
        session, shot, _ = held()
        session.submit({"do": "give_up_roll", "by": by, "agreed": agreed, "reason": "a cat"})
        try:
            entry = session.submit({**shot, "wounded": 0}).entry
        except RuleRefusal as refusal:
            entry = session.log.entry(refusal.extra["held"])
        assert entry.dice.kept_from is None

    def test_the_opponent_cannot_give_it_up_alone(self) -> None:
        """Given a held roll, when the other player gives it up, then he is refused."""
        session, _, _ = held()
        refusal = refused(session, {"do": "give_up_roll", "by": "ben", "reason": "x"})
        assert (refusal.code, refusal.extra["needs"]) == ("NOT_ALLOWED", "agreement")

    def test_typed_dice_hold_nothing(self) -> None:
        """Given typed dice, when a fact is missing, then nothing is recorded."""
        commands = demo_commands()
        place = next(i for i, c in enumerate(commands) if c.get("weapon") == "flamer")
        session = demo(until=place)
        before = len(session.log)
        shot = {k: v for k, v in commands[place].items() if k != "wounded"}
        assert refused(session, {**shot, "dice": [4]}).code == "NEEDS_FIELD"
        assert len(session.log) == before


def taken_back(source: str) -> tuple[Session, int]:
    """Give a game in which a check was rolled and taken back by agreement."""
    session, _ = before_fire()
    if source == "ladder":
        ladder(session)
    else:
        session.source = SystemSource()
    seq = session.submit(CHECK).entry.seq
    session.submit({"do": "take_back", "by": "ann", "to": seq - 1, "agreed": "ben", "reason": "x"})
    return session, seq


class TestTakeBackNeverUnreveals:
    @pytest.mark.parametrize("source", ["ladder", "system"])
    def test_the_same_command_has_the_same_faces(self, source: str) -> None:
        """Given a check taken back, when it comes again, then it names the entry of its faces."""
        session, seq = taken_back(source)
        entry = session.submit(CHECK).entry
        assert entry.dice.faces == session.log.entry(seq).dice.faces
        assert (entry.dice.kept_from, entry.dice.kept) == (seq, 1)

    def test_ten_take_backs_give_one_face(self) -> None:
        """However often it is taken back, the face stays the one that fell first."""
        session, seq = taken_back("system")
        face = session.log.entry(seq).dice.faces
        for _ in range(10):
            entry = session.submit(CHECK).entry
            assert entry.dice.faces == face
            session.submit({"do": "take_back", "by": "judge", "to": entry.parent, "reason": "x"})

    def test_a_fork_does_not_unreveal(self) -> None:
        """Given a roll on main, when a played fork asks for the same, then it has that face."""
        session, _ = before_fire()
        session.source = SystemSource()
        seq = session.submit(CHECK).entry.seq
        session.submit({"do": "fork", "by": "system", "name": "b", "at": seq - 1})
        other = Session(session.log, session.rules, "b", SystemSource())
        assert other.submit(CHECK).entry.dice.kept_from == seq

    def test_a_simulated_fork_rolls_its_own(self) -> None:
        """Given a what-if, when it asks for the same roll, then it may see another face."""
        session, _ = before_fire()
        session.source = SystemSource()
        seq = session.submit(CHECK).entry.seq
        session.submit(
            {"do": "fork", "by": "system", "name": "w", "at": seq - 1, "kind": "simulated"}
        )
        other = Session(session.log, session.rules, "w", SimulatedSource(b"s" * 32))
        assert other.submit(CHECK).entry.dice.kept_from is None

    def test_simulated_dice_are_refused_in_play(self) -> None:
        """Given a played timeline, when the source is simulated, then nothing is recorded."""
        session, _ = before_fire()
        session.source = SimulatedSource(b"s" * 32)
        assert refused(session, CHECK).code == "NO_DICE"

    def test_another_command_rolls_anew(self) -> None:
        """Given a check taken back, when another unit checks, then new dice fall."""
        session, _ = taken_back("system")
        assert session.submit({**CHECK, "unit": "stilts"}).entry.dice.kept_from is None

    def test_another_state_rolls_anew(self) -> None:
        """Given a check taken back, when something happened meanwhile, then new dice fall."""
        session, _ = taken_back("system")
        session.submit(
            {"do": "ruling", "by": "judge", "reason": "", "set": {"units.gertie.hull": 1}}
        )
        assert session.submit(CHECK).entry.dice.kept_from is None

    def test_typed_dice_are_no_way_around(self) -> None:
        """Given a generated roll taken back, when dice are typed for it, then that is refused."""
        session, seq = taken_back("system")
        session.source = None
        refusal = refused(session, {**CHECK, "dice": [1]})
        assert (refusal.code, refusal.extra["held"]) == ("NOT_ALLOWED", seq)

    def test_typed_dice_may_be_rolled_anew(self) -> None:
        """Given typed dice taken back, when the command comes again, then it has its own."""
        session, _ = before_fire()
        seq = session.submit({**CHECK, "dice": [6]}).entry.seq
        session.submit({"do": "take_back", "by": "judge", "to": seq - 1, "reason": "x"})
        entry = session.submit({**CHECK, "dice": [1]}).entry
        assert entry.dice == EnteredDice(source="entered", faces=(1,), rolled_by="ann")

    def test_two_rolls_taken_back_come_again_in_their_order(self) -> None:
        """Given two equal checks taken back, then they have their faces in the order rolled."""
        session, _ = before_fire()
        session.source = SystemSource()
        first, second = (session.submit(CHECK).entry for _ in range(2))
        session.submit({"do": "take_back", "by": "judge", "to": first.seq - 1, "reason": "x"})
        again = [session.submit(CHECK).entry for _ in range(3)]
        assert [e.dice.kept_from for e in again] == [first.seq, second.seq, None]

    def test_a_judges_reroll_is_fresh(self) -> None:
        """Given a dispute settled as re-roll, when the roll is made again, then new dice fall."""
        session, _ = before_fire()
        session.source = SystemSource()
        seq = session.submit(CHECK).entry.seq
        session.submit({"do": "dispute", "by": "ben", "about": str(seq), "reason": "x"})
        back = session.submit(
            {"do": "take_back", "by": "judge", "to": seq - 1, "reason": "x"}
        ).entry
        session.submit({"do": "settle", "by": "judge", "about": str(seq), "outcome": "reroll",
                        "rule": "CM-DIE-1", "entry": back.seq})  # fmt: skip
        assert session.submit(CHECK).entry.dice.kept_from is None

    def test_without_a_source_kept_faces_still_count(self) -> None:
        """Given a taken-back ladder roll, when no source is named, then its faces are used."""
        session, seq = taken_back("ladder")
        session.source = None
        dice = session.submit(CHECK).entry.dice
        assert isinstance(dice, LadderDice)
        assert dice.kept_from == seq
        assert dice.index is None, "no step of the ladders is spent"


def test_void_dice_are_kept_apart() -> None:
    """A cocked die is recorded with its reason and does not count."""
    session, _ = before_fire()
    entry = session.submit(
        {**CHECK, "dice": [2], "void": [{"face": 6, "reason": "cocked"},
                                        {"face": None, "reason": "off the table"}]}
    ).entry  # fmt: skip
    assert entry.dice.faces == (2,)
    assert [(v.face, v.reason) for v in entry.dice.void] == [(6, "cocked"), (None, "off the table")]


@pytest.mark.parametrize("void", [[{"face": 6}], [{"face": 0, "reason": "x"}], "x", [3]])
def test_malformed_void_dice_are_refused(void: Any) -> None:
    """What is no list of void dice is BAD_VALUE."""
    session, _ = before_fire()
    assert refused(session, {**CHECK, "dice": [2], "void": void}).code == "BAD_VALUE"


def test_void_dice_stand_beside_typed_ones_only() -> None:
    """Generated dice are never void."""
    session, _ = before_fire()
    session.source = SystemSource()
    assert refused(session, {**CHECK, "void": [{"face": 6, "reason": "x"}]}).code == "BAD_VALUE"
    assert isinstance(session.submit(CHECK).entry.dice, SystemDice)
