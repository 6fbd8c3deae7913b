"""Faces for a command that is played again, one of its rolls perhaps with others."""

from __future__ import annotations

from attrs import define

from rollbook.engine.dice.entered import Choices, check_faces, check_no_faces_left
from rollbook.engine.dice.source import Rolling
from rollbook.engine.step import ChoiceAsk, RollAsk
from rollbook.engine.throws import Throw
from rollbook.events.errors import NeedsDice


@define
class OtherFaces:
    """
    Faces for one command: those before the change, the new ones, then recorded ones that fit.

    Where none fit, *rolling* simulates, or the command asks for dice.
    """

    recorded: tuple[Throw, ...]
    changed_at: int | None
    given: tuple[int, ...]
    choices: Choices
    rolling: Rolling | None
    faces: tuple[int, ...] = ()
    made: int = 0
    _asks: int = 0
    _used: int = 0
    _next: int = 0

    def roll(self, ask: RollAsk) -> tuple[int, ...]:
        """Give the faces of one throw."""
        faces = self._faces(ask)
        check_faces(ask, faces)
        self._asks += 1
        self.faces += faces
        return faces

    def _faces(self, ask: RollAsk) -> tuple[int, ...]:
        changed = self.changed_at is not None and self._asks >= self.changed_at
        if changed and self._used < len(self.given):
            faces = self.given[self._used : self._used + ask.count]
            if len(faces) < ask.count:
                raise NeedsDice(ask.purpose, ask.count, ask.sides)
            self._used += ask.count
            self._pass_over(ask)
            return faces
        recorded = self._recorded(ask)
        if recorded is not None:
            return recorded
        if self.rolling is None:
            raise NeedsDice(ask.purpose, ask.count, ask.sides)
        self.made += ask.count
        return self.rolling.take(ask.count, ask.sides)

    def _recorded(self, ask: RollAsk) -> tuple[int, ...] | None:
        """Give the next recorded throw that was asked for alike, if there is one left."""
        for place in range(self._next, len(self.recorded)):
            if _alike(self.recorded[place].ask, ask):
                self._next = place + 1
                return self.recorded[place].faces
        return None

    def _pass_over(self, ask: RollAsk) -> None:
        """Let new faces stand for the recorded throw that they replace."""
        if self._next < len(self.recorded) and _alike(self.recorded[self._next].ask, ask):
            self._next += 1

    def choose(self, ask: ChoiceAsk) -> str:
        """Give the next choice."""
        return self.choices.take(ask)

    def finish(self) -> None:
        """Refuse new faces that nothing asked for; recorded ones may be left over."""
        check_no_faces_left(self.given[self._used :])


def _alike(recorded: RollAsk, ask: RollAsk) -> bool:
    """Tell whether two rolls are for the same, with the same dice."""
    return (recorded.purpose, recorded.count, recorded.sides) == (
        ask.purpose,
        ask.count,
        ask.sides,
    )
