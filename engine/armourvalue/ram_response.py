"""Brace, give way, or Death or Glory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rollbook.engine.armourvalue.book import Book
from rollbook.engine.armourvalue.checks import (
    bad_value,
    check_active,
    check_mobile,
    is_helpless,
    known_unit,
    known_weapon,
    refuse,
)
from rollbook.engine.armourvalue.collision import Collision
from rollbook.engine.armourvalue.firing import penetration_dice
from rollbook.engine.armourvalue.house_rules import house
from rollbook.engine.armourvalue.penetration import Hit
from rollbook.engine.armourvalue.prelude import begin
from rollbook.engine.decide import Asked
from rollbook.engine.step import Item, Step
from rollbook.events.armourvalue.commands import RamResponse
from rollbook.events.armourvalue.happenings import (
    DeathOrGloryAttempted,
    ModelRemoved,
    RamResponseChosen,
    RamStopped,
    UnitRemoved,
)
from rollbook.events.armourvalue.quantities import GRENADES, KRAK, MELTA_BOMB
from rollbook.events.armourvalue.units import Infantry, RamOwed, Unit, Vehicle
from rollbook.projections.armourvalue.state import ArmourValueState


def ram_response(state: ArmourValueState, asked: Asked, book: Book) -> Sequence[Item]:
    """Decide the answer to a ram.  Rule: FE-RAM-1, FE-TSK-1."""
    command = asked.command
    assert isinstance(command, RamResponse)  # noqa: S101
    begin(state, "movement", settles="ram_response", unit=command.unit)
    unit = known_unit(state, command.unit, "unit")
    if command.weapon is not None and command.weapon not in GRENADES:
        known_weapon(unit, command.weapon)
    check_active(unit, "unit")
    owed = state.pending[0]
    if not isinstance(owed, RamOwed):
        raise TypeError("what is owed names no rammer")
    _check_response(unit, command)
    chosen = RamResponseChosen(
        unit=command.unit,
        response=command.response,
        weapon=command.weapon,
        position=command.position,
    )
    if command.response == "death_or_glory":
        _check_attempt(state, unit, command.weapon, owed.contact)
        hit = glory_hit(unit, command, owed.rammer, book)
        return (chosen, hit, Aftermath(command.unit, owed.rammer, command.weapon, owed.contact))
    if isinstance(unit, Infantry):
        return (chosen,)
    side = owed.contact or "front"
    return (chosen, Collision(owed.rammer, command.unit, side, side))


def _check_response(unit: Unit, command: RamResponse) -> None:
    infantry = isinstance(unit, Infantry)
    if command.response == ("brace" if infantry else "give_way"):
        rule = "FE-TSK-1" if infantry else "FE-RAM-1"
        words = "infantry does not brace" if infantry else "a walker does not give way"
        refuse("BAD_RESPONSE", words, rule)
    if command.position is not None and command.response != "give_way":
        bad_value("position", "is only for giving way")
    if command.weapon is not None and command.response != "death_or_glory":
        bad_value("weapon", "is only for death_or_glory")


def _check_attempt(
    state: ArmourValueState, unit: Unit, weapon: str | None, contact: str | None
) -> None:
    """Check who may stand up to a tank, and with what.  Rule: FE-RAM-1, FE-RAM-3, FE-CC-5."""
    if contact == "rear":
        refuse("REAR_ARC", "a walker met in the rear can only brace", "FE-RAM-1")
    if house(state, "dog_when_helpless") == "forbid":
        check_mobile(unit, "FE-RAM-1")
    if weapon in GRENADES:
        carried = 0
        if isinstance(unit, Infantry):
            carried = unit.krak if weapon == KRAK else unit.melta_bombs
        if carried == 0:
            refuse("NO_GRENADES", f"nobody carries a {str(weapon).replace('_', ' ')}", "FE-CC-5")
    elif weapon is not None:
        if unit.weapons[weapon].destroyed:
            refuse("WEAPON_DESTROYED", f"{weapon} is destroyed", "FE-DMG-5")
        if unit.weapons[weapon].spent:
            refuse("ALREADY_FIRED", f"{weapon} is used up", "FE-RAM-3")


def glory_hit(unit: Unit, command: RamResponse, tank: str, book: Book) -> Hit:
    """
    Give the one automatic hit on a tank's front, at contact.

    Number of shots, blast and template do not count.  Rule: FE-RAM-3.
    """
    own = 0 if isinstance(unit, Vehicle) else unit.strength
    chart = book.melee
    weapon = unit.weapons.get(command.weapon) if command.weapon is not None else None
    if weapon is not None and weapon.kind != "melee":
        return _hit(
            command.unit,
            tank,
            weapon.strength,
            ap=weapon.ap,
            dice=penetration_dice(weapon, None),
            rending="rending" in weapon.traits,
            lance="lance" in weapon.traits,
        )
    if command.weapon == MELTA_BOMB:
        return _hit(command.unit, tank, chart.melta_bomb_strength, ap=None, dice="sum")
    if command.weapon == KRAK:
        return _hit(command.unit, tank, chart.krak_strength, ap=None)
    return _hit(command.unit, tank, own if weapon is None else chart.doubled(own), ap=None)


def _hit(unit: str, tank: str, strength: int, **how: Any) -> Hit:
    return Hit(
        unit=tank, source=unit, cause="death_or_glory", side="front", strength=strength, **how
    )


@frozen
class Aftermath(Step):
    """
    A tank that is out of play, stunned or immobilised has been stopped.

    A walker that failed is struck in the rear; infantry loses a model.
    Rule: FE-RAM-3, FE-RAM-4, FE-TSK-1.
    """

    unit: str
    tank: str
    weapon: str | None
    contact: str | None

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:  # noqa: ARG002
        """Stop the tank, or let it come."""
        tank, unit = state.units[self.tank], state.units[self.unit]
        stopped = tank.status != "active" or is_helpless(tank)
        attempt = DeathOrGloryAttempted(
            unit=self.unit, tank=self.tank, weapon=self.weapon, stopped=stopped
        )
        if stopped:
            return (attempt, RamStopped(unit=self.tank))
        if isinstance(unit, Infantry):
            return (attempt, *crushed(unit, self.unit))
        true_side = house(state, "failed_dog_armour") == "contact"
        own = (self.contact or "rear") if true_side else "rear"
        return (attempt, Collision(self.tank, self.unit, "rear", own))


def crushed(unit: Infantry, name: str) -> tuple[Item, ...]:
    """Take the model off that stood in the way.  Rule: FE-TSK-1."""
    left = max(0, unit.models - 1)
    gone = ModelRemoved(unit=name, cause="crushed", models_after=left)
    return (gone,) if left else (gone, UnitRemoved(unit=name, cause="crushed"))
