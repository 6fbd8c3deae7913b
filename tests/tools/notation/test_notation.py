"""The notation, piece by piece: values, lines, blocks, numbers, places of errors."""

from __future__ import annotations

import random
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.events.quantities import Matches
from rollbook.events.shape import shape_of
from rollbook.projections.printable import printable
from rollbook.tools.cli.main import run
from rollbook.tools.cli.record import Recorder
from rollbook.tools.notation import Document, Line, NotationError, document_of, read, write
from rollbook.tools.notation.document import On
from rollbook.tools.notation.playing import Outcome, Playing
from rollbook.tools.notation.tokens import tokens_of
from rollbook.tools.notation.values import decoded, encoded, raw_of
from rollbook.tools.notation.verbs import verbs_of

HEAD = 'Rollbook notation 1\nRules: hull-points\nPlayer: ann "Ann"\nPlayer: ben "Ben"\n'
WALKER = (
    'ann: add walker g "G" for ann toughness=11 base=80 weight=heavy ws=4 strength=7 '
    "grit=5 sagacity=4"
)


def errors_of(text: str, **how: Any) -> list[NotationError]:
    """Read a text and give its errors."""
    return read(text, **how)[1]


def one(text: str, rules: str = "hull-points") -> Line:
    """Read one line that has no error."""
    document, errors = read(text, rules=rules, who="ann")
    assert not errors, errors[0].shown("line")
    assert document is not None
    [line] = document.items
    assert isinstance(line, Line)
    return line


def played(text: str) -> tuple[Recorder, list[Outcome]]:
    """Play a text into memory, past refusals."""
    document, errors = read(text)
    assert not errors, errors[0].shown("text")
    assert document is not None
    recorder = Recorder(None)
    return recorder, list(Playing(recorder).play(document))


TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=40)
WHOLE = st.integers(-(2**53) + 1, 2**53 - 1)
SHAPES = [
    (str, TEXT),
    (str | None, st.none() | TEXT),
    (int, WHOLE),
    (int | None, st.none() | WHOLE),
    (bool, st.booleans()),
    (int | str | bool, WHOLE | TEXT | st.booleans()),
    (
        int | str | bool | tuple[int | str | bool, ...],
        WHOLE | TEXT | st.booleans() | st.lists(TEXT),
    ),
    (tuple[str, ...], st.lists(TEXT, max_size=5)),
    (tuple[str, ...] | None, st.none() | st.lists(TEXT, max_size=5)),
    (int | tuple[int, ...], WHOLE | st.lists(WHOLE, max_size=4)),
    (tuple[int, int], st.tuples(WHOLE, WHOLE).map(list)),
    (tuple[tuple[str, ...], ...], st.lists(st.lists(TEXT, max_size=3), max_size=3)),
    (int | Annotated[str, Matches("x", "x")] | tuple[int, int], WHOLE | st.just("5/4")),
]


@pytest.mark.parametrize(("annotation", "values"), SHAPES, ids=lambda v: str(v)[:40])
@given(data=st.data(), scale=st.sampled_from([1, 10, 1000]))
def test_what_is_written_is_read_again(annotation, values, data, scale):
    """A value of any shape comes back from its text, which is one word without a comment."""
    value = data.draw(values)
    shape = shape_of(annotation)
    text = encoded(shape, value, scale)
    [token] = tokens_of(f"f={text}", 1)
    assert printable(text) == text
    assert decoded(shape, raw_of(token, 2), scale) == value


