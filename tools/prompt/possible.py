"""
What is possible now, and why something is not.

Every command is tried on the state, for every unit, with harmless values in
the fields that nobody has typed yet; nothing is rolled or recorded.  A
refusal about such a value says nothing of the command, any other one is the
reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

from attrs import frozen

from rollbook.engine.decide import Asked, first_steps
from rollbook.engine.session import Session
from rollbook.events.errors import RuleRefusal
from rollbook.events.frozen import FrozenDict
from rollbook.events.log.messages import LOG_MESSAGES
from rollbook.events.message import Message
from rollbook.events.quantities import JUDGE, SYSTEM, Between, OneOf
from rollbook.events.shape import (
    Either,
    Field,
    Listing,
    Mapping,
    Nullable,
    One,
    Scalar,
    Several,
    Shape,
    fields_of,
)
from rollbook.tools.notation.verbs import Verb, verbs_of
from rollbook.tools.prompt.completing import UNITS

OF_A_VALUE = frozenset(
    {
        *("BAD_VALUE", "NEEDS_FIELD", "NEEDS_DICE", "NEEDS_CHOICE", "OUT_OF_ARC"),
        *("ILLEGAL_DIRECTION", "NO_ACCESS", "BAD_SPLIT", "UNKNOWN_MODEL", "BAD_RESPONSE"),
        *("HAS_HULL_POINTS", "OUT_OF_RANGE", "NOT_ABOARD"),
    }
)
"""Refusals that may be about a value that was only filled in."""
MOST_TRIES = 400
ALWAYS = ("note", "ruling", "end_game", "add_unit")


@frozen
class Answer:
    """If a verb is possible for a unit (``None``: it names none), and if not, why."""

    verb: Verb
    unit: str | None
    refusal: RuleRefusal | None


def answers(session: Session, who: str, *, unit: str | None = None) -> Iterator[Answer]:
    """
    Say of every verb, and each unit that *who* may want to use, if it is possible now.

    With *unit* only of that one.
    """
    state = session.state
    for verb in verbs_of(session.rules.name).by_command.values():
        if verb.shaped.cls in LOG_MESSAGES or verb.name in ALWAYS:
            continue
        names = [f.name for f in fields_of(verb.shaped.cls)]
        first = next((name for name in ("unit", "attacker") if name in names), None)
        if first is None:
            if unit is None:
                yield Answer(verb, None, _tried(session, who, verb, {}))
            continue
        for ident in [unit] if unit is not None else _own(state, who):
            yield Answer(verb, ident, _tried(session, who, verb, {first: ident}))


def _own(state: Any, who: str) -> list[str]:
    everyone = who in (JUDGE, SYSTEM)
    return [n for n, u in state.units.items() if everyone or u.owner == who]


def _tried(session: Session, who: str, verb: Verb, given: dict[str, Any]) -> RuleRefusal | None:
    """Try a verb with every target, weapon and word; give the refusal that got furthest."""
    best: RuleRefusal | None = None
    for command in islice(_commands(session.state, who, verb, given), MOST_TRIES):
        try:
            first_steps(session.rules, session.state, Asked(command, who))
        except RuleRefusal as refusal:
            if refusal.code in OF_A_VALUE:
                return None
            best = _later(best, refusal)
        else:
            return None
    return best


_EARLY = ("UNKNOWN_UNIT", "UNKNOWN_WEAPON", "FRIENDLY", "NOT_ACTIVE", "WRONG_KIND")


def _later(best: RuleRefusal | None, new: RuleRefusal) -> RuleRefusal:
    """Prefer reasons that are not about the target or weapon that was tried."""
    if best is None or (best.code in _EARLY and new.code not in _EARLY):
        return new
    return best


def _commands(state: Any, who: str, verb: Verb, given: dict[str, Any]) -> Iterator[Any]:
    cls: Any = verb.shaped.cls
    fields = [f for f in fields_of(cls) if f.name not in given and not f.absent]
    unit = state.units.get(next(iter(given.values()), None))
    choices = [_values(field, state, who, unit) for field in fields]
    for values in product(*choices):
        made = dict(zip((f.name for f in fields), values, strict=True))
        yield cls(**given, **made)


def _values(field: Field, state: Any, who: str, unit: Any) -> list[Any]:
    if field.name == "vehicle":
        return list(state.units)[:12] or ["nobody"]
    if field.name in UNITS:
        owner = getattr(unit, "owner", who)
        others = [n for n, u in state.units.items() if u.owner != owner and _in_play(u)]
        return others[:6] or ["nobody"]
    if field.name == "weapon":
        return list(getattr(unit, "weapons", ())) or ["none"]
    if field.name == "player":
        return [who] if who in state.players else list(state.players)
    if field.name == "combat":
        return list(getattr(state, "combats", ())) or ["none"]
    if field.name == "direction":
        return ["forward", "any"]
    return [_harmless(field.shape)] if field.name != "phase" else _all(field.shape)


def _in_play(unit: Any) -> bool:
    return getattr(unit, "status", "active") == "active"


def _all(shape: Shape) -> list[Any]:
    checks = shape.checks if isinstance(shape, Scalar) else ()
    return next((list(c.values) for c in checks if isinstance(c, OneOf)), [_harmless(shape)])


def _harmless(shape: Shape) -> Any:
    """Give the smallest value that a field takes."""
    match shape:
        case Nullable():
            return None
        case Scalar(kinds=kinds, checks=checks):
            return _harmless_scalar(kinds, checks)
        case Listing(item=item, fixed=fixed):
            return tuple(map(_harmless, fixed)) if item is None else ()
        case Mapping():
            return FrozenDict({})
        case One(cls=cls):
            return _harmless_value(cls)
        case Either(options=options):
            return _harmless(options[0])
        case Several():
            return 0


def _harmless_scalar(kinds: tuple[type, ...], checks: tuple[Any, ...]) -> Any:
    for check in checks:
        if isinstance(check, OneOf):
            return check.values[0]
        if isinstance(check, Between):
            return min(max(check.low, 1), check.high)
    return {bool: False, int: 1, str: "x"}.get(kinds[0], b"")


def _harmless_value(cls: type[Message]) -> Any:
    make: Any = cls
    return make(**{f.name: _harmless(f.shape) for f in fields_of(cls) if not f.absent})
