"""Take-backs, restores and forks: who may do what, and what it makes of the timelines."""

from __future__ import annotations

from typing import Any

import pytest

from rollbook.engine.session import Session
from rollbook.engine.starting import start
from rollbook.events.errors import RuleRefusal
from rollbook.events.plain import to_plain


class Table:
    """A game at a table: who does what, one after the other."""

    def __init__(self, players: tuple[str, ...] = ("ann", "ben")) -> None:
        names = {player: player.title() for player in players}
        self.session: Session = start(
            {"do": "start_game", "by": "system", "rules": "hull-points", "players": names}, None
        )

    def given(self, *commands: dict[str, Any]) -> Table:
        for command in commands:
            self.session.submit(command)
        return self

    def when(self, do: str, by: str, **fields: Any) -> Outcome:
        try:
            entry = self.session.submit({"do": do, "by": by, "reason": "slip", **fields}).entry
        except RuleRefusal as refusal:
            return Outcome(self, None, refusal.to_json())
        return Outcome(self, entry, None)


class Outcome:
    """What came of a command, with what a test wants to say of it."""

    def __init__(self, table: Table, entry: Any, refusal: dict[str, Any] | None) -> None:
        self.table, self.entry, self.refusal = table, entry, refusal

    def then(self, event: dict[str, Any]) -> Table:
        assert self.refusal is None, self.refusal
        assert [to_plain(e) for e in self.entry.events] == [event]
        return self.table

    def refused(self, code: str, **extra: Any) -> None:
        assert self.refusal is not None, "it was accepted"
        assert self.refusal["code"] == code
        assert {k: self.refusal.get(k) for k in extra} == extra


def unit(by: str, name: str) -> dict[str, Any]:
    return {
        "do": "add_unit", "by": by, "unit": name, "owner": by, "kind": "infantry", "name": name,
        "models": ["m1", "m2"], "ws": 4, "strength": 4, "initiative": 4, "wounds": 1,
        "toughness": 7, "grit": 4, "sagacity": 4, "weapons": [],
    }  # fmt: skip


def note(by: str, text: str = "") -> dict[str, Any]:
    return {"do": "note", "by": by, "text": text}


def roll(by: str, name: str, face: int = 3) -> dict[str, Any]:
    return {"do": "check", "by": by, "unit": name, "characteristic": "grit", "dice": [face]}


RULING = {"do": "ruling", "by": "judge", "reason": "so be it", "set": {"round": 3}}


def taken(to: int, head: int, agreed: str | None = None, timeline: str = "main") -> dict[str, Any]:
    return {
        "type": "TakenBack", "timeline": timeline, "to": to, "head": head, "count": head - to,
        "reason": "slip", "agreed": agreed,
    }  # fmt: skip


