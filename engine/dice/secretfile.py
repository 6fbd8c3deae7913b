"""
The file of a player's or judge's dice secret, and what it has revealed.

A few lines of text.  A ladder's file remembers the last index that it gave
away and for which request, so that no share is ever given for two requests.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path

from attrs import field, frozen

from rollbook.engine.dice.derive import (
    DEFAULT_LADDER_LENGTH,
    MAX_LADDER_LENGTH,
    SECRET_BYTES,
    commitment,
    judge_commitment,
    share,
)
from rollbook.engine.dice.party import Reveal, RevealAsk, Signer, signed
from rollbook.events.errors import RollbookError
from rollbook.events.log.disk import write_private
from rollbook.events.log.errors import LogError

HEADER = "rollbook dice secret 1"
MAX_BYTES = 4_096


class SecretError(RollbookError):
    """A dice secret cannot be read, or must not reveal what it is asked for."""


@frozen
class DiceSecret:
    """What a secret file holds: ``ladder`` or ``judge``, the seed, a ladder's length."""

    kind: str
    seed: bytes = field(repr=False)
    length: int = 0

    @property
    def commitment(self) -> bytes:
        """What is committed to before the first roll."""
        if self.kind == "judge":
            return judge_commitment(self.seed)
        return commitment(self.seed, self.length)


def new_secret(path: Path, kind: str, length: int = DEFAULT_LADDER_LENGTH) -> DiceSecret:
    """
    Draw a secret and keep it in the new file *path*, for its owner only.

    Raises :class:`SecretError`.
    """
    made = DiceSecret(kind, secrets.token_bytes(SECRET_BYTES), length if kind == "ladder" else 0)
    text = f"{HEADER}\nkind {kind}\nlength {made.length}\nseed {made.seed.hex()}\n"
    try:
        write_private(path, text)
    except LogError as error:
        raise SecretError(str(error)) from None
    return made


def read_secret(path: Path) -> DiceSecret:
    """Read a secret file.  Raises :class:`SecretError`; no message holds any of the secret."""
    lines = _lines(path)
    try:
        kind, length, seed = lines["kind"], int(lines["length"]), bytes.fromhex(lines["seed"])
    except (KeyError, ValueError):
        raise SecretError(f"{path} is no dice secret") from None
    right = kind == "judge" or (kind == "ladder" and 1 <= length <= MAX_LADDER_LENGTH)
    if not right or len(seed) != SECRET_BYTES:
        raise SecretError(f"{path} is no dice secret")
    return DiceSecret(kind, seed, length)


def _lines(path: Path) -> dict[str, str]:
    try:
        with path.open("rb") as file:
            text = file.read(MAX_BYTES + 1).decode("ascii")
    except OSError as error:
        raise SecretError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SecretError(f"{path} is no dice secret") from None
    if len(text) > MAX_BYTES or not text.startswith(HEADER + "\n"):
        raise SecretError(f"{path} is no dice secret")
    found: dict[str, str] = {}
    for line in text.splitlines()[1:]:
        name, _, value = line.partition(" ")
        found.setdefault(name, value)
    return found


@frozen
class FileParty:
    """
    A player whose ladder lies in a file on this device.

    *burnt* says that indexes may be passed over that other parties burnt.
    """

    path: Path
    key: Signer | None = None
    burnt: bool = False

    def reveal(self, ask: RevealAsk) -> Reveal:
        """
        Give the share of ``ask.index``, once, for one request.

        Raises :class:`SecretError`.
        """
        secret = read_secret(self.path)
        if secret.kind != "ladder":
            raise SecretError(f"{self.path} is a judge's seed, not a ladder")
        if not 1 <= ask.index <= secret.length:
            raise SecretError(f"this ladder has {secret.length} steps, no step {ask.index}")
        self._remember(ask)
        return signed(ask, share(secret.seed, secret.length, ask.index), self.key)

    def _remember(self, ask: RevealAsk) -> None:
        last, request = _revealed(self.path)
        same = last == ask.index and request == ask.request
        if not same and ask.index <= last:
            raise SecretError(
                f"step {ask.index} of this ladder was revealed for another request; "
                "it is never given twice"
            )
        if ask.index > last + 1 and not self.burnt:
            raise SecretError(
                f"step {last + 1} comes next, not {ask.index}: it would give away the steps "
                "before it. If those were burnt, say --burnt"
            )
        if not same:
            _write_revealed(self.path, ask)


def _memory(path: Path) -> Path:
    return path.with_name(path.name + ".revealed")


def _revealed(path: Path) -> tuple[int, bytes]:
    try:
        index, request = _memory(path).read_text().split()
        return int(index), bytes.fromhex(request)
    except FileNotFoundError:
        return 0, b""
    except (OSError, ValueError):
        raise SecretError(f"{_memory(path)} cannot be read; nothing is revealed") from None


def _write_revealed(path: Path, ask: RevealAsk) -> None:
    beside = _memory(path)
    scratch = beside.with_name(f".{beside.name}.{os.getpid()}")
    try:
        with scratch.open("w") as file:
            file.write(f"{ask.index} {ask.request.hex()}\n")
            file.flush()
            os.fsync(file.fileno())
        scratch.replace(beside)
    except OSError as error:
        with contextlib.suppress(OSError):
            scratch.unlink()
        raise SecretError(f"{beside} cannot be written: {error.strerror}") from None
