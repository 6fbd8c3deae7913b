"""The rolls of a log as the audit saw them, and the grade that each has in the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from rollbook.engine.audit.found import PAGE
from rollbook.engine.audit.prefix import Prefix
from rollbook.engine.audit.proofs import CONTRADICTED, Proof, entered_grade, kept_of
from rollbook.engine.audit.report import RollSeen
from rollbook.engine.dice.ledger import Ledger
from rollbook.engine.replay import Replayed
from rollbook.events.dicevalues import EnteredDice
from rollbook.events.finding import Finding
from rollbook.events.log.entry import Entry
from rollbook.events.log.messages import HoldRoll

_TOUCHES_ROLL = frozenset(
    ("EVENT_MISSING", "EVENT_ADDED", "OUTCOME_DIFFERS", "FACES_DIFFER", "PURPOSE_DIFFERS",
     "ROLL_NOT_MADE", "ROLL_NOT_DUE", "BAD_FACE", "NOT_LEGAL", "KEPT_FACES_DIFFER",
     "FACES_NOT_REUSED", "SIMULATED_IN_PLAY", "SOURCE_MISLABELLED", "HELD_ROLL_WRONG",
     "HELD_ROLL_DROPPED", "STATE_IMPOSSIBLE")
)  # fmt: skip


class GradedRolls:
    """
    Collects the rolls of one log; :meth:`graded` gives them when all is known.

    *proofs* and *findings* are looked at then, not before.
    """

    def __init__(
        self, prefix: Prefix, ledger: Ledger, proofs: Mapping[int, Proof], findings: list[Finding]
    ) -> None:
        self._prefix = prefix
        self._ledger = ledger
        self._proofs = proofs
        self._findings = findings
        self._rolls: list[RollSeen] = []

    def note(self, entry: Entry, before: Any, replayed: Replayed | None, line: str) -> None:
        """Note the rolls of an entry on the timeline *line*."""
        if entry.dice is None or replayed is None:
            return
        kept = kept_of(entry.dice)
        proof = self._proofs[entry.seq]
        held = isinstance(entry.command, HoldRoll)
        for thrown in replayed.rolls:
            event = None if held else thrown.event
            again = thrown.first < kept
            self._rolls.append(
                RollSeen(
                    address=str(entry.seq) if event is None else f"{entry.seq}.{event}",
                    place=len(self._rolls),
                    entry=entry,
                    thrown=thrown,
                    timeline=line,
                    round=getattr(before, "round", None),
                    phase=getattr(before, "phase", None),
                    grade=proof.grade,
                    why=proof.why,
                    held=held,
                    origin=entry.dice.kept_from if again else None,
                )
            )

    def graded(self, gone: set[int]) -> tuple[RollSeen, ...]:
        """Give every roll with its grade; *gone* are the entries that were withdrawn."""
        return tuple(self._graded(roll, roll.entry.seq in gone) for roll in self._rolls)

    def _graded(self, roll: RollSeen, withdrawn: bool) -> RollSeen:
        seq = roll.entry.seq
        proof = self._proof_of(roll)
        confirmed = tuple(self._ledger.confirmed.get(seq, {}).items())
        if isinstance(roll.entry.dice, EnteredDice):
            proof = entered_grade(roll.entry, [who for who, _ in confirmed])
        wrong = [f for f in self._findings if _touches(f, roll)]
        if wrong:
            proof = Proof(CONTRADICTED, wrong[0].words)
        disputed = tuple(
            (d.by, d.seq) for d in self._ledger.disputes if d.about in (str(seq), roll.address)
        )
        return evolve(
            roll,
            grade=proof.grade,
            why=proof.why,
            confirmed=confirmed,
            disputed=disputed,
            withdrawn=withdrawn,
            follows=not wrong,
        )

    def _proof_of(self, roll: RollSeen) -> Proof:
        """Give the proof behind a roll: of the entry in which its faces fell first."""
        seq, place = roll.entry.seq, roll.thrown.first
        for _ in range(len(self._proofs)):
            value = self._prefix.entry(seq).dice
            kept_from = getattr(value, "kept_from", None)
            if kept_from is None or kept_from >= seq or place >= (value.kept or 0):
                break
            if kept_from not in self._proofs:
                break
            seq = kept_from
        return self._proofs[seq]


def _touches(finding: Finding, roll: RollSeen) -> bool:
    if finding.address == str(roll.entry.seq):
        return finding.code in _TOUCHES_ROLL or finding.rule == PAGE
    return finding.address == roll.address and finding.code in _TOUCHES_ROLL
