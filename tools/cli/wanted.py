"""What can be looked for in a log: rolls, rounds, damage, losses, words."""

from __future__ import annotations

from collections.abc import Callable

from rollbook.events.log.entry import Entry
from rollbook.events.message import Message, field_names, name_of
from rollbook.events.roll import Roll
from rollbook.events.schema import Unknown
from rollbook.projections.words import Name, command_sentence, sentence

Wanted = Callable[[Entry, int], bool]
"""Tells whether one event of an entry is looked for."""

ROUNDS = frozenset({"RoundStarted", "PlayerTurnStarted"})
DAMAGE = {
    "hull-points": frozenset({"HullPointLost"}),
    "armour-value": frozenset({"DamageTableRolled"}),
}
LOSSES = frozenset(
    {"UnitExploded", "UnitSlain", "UnitRemoved", "VehicleInoperable", "VehicleWrecked"}
)


def _name(event: object) -> str:
    if isinstance(event, Unknown):
        return event.name
    return name_of(type(event)) if isinstance(event, Message) else ""


def is_round(entry: Entry, event: int) -> bool:
    """Tell whether a round or a player's turn starts."""
    return _name(entry.events[event]) in ROUNDS


def is_loss(entry: Entry, event: int) -> bool:
    """Tell whether a unit goes out of action."""
    return _name(entry.events[event]) in LOSSES


def is_roll(entry: Entry, event: int) -> bool:
    """Tell whether dice decided the event."""
    found = entry.events[event]
    if not isinstance(found, Message):
        return False
    return any(isinstance(getattr(found, name), Roll) for name in field_names(type(found)))


def is_damage(rules: str) -> Wanted:
    """Give what tells whether a hull point is lost, or the damage table is rolled on."""
    names = DAMAGE.get(rules, frozenset().union(*DAMAGE.values()))
    return lambda entry, event: _name(entry.events[event]) in names


def says(text: str, rules: str, name: Name) -> Wanted:
    """
    Give what tells whether the words of an event, or of its command, contain *text*.

    Capitals do not count.  *name* knows the units of where the search
    begins; those that join later are learned on the way.
    """
    wanted = text.casefold()
    joined: dict[str, str] = {}

    def known(ref: str) -> str:
        return joined.get(ref) or name(ref)

    def found(entry: Entry, event: int) -> bool:
        what = entry.events[event]
        unit, called = getattr(what, "unit", None), getattr(what, "name", None)
        if isinstance(unit, str) and isinstance(called, str) and not isinstance(what, Unknown):
            joined[unit] = called
        words = sentence(rules, what, known)
        if event == 0:
            words = f"{known(entry.by)}: {command_sentence(rules, entry.command, known)}\n{words}"
        return wanted in words.casefold()

    return found