@pytest.mark.parametrize(
    ("text", "milli"),
    [("3", 3000), ("3.5", 3500), ("0.001", 1), ("-0.25", -250), ("3.500", 3500), ("007", 7000)],
)
def test_lengths_have_decimals(text, milli):
    """Yards and inches are written with up to three decimals, and kept in thousandths."""
    assert one(f"move g forward {text}").command["distance_milli"] == milli


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        ("move g forward 3.0001", 16, "expected a length such as 3.5"),
        ("move g forward 3,5", 16, "decimals stand behind a point, type 3.5"),
        ("declare g 22,5", 11, "decimals stand behind a point, type 22.5"),
        ("place g at 3,5,2@90", 12, "decimals stand behind a point"),
        ("damage g 3,5 by x", 10, "expected a whole number, found a list"),
        ("move g forward", 15, "expected distance, found the end of the line"),
        ("declare g 4.55", 11, "expected degrees such as 45 or 22.5"),
        ("fire g gun at", 14, "expected target, found the end of the line"),
        ("fire g gun on t", 12, "expected 'at', found 'on'"),
        ("fire g gun at t arc=front arc=rear", 27, "arc stands there twice"),
        ("fire g gun at t [1] [2]", 21, "the dice of a command stand in one pair of brackets"),
        ("fire g gun at t arc", 20, "expected = and a value behind arc"),
        ('check g "grit', 9, 'expected a second " that ends the text'),
        ("check g grit [1 2", 14, "expected dice such as [3 4]"),
        ("place g at 1,2", 14, "expected a place as x,y@facing"),
        ("round round", 7, "no field 'round' here; it takes no more"),
        ("duel g against t + x", 18, "this command takes no items"),
        ("== end round ==", 4, "only the start of a round, turn or phase is a heading"),
        ("== round", 9, "expected == at the end of a heading too"),
        ("note (((((((((a)))))))))", 14, "too deep"),
        (r'note "a\qb"', 9, 'expected \\", \\\\, \\n'),
        ("take back 3", 11, "expected 'to', found '3'"),
        ("take", 5, "expected 'back', found the end of the line"),
        ("end of", 5, "expected 'game' or 'round', found 'of'"),
        ("12. ", 4, "expected a command"),
    ],
)
def test_errors_point_at_the_place(line, column, expected):
    """Every error has the column of what is wrong and says what was expected."""
    [error] = errors_of(line, rules="hull-points", who="ann")
    assert expected in error.problem
    assert (error.line, error.column) == (1, column)
    shown = error.shown("f")
    assert shown[-1].index("^") == column + 1


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("", 1, "expected the first line to be 'Rollbook notation 1'"),
        ("Rollbook notation 1\n", 1, "Rules: hull-points"),
        ("Rollbook notation 1\nRules: chess\n", 2, "unknown rule set 'chess'"),
        ("Rollbook notation 1\nRules: hull-points\nRules: hull-points\n", 3, "twice"),
        (HEAD + 'Player: ann "Anna"\n', 5, "ann stands there twice"),
        (HEAD + "House rule: check\n", 5, "expected its name and a value"),
        (HEAD + "Tables: abc\n", 5, "SHA-256"),
        (HEAD + "move g forward 3\n", 5, "expected who asks"),
        (HEAD + "    ann: round\n", 5, "set in further"),
        (HEAD + "ann: fork a at 0\n    ann: round\n  ann: round\n", 7, "set in less"),
        (HEAD + "on a b\n", 5, "only the name of a timeline"),
        (HEAD + "ann: note \ud800\n", 5, "half of a character"),
    ],
)
def test_errors_of_the_text(text, line, expected):
    """The header and the blocks have errors with their lines, too."""
    [error] = errors_of(text)
    assert error.line == line
    assert expected in error.problem


def test_a_long_line_is_shown_around_the_place():
    """Of a long line only what stands around the error is shown."""
    [error] = errors_of(f"note {'x' * 500} y", rules="hull-points", who="ann")
    [text, caret] = error.caret()
    assert len(text) < 90
    assert text[caret.index("^")] == "y"


def test_control_characters_are_shown_written_out():
    """What is wrong in a text cannot move the cursor of who reads about it."""
    [error] = errors_of("note a\x1b[2J\u202e", rules="hull-points", who="ann")
    assert all(line.isprintable() for line in error.shown("f"))


def test_every_command_has_words():
    """Each command of a game that a person may give has a form of its own."""
    for rules in ("hull-points", "armour-value"):
        for name, verb in verbs_of(rules).by_command.items():
            assert verb.form.pattern != name or "_" not in name


def test_a_command_goes_by_its_own_name_too():
    """The name of the interface stands for the short words."""
    assert one("fire_weapon g gun at t").command == one("fire g gun at t").command


def test_required_nulls_may_be_left_out():
    """A field that may be null, but not absent, is null where the text leaves it out."""
    command = one("fire g gun at t").command
    assert command["arc"] is None
    assert command["struck"] is None
    assert "sees" not in command


