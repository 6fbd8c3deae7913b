"""Battles for tests: the demo battles of both rule sets, played again with other dice."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from rollbook.engine.session import Session
from rollbook.engine.starting import start
from rollbook.events.errors import RuleRefusal
from tests.conftest import CASES

BOTH = ("hull-points", "armour-value")


def demo_commands(rules: str) -> list[dict[str, Any]]:
    """Give the commands of the demo battle of a rule set."""
    text = (CASES / rules / "demo_battle.jsonl").read_text()
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def demo(rules: str, path: Path | None = None, count: int | None = None) -> Session:
    """Play the demo battle, or its first *count* commands, with its own dice."""
    first, *rest = demo_commands(rules)[:count]
    session = start(first, path)
    for command in rest:
        session.submit(command)
    return session


def battle(rules: str, seed: int, path: Path | None = None, count: int | None = None) -> Session:
    """
    Play the demo battle with dice of our own.

    What the changed course of the battle no longer allows is left out, what
    it owes is settled as simply as can be.
    """
    chance = random.Random(seed)
    first, *rest = demo_commands(rules)[:count]
    session = start(first, path)
    for command in rest:
        settle(session, chance)
        try_with_dice(session, command, chance)
    return session


def try_with_dice(session: Session, command: dict[str, Any], chance: random.Random) -> bool:
    """Submit a command with as many random dice and choices as it asks for."""
    dice: list[int] = []
    choices: list[str] = []
    while True:
        try:
            session.submit({**command, "dice": dice, "choices": choices})
        except RuleRefusal as refusal:
            if refusal.code == "NEEDS_DICE":
                extra = refusal.extra
                dice += [chance.randint(1, extra["sides"]) for _ in range(extra["count"])]
            elif refusal.code == "NEEDS_CHOICE":
                choices.append(chance.choice(refusal.extra["options"]))
            else:
                return False
        else:
            return True


def settle(session: Session, chance: random.Random) -> None:
    """Settle what is owed, so that the battle can go on."""
    for _ in range(20):
        pending = session.state.pending
        if not pending:
            return
        owed = pending[0]
        by = next(iter(session.state.players))
        for fields in _ways(owed.do, owed.unit, session):
            if try_with_dice(session, {"do": owed.do, "by": by, **fields}, chance):
                break
        else:
            return


def _ways(do: str, unit: str, session: Session) -> list[dict[str, Any]]:
    """Give simple ways to word the command that settles something."""
    hits = [
        {"unit": name, "arc": "front"}
        for name, other in session.state.units.items()
        if name != unit and other.status == "active" and other.kind in ("walker", "vehicle")
    ]
    targets = [name for name in session.state.units if name != unit]
    return [
        {"unit": unit, "hits": hits[:1]},
        {"unit": unit, "hits": []},
        {"unit": unit, "angle_decideg": 900},
        {"unit": unit},
        {"unit": unit, "response": "brace"},
        {"unit": unit, "response": "give_way"},
        *({"unit": unit, "target": target} for target in targets),
    ]
