"""Forged logs of every kind: the audit answers with findings, never with a crash."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from rollbook.engine.audit.auditor import Auditor
from rollbook.engine.audit.details import Details
from rollbook.engine.ruleset import rule_set
from rollbook.events.log.codec import pack, unpack
from rollbook.events.log.errors import LogError
from rollbook.events.log.frame import leaf_of
from rollbook.events.log.log import MemoryLog
from tests.engine.audit.games import honest, judge, ladder

MANY = int(os.environ.get("ROLLBOOK_AUDIT_ROUNDS", "60"))
"""Forged logs of each kind in CI; the long form sets more."""

STRANGE: tuple[Any, ...] = (
    None, True, -1, 0, 1, 7, 65_536, 2**53 - 1, "", "ann", "judge", "gertie", "²", "main", "x" * 40,
    b"", b"x" * 32, (), (1, 2), ("a",),
)  # fmt: skip


def mutated(value: Any, chance: random.Random, depth: int = 0) -> Any:
    """Change one thing somewhere in a row."""
    if isinstance(value, tuple) and value and (depth == 0 or chance.random() < 0.85):
        place = chance.randrange(len(value))
        kind = chance.random()
        if depth > 1 and kind < 0.06:
            return (*value[:place], *value[place + 1 :])
        if depth > 1 and kind < 0.12:
            return (*value[:place], value[place], *value[place:])
        changed = mutated(value[place], chance, depth + 1)
        return (*value[:place], changed, *value[place + 1 :])
    if isinstance(value, int) and not isinstance(value, bool) and chance.random() < 0.6:
        return value + chance.choice((-1, 1, 2, 10))
    return chance.choice(STRANGE)


def forged(payloads: list[bytes], chance: random.Random) -> MemoryLog | None:
    """Change one row of a log and make every hash new; nothing if no reader takes it."""
    rows = [unpack(payload) for payload in payloads]
    place = chance.randrange(1, len(rows))
    part = chance.choice((4, 6, 6, 7, 7, 7, 8))
    row = list(rows[place])
    row[part] = mutated(row[part], chance)
    rows[place] = tuple(row)
    made: list[bytes] = []
    for seq, old in enumerate(rows):
        prev = old[1] if seq == 0 else leaf_of(made[-1])
        try:
            made.append(pack((seq, prev, *old[2:])))
        except LogError:
            return None
    try:
        return MemoryLog.of(made)
    except LogError:
        return None


@pytest.mark.parametrize("rules", ["hull-points", "armour-value"])
@pytest.mark.parametrize("make", [ladder, judge, None], ids=["ladder", "judge", "entered"])
@pytest.mark.parametrize("rounds", [6, pytest.param(MANY, marks=pytest.mark.fuzz)])
def test_a_forged_log_never_crashes_the_audit(rules: str, make: Any, rounds: int) -> None:
    """Whatever the reader lets through is audited to the end, with every question answered."""
    session = honest(rules, 5, make)
    payloads = [session.log.payload(seq) for seq in range(len(session.log))]
    chance = random.Random(rounds)
    audited = found = 0
    while audited < rounds:
        log = forged(payloads, chance)
        if log is None:
            continue
        auditor = Auditor(log, rule_set(rules)).run()
        report = auditor.report()
        details = Details(auditor, report)
        for roll in report.rolls[:: max(1, len(report.rolls) // 3)]:
            details.plain(roll)
        found += bool(report.findings)
        audited += 1
    assert found > rounds // 2