def test_flags_lists_and_nothing():
    """A flag alone is yes; a list of none is not the same as no list."""
    move = one("move g 3 to 1,2@3 difficult dangerous=no", "armour-value").command
    assert (move["difficult"], move["dangerous"]) == (True, False)
    assert one("explode g hits=()", "armour-value").command["hits"] == []
    assert "hits" not in one("explode g", "armour-value").command


def test_items_stand_behind_the_command_or_below_it():
    """The lines that begin with + belong to the command above."""
    below = one("explode g\n   + a arc=front\n+ b model=m wounded  # both\n  [3 4]")
    inline = one("explode g + a arc=front + b model=m wounded [3 4]")
    assert below.command == inline.command
    assert below.dice == inline.dice == ((3, 4),)
    assert below.comment == "both"


def test_fork_blocks_and_on():
    """Lines set in below a fork or `on` are on that timeline, and `on` goes on with it."""
    text = HEAD + (
        "ann: note a\njudge: fork f at 1\n  ann: note b\n  judge: fork g at 3\n    ann: note c\n"
        "  ann: note d\nann: note e\non g\n  ann: note f\n"
    )
    document, errors = read(text)
    assert not errors
    assert document is not None
    found = [(i.command.get("text"), i.timeline) for i in document.items if isinstance(i, Line)]
    assert found == [
        *(("a", None), (None, None), ("b", "f"), (None, "f")),
        *(("c", "g"), ("d", "f"), ("e", None), ("f", "g")),
    ]
    assert sum(isinstance(item, On) for item in document.items) == 1
    recorder, outcomes = played(text)
    assert not [o for o in outcomes if o.refused]
    assert recorder.session is not None
    heads = recorder.session.log.chain.timelines.heads
    assert heads == {"main": 7, "f": 6, "g": 8}


def test_numbers_are_those_of_the_text():
    """A take-back names the line of its text, whatever entry that became."""
    recorder, outcomes = played(
        HEAD + "10. ann: note a\n20. ann: note b\nann: note c\nann: take back to 20 because x\n"
    )
    assert not [o for o in outcomes if o.refused]
    assert recorder.session is not None
    assert recorder.session.log.entry(4).command.to == 2


def test_a_line_that_was_refused_cannot_be_named():
    """What was not recorded is no place to go back to."""
    _, outcomes = played(HEAD + "5. ann: end round\n6. ann: note a\n7. ann: fork f at 5\n")
    assert [o.refused["code"] for o in outcomes if o.refused] == ["WRONG_PHASE", "UNKNOWN_ENTRY"]
    assert (outcomes[-1].line, outcomes[-1].column) == (7, 19)


def test_a_refusal_points_at_its_field():
    """The caret stands under the value, also on a line that continues the command."""
    text = HEAD + WALKER + "\nann: round\nann: phase shooting\njudge: damage g 1 by x attacker=h\n"
    _, outcomes = played(text)
    assert [(o.line, o.column) for o in outcomes if o.refused] == [(8, 24)]
    text = (
        HEAD + WALKER + "\n  + gun ranged shots=1 mount=front\n  + saw melee mount=front damage=0\n"
    )
    _, [_, refused] = played(text)
    assert refused.line == 7
    assert refused.text.strip().startswith("+ saw")


def test_a_wrong_round_is_found():
    """The number behind a round is for people, and said where it is wrong."""
    _, outcomes = played(HEAD + WALKER + "\nann: round 2\n")
    assert [o.finding for o in outcomes if o.finding] == ["this began round 1, not 2"]


def test_a_text_without_header_needs_a_game(tmp_path, capsys):
    """It continues the log; without one there is nothing to continue."""
    text, log = tmp_path / "a.txt", tmp_path / "a.rbk"
    text.write_text("ann: note hello\n")
    assert run(["play", str(log), str(text)]) == 1
    assert "Rollbook notation 1" in capsys.readouterr().err
    assert not log.exists()


