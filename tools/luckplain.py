"""The report on luck as JSON: numbers for programs, sentences for people."""

from __future__ import annotations

import math
from typing import Any

from rollbook.projections import wording
from rollbook.projections.dicetests import DieFaces, Evidence, FacesReport
from rollbook.projections.luck import Luck, Unlikely
from rollbook.tools.luckreport import Group, LuckReport


def report_plain(report: LuckReport) -> dict[str, Any]:
    """Give the object that ``luck --json`` prints."""
    several = len(report.groups) > 1
    return {
        "games": report.games,
        "by": report.by,
        "players": {group.name: _group(group) for group in report.groups},
        "unlikely": [_unlikely(one) for one in report.unlikely],
        "rated": report.rated,
        "stand_out": list(report.outstanding) if several else None,
        "simulated_left_out": report.simulated,
        "skipped": [{"file": path, "reason": reason} for path, reason in report.skipped],
        "causes": wording.TEMPLATES["causes"],
    }


def _group(group: Group) -> dict[str, Any]:
    return {
        "rolls": len(group.rolls),
        "dice": group.dice,
        "withdrawn": sum(roll.withdrawn for roll in group.rolls),
        "luck": [_luck(one) for one in group.luck],
        "running": [
            {"address": p.address, "luck": float(p.luck), "deviation": p.deviation}
            for p in group.running
        ],
        "faces": _faces(group.name, group.faces),
        "rates": _evidence(group.rates, wording.rates_sentences(group.name, group.rates)[0]),
        "order": _evidence(group.order, wording.order_sentences(group.name, group.order)[0]),
    }


def _luck(luck: Luck) -> dict[str, Any]:
    return {
        "kind": luck.purpose,
        "rolls": luck.rolls,
        "expected": float(luck.expected),
        "actual": luck.actual,
        "luck": float(luck.luck),
        "deviation": luck.deviation,
        "tail": float(luck.tail),
        "mid_tail": float(luck.mid_tail),
        "bits": finite(luck.bits),
        "exact": luck.exact,
        "sentence": wording.luck_sentence(luck),
    }


def _unlikely(one: Unlikely) -> dict[str, Any]:
    roll = one.roll
    return {
        "address": roll.address,
        "player": roll.player,
        "kind": roll.purpose,
        "faces": list(roll.faces),
        "value": roll.value,
        "tail": f"{one.tail.numerator}/{one.tail.denominator}",
        "lower": one.lower,
        "bits": finite(one.bits),
        "withdrawn": roll.withdrawn,
    }


def _faces(name: str, report: FacesReport) -> dict[str, Any]:
    said = wording.faces_sentences(name, report)
    plain = _evidence(report.evidence, said[0])
    return plain | {"untested": report.untested, "dice": [_die(die) for die in report.dice]}


def _die(die: DieFaces) -> dict[str, Any]:
    return {
        "sides": die.sides,
        "counts": list(die.counts),
        "log_e": die.evidence.log_e,
        "p_once": None if die.once is None else float(die.once.p),
        "once_exact": None if die.once is None else die.once.exact,
        "power": [
            {
                "factor": float(power.factor),
                "anytime": power.anytime,
                "once": power.one_look,
                "error": power.error,
            }
            for power in die.powers
        ],
    }


def _evidence(evidence: Evidence, sentence: str) -> dict[str, Any]:
    return {
        "tested": evidence.rolls,
        "log_e": evidence.log_e,
        "highest_log_e": evidence.highest,
        "verdict": evidence.verdict,
        "sentence": sentence,
    }


def finite(number: float) -> float | None:
    """Give a number that JSON can hold; infinity is ``None``."""
    return number if math.isfinite(number) else None
