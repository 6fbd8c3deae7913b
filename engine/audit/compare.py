"""Events as recorded against events as the rules give them: what differs, and its name."""

from __future__ import annotations

import json
from typing import Any

from rollbook.engine.replay import Replayed, Thrown
from rollbook.events.errors import RuleRefusal
from rollbook.events.finding import Finding
from rollbook.events.game import GameStarted
from rollbook.events.message import Message, field_names, name_of
from rollbook.events.plain import to_plain
from rollbook.events.roll import Roll
from rollbook.events.schema import Unknown
from rollbook.projections.rolls import rolls_in
from rollbook.projections.ruleids import rule_ids

ROLL_NOT_MADE, ROLL_NOT_DUE, BAD_FACE = "ROLL_NOT_MADE", "ROLL_NOT_DUE", "BAD_FACE"
_BY_REFUSAL = {"NEEDS_DICE": ROLL_NOT_MADE, "UNUSED_DICE": ROLL_NOT_DUE, "BAD_DIE": BAD_FACE}


def shown(value: Any) -> str:
    """Give a value as one short line of JSON."""
    text = json.dumps(to_plain(value), ensure_ascii=False, separators=(",", ":"))
    return text if len(text) <= 400 else text[:397] + "..."


def called(message: Any) -> str:
    """Give the name of a message's type."""
    return message.name if isinstance(message, Unknown) else name_of(type(message))


def refused(seq: int, refusal: RuleRefusal, command: Any) -> Finding:
    """Name what it means that the rules refuse a recorded command."""
    code = _BY_REFUSAL.get(refusal.code, "NOT_LEGAL")
    did = called(command).replace("_", " ")
    words = {
        ROLL_NOT_MADE: f"a roll was due for {did} and was not made: {refusal.message}",
        ROLL_NOT_DUE: f"dice were rolled for {did} that no rule asked for: {refusal.message}",
        BAD_FACE: f"a die of {did} shows what it cannot show: {refusal.message}",
    }.get(code, f"{did} was not allowed here: {refusal.message}")
    return Finding(
        code=code,
        address=str(seq),
        rule=refusal.rule,
        expected=f"refused: {refusal.code}",
        found="recorded as accepted",
        words=words,
    )


def differences(seq: int, recorded: tuple[Any, ...], replayed: Replayed) -> list[Finding]:
    """Give the findings for events that are not what the rules give, in order."""
    expected = replayed.events
    if recorded == expected:
        return []
    found: list[Finding] = []
    carried = {r.event: r for r in replayed.rolls}
    place = 0
    while place < max(len(recorded), len(expected)):
        have = recorded[place] if place < len(recorded) else None
        want = expected[place] if place < len(expected) else None
        if have != want:
            found.append(_difference(f"{seq}.{place}", have, want, carried.get(place)))
            if type(have) is not type(want):
                # Behind a missing or added event everything is shifted; one finding says it.
                missing = _shift(recorded[place:], expected[place:])
                found[-1] = _shifted(f"{seq}.{place}", have, want, missing, carried.get(place))
                break
        place += 1
    return found


def _shift(recorded: tuple[Any, ...], expected: tuple[Any, ...]) -> str:
    """Tell whether an event is missing from what was recorded, or was added to it."""
    if len(recorded) < len(expected):
        return "missing"
    return "added" if len(recorded) > len(expected) else "other"


def _shifted(address: str, have: Any, want: Any, kind: str, roll: Thrown | None) -> Finding:
    if kind == "missing":
        return _finding(
            "EVENT_MISSING", address, want, have, f"{called(want)} must stand here", roll
        )
    if kind == "added":
        return _finding(
            "EVENT_ADDED", address, want, have, f"{called(have)} does not follow from the rules",
            roll,
        )  # fmt: skip
    return _finding(
        "OUTCOME_DIFFERS", address, want, have,
        f"{called(want)} follows from the rules, not {called(have)}", roll,
    )  # fmt: skip


def _difference(address: str, have: Any, want: Any, roll: Thrown | None) -> Finding:
    if isinstance(want, GameStarted) and isinstance(have, GameStarted):
        return _start_differs(address, have, want)
    for mine, its in zip(rolls_in(have), rolls_in(want), strict=False):
        if mine.purpose != its.purpose:
            return _finding(
                "PURPOSE_DIFFERS", address, want, have,
                f"these dice were rolled for {its.purpose}, not for {mine.purpose}", roll,
            )  # fmt: skip
        if mine.faces != its.faces:
            return _finding(
                "FACES_DIFFER", address, want, have,
                f"the dice of the entry show {_faces(its)}, this event says {_faces(mine)}", roll,
            )  # fmt: skip
    fields = ", ".join(_unequal(have, want)) or "its kind"
    return _finding(
        "OUTCOME_DIFFERS", address, want, have, f"{fields} does not follow from the dice", roll
    )


def _faces(roll: Roll) -> str:
    return " ".join(map(str, roll.faces))


def _unequal(have: Any, want: Any) -> list[str]:
    if type(have) is not type(want) or not isinstance(want, Message):
        return []
    return [n for n in field_names(type(want)) if getattr(have, n) != getattr(want, n)]


def _start_differs(address: str, have: GameStarted, want: GameStarted) -> Finding:
    code = "HOUSE_RULES_DIFFER" if have.house_rules != want.house_rules else "START_DIFFERS"
    return Finding(
        code=code,
        address=address,
        rule="ENGINE",
        expected=shown(want),
        found=shown(have),
        words="the game was not started as entry 0 asked: "
        + (", ".join(_house_rules(have, want)) or "its players or rules differ"),
    )


def _house_rules(have: GameStarted, want: GameStarted) -> list[str]:
    names = {**want.house_rules, **have.house_rules}
    return [
        f"{name} is {to_plain(have.house_rules.get(name))}, asked for was "
        f"{to_plain(want.house_rules.get(name))}"
        for name in names
        if have.house_rules.get(name) != want.house_rules.get(name)
    ]


def _finding(
    code: str, address: str, want: Any, have: Any, words: str, roll: Thrown | None
) -> Finding:
    about = want if want is not None else have
    rules = rule_ids(type(about)) if isinstance(about, Message) else ()
    if not rules and roll is not None:
        rules = roll.rules
    return Finding(
        code=code,
        address=address,
        rule=", ".join(rules) or "ENGINE",
        expected="nothing" if want is None else shown(want),
        found="nothing" if have is None else shown(have),
        words=words,
    )
