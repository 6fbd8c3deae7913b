"""The library, as its page says."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from rollbook.events.errors import RuleRefusal
from rollbook.events.log.errors import ReadOnlyLog
from rollbook.projections.explain import UnknownField
from rollbook.tools import api
from tests.battles import BOTH, demo

PAGE = Path(__file__).parents[2] / "docs" / "library.md"


def test_the_examples_of_the_module_run():
    """What the docstrings print is what the program prints."""
    assert doctest.testmod(api).failed == 0


def test_the_page_runs(tmp_path, monkeypatch):
    """Every block of the page, in order, in one folder with the demo battle's log."""
    demo("hull-points", tmp_path / "battle.rbk").close()
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert len(blocks) >= 5
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "library.md", str(PAGE), 0)
    assert len(test.examples) > 10
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


@pytest.mark.parametrize("rules", BOTH)
def test_folding_the_entries_gives_the_state(rules, tmp_path):
    """The long way and the short one lead to the same."""
    demo(rules, tmp_path / "a.rbk").close()
    with api.open_log(tmp_path / "a.rbk") as game:
        assert game.fold(game.entries()) == game.at()
        half = list(game.entries(40))
        assert game.fold(list(game.entries())[len(half) :], game.fold(half)) == game.at()


def test_a_copy_never_reaches_the_file(tmp_path):
    """What is tried out there stays there."""
    demo("hull-points", tmp_path / "a.rbk", count=30).close()
    before = (tmp_path / "a.rbk").read_bytes()
    with api.open_log(tmp_path / "a.rbk") as game:
        tried = game.copy().fork("try", at=12)
        tried.play({"do": "note", "by": "ann", "text": "here"})
        assert tried.head == 31
        assert not game.diff("main", "try", other=tried).equal
    assert (tmp_path / "a.rbk").read_bytes() == before


def test_looking_is_not_playing(tmp_path):
    """A log opened to be looked at takes nothing."""
    demo("hull-points", tmp_path / "a.rbk", count=5).close()
    with api.open_log(tmp_path / "a.rbk") as game, pytest.raises(ReadOnlyLog):
        game.play({"do": "note", "by": "ann", "text": "here"})


def test_a_fork_in_the_log_and_one_into_a_file(tmp_path):
    """One is another timeline of the same log, the other a log of its own."""
    demo("hull-points", tmp_path / "a.rbk", count=30).close()
    with api.open_log(tmp_path / "a.rbk", write=True) as game:
        other = game.fork("try", at=12)
        other.play({"do": "note", "by": "ann", "text": "here"})
        assert (game.head, other.head) == (29, 31)
        with game.fork("own", at=12, into=tmp_path / "b.rbk") as own:
            assert (own.timeline, own.head, len(game.log)) == ("own", 32, 32)
            own.play({"do": "note", "by": "ann", "text": "there"})
            assert game.diff(29, own.head, other=own).common == 12


def test_refusals_and_wrong_questions_are_errors(tmp_path):
    """They say what is wrong, and nothing happens."""
    game = api.new_log("hull-points", {"a": "A", "b": "B"}, tmp_path / "a.rbk")
    with pytest.raises(RuleRefusal):
        game.play({"do": "nothing", "by": "a"})
    with pytest.raises(UnknownField):
        game.explain("gertie.hull")
    with pytest.raises(TypeError):
        game.copy().fork("x", into=tmp_path / "b.rbk")
    game.close()
