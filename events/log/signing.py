"""
Signing a log: the recorder makes checkpoints, players and judge cosign them.

Whoever signs keeps the last checkpoint that they signed, beside their key,
and signs the next one only when the log continues it.
"""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from attrs import frozen

from rollbook.events.errors import RollbookError
from rollbook.events.log.checkpoint import Checkpoint, cosign, sign
from rollbook.events.log.disk import sync_folder, write_private
from rollbook.events.log.errors import DamagedLog, LogError
from rollbook.events.log.file import FileLog, checkpoint_file
from rollbook.events.log.keys import KeyKind, SigningKey, parse_signing_key
from rollbook.events.log.merkle import ProofError, consistency_proof, root, verify_consistency
from rollbook.events.log.messages import TimelineForked
from rollbook.events.log.note import Note, format_notes
from rollbook.events.log.signed import Facts, read_notes

MAX_KEY_FILE = 4_096


class WillNotSign(RollbookError):
    """A key must not sign this: the log is not whole, or does not continue what it signed."""


@frozen
class Signed:
    """What was signed: the note, of which size, and whether it was the first of this key."""

    note: Note
    size: int
    entries: int
    first: bool


def facts_of(path: Path) -> tuple[Facts, FileLog]:
    """
    Read a whole log for its checkpoints; the log is given open.

    Raises ``NotALog``, ``DamagedLog`` or ``LogError`` unless every byte is good.
    """
    leaves: list[bytes] = []
    copies: list[tuple[int, bytes]] = []

    def seen(entry: object) -> None:
        leaves.append(entry.leaf)  # type: ignore[attr-defined]
        first = entry.events[0]  # type: ignore[attr-defined]
        if isinstance(first, TimelineForked) and first.copy is not None:
            copies.append((entry.seq, first.copy))  # type: ignore[attr-defined]

    log = FileLog.read(path, seen=seen, strict=True)
    return Facts(leaves, log.chain.game_id, tuple(copies)), log


def sign_log(path: Path, key_path: Path, time: int) -> Signed:
    """
    Sign the log *path* with the secret key in the file *key_path*.

    A recorder's key makes a checkpoint of all entries; a player's or judge's
    cosigns the newest one, with *time* in seconds since 1970.  Raises
    :class:`WillNotSign`, ``MissingExtra`` without the extra ``sign``,
    ``KeyTextError``, ``NoteError``, ``LogError``.
    """
    key = read_secret(key_path)
    facts, log = facts_of(path)
    log.close()
    if log.condition.status == "damaged":
        raise DamagedLog(path, log.condition.offset, log.condition.entries, log.condition.reason)
    if log.condition.status != "ok":
        raise WillNotSign(f"{path} is torn at byte {log.condition.offset}; open it for play first")
    beside = checkpoint_file(path)
    notes = list(read_notes(beside))
    _check_history(facts, notes, "the checkpoints beside the log")
    memory = memory_of(key_path)
    kept = list(read_notes(memory))
    if key.kind is KeyKind.ED25519:
        note = _recorded(facts, key, notes)
    else:
        recording = f"rollbook sign {shlex.quote(str(path))} --key RECORDER.key"
        note = _cosigned(facts, key, notes, time, recording)
    _check_continues(facts, Checkpoint.parse(note.text), kept)
    first = not any(Checkpoint.parse(k.text).origin == _origin(note) for k in kept)
    _write(beside, notes)
    _write(memory, [*(k for k in kept if _origin(k) != _origin(note)), note])
    return Signed(note, Checkpoint.parse(note.text).size, len(facts.leaves), first)


def _origin(note: Note) -> str:
    return Checkpoint.parse(note.text).origin


def _recorded(facts: Facts, key: SigningKey, notes: list[Note]) -> Note:
    """Make or sign the checkpoint of all entries, and put it at the end of *notes*."""
    size = len(facts.leaves)
    if not key.name.endswith("/" + facts.tail_for(size)):
        raise WillNotSign(
            f"this key signs for {key.name}, but this log is .../{facts.tail_for(size)}; "
            "make a recorder's key with: rollbook keys new FILE --recorder ORGANISER --log LOG"
        )
    checkpoint = Checkpoint(key.name, size, root(facts.leaves))
    if notes and notes[-1].text == checkpoint.text:
        return notes[-1]
    note = sign(Note(checkpoint.text), key)
    notes.append(note)
    return note


