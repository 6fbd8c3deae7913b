"""
Random logs of both rule sets, with take-backs, restores, forks, keys and notes.

The same seed gives the same log, except for its game id.
"""

from __future__ import annotations

import random
from typing import Any

from rollbook.engine.ruleset import rule_set
from rollbook.engine.session import Session
from rollbook.engine.starting import start
from rollbook.events.errors import RuleRefusal
from tests.conftest import Game
from tests.engine.armourvalue import random_play as armour
from tests.engine.hullpoints import play as hull

RULE_SETS = ("hull-points", "armour-value")
ARMIES = 12
"""The last entry of the armies of armour-value; its generator needs them."""
TEXTS = (
    "plain",
    "none",
    "yes",
    "12",
    "",
    'a "quoted" # word [3]',
    "line\nbreak",
    "\u202eback",
    "π = 3, (so)",
    "🎲",
    "-",
    "x=y",
    "back\\slash",
)


def random_log(rules: str, seed: int, length: int, path: Any = None) -> Session:
    """Play about *length* entries into a log of *rules*, in memory or in the file *path*."""
    rng = random.Random(seed)
    clock = iter(range(1_700_000_000_000_000, 1_800_000_000_000_000, 1_000_001))
    first = hull.start_command(rng) if rules == "hull-points" else armour.opening(rng)[0]
    if rng.random() < 0.3:
        first = {**first, "key": rng.choice(["k 1", "start"]), "by": "judge"}
    session = start(first, path, clock=lambda: next(clock))
    if rules == "armour-value":
        for command in armour.opening(rng)[1:]:
            session.submit(command)
    for _ in range(length * 20):
        if len(session.log) >= length:
            break
        if rng.random() < 0.12:
            _move_heads(rng, session)
        else:
            _command(rng, session, rules)
    return session


def _command(rng: random.Random, session: Session, rules: str) -> None:
    game = Game(rule_set(rules))
    game.state = session.state
    if rng.random() < 0.06:
        command = {"do": "note", "by": "judge", "text": rng.choice(TEXTS), "about": "12.3"}
        if rng.random() < 0.5:
            command["about"] = rng.choice((None, *TEXTS))
    elif rules == "hull-points":
        command, _ = hull.answered(rng, game, hull.random_command(rng, session.state))
    else:
        command = armour.next_command(rng, session.state, calm=False)
        command = armour.completed(rng, game, command)
    if rng.random() < 0.1:
        command = {**command, "key": rng.choice(("", "none", "k", "7", "ä b")) + str(rng.random())}
    _submit(session, command)


def _submit(session: Session, command: dict[str, Any]) -> None:
    try:
        session.submit(command)
    except RuleRefusal:
        return


def _move_heads(rng: random.Random, session: Session) -> None:
    """Take back, restore, fork, or go on with another timeline."""
    timelines = session.log.chain.timelines
    kind = rng.choice(("take_back", "restore", "fork", "switch", "switch"))
    if kind == "switch":
        session.timeline = rng.choice(timelines.names)
        return
    least = ARMIES if session.rules.name == "armour-value" else 0
    some = rng.randrange(least, len(session.log))
    text = rng.choice(TEXTS)
    if kind == "fork":
        command = {"do": "fork", "by": "judge", "name": f"f{len(timelines.names)}", "at": some}
        if rng.random() < 0.5:
            command["kind"] = "simulated"
    elif kind == "restore":
        command = {"do": "restore", "by": "judge", "entry": some, "reason": text}
    else:
        path = [n for n in timelines.path(session.head) if n >= least][-6:]
        command = {"do": "take_back", "by": "judge", "to": rng.choice(path), "reason": text}
    if kind != "fork" and rng.random() < 0.3:
        command["timeline"] = rng.choice(timelines.names)
    _submit(session, command)
