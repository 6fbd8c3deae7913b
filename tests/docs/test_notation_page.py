"""The page of the notation: every line of every example is executed, and its grammar holds."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from rollbook.tools.cli.main import run
from rollbook.tools.notation import document_of, read, write
from rollbook.tools.notation.forms import OF_ALL
from rollbook.tools.notation.formtext import form_of
from rollbook.tools.notation.verbs import verbs_of
from tests.tools.notation.games import RULE_SETS, random_log

PAGE = Path(__file__).parents[2] / "docs" / "notation.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)


def blocks(kind: str) -> list[str]:
    """Give the blocks of a kind, in order."""
    return [text for name, text in BLOCKS if name == kind]


BATTLES = blocks("battle")


def test_there_are_ten_examples():
    """The page shows at least ten examples that can be played."""
    assert len(BATTLES) + len(blocks("typed")) + len(blocks("continued")) >= 10


@pytest.mark.parametrize("text", BATTLES)
def test_every_line_of_an_example_is_played(text, tmp_path, capsys):
    """An example is accepted whole, and the log that it makes prints as that game again."""
    file, log, again = tmp_path / "battle.txt", tmp_path / "a.rbk", tmp_path / "b.rbk"
    file.write_text(text)
    code = run(["play", str(log), str(file)])
    assert code == 0, capsys.readouterr().err
    assert run(["fmt", "--check", str(file)]) == 0
    capsys.readouterr()
    assert run(["export", str(log), "--notation"]) == 0
    file.write_text(capsys.readouterr().out)
    assert run(["play", str(again), str(file)]) == 0
    capsys.readouterr()
    states = []
    for made in (log, again):
        assert run(["show", str(made), "--json"]) == 0
        states.append(capsys.readouterr().out)
    assert states[0] == states[1]


@pytest.mark.parametrize("text", BATTLES)
def test_examples_are_in_canonical_form(text):
    """`fmt` leaves every example as it stands, but for bars between dice, which it keeps."""
    document, errors = read(text)
    assert not errors
    assert document is not None
    assert write(document).replace("# The final at the ford\n", "") == text.replace(
        "# The final at the ford\n", ""
    )


def test_the_typed_example_is_formatted_as_shown():
    """What `fmt` makes of the quick example is the example below it."""
    [typed] = blocks("typed")
    document, errors = read(typed)
    assert not errors
    assert document is not None
    made = write(document)
    assert made.replace("\n\n==", "\n==") in BATTLES


def test_a_text_goes_on_with_a_log(tmp_path, capsys):
    """The example without a header continues a log of twenty entries."""
    [text] = blocks("continued")
    first, more, log = tmp_path / "first.txt", tmp_path / "more.txt", tmp_path / "a.rbk"
    notes = "".join(f"ann: note n{number}\n" for number in range(1, 20))
    first.write_text(
        f'Rollbook notation 1\nRules: hull-points\nPlayer: ann "Ann"\nPlayer: ben "Ben"\n{notes}'
    )
    more.write_text(text)
    assert run(["play", str(log), str(first)]) == 0
    assert run(["fmt", "--check", str(more), "--log", str(log)]) == 0
    assert run(["play", str(log), str(more)]) == 0, capsys.readouterr().err


def test_the_wrong_example_is_told_as_shown(tmp_path, capsys, monkeypatch):
    """Every error of the wrong example is found, and shown with line, column and caret."""
    [wrong], [shown] = blocks("wrong"), blocks("errors")
    monkeypatch.chdir(tmp_path)
    Path("battle.txt").write_text(wrong)
    assert run(["fmt", "battle.txt"]) == 1
    assert capsys.readouterr().err == shown


@pytest.mark.parametrize("rules", RULE_SETS)
def test_the_words_of_every_command_are_on_the_page(rules):
    """The lists of forms are those of the code, in the same order."""
    every, *own = blocks("forms")
    verbs = verbs_of(rules).by_command.values()
    assert every.splitlines() == [form_of(v) for v in verbs if v.name in OF_ALL]
    listed = own[RULE_SETS.index(rules)].splitlines()
    assert listed == [form_of(v) for v in verbs if v.name not in OF_ALL]


@cache
def parser():
    """Make a parser of the grammar on the page."""
    from lark import Lark

    [grammar] = blocks("lark")
    return Lark(grammar, start="line", parser="lalr")


def lines_of(text: str) -> list[str]:
    """Give the lines of a text, each with those that continue it, without blank ones."""
    joined = re.sub(r"\n[ \t]*(?=[+\[])", " ", text)
    return [line for line in joined.splitlines() if re.sub("#.*", "", line).strip()]


@pytest.mark.parametrize("text", [*BATTLES, *blocks("typed"), *blocks("continued")])
def test_the_grammar_accepts_the_examples(text):
    """Every line of every example follows the grammar of the page."""
    for line in lines_of(text):
        parser().parse(line)


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("seed", range(4))
def test_the_grammar_accepts_what_is_printed(rules, seed):
    """Every line that is printed of a random game follows the grammar of the page."""
    for line in lines_of(write(document_of(random_log(rules, seed, 90).log))):
        parser().parse(line)
