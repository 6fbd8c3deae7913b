"""Difficult and dangerous terrain, for moves, runs and charges alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rollbook.engine.armourvalue.book import Book
from rollbook.engine.armourvalue.checks import bad_value, needs_if
from rollbook.engine.armourvalue.damage import immobilise
from rollbook.engine.armourvalue.house_rules import house
from rollbook.engine.armourvalue.wounds import lose
from rollbook.engine.step import Item, RollAsk, Step
from rollbook.events.armourvalue.commands import TestAt
from rollbook.events.armourvalue.happenings import (
    DangerousTerrainTested,
    DifficultTerrainTested,
)
from rollbook.events.armourvalue.units import Infantry, Unit
from rollbook.events.game import Position
from rollbook.projections.armourvalue.state import ArmourValueState


@frozen
class Travel:
    """
    A way that a unit wants to go.

    Moves, runs and charges say what their arrival is; what terrain does on
    the way is the same for all.
    """

    unit: str
    distance_milli: int
    position: Position
    test_at: TestAt | None

    def arrive(
        self, state: ArmourValueState, distance: int, position: Position, *, stopped: bool
    ) -> tuple[Item, ...]:
        """Give the events of getting there, or of being stopped where terrain was tested."""
        raise NotImplementedError

    def settle(self, state: ArmourValueState) -> tuple[Item, ...]:  # noqa: ARG002
        """Give what follows once terrain has done its harm."""
        return ()

    def fall_short(self, state: ArmourValueState, most_milli: int) -> tuple[Item, ...]:
        """Refuse, or say what happens, when difficult terrain allows only *most_milli*."""
        raise NotImplementedError


def check_test_at(unit: Unit, tested: bool, distance: int, at: TestAt | None) -> None:
    """Walkers and vehicles that test must say where on the way.  Rule: FE-TER-2, FE-TER-3."""
    needed = tested and not isinstance(unit, Infantry)
    needs_if(at, needed, "test_at", "where a walker or vehicle tests dangerous terrain")
    if at is not None and at.distance_milli > distance:
        bad_value("test_at.distance_milli", "lies beyond the end of the move")


def go(travel: Travel, *, difficult: bool, dangerous: bool) -> tuple[Step, ...]:
    """Give the first step of a way; difficult terrain is rolled before dangerous."""
    if difficult:
        return (DifficultTest(travel, dangerous),)
    return (DangerousTest(travel),) if dangerous else (Arrival(travel),)


@frozen
class DifficultTest(Step):
    """The best of two dice says how many inches terrain allows.  Rule: FE-TER-1."""

    travel: Travel
    dangerous: bool

    def ask(self, state: ArmourValueState, book: Book) -> RollAsk:  # noqa: ARG002
        """Ask for two dice."""
        return RollAsk("difficult_terrain", book.terrain.difficult_dice, 6, "highest")

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:
        """Go on, or fall short."""
        most = book.terrain.difficult_die_milli * max(answer)
        tested = DifficultTerrainTested(
            unit=self.travel.unit, roll=self.ask(state, book).roll(answer), max_milli=most
        )
        if self.travel.distance_milli > most:
            return (tested, *self.travel.fall_short(state, most))
        return (tested, *go(self.travel, difficult=False, dangerous=self.dangerous))


@frozen
class DangerousTest(Step):
    """
    One die a walker or vehicle, one a model of infantry; ones do harm.

    One test a move, however much of it is dangerous.  Rule: FE-TER-2.
    """

    travel: Travel

    def ask(self, state: ArmourValueState, book: Book) -> RollAsk:
        """Ask for the dice."""
        unit = state.units[self.travel.unit]
        count = unit.models if isinstance(unit, Infantry) else 1
        return RollAsk("dangerous_terrain", count, 6, book.terrain.dangerous_fails_up_to + 1)

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:
        """Arrive, or stop where terrain was tested, and suffer the harm."""
        travel = self.travel
        failed = sum(face <= book.terrain.dangerous_fails_up_to for face in answer)
        tested = DangerousTerrainTested(
            unit=travel.unit, roll=self.ask(state, book).roll(answer), failed=failed
        )
        at = travel.test_at
        stops = house(state, "dangerous_stop") == "where_tested"
        if failed and at is not None and stops:
            way = travel.arrive(state, at.distance_milli, at.position, stopped=True)
        else:
            way = travel.arrive(state, travel.distance_milli, travel.position, stopped=False)
        return (tested, *way, *harm(state, travel.unit, failed), Settling(travel))


def harm(state: ArmourValueState, name: str, failed: int) -> tuple[Item, ...]:
    """Immobilise a walker or vehicle, or take a wound a one off infantry.  Rule: FE-TER-3."""
    unit = state.units[name]
    if isinstance(unit, Infantry):
        return lose(unit, name, failed, "terrain", None)
    return immobilise(state, name, "terrain") if failed else ()


@frozen
class Arrival(Step):
    """A way without a dangerous test ends where it was meant to."""

    travel: Travel

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:  # noqa: ARG002
        """Arrive."""
        travel = self.travel
        way = travel.arrive(state, travel.distance_milli, travel.position, stopped=False)
        return (*way, Settling(travel))


@frozen
class Settling(Step):
    """What follows a way, seen from its end."""

    travel: Travel

    def resolve(self, state: ArmourValueState, book: Book, answer: Any) -> Sequence[Item]:  # noqa: ARG002
        """Let the way say so."""
        return self.travel.settle(state)
