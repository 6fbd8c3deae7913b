"""Timelines, against a model that keeps every path as a list."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.events.game import NoteMade
from rollbook.events.log.errors import EntryError, UnknownEntry, UnknownTimeline
from rollbook.events.log.messages import Restored, TakenBack, TimelineForked
from rollbook.events.log.timeline import Timelines

NOTE = NoteMade(text="n", about=None)


@dataclass
class Model:
    """The tree of entries the slow way: the whole path of each entry, from the first."""

    paths: list[list[int]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    heads: dict[str, int] = field(default_factory=dict)
    openings: dict[str, int] = field(default_factory=dict)

    def add(self, parent: int | None, line: str) -> None:
        seq = len(self.paths)
        self.paths.append([*(self.paths[parent] if parent is not None else []), seq])
        self.lines.append(line)
        self.openings.setdefault(line, seq)
        self.heads[line] = seq


class Both:
    """Timelines and the model of them, growing together."""

    def __init__(self) -> None:
        self.real = Timelines()
        self.model = Model()
        self.add(None, NOTE)

    def add(self, parent: int | None, mover: Any) -> str:
        line = self.real.place(parent, mover)
        self.real.add(parent, mover, line)
        self.model.add(parent, line)
        return line

    def note(self, line: str = "main") -> None:
        assert self.add(self.model.heads[line], NOTE) == line

    def take_back(self, to: int, line: str = "main") -> None:
        path = self.model.paths[self.model.heads[line]]
        count = len(path) - 1 - path.index(to)
        head = self.model.heads[line]
        event = TakenBack(timeline=line, to=to, head=head, count=count, reason="r", agreed=None)
        assert self.add(to, event) == line

    def restore(self, entry: int, line: str = "main") -> None:
        event = Restored(timeline=line, entry=entry, reason="r", agreed=None)
        assert self.add(entry, event) == line

    def fork(self, name: str, at: int, copy: bytes | None = None) -> None:
        event = TimelineForked(name=name, at=at, kind="played", copy=copy)
        assert self.add(at, event) == name


def grown(choices: list[tuple[int, int, int]]) -> Both:
    """Give a tree that grew by *choices*: what to do, on which timeline, where."""
    both = Both()
    for what, which, where in choices:
        lines = list(both.model.heads)
        line = lines[which % len(lines)]
        head = both.model.heads[line]
        path = [s for s in both.model.paths[head] if both.model.openings[line] <= s < head]
        own = [s for s, name in enumerate(both.model.lines) if name == line]
        if what == 1 and path:
            both.take_back(path[where % len(path)], line)
        elif what == 2 and own:
            both.restore(own[where % len(own)], line)
        elif what == 3 and len(lines) < 6:
            both.fork(f"line-{len(lines)}", where % len(both.model.paths))
        else:
            both.note(line)
    return both


trees = st.lists(
    st.tuples(st.sampled_from([0, 0, 0, 1, 2, 3]), st.integers(0, 9), st.integers(0, 99)),
    max_size=40,
).map(grown)


class TestAgainstTheModel:
    @given(trees)
    def test_paths_parents_and_lines_are_those_of_the_model(self, both: Both) -> None:
        """Runs, paths, parents and the timeline of every entry."""
        real, model = both.real, both.model
        assert len(real) == len(model.paths)
        assert real.heads == model.heads
        for seq, path in enumerate(model.paths):
            assert list(real.path(seq)) == path
            assert [s for a, b in real.runs(seq) for s in range(a, b + 1)] == path
            assert real.parent(seq) == (path[-2] if len(path) > 1 else None)
            assert real.line(seq) == model.lines[seq]

    @given(trees)
    def test_the_common_entry_is_that_of_the_model(self, both: Both) -> None:
        """The last entry on both paths, for every two entries."""
        paths = both.model.paths
        for a in range(len(paths)):
            for b in range(a, len(paths)):
                shared = max(set(paths[a]) & set(paths[b]))
                assert both.real.common(a, b) == both.real.common(b, a) == shared

    @given(trees)
    def test_distance_and_membership_are_those_of_the_model(self, both: Both) -> None:
        """Whether an entry lies on a path, and how far from its end."""
        for head, path in enumerate(both.model.paths):
            for seq in range(len(both.model.paths)):
                on_path = seq in path
                assert both.real.is_on_path(seq, head) is on_path
                if on_path:
                    assert both.real.distance(seq, head) == len(path) - 1 - path.index(seq)
                else:
                    with pytest.raises(EntryError, match="not on the path"):
                        both.real.distance(seq, head)

    @given(trees)
    def test_withdrawn_is_what_no_head_reaches(self, both: Both) -> None:
        """Nothing is erased, so what is withdrawn can be listed."""
        paths = both.model.paths
        live = {seq for head in both.model.heads.values() for seq in paths[head]}
        assert both.real.withdrawn() == set(range(len(paths))) - live

    @given(trees)
    def test_dumped_and_loaded_it_is_the_same(self, both: Both) -> None:
        """A side file keeps everything."""
        again = Timelines()
        again.load(both.real.dump())
        assert again.dump() == both.real.dump()
        assert again.place(both.real.heads["main"], NOTE) == "main"
        again.add(both.real.heads["main"], NOTE, "main")
        assert again.line(len(again) - 1) == "main"

    @given(
        trees, st.integers(0, 99), st.integers(0, 99), st.integers(-2, 99), st.sampled_from("ntrf")
    )
    def test_a_place_is_refused_or_leaves_the_tree_whole(
        self, both: Both, parent: int, other: int, count: int, what: str
    ) -> None:
        """Whatever an entry claims, asking for its place changes nothing."""
        parent %= len(both.model.paths)
        head = other % len(both.model.paths)
        mover: Any = {
            "n": NOTE,
            "t": TakenBack(
                timeline="main", to=other, head=head, count=count, reason="", agreed=None
            ),
            "r": Restored(timeline="main", entry=other, reason="", agreed=None),
            "f": TimelineForked(name="main", at=other, kind="played", copy=None),
        }[what]
        before = both.real.dump()
        try:
            line = both.real.place(parent, mover)
        except EntryError:
            line = ""
        assert both.real.dump() == before
        if not line:
            return
        assert line in both.model.heads
        if what == "n":
            assert both.model.heads[line] == parent
        if what == "t":
            path = both.model.paths[both.model.heads["main"]]
            assert (head, parent) == (both.model.heads["main"], other)
            assert path.index(parent) == len(path) - 1 - count
        if what == "r":
            assert (parent, both.model.lines[parent]) == (other, "main")


class TestRefusals:
    def refused(self, both: Both, parent: int | None, mover: Any, match: str) -> None:
        """Hold that an entry may not stand there."""
        with pytest.raises(EntryError, match=match):
            both.real.place(parent, mover)

    def tree(self) -> Both:
        """Give 0 1 2 on main, a take-back of 2, a fork, one entry on each."""
        both = Both()
        both.note()
        both.note()
        both.take_back(1)
        both.fork("what-if", 2)
        both.note("what-if")
        both.note()
        return both

    def test_only_entries_of_a_path_have_a_distance(self) -> None:
        """Another timeline's entry has none, not even a negative one."""
        real = self.tree().real
        assert real.distance(1, 6) == 2
        for entry, head in ((4, 6), (2, 6), (6, 1)):
            with pytest.raises(EntryError, match=f"entry {entry} is not on the path to {head}"):
                real.distance(entry, head)

    def test_an_entry_needs_a_parent(self) -> None:
        """Only the first has none."""
        self.refused(self.tree(), None, NOTE, "only the first entry")

    def test_an_entry_continues_a_head(self) -> None:
        """Any other place needs a take-back, a restoration or a fork."""
        for parent in (0, 1, 2, 3, 4):
            self.refused(self.tree(), parent, NOTE, "head of no timeline")

    def test_a_take_back_tells_the_truth(self) -> None:
        """Timeline, head, target and count are all checked, each alone."""
        both = self.tree()
        good = {"timeline": "main", "to": 1, "head": 6, "count": 2, "reason": "", "agreed": None}
        assert both.real.place(1, TakenBack(**good)) == "main"
        for change, parent, match in (
            ({"timeline": "nowhere"}, 1, "no timeline nowhere"),
            ({"to": 0}, 1, "takes back from"),
            ({"head": 3}, 1, "takes back from"),
            ({"count": 1}, 1, "not their number"),
            ({"to": 2}, 2, "not on the path"),
            ({"to": 6}, 6, "not on the path"),
            ({"timeline": "what-if", "head": 5, "to": 2}, 2, "before what-if began"),
        ):
            self.refused(both, parent, TakenBack(**{**good, **change}), match)

    def test_a_restoration_brings_back_a_head_of_that_timeline(self) -> None:
        """An entry of another timeline cannot be restored, nor another than the parent."""
        both = self.tree()
        assert both.real.place(2, Restored(timeline="main", entry=2, reason="", agreed=None))
        for line, entry, parent, match in (
            ("main", 5, 5, "no head of it"),
            ("main", 2, 1, "no head of it"),
            ("nowhere", 2, 2, "no timeline nowhere"),
        ):
            event = Restored(timeline=line, entry=entry, reason="", agreed=None)
            self.refused(both, parent, event, match)

    @pytest.mark.parametrize(
        "name", ["", "12", "A", "a b", "x" * 33, "\x1b[2J", "a\n", "../x", "é"]
    )
    def test_a_fork_needs_a_name_that_a_timeline_can_have(self, name: str) -> None:
        """Names are checked when read, too: they reach terminals and file names."""
        event = TimelineForked(name=name, at=1, kind="played", copy=None)
        self.refused(self.tree(), 1, event, "no timeline can have")

    def test_a_fork_is_new_and_where_it_says(self) -> None:
        """A name is given once, and the parent is the entry that the fork names."""
        both = self.tree()
        twice = TimelineForked(name="what-if", at=1, kind="played", copy=None)
        self.refused(both, 1, twice, "exists already")
        elsewhere = TimelineForked(name="new", at=1, kind="played", copy=None)
        self.refused(both, 2, elsewhere, "but its parent is 2")

    def test_a_copy_makes_its_timeline_the_default(self) -> None:
        """A fork in a file of its own is what the new file goes on with."""
        both = self.tree()
        assert both.real.default == "main"
        both.fork("own-file", 6, copy=b"c" * 16)
        assert both.real.default == "own-file"

    def test_unknown_entries_and_timelines_are_named(self) -> None:
        """Errors say what there is."""
        real = self.tree().real
        with pytest.raises(UnknownEntry, match="no entry 7; the log has 0 to 6"):
            real.check_seq(7)
        with pytest.raises(UnknownEntry):
            real.line(-1)
        with pytest.raises(UnknownTimeline, match="no timeline x; there are main, what-if"):
            real.head("x")


class TestCost:
    def test_many_timelines_do_not_slow_an_entry_down(self) -> None:
        """65,535 timelines fit, one more does not, and placing an entry stays one look-up."""
        both = Timelines()
        both.add(None, NOTE, both.place(None, NOTE))
        for number in range(65_534):
            fork = TimelineForked(name=f"t{number}", at=number, kind="played", copy=None)
            both.add(number, fork, both.place(number, fork))
        with pytest.raises(EntryError, match="more timelines"):
            both.place(0, TimelineForked(name="last", at=0, kind="played", copy=None))
        for _ in range(20_000):
            head = both.heads["t65533"]
            both.add(head, NOTE, both.place(head, NOTE))
        assert len(both) == 85_535
