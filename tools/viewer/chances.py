"""What the page says about each roll: its odds, its grade; and the luck of the game."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

from rollbook.engine.session import rules_of
from rollbook.events.errors import RollbookError
from rollbook.events.log.log import Log
from rollbook.events.quantities import SYSTEM
from rollbook.projections.state import States

SECONDS = 20.0
"""How long odds may be worked out for one page; later rolls then go without."""
_UNFIT = (RollbookError, KeyError, AttributeError, TypeError, ValueError, IndexError)


def rolls_plain(
    log: Log,
    states: States,
    seqs: Iterable[int],
    seconds: float = SECONDS,
    seen: Callable[[], object] = lambda: None,
) -> dict[str, Any]:
    """
    Give the odds of every roll of entries *seqs* by address, as far as they can be known.

    What today's rules cannot decide again is left out, and so is everything
    after *seconds*.  *seen* is called with every entry.
    """
    from rollbook.engine.odds.rolled import odds_of
    from rollbook.engine.throws import throws_of

    found: dict[str, Any] = {}
    end = time.monotonic() + seconds
    try:
        rules = rules_of(log)
    except _UNFIT:
        return found
    for entry in log.entries(seqs):
        seen()
        if entry.dice is None:
            continue
        if time.monotonic() > end:
            break
        try:
            before = states.at(log.chain.timelines.parent(entry.seq))
            for throw in throws_of(rules, before, entry):
                found[throw.address] = _short(odds_of(log, rules, entry, throw))
        except _UNFIT:
            continue
    return found


def _short(odds: Any) -> dict[str, Any]:
    plain = odds.to_plain()
    tails = [t for t in (odds.at_least, odds.at_most) if t is not None]
    # How far out the roll was: the smaller tail, or the chance of the same effect.
    rare = float(min(tails)) if tails else float(odds.same)
    kept = ("purpose", "value", "better", "p", "at_least", "at_most", "good", "bad", "result")
    short = {name: plain[name] for name in kept if plain[name] is not None}
    short["rare"] = round(rare, 6)
    for name in ("expected", "results"):
        if plain[name]:
            short[name] = plain[name]
    return short


def luck_plain(log: Log) -> dict[str, Any] | None:
    """
    Give the luck of the game's players as ``luck --json`` prints it, with fewer running points.

    Dice that the program threw for nobody, such as those for the first turn, are no player's.
    """
    try:
        from rollbook.engine.rollsseen import player_names
        from rollbook.tools.luckreport import luck_of_log

        plain = luck_of_log(log).to_plain()
        if SYSTEM not in player_names(log).values():
            plain["players"].pop(SYSTEM, None)
    except (*_UNFIT, ImportError):
        return None
    for player in plain["players"].values():
        player["running"] = [
            [p["address"], round(p["luck"], 3), round(p["deviation"], 3)] for p in player["running"]
        ]
    return plain


def audit_plain(log: Log) -> dict[str, Any] | None:
    """Give what an audit finds, and the grade of every roll by address."""
    try:
        from rollbook.engine.audit.auditor import Auditor

        report = Auditor(log, rules_of(log)).run(None).report()
    except (*_UNFIT, ImportError):
        return None
    lists = ("withdrawn", "again", "given_up", "aborts", "owed", "disputes")
    return {
        "findings": [finding.to_plain() for finding in report.findings],
        "grades": report.grades,
        "rolls": {roll.address: [roll.grade, roll.why] for roll in report.rolls},
        **{name: [item.to_plain() for item in getattr(report, name)] for name in lists},
        "notes": list(report.notes),
    }
