"""Mutated notation and JSON lines: a result or an error in words, in time and memory."""

from __future__ import annotations

import json
import os
import random
import re
import resource
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rollbook.engine.border import parse_line
from rollbook.events.errors import RuleRefusal
from rollbook.events.log.chain import Chain
from rollbook.tools.cli.record import Recorder
from rollbook.tools.importers.jsonlog import NotThatEntry, payloads_of
from rollbook.tools.notation import read, write
from rollbook.tools.notation.playing import Playing
from tests.tools.notation.games import RULE_SETS, random_log

ROUNDS = int(os.environ.get("ROLLBOOK_FUZZ_ROUNDS", "10000"))
LIMIT = 200 * 1024 * 1024
SECONDS = 5
KEPT = ("notation 4121",)
"""Seeds that once found something stay here, and are tried in every run."""
PAGE = Path(__file__).parents[3] / "docs" / "notation.md"
EXAMPLES = re.findall(r"^```battle\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
PIECES = (
    *('"', "[", "]", "(", ")", "((((((((((((", ",", ",,", "=", "==", "+", " + ", "#", "\\", '\\"'),
    *("\n", "\n    ", "\n        ", "\t", "\r", "\x00", "\x1b[2J", "\u202e", "\ud800", "é" * 90),
    *("none", "yes", "no", "-1", "0", "3.5", "0.0001", "9" * 40, "12.", "ann:", ":", "@", "1,2@3"),
    *("fire", "take back to 3 because x", "fork f at 2", "on f", "on main", "round", "explode"),
    *("key=", "choose=", "key=none", "driver.", ".", "scores.ann=", "units.a.hull=", "[1 | 2]"),
    *("Rules: hull-points", "Rules: x", "Player: a b", "House rule: check d6", "Tables: 0", "[]"),
    *("\\u{110000}", "\\u{0}", '""', "()", "(())", "[" + "1 " * 5000 + "]", "a=" * 200),
)
JSON_PIECES = (
    *('"', "{", "}", "[", "]", ",", ":", "null", "true", "1.5", "-1", "1e999", "NaN", "9" * 400),
    *(
        '"type":"Roll"',
        '"do":"fork"',
        '"a":1,"a":2',
        "\\ud800",
        "\\u0000",
        "[" * 3000,
        '{"a":' * 900,
    ),
    *('""', "00", "ff", "{}", "[]", '"leaf"', '"entered"', "\x00", "\u202e"),
)


def mutated(text: str, rng: random.Random, pieces: tuple[str, ...]) -> str:
    """Change, cut, double and insert a few pieces of *text*."""
    for _ in range(rng.choice((1, 1, 1, 2, 4, 12))):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.choice((1, 1, 3, 12, 80)))
        other = rng.randrange(len(text) + 1)
        middle = rng.choice(
            (
                "",
                rng.choice(pieces),
                rng.choice(pieces),
                text[at:end] * rng.choice((2, 3, 30)),
                text[other : other + 60],
                chr(rng.choice((9, 10, 32, 34, 35, 40, 43, 91, 128, 0x202E, 0x1F600))),
            )
        )
        text = text[:at] + middle + text[rng.choice((at, end)) :]
    return text


def notation_once(seed: str) -> bool:
    """Read, format and play one mutated battle; tell whether it could be read."""
    rng = random.Random(seed)
    text = mutated(rng.choice(EXAMPLES), rng, PIECES)
    document, errors = read(text)
    for error in errors:
        assert all(line.isprintable() for line in error.shown("battle.txt")), seed
    if document is None or errors:
        return False
    made = write(document)
    again, problems = read(made, rules=document.rules)
    assert not problems, (seed, problems)
    assert again is not None, seed
    assert write(again) == made, seed
    for outcome in Playing(Recorder(None)).play(document):
        assert all(line.isprintable() for line in outcome.shown("battle.txt")), seed
    return True


LINES = {
    rules: [
        json.dumps(e.to_plain(s.log.chain.timelines.line(e.seq)))
        for s in (random_log(rules, 3, 14),)
        for e in s.log.entries(range(9))
    ]
    for rules in RULE_SETS
}


def json_once(seed: str) -> bool:
    """Import mutated JSON lines, and submit a mutated command; tell whether all was taken."""
    rng = random.Random(seed)
    lines = list(LINES[rng.choice(RULE_SETS)])
    at = rng.randrange(len(lines))
    lines[at] = mutated(lines[at], rng, JSON_PIECES)
    command = mutated(json.dumps(json.loads(LINES[RULE_SETS[0]][2])["command"]), rng, JSON_PIECES)
    recorder = Recorder(None)
    try:
        recorder.submit(parse_line(command.encode("utf-8", "surrogatepass")))
    except RuleRefusal as refusal:
        json.dumps(refusal.to_json())
    chain = Chain()
    try:
        taken = sum(
            1 for _ in payloads_of((x.encode("utf-8", "surrogatepass") for x in lines), chain)
        )
    except NotThatEntry as error:
        return error.line < 1
    return taken == len(lines)


def run(once: Callable[[str], bool], name: str, rounds: int) -> None:
    """Try *rounds* seeds and those that were kept."""
    accepted = 0
    seeds = [*(s for s in KEPT if s.startswith(name)), *(f"{name} {n}" for n in range(rounds))]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for seed in seeds:
        started = time.monotonic()
        accepted += once(seed)
        assert time.monotonic() - started < SECONDS, seed
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown * 1024 < LIMIT
    # A run that refuses everything, or nothing, tests only the door.
    assert 0 < accepted < len(seeds)


@pytest.mark.parametrize(("once", "name"), [(notation_once, "notation"), (json_once, "json")])
def test_some_mutated_inputs(once, name):
    """A few hundred mutated inputs give a result or an error in words."""
    run(once, name, 150)


@pytest.mark.fuzz
@pytest.mark.parametrize(("once", "name"), [(notation_once, "notation"), (json_once, "json")])
def test_many_mutated_inputs(once, name):
    """Ten thousand mutated inputs give a result or an error in words."""
    run(once, name, ROUNDS)
