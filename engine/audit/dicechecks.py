"""The dice of each entry: do they follow from their proof, and were fallen ones used again?"""

from __future__ import annotations

from typing import Any

from rollbook.engine.audit.found import Found, finding_at
from rollbook.engine.audit.gamecommands import faces_in
from rollbook.engine.audit.prefix import Prefix
from rollbook.engine.audit.proofs import (
    CONTRADICTED,
    PROVED,
    UNVERIFIABLE,
    Proof,
    Prover,
    judge_faces,
)
from rollbook.engine.decide import Asked
from rollbook.engine.dice.ledger import Ledger
from rollbook.engine.keeping import SIMULATED, Keeper, command_of
from rollbook.engine.replay import Replayed
from rollbook.events.dicevalues import DICE_VALUES, EnteredDice, JudgeDice
from rollbook.events.finding import Finding
from rollbook.events.log.entry import Entry
from rollbook.events.log.log import Log
from rollbook.events.quantities import JUDGE, SYSTEM

_KNOWN_DICE = frozenset(DICE_VALUES)


class DiceChecks:
    """Checks the dice of every entry of one log; :attr:`proofs` are by entry."""

    def __init__(
        self, log: Log, prefix: Prefix, keeper: Keeper, ledger: Ledger, found: Found
    ) -> None:
        self._log = log
        self._prefix = prefix
        self._keeper = keeper
        self._ledger = ledger
        self._found = found
        self._prover = Prover(ledger, log.chain.game_id)
        self._sides: dict[int, tuple[int, ...]] = {}
        self.proofs: dict[int, Proof] = {}

    @property
    def unsigned_checks(self) -> bool:
        """Whether signatures of reveals could not be checked here."""
        return self._prover.unsigned_checks

    def check(
        self, entry: Entry, before: Any, parent: int | None, replayed: Replayed | None
    ) -> None:
        """Check the dice of an entry, if it has any."""
        if entry.dice is None:
            return
        if type(entry.dice) not in _KNOWN_DICE:
            self.proofs[entry.seq] = Proof(UNVERIFIABLE, "dice of a source unknown here")
            return
        asks = replayed.rolls if replayed is not None else ()
        sides = tuple(s for roll in asks for s in [roll.ask.sides] * roll.ask.count)
        self._sides[entry.seq] = sides
        played = self._kind_at(parent) != SIMULATED
        proof = self._prover.check(entry, self._log.payload(entry.seq), sides, played=played)
        players = getattr(before, "players", None) or {}
        if entry.dice.rolled_by not in (*players, JUDGE, SYSTEM):
            self._found.add(
                "ROLLED_BY_NOBODY", entry.seq, "a player or the judge",
                entry.dice.rolled_by, "nobody of that name plays this game",
            )  # fmt: skip
        kept = self._kept(entry, parent, replayed, played=played)
        self._found.extend((*proof.findings, *kept))
        self.proofs[entry.seq] = proof

    def _kind_at(self, parent: int | None) -> str:
        timelines = self._prefix.chain.timelines
        return timelines.kinds[timelines.line(parent)] if parent is not None else "played"

    def _kept(
        self, entry: Entry, parent: int | None, replayed: Replayed | None, *, played: bool
    ) -> list[Finding]:
        """Check that faces which fell before were used again, and no others were passed off."""
        if parent is None or replayed is None:
            return []
        value, seq = entry.dice, entry.seq
        asked = Asked(command_of(entry), entry.by, faces_in(entry))
        kept = self._keeper.kept(parent, asked, simulated=not played)
        used = getattr(value, "kept_from", None)
        number = getattr(value, "kept", None) or 0
        if kept is None:
            if used is None and not number:
                return []
            return [finding_at("KEPT_FACES_DIFFER", seq, "fresh dice", f"faces of entry {used}",
                               "no roll was waiting to be used again")]  # fmt: skip
        due = _due(kept.asks, replayed)
        if not due and used is None:
            return []
        if used is None:
            what = "typed dice" if isinstance(value, EnteredDice) else "other faces"
            return [finding_at("FACES_NOT_REUSED", seq, f"the faces of entry {kept.seq}", what,
                               f"this roll fell in entry {kept.seq} already and was rolled again"
                               )]  # fmt: skip
        right = self._keeper.root(used) == self._keeper.root(kept.seq)
        if right and number == due and tuple(value.faces[:due]) == kept.faces[:due]:
            return []
        return [finding_at("KEPT_FACES_DIFFER", seq,
                           f"of entry {kept.seq}: {' '.join(map(str, kept.faces[:due]))}",
                           f"of entry {used}: {' '.join(map(str, value.faces[:number]))}",
                           "these are not the faces that fell")]  # fmt: skip

    def check_seeds(self) -> None:
        """Prove the dice of the judge's source whose seed was revealed later."""
        for seq, proof in list(self.proofs.items()):
            entry = self._prefix.entry(seq)
            value = entry.dice
            if not isinstance(value, JudgeDice) or proof.grade != UNVERIFIABLE:
                continue
            seed = self._ledger.seeds.get((value.commit or 0, 3))
            if seed is None:
                continue
            wrong = judge_faces(entry, self._log.payload(seq), seed[1], self._sides[seq])
            self._found.extend(wrong)
            self.proofs[seq] = (
                Proof(CONTRADICTED, wrong[0].words, tuple(wrong))
                if wrong
                else Proof(PROVED, f"the seed revealed in entry {seed[0]}")
            )


def _due(asks: tuple[tuple[str, int, int], ...], replayed: Replayed) -> int:
    """Count the faces that must be used again: as far as the rolls ask for the same."""
    number = 0
    for mine, thrown in zip(asks, replayed.rolls, strict=False):
        ask = thrown.ask
        if mine != (ask.purpose, ask.count, ask.sides):
            break
        number += ask.count
    return number
