"""Walking through a log without a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from rollbook.engine.starting import start
from rollbook.events.log.address import Address, BadAddress, parse_address
from rollbook.projections.fold import Folder, projection_of
from rollbook.projections.state import KEEP_EVERY, States
from rollbook.tools.cli.stepping import Place, Walk
from rollbook.tools.cli.wanted import Wanted, is_damage, is_loss, is_roll, is_round, says


def everything(walk: Walk, place: Place) -> list[Place]:
    """Give all places of a branch, oldest first."""
    here: Place | None = walk.first(place)
    found = []
    while here is not None:
        found.append(here)
        here = walk.next_event(here)
    return found


def find(walk: Walk, place: Place, wanted: Wanted, *, forward: bool = True) -> Place | None:
    """Give what a search comes to in the end."""
    found = None
    for there in walk.find(place, wanted, forward=forward):
        found = there if isinstance(there, Place) else None
    return found


def at(walk: Walk, text: str) -> Place:
    """Give the place of an address."""
    return walk.at(parse_address(text, walk.timelines))


class TestMoves:
    def test_a_walk_begins_where_the_game_starts(self, demo: Walk) -> None:
        """The first place shown is the game's start, not the opening of the log before it."""
        assert str(demo.start()) == "0.1"

    @pytest.mark.parametrize("timeline", ["main", "what-if"])
    def test_forward_then_back_comes_to_the_same_place(self, branched: Walk, timeline: str) -> None:
        """Each event is passed once, in the order of its path, and the way back is the same."""
        start = branched.start(timeline)
        forward = everything(branched, start)
        path = branched.timelines.path(start.branch.head)
        assert [(p.seq, p.event) for p in forward] == [
            (seq, i) for seq in path for i in range(len(branched.entry(seq).events))
        ]
        backward = [forward[-1]]
        while (here := branched.previous_event(backward[-1])) is not None:
            backward.append(here)
        assert backward[::-1] == forward

    def test_entries_are_gone_through_by_their_first_events(self, demo: Walk) -> None:
        """Going back from the middle of an entry comes to its beginning first."""
        here = at(demo, "124.6")
        assert str(demo.next_entry(here)) == "125.0"
        back = demo.previous_entry(here)
        assert back is not None
        assert str(back) == "124.0"
        assert str(demo.previous_entry(back)) == "123.0"

    def test_the_ends_are_ends(self, demo: Walk) -> None:
        """Nothing comes before the first event or after the last."""
        first, last = demo.first(demo.start()), demo.last(demo.start())
        assert (demo.previous_event(first), demo.previous_entry(first)) == (None, None)
        assert (demo.next_event(last), demo.next_entry(last)) == (None, None)
        assert last.seq == demo.timelines.head("main")

    def test_an_event_that_is_not_there_is_refused(self, demo: Walk) -> None:
        """An address beyond the events of its entry says which there are."""
        with pytest.raises(BadAddress, match="the events of entry 124 are 0 to 10"):
            demo.at(Address(124, 11, "main"))


class TestStates:
    def test_every_step_shows_the_states_around_its_event(self, demo: Walk) -> None:
        """Before and after are what folding from nothing gives, and the changes are between."""
        folder = Folder(projection_of("hull-points"))
        for place in everything(demo, demo.start()):
            before = folder.state
            folder.apply(demo.entry(place.seq).events[place.event])
            step = demo.look(place)
            assert (step.before, step.after) == (before, folder.state)
            if before is not None:
                assert bool(step.changes) == (before != folder.state)

    def test_going_back_shows_the_same_as_going_forward(self, demo: Walk) -> None:
        """A step shows the same from whichever side it is reached."""
        places = everything(demo, demo.start())
        forward = [demo.look(place).after for place in places]
        assert [demo.look(place).after for place in reversed(places)] == forward[::-1]

    def test_a_lost_hull_point_is_a_change_with_both_values(self, demo: Walk) -> None:
        """What changed is told with what stood there and what stands there now."""
        (change,) = demo.look(at(demo, "124.5")).changes
        assert (change.path, change.before, change.after) == (("units", "brick", "hull"), 2, 1)


