"""Plays a small game into the golden log of a release.  See README.md in this folder."""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from rollbook.engine.session import Session
from rollbook.engine.starting import start
from rollbook.events.log.merkle import Tree
from rollbook.events.plain import to_plain

HERE = Path(__file__).parent
GAME_ID = bytes.fromhex("676f6c64656e2067616d6520302e312e")
CLOCK_START_MICROS = 1_750_000_000_000_000

WALKER = {
    "do": "add_unit",
    "kind": "walker",
    "base_mm": 60,
    "ws": "5/4",
    "strength": 7,
    "toughness": [12, 11, 10],
    "grit": 6,
    "sagacity": 5,
    "weapons": [],
}
TRUCK = {
    "do": "add_unit",
    "kind": "vehicle",
    "toughness": [8, 7, 6],
    "hull": 4,
    "armor": 0,
    "movement": 10,
    "capacity": 10,
    "access": ["rear"],
    "driver": {"ws": 3, "grit": 4, "sagacity": 3},
    "weapons": [
        {
            "id": "gun",
            "kind": "ranged",
            "shots": 2,
            "mount": "front",
            "strength": 5,
            "gunner": {"ws": "3/4"},
        }
    ],
}
BLOW = {"do": "apply_damage", "by": "A", "unit": "a", "amount": 4, "cause": "terrain"}
HITS = [{"unit": "b", "arc": "front"}, {"unit": "c", "arc": "rear"}]
START = {
    "do": "start_game",
    "by": "A",
    "rules": "hull-points",
    "players": {"A": "Änne", "B": "Ben"},
    "house_rules": {},
}
MAIN: list[dict[str, Any]] = [
    {**WALKER, "by": "A", "unit": "a", "owner": "A", "name": "Tin Duchess", "weight": "medium"},
    {**TRUCK, "by": "B", "unit": "b", "owner": "B", "name": "Wheezy"},
    {**WALKER, "by": "B", "unit": "c", "owner": "B", "name": "Stilts", "weight": "light"},
    {"do": "note", "by": "B", "text": "Größe nachgemessen \u202e", "key": "note-1"},
    {"do": "apply_damage", "by": "A", "unit": "c", "amount": 1, "cause": "terrain"},
    {**BLOW, "dice": [3, 4, 2]},
    {"do": "take_back", "by": "A", "to": 5, "reason": "misread a die", "agreed": "B"},
    {**BLOW, "dice": [6, 6], "key": "blow"},
    {
        "do": "resolve_explosion",
        "by": "A",
        "unit": "a",
        "hits": HITS,
        "dice": [4, 6, 6, 6, 6, 2, 3, 1],
    },
    {"do": "fork", "by": "judge", "name": "what-if", "at": 8},
]
WHAT_IF: list[dict[str, Any]] = [
    {"do": "resolve_explosion", "by": "A", "unit": "a", "hits": [], "dice": [4]},
]
AFTER: list[dict[str, Any]] = [
    {
        "do": "resolve_explosion",
        "by": "A",
        "unit": "b",
        "hits": [{"unit": "c", "arc": "front"}],
        "dice": [5, 4],
    },
    {"do": "ruling", "by": "judge", "reason": "miscounted", "set": {"units.c.hull": 3}},
    {"do": "end_game", "by": "B", "winner": "B"},
]


def play(path: Path) -> Session:
    """Play the game into the file *path*."""
    ticks = count(CLOCK_START_MICROS, 17_000_003)
    session = start(START, path, clock=lambda: next(ticks), game_id=GAME_ID)
    for command in MAIN:
        session.submit(command)
    forked = Session(session.log, session.rules, "what-if")
    for command in WHAT_IF:
        forked.submit(command)
    for command in AFTER:
        session.submit(command)
    session.close()
    return session


def describe(path: Path) -> dict[str, Any]:
    """Say what is in a log, as it must be found for ever."""
    from rollbook.engine.session import rules_of
    from rollbook.events.log.file import FileLog
    from rollbook.projections.state import States

    data = path.read_bytes()
    tree = Tree()
    with FileLog.read(path) as log:
        leaves = [log.leaf(seq) for seq in range(len(log))]
        for leaf in leaves:
            tree.append(leaf)
        states = States(log, rules_of(log).projection)
        heads = log.timelines.heads
        return {
            "bytes": len(data),
            "sha256": sha256(data).hexdigest(),
            "leaves": [leaf.hex() for leaf in leaves],
            "root": tree.root().hex(),
            "heads": dict(heads),
            "withdrawn": sorted(log.timelines.withdrawn()),
            "states": {name: to_plain(states.at(head)) for name, head in heads.items()},
            "entries": [
                e.to_plain(log.timelines.line(e.seq)) for e in log.entries(range(len(log)))
            ],
        }


def main(version: str) -> None:
    """Write both files of *version*, over what is there."""
    folder = HERE / version
    folder.mkdir(exist_ok=True)
    path = folder / "game.rbk"
    path.unlink(missing_ok=True)
    play(path)
    said = json.dumps(describe(path), ensure_ascii=False, indent=1, sort_keys=True)
    (folder / "expected.json").write_text(said + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
