"""What odds are: distributions of fields, outcomes, and what the dice do not decide."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from attrs import define

from rollbook.engine.odds.graph import Apart, Label
from rollbook.engine.odds.merging import Numbering
from rollbook.events.plain import to_plain
from rollbook.projections.fields import MISSING, Difference, Path, differences, value_at

ZERO = Fraction(0)
ABSENT = "absent"
"""The text for a field that an outcome does not have."""

Fields = dict[str, dict[str, Fraction]]

__all__ = ["ABSENT", "Apart", "Fields", "Label", "Odds", "value_text"]


@define(slots=False)
class Odds:
    """
    What a command may lead to from the state *before*.

    *ends* are the states it can end in with their chances, *apart* where the
    dice do not decide, with the chance that the dice lead there; all of them
    together sum to exactly 1.  *times* says how often each thing is expected
    to happen on the way, *ever* how likely it happens at all (``None`` where
    that was not worked out).  *samples* is 0 for exact odds; otherwise the
    chances are shares of that many simulated commands.
    """

    before: Any
    ends: list[tuple[Any, Fraction]]
    apart: list[tuple[Apart, Fraction]]
    times: dict[Label, Fraction]
    ever: dict[Label, Fraction] | None
    situations: int
    samples: int = 0
    numbering: Numbering | None = None

    @property
    def exact(self) -> bool:
        """Whether nothing was simulated."""
        return not self.samples

    @property
    def error(self) -> float:
        """Twice the largest standard error that a simulated chance can have; 0 for exact odds."""
        return 0.0 if self.exact else self.samples**-0.5

    @cached_property
    def units(self) -> Mapping[str, Fields]:
        """For each unit and each of its fields that can change: the chance of every value."""
        names = dict.fromkeys(name for state, _ in self.ends for name in units_of(state))
        found = {name: self._fields(name) for name in names}
        return {name: fields for name, fields in found.items() if fields}

    def _fields(self, name: str) -> Fields:
        """Give the distributions of one unit, each different unit looked into once."""
        before = units_of(self.before).get(name, MISSING)
        variants = self._variants(name)
        paths: dict[Path, None] = {}
        for unit, _ in variants:
            paths.update((d.path, None) for d in _differences(before, unit))
        fields: Fields = {}
        for path in sorted(paths, key=_place(before)):
            values: defaultdict[str, Fraction] = defaultdict(lambda: ZERO)
            for unit, chance in variants:
                values[value_text(value_at(unit, path))] += chance
            fields[".".join(path)] = dict(values)
        return fields

    def _variants(self, name: str) -> list[tuple[Any, Fraction]]:
        numbering = self.numbering or Numbering()
        chances: defaultdict[Any, Fraction] = defaultdict(lambda: ZERO)
        units: dict[Any, Any] = {}
        for state, chance in self.ends:
            unit = units_of(state).get(name, MISSING)
            key = None if unit is MISSING else numbering.key(unit)
            units.setdefault(key, unit)
            chances[key] += chance
        return [(units[key], chance) for key, chance in chances.items()]

    def outcomes(self) -> list[tuple[Fraction, tuple[Difference, ...]]]:
        """Give the chance and the changes of every outcome, the likeliest first."""
        ranked = sorted(self.ends, key=lambda end: -end[1])
        return [(chance, tuple(differences(self.before, state))) for state, chance in ranked]

    def to_plain(self) -> dict[str, Any]:
        """Give the object that ``odds --json`` prints."""
        plain: dict[str, Any] = {
            "exact": self.exact,
            "units": {
                unit: {name: _texts(values) for name, values in fields.items()}
                for unit, fields in self.units.items()
            },
            "outcomes": [
                {"p": text_of(chance), "changes": [_change(d) for d in changes]}
                for chance, changes in self.outcomes()
            ],
            "events": self._events(),
            "apart": [_apart(one, chance) for one, chance in self.apart],
        }
        if not self.exact:
            plain |= {"samples": self.samples, "error": round(self.error, 6)}
        return plain

    def _events(self) -> dict[str, Any]:
        events: dict[str, Any] = {}
        for (event, unit, what), times in self.times.items():
            one = {"expected": text_of(times)}
            if self.ever is not None:
                one["p"] = text_of(self.ever[event, unit, what])
            events.setdefault(event, {}).setdefault(unit, {})[what] = one
        return events


def units_of(state: Any) -> Mapping[str, Any]:
    """Give the units of a state; some rule sets have none."""
    units: Mapping[str, Any] = getattr(state, "units", {})
    return units


def value_text(value: Any) -> str:
    """
    Give a value as the key of a distribution: text as it is, all else as JSON.

    >>> value_text("slain"), value_text(2), value_text(None)
    ('slain', '2', 'null')
    """
    if value is MISSING:
        return ABSENT
    if isinstance(value, str):
        return value
    return json.dumps(to_plain(value), ensure_ascii=False, separators=(",", ":"))


def text_of(chance: Fraction) -> str:
    """
    Give a chance as text, with its denominator always.

    >>> text_of(Fraction(1)), text_of(Fraction(1, 18))
    ('1/1', '1/18')
    """
    return f"{chance.numerator}/{chance.denominator}"


def _texts(values: Mapping[str, Fraction]) -> dict[str, str]:
    return {value: text_of(chance) for value, chance in values.items()}


def _differences(before: Any, unit: Any) -> tuple[Difference, ...]:
    if before is MISSING and unit is not MISSING:
        from rollbook.projections.fields import leaves

        return tuple(Difference(path, MISSING, value_at(unit, path)) for path in leaves(unit))
    return tuple(differences(before, unit))


def _place(before: Any) -> Any:
    """Give a sorting key that puts fields in the order in which a unit has them."""
    from rollbook.projections.fields import leaves

    order = {} if before is MISSING else {p: n for n, p in enumerate(leaves(before))}
    return lambda path: (order.get(path, len(order)), path)


def _change(difference: Difference) -> dict[str, Any]:
    plain: dict[str, Any] = {"path": str(difference)}
    for name, value in (("before", difference.left), ("after", difference.right)):
        if value is not MISSING:
            plain[name] = to_plain(value)
    return plain


def _apart(one: Apart, chance: Fraction) -> dict[str, Any]:
    plain: dict[str, Any] = {"kind": one.kind, "code": one.code, "message": one.message}
    if one.field is not None:
        plain["field"] = one.field
    if one.unit is not None:
        plain["unit"] = one.unit
    if one.options:
        plain["options"] = list(one.options)
    return plain | {"reached": text_of(chance)}