class TestLongLogs:
    def test_no_move_folds_from_the_beginning(self) -> None:
        """In the middle of a long log each key reads a few hundred entries at most, even back."""
        command = {"do": "start_game", "by": "a", "rules": "hull-points", "house_rules": {}}
        session = start({**command, "players": {"a": "Ann", "b": "Ben"}}, None)
        for number in range(3000):
            session.submit({"do": "note", "by": "a", "text": f"note {number}"})
        log = Counting(session.log)
        states = States(log, projection_of("hull-points"))
        walk = Walk(log, states, "hull-points")
        place = at(walk, "2500")
        walk.look(place)
        for move in (*[walk.previous_event] * 600, *[walk.next_entry] * 20):
            log.read = 0
            there = move(place)
            assert there is not None
            walk.look(there)
            assert log.read <= KEEP_EVERY + 5
            place = there


class Counting:
    """A log that counts the entries read from it."""

    def __init__(self, log: Any) -> None:
        self._log = log
        self.read = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._log, name)

    def __len__(self) -> int:
        return len(self._log)

    def entry(self, seq: int) -> Any:
        self.read += 1
        return self._log.entry(seq)

    def entries(self, seqs: Iterable[int]) -> Iterator[Any]:
        return map(self.entry, seqs)


class TestSearches:
    def test_losses_of_the_demo_are_found_in_order_and_back(self, demo: Walk) -> None:
        """The two explosions are found one after the other, and again on the way back."""
        first = find(demo, at(demo, "100"), is_loss)
        assert first is not None
        second = find(demo, first, is_loss)
        assert second is not None
        assert (str(first), str(second)) == ("124.10", "125.9")
        assert find(demo, second, is_loss, forward=False) == first

    @pytest.mark.parametrize(
        ("wanted", "types"),
        [
            (is_round, {"RoundStarted"}),
            (is_damage("hull-points"), {"HullPointLost"}),
            (is_damage("armour-value"), {"DamageTableRolled"}),
        ],
    )
    def test_each_search_finds_every_event_of_its_kind(
        self, demo: Walk, wanted: Wanted, types: set[str]
    ) -> None:
        """Searching on and on finds all of the kind and nothing else."""
        found, here = [], find(demo, demo.first(demo.start()), wanted)
        while here is not None:
            found.append(here)
            here = find(demo, here, wanted)
        assert found == [
            place
            for place in everything(demo, demo.start())
            if type(demo.entry(place.seq).events[place.event]).__name__ in types
        ]
        assert found

    def test_a_roll_is_an_event_with_dice(self, demo: Walk) -> None:
        """The next roll after the shot is the one to hit."""
        found = find(demo, at(demo, "124.0"), is_roll)
        assert str(found) == "124.1"

    def test_words_are_found_by_the_names_people_know(self, demo: Walk) -> None:
        """Capitals do not count, and units that join later are known by name."""
        start = demo.first(demo.start())
        name = demo.look(start).name
        assert str(find(demo, start, says("TIN DUCHESS", demo.rules, name))) == "5.0"
        assert str(find(demo, start, says("brick explodes", demo.rules, name))) == "124.10"
        assert find(demo, start, says("no such words", demo.rules, name)) is None

    def test_a_long_search_lets_others_have_a_turn(self, demo: Walk) -> None:
        """Every few entries a search says how far it is, so that a key can stop it."""
        name = demo.look(demo.start()).name
        found = list(demo.find(demo.start(), says("no such words", demo.rules, name)))
        assert found == [63, 127]


class TestBranches:
    def test_what_was_taken_back_is_a_branch(self, branched: Walk) -> None:
        """The timelines come first, then the withdrawn end, with the entry it was taken back to."""
        assert [(b.timeline, b.head, b.live) for b in branched.branches()] == [
            ("main", 162, None),
            ("what-if", 163, None),
            ("main", 160, 123),
        ]

    def test_a_withdrawn_entry_is_shown_and_marked(self, branched: Walk) -> None:
        """Its address leads to it, and what still counts on its path is not marked."""
        place = at(branched, "125.9")
        assert branched.look(place).withdrawn
        assert not branched.look(at(branched, "100")).withdrawn
        assert str(branched.next_event(place)) == "125.10"

    def test_where_entries_were_taken_back_says_so(self, branched: Walk) -> None:
        """The entry that was gone back to names the branch that left there."""
        (left,) = branched.look(at(branched, "123")).left
        assert (left.head, left.live) == (160, 123)

    def test_changing_branches_keeps_the_place_or_goes_to_the_last_shared(
        self, branched: Walk
    ) -> None:
        """A place on both branches stays; another leads to where the branches part."""
        main, other, gone = branched.branches()
        assert str(branched.on(Place(main, 20, 0), other)) == "20.0"
        assert branched.on(Place(main, 122, 0), other).seq == 40
        assert branched.on(Place(gone, 150, 0), main).seq == 123
        assert branched.on(Place(main, 162, 0), gone).seq == 123
