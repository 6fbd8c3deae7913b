"""
Answers from a source that makes dice, with faces that were revealed before.

What fell once stays fallen: faces of a held roll, or of an entry that was
taken back, come first, as far as the rolls ask for the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import frozen

from rollbook.engine.dice.entered import Choices
from rollbook.engine.dice.source import DiceSource, Rolling
from rollbook.engine.step import ChoiceAsk, RollAsk


@frozen
class Kept:
    """
    Faces that fell in entry *seq* and come first now.

    *asks* are the rolls they were asked for by, in order: purpose, count and
    sides.
    """

    seq: int
    asks: tuple[tuple[str, int, int], ...]
    faces: tuple[int, ...]


class Generated:
    """
    Answers whose dice come from *source*, after what was *kept*.

    *begin* starts the source when the first die is needed.
    """

    def __init__(
        self,
        source: DiceSource,
        begin: Callable[[], Rolling],
        choices: tuple[str, ...] = (),
        kept: Kept | None = None,
    ) -> None:
        self._source = source
        self._begin = begin
        self._kept = kept
        self._choices = Choices(choices)
        self._rolling: Rolling | None = None
        self._matched = kept is not None
        self.faces: tuple[int, ...] = ()
        self.taken_over = 0
        self.asks: list[tuple[str, int, int]] = []

    @property
    def fresh(self) -> bool:
        """Whether any die fell that had not fallen before."""
        return len(self.faces) > self.taken_over

    def roll(self, ask: RollAsk) -> tuple[int, ...]:
        """Give faces: those that were kept as long as the rolls are the same, then new ones."""
        asked = (ask.purpose, ask.count, ask.sides)
        given = self._from_kept(asked) if self._matched else None
        if given is None:
            self._matched = False
            if self._rolling is None:
                self._rolling = self._begin()
            given = self._rolling.take(ask.count, ask.sides)
        self.asks.append(asked)
        self.faces += given
        return given

    def _from_kept(self, asked: tuple[str, int, int]) -> tuple[int, ...] | None:
        kept, number = self._kept, len(self.asks)
        if kept is None or number >= len(kept.asks) or kept.asks[number] != asked:
            return None
        given = kept.faces[self.taken_over : self.taken_over + asked[1]]
        if len(given) < asked[1]:
            return None
        self.taken_over += asked[1]
        return given

    def choose(self, ask: ChoiceAsk) -> str:
        """Give the next choice."""
        return self._choices.take(ask)

    def finish(self) -> None:
        """Refuse choices that nothing asked for."""
        self._choices.check_used()

    def value(self, by: str) -> Any:
        """Give the dice value of the entry, or ``None`` if no die was asked for."""
        if not self.faces:
            return None
        proof = self._rolling.proof() if self._rolling is not None else {}
        if self._kept is not None and self.taken_over:
            proof = {**proof, "kept_from": self._kept.seq, "kept": self.taken_over}
        return self._source.value(source=self._source.name, faces=self.faces, rolled_by=by, **proof)