class TestWhoMayTakeBack:
    def test_a_player_alone_takes_back_what_is_all_his_and_holds_no_roll(self):
        """Two notes of Ann's go at Ann's word."""
        table = Table().given(note("ann"), note("ann"))
        table.when("take_back", "ann", to=0).then(taken(0, 2))

    def test_his_own_roll_needs_agreement(self):
        """A die that fell is not one player's to withdraw."""
        table = Table().given(unit("ann", "a"), roll("ann", "a"))
        table.when("take_back", "ann", to=1).refused("NOT_ALLOWED", needs="agreement")

    def test_a_check_that_a_rule_decides_without_dice_is_no_roll(self):
        """What counts is whether dice fell, not what was asked for."""
        table = Table().given(unit("ann", "a") | {"grit": 0}, roll("ann", "a") | {"dice": []})
        table.when("take_back", "ann", to=1).then(taken(1, 2))

    def test_his_own_roll_goes_when_the_opponent_agrees(self):
        """The agreement is kept in the event."""
        table = Table().given(unit("ann", "a"), roll("ann", "a"))
        table.when("take_back", "ann", to=1, agreed="ben").then(taken(1, 2, "ben"))

    def test_an_entry_of_the_opponent_needs_agreement(self):
        """One entry of Ben's among Ann's is enough."""
        table = Table().given(note("ann"), note("ben"), note("ann"))
        table.when("take_back", "ann", to=0).refused("NOT_ALLOWED", needs="agreement")
        table.when("take_back", "ann", to=2).then(taken(2, 3))

    def test_the_opponents_entries_go_when_he_agrees(self):
        """With both players of one mind, anything of theirs goes."""
        table = Table().given(unit("ben", "b"), roll("ben", "b"), note("ann"))
        table.when("take_back", "ann", to=0, agreed="ben").then(taken(0, 3, "ben"))

    def test_what_the_program_was_told_to_do_needs_agreement(self):
        """The system's entries are nobody's own: a round is not one player's to undo."""
        table = Table().given({"do": "start_round", "by": "system"})
        table.when("take_back", "ann", to=0).refused("NOT_ALLOWED", needs="agreement")
        table.when("take_back", "ann", to=0, agreed="ben").then(taken(0, 1, "ben"))

    def test_a_third_players_entry_needs_a_ruling_once_one_opponent_agreed(self):
        """Ben cannot give away what is Cid's."""
        table = Table(("ann", "ben", "cid")).given(note("cid"))
        table.when("take_back", "ann", to=0).refused("NOT_ALLOWED", needs="agreement")
        table.when("take_back", "ann", to=0, agreed="ben").refused("NOT_ALLOWED", needs="ruling")
        table.when("take_back", "ann", to=0, agreed="cid").then(taken(0, 1, "cid"))

    def test_the_judge_takes_back_anything(self):
        """A judge's ruling needs nobody's agreement."""
        table = Table().given(unit("ann", "a"), roll("ann", "a"), note("ben"), RULING)
        table.when("take_back", "judge", to=0).then(taken(0, 4))

    @pytest.mark.parametrize("agreed", [None, "ben"])
    def test_only_the_judge_takes_back_a_ruling(self, agreed):
        """Both players together cannot undo what the judge ruled."""
        table = Table().given(note("ann"), RULING, note("ann"))
        table.when("take_back", "ann", to=0, agreed=agreed).refused("NOT_ALLOWED", needs="ruling")

    def test_a_take_back_of_the_judges_is_a_ruling_too(self):
        """Withdrawing the judge's own take-back is his business."""
        table = Table().given(note("ann"), note("ann"))
        table.when("take_back", "judge", to=1)
        table.when("take_back", "ann", to=0).refused("NOT_ALLOWED", needs="ruling")

    @pytest.mark.parametrize("agreed", ["ann", "judge", "system", "dora"])
    def test_only_another_player_can_agree(self, agreed):
        """Not oneself, not the judge, not somebody who does not play."""
        table = Table().given(note("ann"))
        table.when("take_back", "ann", to=0, agreed=agreed).refused(
            "UNKNOWN_PLAYER", field="agreed"
        )

    def test_who_agrees_is_checked_before_the_entry(self):
        """Unknown players come before unknown entries, as for every command."""
        Table().when("take_back", "ann", to=99, agreed="dora").refused("UNKNOWN_PLAYER")
        Table().when("take_back", "dora", to=99).refused("UNKNOWN_PLAYER")

    def test_a_schema_extension_is_nobodys(self):
        """What the program wrote for itself asks nobody's leave."""
        table = Table().given(note("ann"))
        from rollbook.events.log.log import NewEntry
        from rollbook.events.log.messages import RecoverTail, TailRecovered

        said = NewEntry(
            RecoverTail(offset=9, bytes=9), (TailRecovered(offset=9, bytes=9),), "system"
        )
        table.session.log.append(said)
        table.given(note("ann")).when("take_back", "ann", to=0).then(taken(0, 3))


