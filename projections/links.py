"""
Which events lead to which: the links that an explanation follows back.

A rule set writes its links down, in a module ``links_<name>`` or with
:func:`register_links`: one line for each event type, naming the types that
can have led to it.  A
link is followed to the nearest earlier event of the same entry that tells of
the same unit.  ``Type*`` links whatever the units are, ``^Type`` looks in
earlier entries of the timeline when this entry has none.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from rollbook.events.message import Event, field_names, name_of
from rollbook.events.schema import SHIPPED

UNIT_FIELDS = ("unit", "target", "victim", "rammer", "tank")
"""The fields in which events name the units that they tell of."""


@frozen
class Link:
    """One kind of event that can have led to another."""

    name: str
    any_unit: bool
    earlier: bool


@frozen
class Links:
    """
    The links of one rule set.

    *counted* names the events of which each stands for one wound or hit, and
    the field in which rolls count those, so that the n-th comes from the roll
    that holds the n-th.  *prefixes* are
    the beginnings of the rule ids that speak of a kind of unit.
    """

    of: Mapping[str, tuple[Link, ...]]
    counted: Mapping[str, str] = {}
    prefixes: Mapping[str, str] = {}


NONE = Links({})


def parse_links(
    lines: Mapping[str, str], *, counted: str = "", prefixes: Mapping[str, str] | None = None
) -> Links:
    """
    Read links from their short form.

    >>> parse_links({"HullPointLost": "DamageSuffered ^RulingMade*"}).of["HullPointLost"][1]
    Link(name='RulingMade', any_unit=True, earlier=True)
    """
    return Links(
        {name: tuple(_link(word) for word in words.split()) for name, words in lines.items()},
        dict(word.split(":") for word in counted.split()),
        prefixes or {},
    )


def _link(word: str) -> Link:
    return Link(word.strip("^*"), word.endswith("*"), word.startswith("^"))


_LINKS: dict[str, Links] = {}


def register_links(rules: str, links: Links) -> Links:
    """Make the links of a rule set known, one that is not shipped here."""
    _LINKS[rules] = links
    return links


def links_of(rules: str) -> Links:
    """
    Give the links of a rule set.

    One that has written none down is explained by its commands alone.
    """
    if rules not in _LINKS:
        _LINKS[rules] = _shipped(rules)
    return _LINKS[rules]


def _shipped(rules: str) -> Links:
    if rules not in SHIPPED:
        return NONE
    name = f"rollbook.projections.links_{rules.replace('-', '')}"
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return NONE
    found: Links = module.LINKS
    return found


def type_name(event: Any) -> str:
    """Give the name of an event's type, also of one unknown here."""
    return name_of(type(event)) if isinstance(event, Event) else str(event.name)


def units_of(event: Any) -> frozenset[str]:
    """Give the units that an event tells of."""
    names = field_names(type(event)) if isinstance(event, Event) else ()
    return frozenset(
        value
        for value in (getattr(event, n) for n in UNIT_FIELDS if n in names)
        if isinstance(value, str)
    )


def related(effect: Any, cause: Any) -> bool:
    """Tell whether two events tell of one unit, and of one model where both name one."""
    if not units_of(effect) & units_of(cause):
        return False
    a, b = getattr(effect, "model", None), getattr(cause, "model", None)
    return a is None or b is None or a == b


def cause_in(links: Links, events: Sequence[Any], index: int) -> int | None:
    """Give the number of the event of the same entry that led to event *index*, if any."""
    effect = events[index]
    wanted = links.of.get(type_name(effect), ())
    if type_name(effect) in links.counted:
        found = _counted(wanted, links.counted[type_name(effect)], events, index)
        if found is not None:
            return found
    for earlier in range(index - 1, -1, -1):
        name = type_name(events[earlier])
        for link in wanted:
            if link.name == name and (link.any_unit or related(effect, events[earlier])):
                return earlier
    return None


def _counted(wanted: Sequence[Link], field: str, events: Sequence[Any], index: int) -> int | None:
    """Give the roll whose *field* holds the wound or hit which event *index* stands for."""
    effect = events[index]
    kind, names = type(effect), {link.name for link in wanted}
    number = sum(type(e) is kind and related(effect, e) for e in events[:index])
    for at, event in enumerate(events[:index]):
        if type_name(event) in names and related(effect, event):
            number -= getattr(event, field, 0) or 0
            if number < 0:
                return at
    return None
