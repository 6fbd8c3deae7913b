"""
The parties of a proved roll: who gives a share, and how.

A party is a secret on this device, or a person with another device who reads
the request and sends a short text back; both answer the same question.
"""

from __future__ import annotations

import secrets
from typing import Any, Protocol

from attrs import field, frozen

from rollbook.engine.dice.derive import (
    ROLE_A,
    ROLE_B,
    ROLE_JUDGE,
    SECRET_BYTES,
    prk,
    reveal_message,
    share,
)
from rollbook.events.errors import RollbookError, RuleRefusal

ROLE_NAMES = {ROLE_A: "A", ROLE_B: "B", ROLE_JUDGE: "judge"}
ROLES = {name: role for role, name in ROLE_NAMES.items()}


@frozen
class RevealAsk:
    """
    What a party is asked to reveal a share for.

    *index* is the roll's place on the ladders, 0 for the judge's source.
    *request* (32 bytes) has been fixed before anybody is asked.
    """

    game_id: bytes
    request: bytes
    role: int
    index: int
    source: str


@frozen
class Reveal:
    """A share or nonce (16 to 64 bytes), and its signature where keys are in use."""

    share: bytes = field(repr=False)
    signature: bytes | None = None


class Party(Protocol):
    """One player's side of a proved roll."""

    def reveal(self, ask: RevealAsk) -> Reveal:
        """Give the share for *ask*; raises :class:`WalkedAway`."""


class Judge(Protocol):
    """The judge's side: holds a committed seed and gives the key of a roll."""

    def key(self, ask: RevealAsk, nonces: dict[int, bytes]) -> bytes:
        """Give the 32-byte key of the roll; the seed itself stays with the judge."""


class WalkedAway(RollbookError):
    """A party does not complete a roll; *shares* are those that were revealed already."""

    def __init__(self, role: int, shares: dict[int, bytes] | None = None) -> None:
        super().__init__(f"{ROLE_NAMES[role]} walked away from the roll")
        self.role = role
        self.shares = shares or {}


class Signer(Protocol):
    """A secret key: gives the 64-byte Ed25519 signature of a message."""

    def sign(self, message: bytes) -> bytes:
        """Sign *message*."""


def signed(ask: RevealAsk, value: bytes, key: Signer | None) -> Reveal:
    """Give the reveal of *value*, signed with *key* if there is one."""
    if key is None:
        return Reveal(value)
    message = reveal_message(ask.game_id, ask.request, ask.role, ask.index, value)
    return Reveal(value, key.sign(message))


@frozen
class LadderParty:
    """A player whose ladder is on this device."""

    seed: bytes = field(repr=False)
    length: int
    key: Signer | None = None

    def reveal(self, ask: RevealAsk) -> Reveal:
        """Give step ``ask.index`` of the ladder."""
        return signed(ask, share(self.seed, self.length, ask.index), self.key)


@frozen
class NonceParty:
    """A player whose nonces are drawn on this device, anew for each roll."""

    key: Signer | None = None

    def reveal(self, ask: RevealAsk) -> Reveal:
        """Give 32 fresh random bytes."""
        return signed(ask, secrets.token_bytes(SECRET_BYTES), self.key)


@frozen
class SeedJudge:
    """A judge whose seed is on this device."""

    seed: bytes = field(repr=False)

    def key(self, ask: RevealAsk, nonces: dict[int, bytes]) -> bytes:
        """Derive the key of the roll."""
        return prk(ask.request, {**nonces, ROLE_JUDGE: self.seed})


def check_signature(ask: RevealAsk, reveal: Reveal, public: bytes | None) -> str | None:
    """
    Say what is wrong with the signature of a reveal, or nothing.

    *public* is the player's key as committed, ``None`` where no keys are in
    use.  Raises ``MissingExtra`` without the extra ``sign``.
    """
    if public is None:
        return None
    if reveal.signature is None:
        return "it is not signed, although keys are in use"
    from rollbook.events.log.keys import KeyKind, KeyTextError, VerifierKey

    message = reveal_message(ask.game_id, ask.request, ask.role, ask.index, reveal.share)
    try:
        key = VerifierKey("player", KeyKind.COSIGNATURE, public)
    except KeyTextError as error:
        return str(error)
    return None if key.fits(reveal.signature, message) else "its signature does not fit"


def refused(reason: str, **extra: Any) -> RuleRefusal:
    """Give the refusal of a roll that a source cannot make."""
    return RuleRefusal("NO_DICE", reason, **extra)
