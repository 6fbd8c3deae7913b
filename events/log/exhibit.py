"""
Exhibits: one entry with everything that its proof needs, in one file.

A row of C2SP tlog-proofs under one signed checkpoint: entry 0 (rule set,
schema), every ``extend_schema`` before the entry, what its dice lean on, and
the entry itself as the last.  It verifies without the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import frozen

from rollbook.events.dicevalues import JudgeDice, LadderDice
from rollbook.events.errors import MessageError, RollbookError
from rollbook.events.log.chain import Chain
from rollbook.events.log.checkpoint import Checkpoint
from rollbook.events.log.codec import unpack
from rollbook.events.log.entry import Entry
from rollbook.events.log.errors import EntryError
from rollbook.events.log.frame import leaf_of
from rollbook.events.log.log import Log
from rollbook.events.log.merkle import ProofError, inclusion_proof
from rollbook.events.log.messages import RollsConfirmed, SchemaExtended, SeedRevealed
from rollbook.events.log.note import Note
from rollbook.events.log.tlogproof import TlogProof, format_proofs, parse_proofs

MAX_LEANS = 64


class ExhibitError(RollbookError):
    """An exhibit does not prove what it says."""


@frozen
class Exhibit:
    """A verified exhibit: the entry, what it leans on, and the note over all of it."""

    entry: Entry
    payload: bytes
    leans: tuple[Entry, ...]
    payloads: dict[int, bytes]
    opened: Entry
    note: Note
    checkpoint: Checkpoint


def make_exhibit(log: Log, leaves: Sequence[bytes], notes: Iterable[Note], seq: int) -> bytes:
    """
    Make the exhibit of entry *seq* under the newest checkpoint that covers it.

    *leaves* are those of the whole log.  Raises :class:`ExhibitError` if no
    checkpoint does.
    """
    fitting = [n for n in notes if seq < Checkpoint.parse(n.text).size <= len(leaves)]
    if not fitting:
        raise ExhibitError(
            f"no signed checkpoint covers entry {seq}; "
            "the recorder signs first: rollbook sign LOG --key FILE"
        )
    note = max(fitting, key=lambda n: Checkpoint.parse(n.text).size)
    size = Checkpoint.parse(note.text).size
    leans = leans_on(log, seq, size)
    last = max([seq, *leans])
    needed = {0, *leans, *(s for s in log.chain.extended_at if s < last)} - {seq}
    proofs = [
        TlogProof(s, tuple(inclusion_proof(leaves, s, size)), note, log.payload(s))
        for s in (*sorted(needed), seq)
    ]
    return format_proofs(proofs)


def leans_on(log: Log, seq: int, size: int) -> list[int]:
    """Give the entries that the dice of entry *seq* lean on, among the first *size*."""
    found: dict[int, None] = {}
    at: int | None = seq
    while at is not None and at not in found and len(found) < MAX_LEANS:
        found[at] = None
        dice = log.entry(at).dice
        commit = getattr(dice, "commit", None)
        if isinstance(dice, LadderDice | JudgeDice) and commit is not None and commit < size:
            found[commit] = None
        kept = getattr(dice, "kept_from", None)
        at = kept if kept is not None and kept < at else None
    del found[seq]
    for later in range(seq + 1, size):
        for event in log.entry(later).events:
            confirms = isinstance(event, RollsConfirmed) and seq in event.entries
            reveals = isinstance(event, SeedRevealed) and isinstance(log.entry(seq).dice, JudgeDice)
            if (confirms or reveals) and len(found) < MAX_LEANS:
                found[later] = None
    return list(found)


def read_exhibit(data: bytes) -> Exhibit:
    """
    Read and verify an exhibit: every hash, not the signatures.

    Raises :class:`ExhibitError`, ``TlogProofError``, ``ProofError``,
    ``EntryError``.
    """
    proofs = parse_proofs(data)
    if not proofs:
        raise ExhibitError("the file is empty")
    note = proofs[0].note
    if any(proof.note != note for proof in proofs):
        raise ExhibitError("its parts lie under different checkpoints")
    payloads: dict[int, bytes] = {}
    for proof in proofs:
        if proof.extra is None:
            raise ExhibitError(f"entry {proof.index} is not in it, only its proof")
        if proof.index in payloads:
            raise ExhibitError(f"entry {proof.index} stands in it twice")
        proof.verify(leaf_of(proof.extra))
        payloads[proof.index] = proof.extra
    last = proofs[-1].index
    entries = _decoded(payloads)
    leans = tuple(e for s, e in entries.items() if s not in (0, last))
    checkpoint = Checkpoint.parse(note.text)
    game_id = entries[0].events[0].game_id.hex()
    if game_id not in checkpoint.origin.split("/"):
        raise ExhibitError(f"its checkpoint is for {checkpoint.origin}, not for game {game_id}")
    return Exhibit(entries[last], payloads[last], leans, payloads, entries[0], note, checkpoint)


def _decoded(payloads: dict[int, bytes]) -> dict[int, Entry]:
    """Decode entries with the schema of entry 0 and what extended it."""
    if 0 not in payloads:
        raise ExhibitError("entry 0, which names every field, is not in it")
    chain = Chain()
    entries = {0: chain.read(payloads[0])}
    codec = chain.codec
    for seq in sorted(payloads):
        if seq == 0:
            continue
        try:
            row: Any = unpack(payloads[seq])
            entries[seq] = chain.decode(payloads[seq], row, seq, codec)
            first = entries[seq].events[0]
            if isinstance(first, SchemaExtended):
                codec = codec.extended(first.rows)
        except MessageError as error:
            raise EntryError(str(error), seq) from None
    return entries


def short_form(note: Note, leaf: bytes, seq: int) -> str:
    """Give what a QR code of an exhibit holds: the entry's number and leaf, and the checkpoint."""
    from rollbook.events.log.note import format_note

    return f"rollbook entry {seq}\n{leaf.hex()}\n" + format_note(note).decode()


__all__ = [
    "Exhibit",
    "ExhibitError",
    "ProofError",
    "leans_on",
    "make_exhibit",
    "read_exhibit",
    "short_form",
]