def _cosigned(facts: Facts, key: SigningKey, notes: list[Note], time: int, recording: str) -> Note:
    """Add a cosignature to the newest checkpoint of *notes*; *recording* makes one."""
    if not notes:
        raise WillNotSign(
            f"there is no checkpoint to cosign yet; the recorder signs first: {recording}"
        )
    mine = (key.name, key.verifier.key_id)
    if mine in {(s.name, s.key_id) for s in notes[-1].signatures}:
        signed, last = Checkpoint.parse(notes[-1].text).size, len(facts.leaves) - 1
        later = f"entry {last}" if signed == last else f"entries {signed} to {last}"
        rest = f"; {later} came after it, and the recorder signs first: {recording}"
        raise WillNotSign(
            f"{key.name} has cosigned the newest checkpoint already{rest if signed <= last else ''}"
        )
    notes[-1] = cosign(notes[-1], key, time)
    return notes[-1]


def _check_history(facts: Facts, notes: list[Note], whose: str) -> None:
    for note in notes:
        checkpoint = Checkpoint.parse(note.text)
        size = checkpoint.size
        if size > len(facts.leaves):
            raise WillNotSign(f"{whose} say {size} entries, the log has {len(facts.leaves)}")
        if root(facts.leaves[:size]) != checkpoint.root:
            raise WillNotSign(
                f"{whose} were made for another history of {size} entries; nothing is signed"
            )


def _check_continues(facts: Facts, checkpoint: Checkpoint, kept: list[Note]) -> None:
    """Check by consistency proof that a checkpoint continues what the signer signed before."""
    leaves = facts.leaves[: checkpoint.size]
    for note in kept:
        last = Checkpoint.parse(note.text)
        if last.origin != checkpoint.origin and not checkpoint.origin.startswith(
            last.origin + "/fork/"
        ):
            continue
        if last.origin != checkpoint.origin and last.size > _begins(facts, last.origin):
            # The parent file was signed beyond the fork; the copy need not continue that.
            continue
        if last.size == 0:
            continue
        if last.size > checkpoint.size:
            raise WillNotSign(
                f"you signed {last.size} entries of {last.origin} before; "
                f"this checkpoint has only {checkpoint.size}"
            )
        try:
            proof = consistency_proof(leaves, last.size, checkpoint.size)
            verify_consistency(last.size, last.root, checkpoint.size, checkpoint.root, proof)
        except ProofError as error:
            raise WillNotSign(
                f"this log does not continue the {last.size} entries that you signed before: "
                f"{error}. Two histories under one origin are a matter for the judge"
            ) from None


def _begins(facts: Facts, origin: str) -> int:
    """Give the first entry that is not under *origin* any more."""
    depth = origin.count("/fork/")
    return facts.copies[depth][0] if depth < len(facts.copies) else len(facts.leaves)


def memory_of(key_path: Path) -> Path:
    """Give the file in which the last checkpoints that a key signed are kept."""
    return key_path.with_name(key_path.name + ".signed")


def read_secret(path: Path) -> SigningKey:
    """Read a secret key from its file; raises ``KeyTextError``, ``LogError``, ``MissingExtra``."""
    try:
        text = path.read_bytes()[: MAX_KEY_FILE + 1].decode("ascii").strip()
    except OSError as error:
        raise LogError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise LogError(f"{path} holds no key") from None
    return parse_signing_key(text)


def write_secret(path: Path, key: SigningKey) -> None:
    """Keep a secret key in a new file that only its owner can read.  Raises ``LogError``."""
    write_private(path, key.text + "\n")


def _write(path: Path, notes: list[Note]) -> None:
    """Replace a file of notes, whole or not at all."""
    scratch = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with scratch.open("wb") as file:
            file.write(format_notes(notes))
            file.flush()
            os.fsync(file.fileno())
        scratch.replace(path)
    except OSError as error:
        scratch.unlink(missing_ok=True)
        raise LogError(f"{path} cannot be written: {error.strerror}") from None
    sync_folder(path.parent)