class TestWhere:
    @pytest.mark.parametrize("to", [2, 3, 99])
    def test_the_entry_must_lie_before_the_head(self, to):
        """The head itself and what is not there cannot be gone back to."""
        table = Table().given(note("ann"), note("ann"))
        table.when("take_back", "judge", to=to).refused("UNKNOWN_ENTRY", field="to")

    def test_the_entry_must_lie_on_the_path(self):
        """What was taken back is not on it any more."""
        table = Table().given(note("ann"), note("ann"), note("ann"))
        table.when("take_back", "ann", to=1).then(taken(1, 3))
        table.when("take_back", "ann", to=2).refused("UNKNOWN_ENTRY")

    def test_a_timeline_is_never_taken_back_before_it_began(self):
        """A fork's own first entry is as far as it goes; main keeps what is main's."""
        table = Table().given(note("ann"), note("ann"))
        table.given({"do": "fork", "by": "ann", "name": "try", "at": 1})
        table.when("take_back", "judge", timeline="try", to=1).refused("UNKNOWN_ENTRY")
        table.when("take_back", "judge", timeline="try", to=0).refused("UNKNOWN_ENTRY")

    def test_an_unknown_timeline(self):
        """The answer names the timelines that there are."""
        outcome = Table().when("take_back", "ann", timeline="nowhere", to=0)
        outcome.refused("UNKNOWN_TIMELINE")
        assert "main" in (outcome.refusal or {})["message"]

    def test_dice_and_choices_are_not_asked_for(self):
        """They are refused last, after everything that could be said of the command."""
        table = Table().given(note("ann"))
        table.when("take_back", "ann", to=0, dice=[1]).refused("UNUSED_DICE")
        table.when("take_back", "ann", to=0, choices=["x"]).refused("UNUSED_CHOICES")
        table.when("take_back", "ann", to=9, dice=[1]).refused("UNKNOWN_ENTRY")

    def test_a_refusal_leaves_nothing(self):
        """Nothing is appended, and the head stays."""
        table = Table().given(note("ben"))
        table.when("take_back", "ann", to=0).refused("NOT_ALLOWED")
        assert (len(table.session.log), table.session.head) == (2, 1)

    def test_it_works_after_the_end_of_the_game(self):
        """An end that was declared too early can be taken back."""
        table = Table().given({"do": "end_game", "by": "ann", "winner": "ann"})
        table.when("take_back", "ann", to=0).then(taken(0, 1))
        assert table.session.state.over is None


class TestRestore:
    def restored(self, entry: int, agreed: str | None = None) -> dict[str, Any]:
        return {
            "type": "Restored", "timeline": "main", "entry": entry, "reason": "slip",
            "agreed": agreed,
        }  # fmt: skip

    def test_it_brings_back_what_was_taken_back(self):
        """The state is what it was before the take-back."""
        table = Table().given(unit("ann", "a"), unit("ann", "b"))
        before = table.session.state
        table.when("take_back", "ann", to=1).then(taken(1, 2))
        assert list(table.session.state.units) == ["a"]
        table.when("restore", "ann", entry=2).then(self.restored(2))
        assert table.session.state == before

    def test_a_withdrawn_roll_comes_back_by_agreement_only(self):
        """Choosing among results is what the policy is there to stop."""
        table = Table().given(unit("ann", "a"), roll("ann", "a"))
        table.when("take_back", "ann", to=1, agreed="ben")
        table.when("restore", "ann", entry=2).refused("NOT_ALLOWED", needs="agreement")
        table.when("restore", "ann", entry=2, agreed="ben").then(self.restored(2, "ben"))

    def test_what_was_played_since_is_withdrawn_by_it(self):
        """So the opponent's entries since the take-back need his agreement."""
        table = Table().given(note("ann"), note("ann"))
        table.when("take_back", "ann", to=1)
        table.given(note("ben"))
        table.when("restore", "ann", entry=2).refused("NOT_ALLOWED", needs="agreement")
        table.when("restore", "ben", entry=2, agreed="ann").then(self.restored(2, "ann"))

    def test_what_the_judge_took_back_only_he_restores(self):
        """His take-back lies on the path that would be withdrawn."""
        table = Table().given(note("ann"), note("ann"))
        table.when("take_back", "judge", to=1)
        table.when("restore", "ann", entry=2).refused("NOT_ALLOWED", needs="ruling")
        table.when("restore", "judge", entry=2).then(self.restored(2))

    @pytest.mark.parametrize("entry", [3, 4, 99])
    def test_only_an_earlier_head_of_the_same_timeline(self, entry):
        """Not the head itself, not another timeline's entry, not what is not there."""
        table = Table().given(note("ann"), {"do": "fork", "by": "ann", "name": "try", "at": 1})
        Table.given(table, note("ann"))
        table.when("restore", "judge", entry=2).refused("UNKNOWN_ENTRY", field="entry")
        table.when("restore", "judge", entry=entry).refused("UNKNOWN_ENTRY", field="entry")

    def test_withdrawn_entries_and_their_rolls_stay_in_the_log(self):
        """Nothing is ever erased."""
        table = Table().given(unit("ann", "a"), roll("ann", "a", 5))
        table.when("take_back", "judge", to=1)
        entry = table.session.log.entry(2)
        assert entry.dice.faces == (5,)
        assert table.session.log.chain.timelines.withdrawn() == {2}


