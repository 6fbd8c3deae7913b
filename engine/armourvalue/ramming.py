"""Tanks that ram walkers and vehicles, and shock infantry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rollbook.engine.armourvalue import morale
from rollbook.engine.armourvalue.book import Book
from rollbook.engine.armourvalue.checks import (
    active_units,
    bad_value,
    check_able,
    check_enemy,
    check_turn,
    needs_if,
    refuse,
)
from rollbook.engine.armourvalue.collision import Collision
from rollbook.engine.armourvalue.movement import check_reach, is_ramming, top_speed
from rollbook.engine.armourvalue.prelude import begin
from rollbook.engine.armourvalue.wounds import infantry
from rollbook.engine.decide import Asked
from rollbook.engine.step import Item, RollAsk, Step
from rollbook.events.armourvalue.commands import Ram
from rollbook.events.armourvalue.happenings import RamDeclared
from rollbook.events.armourvalue.units import Infantry, Unit, Vehicle
from rollbook.projections.armourvalue.state import ArmourValueState


def ram(state: ArmourValueState, asked: Asked, book: Book) -> Sequence[Item]:
    """Decide a ram or a tank shock; what stands in the way decides.  Rule: FE-RAM-5, FE-TSK-1."""
    command = asked.command
    assert isinstance(command, Ram)  # noqa: S101
    begin(state, "movement")
    unit, target = active_units(state, unit=command.unit, target=command.target)
    check_turn(state, unit)
    if not isinstance(unit, Vehicle):
        refuse("WRONG_KIND", "only tanks ram", "FE-RAM-5")
    if not unit.tank:
        refuse("NOT_A_TANK", f"{unit.name or 'the vehicle'} is no tank", "FE-RAM-5")
    check_enemy(unit, target)
    check_able(unit)
    _check_way(unit, command.distance_milli, book)
    if target.combat is not None:
        refuse("TARGET_LOCKED", f"{target.name or 'the target'} is locked in combat", "FE-TSK-1")
    machine = not isinstance(target, Infantry)
    needs_if(command.contact, machine, "contact", "which side of a walker or vehicle is met")
    return _met(command, target)


def _check_way(unit: Vehicle, distance: int, book: Book) -> None:
    moved = unit.moved_milli
    if moved is not None and not is_ramming(unit):
        refuse("ALREADY_MOVED", f"{unit.name or 'the tank'} has moved this turn", "FE-RAM-5")
    check_reach(distance, top_speed(unit, book), "FE-RAM-5")
    if distance < (moved or 0):
        bad_value("distance_milli", "is less than the tank has moved already this turn")


def _met(command: Ram, target: Unit) -> tuple[Item, ...]:
    if isinstance(target, Infantry):
        return (Shock(command, command.target),)
    if isinstance(target, Vehicle):
        side = command.contact or "front"
        return (_declared(command, asks=False), Collision(command.unit, command.target, side, side))
    return (_declared(command, asks=True),)


def _declared(command: Ram, *, asks: bool) -> RamDeclared:
    return RamDeclared(
        unit=command.unit,
        target=command.target,
        distance_milli=command.distance_milli,
        contact=command.contact,
        position=command.position,
        asks_response=asks,
    )


@frozen
class Shock(Step):
    """
    Infantry in the way of a tank tests its morale; the fearless pass.

    Rule: FE-TSK-1.
    """

    command: Ram
    unit: str

    def ask(self, state: ArmourValueState, book: Book) -> RollAsk | None:  # noqa: ARG002
        """Ask for two dice."""
        return None if infantry(state, self.unit).fearless else RollAsk("morale", 2, 6, "sum")

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:
        """Let it fall back, or owe an answer."""
        value = infantry(state, self.unit).leadership
        passed = answer is None or sum(answer) <= value
        checked = morale.checked(self, state, book, "tank_shock", value, answer, passed)
        return (_declared(self.command, asks=passed), checked)
