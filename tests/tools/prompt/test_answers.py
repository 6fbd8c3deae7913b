"""Completion, ``?`` and questions, over states of random games."""

from __future__ import annotations

import random

import pytest

from rollbook.engine.decide import Asked, first_steps
from rollbook.engine.dice.source import SystemSource
from rollbook.engine.starting import start
from rollbook.events.errors import RuleRefusal
from rollbook.tools.notation import Line, document_of, write
from rollbook.tools.notation.verbs import verbs_of
from rollbook.tools.prompt.asking import Roll, faces_of, need_of
from rollbook.tools.prompt.completing import OWN_WORDS, completions
from rollbook.tools.prompt.helping import question_lines
from rollbook.tools.prompt.lines import folded
from rollbook.tools.prompt.possible import answers
from rollbook.tools.prompt.table import Table
from tests.tools.notation.games import RULE_SETS, random_log
from tests.tools.prompt.test_prompt import WALKER


class Said:
    """Takes what the prompt says, and answers from a list."""

    narrow = True

    def __init__(self, *typed: str) -> None:
        self.typed = list(typed)
        self.said: list[str] = []

    def ask(self, question: str, *, line: bool = False) -> str:
        """Give the next answer."""
        self.said.append(question)
        if not self.typed:
            raise EOFError
        return self.typed.pop(0)

    def say(self, text: str) -> None:
        """Keep a line."""
        self.said.append(text)


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("seed", range(3))
def test_every_word_of_a_print_is_completed(rules, seed):
    """Typing any printed line, the verbs, units and fields in it are among the words offered."""
    session = random_log(rules, seed, 60)
    verbs = verbs_of(rules)
    document = document_of(session.log)
    rng = random.Random(seed)
    offered = 0
    for text in write(document).splitlines():
        body = text.strip().partition(". ")[2]
        for at in sorted(rng.sample(range(len(body) + 1), min(8, len(body)))):
            start, words = completions(body[:at], verbs, session.state)
            assert 0 <= start <= at
            assert all(word.startswith(body[start:at]) for word in words)
            offered += len(words)
    assert offered > 100


def test_words_in_order():
    """A line can be typed with Tab alone."""
    session = random_log("hull-points", 1, 40)
    verbs, state = verbs_of("hull-points"), session.state
    unit = next(iter(state.units))
    weapons = state.units[unit].weapons
    assert "fire" in completions("fi", verbs, state)[1]
    assert unit in completions("fire ", verbs, state)[1]
    assert completions(f"fire {unit} ", verbs, state)[1] == list(weapons)
    assert completions("take ", verbs, state)[1] == ["back"]
    assert "because" in completions("take back to 3 ", verbs, state)[1]
    assert "arc=" in completions(f"fire {unit} x at {unit} ", verbs, state)[1]
    assert "arc=rear" in completions(f"fire {unit} x at {unit} arc=", verbs, state)[1]
    assert completions('note "fire ', verbs, state)[1] == []


@pytest.mark.parametrize("rules", RULE_SETS)
def test_no_command_has_a_word_of_the_prompt(rules):
    """What the prompt understands by itself hides no command."""
    assert not {verb.words[0] for verb in verbs_of(rules).by_command.values()} & set(OWN_WORDS)


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("seed", range(6))
def test_what_is_possible_is_answered_in_every_state(rules, seed):
    """``?`` has an answer for each state of a game, and each reason names a rule."""
    session = random_log(rules, seed, 70)
    for seq in range(20, len(session.log), 9):
        session.timeline = session.log.chain.timelines.line(seq)
        for who in (*session.log.chain.players, "judge"):
            for answer in answers(session, who):
                assert answer.refusal is None or answer.refusal.rule
        for about in ("", "check", "fire", *list(session.state.units)[:3]):
            assert list(question_lines(session, "judge", about, None))


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("seed", range(4))
def test_what_was_done_was_possible(rules, seed):
    """Of every command that a game took, ``?`` says before that it is possible."""
    session = random_log(rules, seed, 80)
    verbs = verbs_of(rules).by_command
    timelines = session.log.chain.timelines
    asked = 0
    for entry in session.log.entries(range(20, len(session.log))):
        name = next((n for n, v in verbs.items() if v.shaped.cls is type(entry.command)), None)
        unit = getattr(entry.command, "unit", None)
        if name is None or unit is None or name == "add_unit":
            continue
        state = session.states.at(timelines.parent(entry.seq))
        try:
            first_steps(session.rules, state, Asked(entry.command, entry.by))
        except RuleRefusal:
            continue
        view = _At(session, state)
        found = [a for a in answers(view, entry.by, unit=unit) if a.verb.name == name]
        assert [a.refusal for a in found] == [None], (entry.seq, name)
        asked += 1
    assert asked > 5


