"""An exhibit checked without its log: hashes, signatures, dice, and the entry in words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from rollbook.engine.audit.proofs import (
    GRADES,
    Proof,
    Prover,
    entered_grade,
    judge_faces,
)
from rollbook.engine.dice.ledger import Ledger
from rollbook.events.dicevalues import DICE_VALUES, EnteredDice, JudgeDice
from rollbook.events.errors import MissingExtra, RollbookError
from rollbook.events.finding import Finding
from rollbook.events.log.checkpoint import SignatureError, Verified, verify
from rollbook.events.log.errors import LogError
from rollbook.events.log.exhibit import Exhibit, read_exhibit
from rollbook.events.log.keys import VerifierKey
from rollbook.events.log.tlogproof import MAX_FILE_BYTES
from rollbook.projections.rolls import rolls_in
from rollbook.projections.words import command_sentence, names_of, sentence


@frozen
class Checked:
    """What checking an exhibit gave; *lines* says it in words."""

    exhibit: Exhibit
    proof: Proof | None
    verified: tuple[Verified, ...]
    signatures: str
    findings: tuple[Finding, ...]
    lines: tuple[str, ...]

    def to_plain(self) -> dict[str, Any]:
        """Give the object that ``check --json`` prints."""
        entry = self.exhibit.entry
        return {
            "holds": not self.findings,
            "entry": entry.to_plain(""),
            "checkpoint": {
                "origin": self.exhibit.checkpoint.origin,
                "size": self.exhibit.checkpoint.size,
                "root": self.exhibit.checkpoint.root.hex(),
            },
            "signatures": self.signatures,
            "grade": None if self.proof is None else self.proof.grade,
            "why": None if self.proof is None else self.proof.why,
            "findings": [f.to_plain() for f in self.findings],
            "words": list(self.lines),
        }


def check_exhibit(path: Path, keys: Sequence[VerifierKey] = ()) -> Checked:
    """
    Check the exhibit in the file *path*.

    Raises what :func:`~rollbook.events.log.exhibit.read_exhibit` raises for
    one that proves nothing.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise LogError(f"{path} cannot be read: {error.strerror}") from None
    exhibit = read_exhibit(data)
    verified, said, wrong = _signatures(exhibit, keys)
    proof, more = dice_of(exhibit)
    findings = (*wrong, *more)
    lines = tuple(_lines(exhibit, proof, said, findings))
    return Checked(exhibit, proof, verified, said, findings, lines)


def _signatures(
    exhibit: Exhibit, keys: Sequence[VerifierKey]
) -> tuple[tuple[Verified, ...], str, list[Finding]]:
    if not keys:
        names = ", ".join(s.name for s in exhibit.note.signatures)
        return (), f"not checked, no keys given (signed as {names})", []
    try:
        verified = tuple(verify(exhibit.note, keys))
    except MissingExtra as error:
        return (), f"not checked: {error}", []
    except SignatureError as error:
        where = str(exhibit.entry.seq)
        return (), "do not hold", [
            Finding(
                code="SIGNATURE_WRONG", address=where, rule="EVIDENCE 1",
                expected="a signature of a known key", found=error.reason, words=str(error),
            )
        ]  # fmt: skip
    return verified, "hold: " + ", ".join(v.name for v in verified), []


def dice_of(exhibit: Exhibit) -> tuple[Proof | None, tuple[Finding, ...]]:
    """Check the dice of the entry against what came with it; gives grade and findings."""
    entry = exhibit.entry
    if not isinstance(entry.dice, DICE_VALUES):
        return None, ()
    ledger = Ledger()
    later = [e for e in exhibit.leans if e.seq > entry.seq]
    for lean in sorted(exhibit.leans, key=lambda e: e.seq):
        if lean.seq < entry.seq:
            ledger.take(lean)
    rolls = [roll for event in entry.events for roll in rolls_in(event)]
    sides = tuple(s for roll in rolls for s in [roll.sides] * len(roll.faces))
    prover = Prover(ledger, exhibit.opened.events[0].game_id, alone=True)
    proof = prover.check(entry, exhibit.payload, sides, played=False)
    for lean in later:
        ledger.take(lean)
    if isinstance(entry.dice, EnteredDice):
        proof = entered_grade(entry, ledger.confirmed.get(entry.seq, {}))
    seed = ledger.seeds.get((getattr(entry.dice, "commit", None) or 0, 3))
    if isinstance(entry.dice, JudgeDice) and not proof.findings and seed is not None:
        wrong = judge_faces(entry, exhibit.payload, seed[1], sides)
        proof = Proof("contradicted" if wrong else "proved", "the seed is revealed",
                      tuple(wrong))  # fmt: skip
    return _with_kept(exhibit, proof), proof.findings


def _with_kept(exhibit: Exhibit, proof: Proof) -> Proof:
    """Lower a grade to that of the entry whose faces were used again."""
    kept_from = getattr(exhibit.entry.dice, "kept_from", None)
    earlier = next(
        (e for e in exhibit.leans if e.seq == kept_from and e.seq < exhibit.entry.seq), None
    )
    if earlier is None or not isinstance(earlier.dice, DICE_VALUES):
        return proof
    inner = Exhibit(
        earlier, exhibit.payloads[earlier.seq],
        tuple(e for e in exhibit.leans if e.seq != earlier.seq),
        exhibit.payloads, exhibit.opened, exhibit.note, exhibit.checkpoint,
    )  # fmt: skip
    other, _ = dice_of(inner)
    if other is None or GRADES.index(other.grade) <= GRADES.index(proof.grade):
        return proof
    return other


def _lines(
    exhibit: Exhibit, proof: Proof | None, signatures: str, findings: Sequence[Finding]
) -> list[str]:
    entry, point = exhibit.entry, exhibit.checkpoint
    rules = exhibit.opened.command.rules
    name = names_of(exhibit.opened.events[1])
    lines = [
        f"Entry {entry.seq} of the {point.size} that {point.origin} signed for.",
        f"Hashes: hold. Signatures: {signatures}.",
        "",
        f"{name(entry.by)}: {command_sentence(rules, entry.command, name)}",
        *(f"  {entry.seq}.{n}  {_words(rules, e, name)}" for n, e in enumerate(entry.events)),
    ]
    if entry.dice is not None and proof is not None:
        faces = " ".join(map(str, entry.dice.faces))
        who = name(entry.dice.rolled_by)
        lines += ["", f"Dice: {faces} ({entry.dice.source}, rolled by {who})"]
        lines.append(f"Grade: {proof.grade}: {proof.why}")
    for finding in findings:
        lines.append(f"NOT RIGHT: {finding.words} ({finding.code})")
    return lines


def _words(rules: str, event: Any, name: Any) -> str:
    try:
        return sentence(rules, event, name)
    except (RollbookError, AttributeError, KeyError, TypeError):
        return type(event).__name__


__all__ = ["Checked", "check_exhibit", "dice_of"]
