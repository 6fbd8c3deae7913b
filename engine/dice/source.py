"""
Sources that make dice, and the protocol that they share.

A source is told the *request* of a roll, which commits to the command and its
place in the log, before it gives the first face.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Any, Protocol

from rollbook.engine.dice.derive import ByteStream, face
from rollbook.events.dicevalues import SimulatedDice, SystemDice


class Rolling(Protocol):
    """The dice of one command."""

    def take(self, count: int, sides: int) -> tuple[int, ...]:
        """Give the next *count* faces, each from 1 to *sides*."""

    def proof(self) -> dict[str, Any]:
        """Give the fields of the dice value that prove these faces."""


class DiceSource(Protocol):
    """Where generated dice come from."""

    value: type[Any]
    """The class of the dice value that entries carry."""
    name: str

    def begin(self, request: bytes, by: str) -> Rolling:
        """Start the dice of *by*'s command, which *request* (32 bytes) commits to."""


class SystemSource:
    """The operating system's random source.  Best grade: single-sourced."""

    value = SystemDice
    name = "system"

    def begin(self, request: bytes, by: str) -> Rolling:
        """Start the dice of one command; nothing binds them to *request*."""
        del request, by
        return _SystemRolling()


class _SystemRolling:
    def take(self, count: int, sides: int) -> tuple[int, ...]:
        return tuple(1 + secrets.randbelow(sides) for _ in range(count))

    def proof(self) -> dict[str, Any]:
        return {}


class SimulatedSource:
    """
    Faces for what-if timelines, the same every time from the same *seed* and request.

    They have no grade and never count in statistics.
    """

    value = SimulatedDice
    name = "simulated"

    def __init__(self, seed: bytes) -> None:
        self._seed = seed

    def begin(self, request: bytes, by: str) -> Rolling:
        """Start the dice of the command that *request* commits to."""
        del by
        key = sha256(b"rollbook/1/dice/simulated\x00" + self._seed + request).digest()
        return StreamRolling(key, {})


class StreamRolling:
    """Faces from the byte stream of a key of 32 bytes, with the *proof* fields of its source."""

    def __init__(self, key: bytes, proof: dict[str, Any]) -> None:
        self._stream = ByteStream(key)
        self._proof = proof

    def take(self, count: int, sides: int) -> tuple[int, ...]:
        """Give the next faces."""
        return tuple(face(self._stream, sides) for _ in range(count))

    def proof(self) -> dict[str, Any]:
        """Give the fields of the dice value that prove these faces."""
        return self._proof