class _At:
    """A session as it was at another state."""

    def __init__(self, session, state):
        self.rules, self.state = session.rules, state
        self.log, self.head, self.timeline = session.log, session.head, session.timeline


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("seed", range(4))
def test_lines_without_dice_ask_for_the_dice_they_had(rules, seed):
    """A game typed without its dice, and answered with them, is the same game."""
    session = random_log(rules, seed, 60)
    lines = [i for i in document_of(session.log).items if isinstance(i, Line)]
    timelines = session.log.chain.timelines
    asked = 0
    for line in lines:
        if line.dice is None or line.number is None:
            continue
        view = _At(session, session.states.at(timelines.parent(line.number)))
        command = line.submitted()
        faces = command.pop("dice")
        while isinstance(need := need_of(view, command), Roll):
            given = command.get("dice", [])
            assert need.given == 0
            command = {**command, "dice": faces[: len(given) + need.count]}
            asked += 1
        assert need is None
        assert command["dice"] == faces
    assert asked > 3


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("3 4", [3, 4]),
        ("34", [3, 4]),
        ("[3, 4]", [3, 4]),
        ("3 | 4", [3, 4]),
        ("3", "that is 1 face, it takes 2: type 2 numbers, such as 1 2"),
        ("345", "that is 3 faces, it takes 2: type 2 numbers, such as 1 2"),
        ("0 4", "0 is no face of a die with 6 sides"),
        ("3 7", "7 is no face of a die with 6 sides"),
        ("3 x", "type the faces as numbers, such as 3 4, or back, or nothing to drop the command"),
        ("٣ 4", "type the faces as numbers, such as 3 4, or back, or nothing to drop the command"),
    ],
)
def test_faces_can_be_typed_in_many_ways(text, faces):
    """Blanks, commas, brackets or nothing between faces; anything else is said."""
    assert faces_of(text, Roll("damage_table", "gertie", 2, 6, 0)) == faces


def test_missing_dice_of_a_roll_are_asked_for():
    """Where a part of a roll is typed with the line, the rest is asked for."""
    session = random_log("hull-points", 2, 40)
    unit = next(n for n, u in session.state.units.items() if u.kind == "walker")
    lines = Said("quit")
    table = Table(session, lines, "ann")
    need = Roll("damage_table", unit, 2, 6, 1)
    assert need.words(table.name).endswith("1 die more")


def test_lines_are_folded_to_a_phone():
    """Forty columns hold every line, what follows set in by two."""
    text = "Not now: declare, turn, move: this is for the movement phase; now it is the end phase"
    lines = list(folded(text, 40))
    assert max(map(len, lines)) <= 40
    assert all(line.startswith("  ") for line in lines[1:])


def test_odds_before_committing():
    """`odds` and a line tells its chances, and records nothing."""
    session = start(
        {
            "do": "start_game",
            "by": "system",
            "rules": "hull-points",
            "players": {"ann": "Ann", "ben": "Ben"},
        },
        None,
    )
    session.submit({**WALKER, "by": "ann", "owner": "ann", "unit": "g", "name": "G"})
    lines = Said()
    Table(session, lines, "ann").take("odds damage g 20 by x")
    said = "\n".join(lines.said)
    assert "Exact, over" in said
    assert "hull left" in said
    assert "%" in said
    assert "█" not in said
    assert len(session.log) == 2
    Table(session, lines, "ann").take("odds fork x at 1")
    assert "expected a command of the game" in lines.said[-1]


def test_a_source_makes_the_dice():
    """Where a source makes dice, none are asked for."""
    session = random_log("hull-points", 1, 30)
    session.source = SystemSource()
    unit = next(n for n, u in session.state.units.items() if u.status == "active")
    before = len(session.log)
    lines = Said()
    Table(session, lines).take(f"judge: check {unit} grit")
    assert len(session.log) == before + 1
    assert not any("die:" in line for line in lines.said)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_nothing_typed_gives_a_traceback(rules):
    """Pieces of lines, nonsense and control characters get an answer in words."""
    session = random_log(rules, 4, 50)
    rng = random.Random(1)
    text = write(document_of(session.log))
    pieces = [text[i : i + rng.randint(1, 60)] for i in rng.sample(range(len(text)), 150)]
    odd = ["", "?", "??", "? ?", "undo", "who", "who x", "on x", "show x", "log -1", "\x1b[A", '"']
    lines = Said()
    table = Table(session, lines)
    for piece in [*pieces, *odd, "ann:", "x:", "help fire", "help x", "odds", "odds fire", "log 3"]:
        table.take(piece.replace("\n", " ").strip() or "?")
        assert all(line.isprintable() for line in lines.said), piece
