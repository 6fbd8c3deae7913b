"""Bad input of every kind at the command line: one clear line, nothing recorded, no traceback."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from rollbook.events.log.verify import verify_file
from rollbook.tools.cli.main import run

START = {
    "do": "start_game",
    "by": "A",
    "rules": "hull-points",
    "players": {"A": "Ann", "B": "Ben"},
    "house_rules": {},
}
BLOW = {"do": "apply_damage", "by": "A", "unit": "w", "amount": 1, "cause": "terrain"}
NOTE = {"do": "note", "by": "A", "text": "t"}

LINES: dict[str, bytes] = {
    "no JSON": b"hello",
    "cut JSON": b'{"do":"note","by":"A","te',
    "a list": b"[]",
    "a number": b"5",
    "binary": bytes(range(1, 10)) + b"\xff\xfe\xfd",
    "zeros": bytes(50),
    "a log": b"\xa9rollbook1\x92\xc5",
    "ten megabytes": b'{"do":"note","by":"A","text":"' + b"x" * 10_000_000 + b'"}',
    "ten megabytes of brackets": b"[" * 10_000_000,
    "deep": b'{"a":' * 100_000,
    "a float": json.dumps({**NOTE, "text": 1.5}).encode(),
    "NaN": b'{"do":"note","by":"A","text":NaN}',
    "a huge number": b'{"do":"apply_damage","by":"A","unit":"w","amount":1' + b"0" * 4000 + b"}",
    "a very huge number": b'{"do":"note","by":"A","text":' + b"9" * 900_000 + b"}",
    "an unknown unit": json.dumps({**BLOW, "unit": "ghost"}).encode(),
    "an unknown player": json.dumps({**NOTE, "by": "Z"}).encode(),
    "an unknown command": b'{"do":"fly","by":"A"}',
    "a command as a list": b'{"do":["note"],"by":"A"}',
    "no player": b'{"do":"note","text":"t"}',
    "a second start": json.dumps(START).encode(),
    "a command of the program": b'{"do":"recover_tail","by":"system","offset":1,"bytes":1}',
    "a lone surrogate": b'{"do":"note","by":"A","text":"\\ud800"}',
    "a lone surrogate as a key": b'{"do":"note","by":"A","text":"t","\\ud800":1}',
    "a lone surrogate as a command": b'{"do":"\\ud800","by":"A"}',
    "a surrogate key in a ruling": b'{"do":"ruling","by":"judge","reason":"r","set":{"\\udc00":1}}',
    "an unassigned character": '{"do":"note","by":"A","text":"\u0378"}'.encode(),
    "a key twice": b'{"do":"note","by":"A","text":"t","text":"u"}',
    "dice nobody asked for": json.dumps({**NOTE, "dice": [1]}).encode(),
    "dice as text": json.dumps({**NOTE, "dice": "6"}).encode(),
    "dice as booleans": json.dumps({**NOTE, "dice": [True]}).encode(),
    "five thousand dice": json.dumps({**NOTE, "dice": [1] * 5000}).encode(),
    "choices nobody asked for": json.dumps({**NOTE, "choices": ["a"]}).encode(),
    "a long key": json.dumps({**NOTE, "key": "k" * 33}).encode(),
    "a take-back of nothing": b'{"do":"take_back","by":"A","to":0,"reason":"r"}',
    "a fork of the future": b'{"do":"fork","by":"A","name":"x","at":99}',
    "a fork with a wicked name": b'{"do":"fork","by":"A","name":"../../x","at":0}',
}


def play(path: Path, line: bytes, monkeypatch: pytest.MonkeyPatch) -> int:
    """Send one line to ``play --jsonl``."""

    class Stdin:
        buffer = io.BytesIO(line + b"\n")

    monkeypatch.setattr("sys.stdin", Stdin)
    return run(["play", str(path), "-", "--jsonl"])


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> Path:
    """Give a game that has started."""
    path = tmp_path / "game.rbk"
    assert play(path, json.dumps(START).encode(), monkeypatch) == 0
    capsys.readouterr()
    return path


@pytest.mark.parametrize("name", list(LINES))
def test_a_bad_line_is_refused_in_one_line(
    name: str, log: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """The answer is a refusal object, the exit code 1, and the log is as it was."""
    before = log.read_bytes()
    assert play(log, LINES[name], monkeypatch) == 1
    said = capsys.readouterr()
    (line,) = said.out.splitlines()
    refused = json.loads(line)["refused"]
    assert refused["code"]
    assert len(refused["message"]) < 400
    assert said.err == ""
    assert log.read_bytes() == before


@pytest.mark.parametrize("name", list(LINES))
def test_a_bad_first_line_makes_no_file(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """Until a start_game was accepted there is no log."""
    if name == "a second start":
        pytest.skip("as a first line it is right")
    path = tmp_path / "new.rbk"
    assert play(path, LINES[name], monkeypatch) == 1
    assert json.loads(capsys.readouterr().out)["refused"]["code"]
    assert list(tmp_path.iterdir()) == []


def test_all_bad_lines_in_a_row_with_good_ones_between(
    log: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """With --keep-going every line gets its own answer, and only good ones are recorded."""
    good = json.dumps(NOTE).encode()
    bad = [line for name, line in LINES.items() if name != "a take-back of nothing"]
    lines = b"\n".join(part for line in bad for part in (line, good))

    class Stdin:
        buffer = io.BytesIO(lines)

    monkeypatch.setattr("sys.stdin", Stdin)
    assert run(["play", str(log), "-", "--jsonl", "--keep-going"]) == 1
    results = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ["refused" in result for result in results] == [True, False] * len(bad)
    assert verify_file(log).entries == 1 + len(bad)


@pytest.mark.parametrize(
    "words",
    [["show", "--at", "x y"], ["show", "--at", "9"], ["show", "--at", "0.9"], ["show", "--at", "٣"],
     ["log", "--timeline", "nowhere"], ["take-back", "--by", "A", "--to", "7", "--reason", "r"],
     ["take-back", "--by", "A", "--to", "0", "--reason", "\udcff"],
     ["restore", "--by", "A", "--entry", "5", "--reason", "r"]],
)  # fmt: skip
def test_bad_arguments_are_findings(words: list[str], log: Path, capsys: Any) -> None:
    """Exit code 1 and one line that says what was wrong."""
    before = log.read_bytes()
    assert run([words[0], str(log), *words[1:]]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    said.err.encode()
    assert log.read_bytes() == before