def test_a_text_with_errors_is_not_played(tmp_path, capsys):
    """Half of a battle is not recorded because its end could not be read."""
    text, log = tmp_path / "a.txt", tmp_path / "a.rbk"
    text.write_text(HEAD + "ann: note a\nann: nota b\n")
    assert run(["play", str(log), str(text)]) == 1
    assert "nothing of it was played" in capsys.readouterr().err
    assert not log.exists()


def test_playing_stops_at_a_refusal_unless_told(tmp_path, capsys):
    """Without --keep-going the first refusal ends it; with it all else is played."""
    text, log = tmp_path / "a.txt", tmp_path / "a.rbk"
    text.write_text(HEAD + "ann: note a\nann: end round\nann: note b\n")
    assert run(["play", str(log), str(text)]) == 1
    assert "a.txt:6:6: " in capsys.readouterr().err
    more = tmp_path / "b.rbk"
    assert run(["play", str(more), str(text), "--keep-going", "--json"]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 4


def test_fmt_in_place_and_check(tmp_path, capsys):
    """-i writes the canonical form back; --check names what would be refused."""
    text = tmp_path / "a.txt"
    text.write_text(HEAD + "ann:  note   a   # so\nend round\n")
    assert run(["fmt", "-i", str(text)]) == 0
    assert text.read_text() == HEAD + "\n1. ann: note a  # so\n2. ann: end round\n"
    assert run(["fmt", "--check", str(text)]) == 1
    assert capsys.readouterr().out.startswith(f"{text}:7:9: ")


def test_what_is_no_text_is_refused(tmp_path, capsys):
    """Bytes that are no UTF-8 are refused with their line."""
    text = tmp_path / "a.txt"
    text.write_bytes(HEAD.encode() + b"ann: note \xff\n")
    assert run(["fmt", str(text)]) == 2
    assert "line 5 is not UTF-8" in capsys.readouterr().err


def test_json_lines_are_told_by_their_first_line(tmp_path, capsys):
    """`play` takes JSON lines without being told that they are."""
    lines, log = tmp_path / "a.txt", tmp_path / "a.rbk"
    lines.write_text(
        '\n{"do":"start_game","by":"system","rules":"hull-points","players":{"a":"A","b":"B"}}\n'
        '{"do":"note","by":"a","text":"x"}\n'
    )
    assert run(["play", str(log), str(lines)]) == 0
    assert capsys.readouterr().out.count('"entry"') == 2


def test_comments_stay_in_place():
    """Comments and single blank lines are kept by `fmt`, at their depth."""
    text = HEAD + (
        "\n# one\n1. ann: note a  # two\n\n2. judge: fork f at 1\n    # three\n    3. ann: note b\n"
        "# four\n    4. ann: note c\n"
    )
    document, errors = read(text)
    assert not errors
    assert isinstance(document, Document)
    assert write(document) == text


def test_entries_of_the_program_become_comments():
    """A log with an entry that the program wrote is printed and played all the same."""
    from rollbook.engine.starting import start
    from rollbook.events.log.log import NewEntry
    from rollbook.events.log.messages import RecoverTail, TailRecovered

    players = {"ann": "Ann", "ben": "Ben"}
    session = start(
        {"do": "start_game", "by": "ann", "rules": "hull-points", "players": players}, None
    )
    session.log.append(
        NewEntry(RecoverTail(offset=1, bytes=2), (TailRecovered(offset=1, bytes=2),), "system")
    )
    session.submit({"do": "note", "by": "ann", "text": "a"})
    session.submit({"do": "fork", "by": "ann", "name": "f", "at": 1})
    session.submit({"do": "fork", "by": "ann", "name": "g", "at": 2})
    text = write(document_of(session.log))
    assert "# entry 1:" in text
    recorder, outcomes = played(text)
    assert not [o for o in outcomes if o.refused]
    assert recorder.session is not None
    assert [recorder.session.log.entry(n).command.at for n in (2, 3)] == [0, 1]


def test_a_long_text_is_read():
    """Two thousand lines of a text are read, each as a line of its own."""
    rng = random.Random(1)
    lines = [f"ann: move u{rng.randint(0, 9)} forward {rng.randint(1, 5)}" for _ in range(2000)]
    document, errors = read(HEAD + "\n".join(lines))
    assert not errors
    assert document is not None
    assert len(document.items) == 2000
