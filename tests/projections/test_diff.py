"""Two timelines side by side."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rollbook.engine.forkfile import fork_into
from rollbook.engine.session import Session
from rollbook.events.log.file import FileLog
from rollbook.events.log.log import Log, MemoryLog, NewEntry
from rollbook.projections.align import Row, align
from rollbook.projections.diff import NothingShared, Side, compare
from rollbook.projections.fold import projection_of
from rollbook.projections.state import States
from tests.battles import demo, demo_commands
from tests.work import at_most


def side(log: Log, at: int | str) -> Side:
    head = log.chain.timelines.head(at) if isinstance(at, str) else at
    return Side(log, States(log, projection_of(log.chain.rules)), head)


def rows(text: str) -> list[Row]:
    """Give entries that say one letter each; capitals are of another kind."""
    return [Row(n, c.isupper(), ("", c, None, ())) for n, c in enumerate(text)]


class TestAlign:
    @settings(max_examples=300)
    @given(st.text("abcXYZ", max_size=30), st.text("abcXYZ", max_size=30))
    def test_every_entry_stands_in_exactly_one_line_in_order(self, left, right):
        """Nothing is lost, nothing stands twice, nothing changes places."""
        pairs = list(align(rows(left), rows(right)))
        assert [p.left for p in pairs if p.left is not None] == list(range(len(left)))
        assert [p.right for p in pairs if p.right is not None] == list(range(len(right)))
        for pair in pairs:
            if pair.left is None or pair.right is None:
                assert pair.what == ("left" if pair.right is None else "right")
                continue
            same = left[pair.left] == right[pair.right]
            assert pair.what == ("same" if same else "changed")
            assert bool(pair.differs) == (not same)

    @given(st.text("abcXYZ", max_size=30))
    def test_what_is_equal_is_the_same_throughout(self, text):
        """An equal row of entries shows no difference."""
        assert {p.what for p in align(rows(text), rows(text))} <= {"same"}

    @pytest.mark.parametrize(
        ("left", "right", "expected"),
        [
            ("abc", "abXc", "==>="),
            ("abXc", "abc", "==<="),
            ("abc", "axc", "=~="),
            ("xabc", "abcx", "<===>"),
            ("aXbYc", "aZbc", "=~=<="),
            ("", "ab", ">>"),
        ],
    )
    def test_what_people_would_say_differs(self, left, right, expected):
        """= the same, ~ changed, < only left, > only right."""
        marks = {"same": "=", "changed": "~", "left": "<", "right": ">"}
        assert "".join(marks[p.what] for p in align(rows(left), rows(right))) == expected

    def test_three_thousand_entries_without_a_common_one(self):
        """The worst case is work in proportion."""
        left = [Row(n, n % 7, ("", f"l{n}", None, ())) for n in range(3_000)]
        right = [Row(n, n % 5, ("", f"r{n}", None, ())) for n in range(3_000)]
        with at_most(50 * 3_000):
            assert len(list(align(left, right))) >= 3_000


class TestOneLog:
    def forked(self) -> Session:
        session = demo("hull-points", count=40)
        session.submit({"do": "fork", "by": "ben", "name": "try", "at": 31})
        return session

    def test_a_fresh_fork_at_the_head_is_equal(self):
        """Opening a timeline makes no game different."""
        session = demo("hull-points", count=40)
        session.submit({"do": "fork", "by": "ben", "name": "try", "at": session.head})
        found = compare(side(session.log, "main"), side(session.log, "try"))
        assert found.equal
        assert found.common == 39

    def test_taken_back_and_played_again_is_equal(self):
        """What counts is what was played, not how often."""
        session = demo("hull-points", count=40)
        session.submit({"do": "fork", "by": "ben", "name": "try", "at": session.head})
        session.submit({"do": "take_back", "by": "judge", "to": 38, "reason": ""})
        session.submit(demo_commands("hull-points")[39])
        found = compare(side(session.log, "main"), side(session.log, "try"))
        assert found.equal

    def test_other_dice_are_a_changed_entry_and_changed_fields(self):
        """The same shot with other dice: who, what and where stay, dice and events differ."""
        session = self.forked()
        other = Session(session.log, session.rules, "try")
        other.submit({**demo_commands("hull-points")[32], "dice": [1, 1]})
        found = compare(side(session.log, 32), side(session.log, "try"))
        assert found.common == 31
        assert [(p.what, p.left, p.right, p.differs) for p in found.pairs] == [
            ("changed", 32, 41, ("dice", "events"))
        ]
        assert [(str(d), d.left, d.right) for d in found.fields] == [("units.gertie.armor", 4, 6)]

    def test_it_is_the_same_seen_from_the_other_side(self):
        """Left and right change places, nothing else."""
        session = self.forked()
        there = compare(side(session.log, "main"), side(session.log, "try"))
        back = compare(side(session.log, "try"), side(session.log, "main"))
        assert there.common == back.common == 31
        assert {(d.path, d.left, d.right) for d in there.fields} == {
            (d.path, d.right, d.left) for d in back.fields
        }
        assert len(there.pairs) == len(back.pairs) == 8

    def test_two_long_timelines_are_work_in_proportion(self):
        """Far apart and nearly alike, both work in proportion."""
        session = demo("hull-points", count=12)
        log = session.log
        assert isinstance(log, MemoryLog)
        long(log, "main", 1_500, "main")
        session.submit({"do": "fork", "by": "ann", "name": "alike", "at": 11})
        long(log, "alike", 1_500, "main", odd=700)
        session.submit({"do": "fork", "by": "ann", "name": "apart", "at": 11})
        long(log, "apart", 1_500, "apart")
        for name, changed in (("alike", 1), ("apart", 1_500)):
            one, two = side(log, "main"), side(log, name)
            with at_most(600 * 1_500):
                found = compare(one, two)
            assert sum(p.what != "same" for p in found.pairs) == changed


def long(log: Log, line: str, count: int, text: str, odd: int | None = None) -> None:
    """Append many small entries that change the state."""
    from rollbook.events.game import Position
    from rollbook.events.hullpoints.commands import PlaceUnit
    from rollbook.events.hullpoints.events import UnitPlaced

    unit = next(iter(States(log, projection_of(log.chain.rules)).at(11).units))
    for number in range(count):
        x = number * 2 + (text == "apart") + (1_000_000 if number == odd else 0)
        place = PlaceUnit(unit=unit, x_milli=x, y_milli=0, facing_decideg=0)
        event = UnitPlaced(unit=unit, position=Position(x_milli=x, y_milli=0, facing_decideg=0))
        log.append(NewEntry(place, (event,), "ann", timeline=line))


class TestTwoFiles:
    def test_files_that_share_a_beginning(self, tmp_path: Path):
        """A fork into a file of its own, each played on."""
        session = demo("hull-points", tmp_path / "a.rbk", count=40)
        session.close()
        fork_into(tmp_path / "a.rbk", tmp_path / "b.rbk", "own", 31)
        other = Session.open(tmp_path / "b.rbk")
        other.submit(demo_commands("hull-points")[32])
        other.close()
        a, b = FileLog.read(tmp_path / "a.rbk"), FileLog.read(tmp_path / "b.rbk")
        found = compare(side(a, "main"), side(b, "own"))
        assert found.common == 31
        assert [(p.what, p.left, p.right) for p in found.pairs][:2] == [
            ("same", 32, 41),
            ("left", 33, None),
        ]
        assert compare(side(a, "main"), side(b, "main")).equal
        assert compare(side(a, 32), side(b, 41)).equal

    def test_the_common_entry_may_lie_before_the_shared_ends(self, tmp_path: Path):
        """Both files share forty entries, but one goes on from a withdrawn one."""
        session = demo("hull-points", tmp_path / "a.rbk", count=40)
        session.submit({"do": "take_back", "by": "judge", "to": 20, "reason": ""})
        session.close()
        fork_into(tmp_path / "a.rbk", tmp_path / "b.rbk", "own", 39)
        a, b = FileLog.read(tmp_path / "a.rbk"), FileLog.read(tmp_path / "b.rbk")
        assert compare(side(a, "main"), side(b, "own")).common == 20

    def test_two_games_share_nothing(self):
        """Even with the same commands, another game is another game."""
        one, two = demo("hull-points", count=5), demo("hull-points", count=5)
        with pytest.raises(NothingShared, match="not even the first"):
            compare(side(one.log, "main"), side(two.log, "main"))