class TestFork:
    def test_anybody_opens_a_timeline_at_any_entry(self):
        """The head it leaves from is not moved by it."""
        table = Table().given(note("ann"), note("ben"))
        table.session.submit({"do": "fork", "by": "ben", "name": "try", "at": 1})
        timelines = table.session.log.chain.timelines
        assert dict(timelines.heads) == {"main": 2, "try": 3}
        assert timelines.default == "main"

    def test_a_withdrawn_entry_can_be_gone_on_from(self):
        """What was taken back is still a place to ask what would have been."""
        table = Table().given(note("ann"), note("ann"))
        table.when("take_back", "ann", to=1)
        table.session.submit({"do": "fork", "by": "ann", "name": "try", "at": 2})
        assert table.session.log.chain.timelines.withdrawn() == set()

    def test_a_name_is_taken_once(self):
        """Timelines are never opened twice."""
        table = Table()
        with pytest.raises(RuleRefusal) as refusal:
            table.session.submit({"do": "fork", "by": "ann", "name": "main", "at": 0})
        assert refusal.value.code == "TIMELINE_EXISTS"

    def test_an_entry_that_is_not_there(self):
        """The answer says which is the last one."""
        with pytest.raises(RuleRefusal, match="the last one is 0") as refusal:
            Table().session.submit({"do": "fork", "by": "ann", "name": "try", "at": 1})
        assert (refusal.value.code, refusal.value.extra["field"]) == ("UNKNOWN_ENTRY", "at")

    @pytest.mark.parametrize("name", ["", "42", "Try", "a" * 33, "a b", "a@b", "é"])
    def test_names_that_would_be_mistaken_for_something_else(self, name):
        """A name of digits only would look like an entry."""
        with pytest.raises(RuleRefusal) as refusal:
            Table().session.submit({"do": "fork", "by": "ann", "name": name, "at": 0})
        assert (refusal.value.code, refusal.value.extra["field"]) == ("BAD_VALUE", "name")

    def test_a_simulated_timeline_says_so(self):
        """Its dice never count."""
        table = Table()
        table.session.submit(
            {"do": "fork", "by": "ann", "name": "try", "at": 0, "kind": "simulated"}
        )
        assert table.session.log.chain.timelines.kinds["try"] == "simulated"

    def test_a_repeated_key_says_that_its_entry_was_withdrawn(self):
        """The first result is given again, with the news."""
        table = Table().given(note("ann") | {"key": "k"})
        table.when("take_back", "ann", to=0)
        again = table.session.submit(note("ann") | {"key": "k"})
        assert (again.repeated, again.withdrawn) == (True, True)
