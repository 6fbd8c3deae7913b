"""
From committed secrets to faces: the arithmetic that proves generated dice.

Nothing here draws a random number, reads a clock or knows a log.  Secrets come
in, faces come out, and anybody with the standard library of any language gets
the same ones::

    ladder   x[N] = seed, x[i-1] = SHA-256("rollbook/1/dice/ladder" 00 u32be(i) x[i])
    request  R = SHA-256(00 || canonical msgpack of [seq, prev, parent, by, command row])
    key      PRK = HMAC-SHA-256(R, parties || (role || u16be length || share) ...)
    stream   HMAC-SHA-256(PRK, "rollbook/1/dice/stream" 00 u32be(j)) for j = 0, 1, ...
    face     1 + v mod sides, for the next v of 1 or 2 bytes below the largest multiple

The key step is the extract step of HKDF (RFC 5869), the stream a plain counter.
"""

import hmac
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from rollbook.events.errors import RollbookError
from rollbook.events.log.codec import pack

NAMESPACE = b"rollbook/1/"
_LADDER = NAMESPACE + b"dice/ladder\x00"
_STREAM = NAMESPACE + b"dice/stream\x00"
_REVEAL = NAMESPACE + b"dice/reveal\x00"
_JUDGE = NAMESPACE + b"judge/commit\x00"

SECRET_BYTES = 32
"""Length of a seed, a step of a ladder, a commitment, a request, a key."""

DEFAULT_LADDER_LENGTH = 4_096
MAX_LADDER_LENGTH = 65_536

ROLE_A, ROLE_B, ROLE_JUDGE = 1, 2, 3

MIN_SIDES, MAX_SIDES = 2, 65_536
MAX_DICE = 4_096
"""Most dice of one roll: as many as an array of a log holds."""


class DerivationError(RollbookError):
    """
    Dice cannot be derived from what was given: a length, index or value is wrong.

    That is a mistake of whoever calls, or hostile input; a share that is well
    formed but wrong is not an error but a finding.
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"no dice derived: {reason}")


def ladder_steps(seed: bytes, length: int = DEFAULT_LADDER_LENGTH) -> tuple[bytes, ...]:
    """
    Give all steps of a ladder: item ``i`` is ``x[i]``, so ``length + 1`` items.

    Item 0 is the commitment, item ``i`` the share of the i-th roll, the last one
    *seed* itself.  *seed* is 32 random bytes, *length* 1 to 65,536.  Raises
    `DerivationError` for others.
    """
    _check_bytes("the seed", seed)
    _check_length(length)
    steps = [seed]
    for index in range(length, 0, -1):
        steps.append(_step_down(index, steps[-1]))
    steps.reverse()
    return tuple(steps)


def commitment(seed: bytes, length: int = DEFAULT_LADDER_LENGTH) -> bytes:
    """Give ``x[0]`` of a ladder: what a player commits to before any roll."""
    return _descend(_checked_seed(seed, length), length, 0)


def share(seed: bytes, length: int, index: int) -> bytes:
    """Give ``x[index]``, what a player reveals for roll *index* (1 to *length*)."""
    _checked_seed(seed, length)
    if not 1 <= index <= length:
        raise DerivationError(f"share {index} is not on a ladder of length {length}")
    return _descend(seed, length, index)


def check_share(known: bytes, index: int, share: bytes, known_index: int = 0) -> bool:
    """
    Tell whether *share* is ``x[index]`` of the ladder that *known* is a step of.

    *known* is the commitment ``x[0]``, or, to save work in a long game, a share
    that has been checked already, with its index as *known_index*.  Raises
    `DerivationError` for lengths other than 32 bytes and for indexes that do
    not rise or go beyond 65,536.
    """
    _check_bytes("the known step", known)
    _check_bytes("the share", share)
    if not 0 <= known_index < index <= MAX_LADDER_LENGTH:
        raise DerivationError(f"share {index} does not follow step {known_index} of a ladder")
    return _descend(share, index, known_index) == known


def judge_commitment(seed: bytes) -> bytes:
    """Give the commitment to a judge's *seed* of 32 random bytes."""
    _check_bytes("the judge's seed", seed)
    return sha256(_JUDGE + seed).digest()


def request_hash(seq: int, prev: bytes, parent: int | None, by: str, command_row: Any) -> bytes:
    """
    Give the request R of a diced command: what its dice are asked for, 32 bytes.

    The arguments are those of the entry to come: its number, the leaf before it
    (32 bytes), its parent, who acts, and the row of the command without any
    dice.  R must be shown to all parties before a share of the roll is known.
    Raises ``EntryError`` for a value that a log cannot hold.
    """
    _check_bytes("prev", prev)
    return sha256(b"\x00" + pack([seq, prev, parent, by, command_row])).digest()


def prk(request: bytes, shares_by_role: Mapping[int, bytes]) -> bytes:
    """
    Give the key of the roll *request*, from what each party revealed for it.

    *shares_by_role* maps 1 (A), 2 (B) and, for the judge's source, 3 to a share,
    nonce or seed of 16 to 64 bytes.  Two parties at least: a key of one party
    would be that party's choice.
    """
    _check_bytes("the request", request)
    roles = sorted(shares_by_role)
    if len(roles) < 2 or not {ROLE_A, ROLE_B, ROLE_JUDGE}.issuperset(roles):
        raise DerivationError(f"roles {roles} are not two or three of 1 (A), 2 (B), 3 (judge)")
    material = bytearray([len(roles)])
    for role in roles:
        value = shares_by_role[role]
        if not 16 <= len(value) <= 64:
            raise DerivationError(f"role {role} gave {len(value)} bytes, not 16 to 64")
        material += bytes([role]) + len(value).to_bytes(2, "big") + value
    return hmac.digest(request, bytes(material), "sha256")


class ByteStream:
    """
    The endless bytes of one roll, taken from the front.

    >>> stream = ByteStream(bytes(32))
    >>> stream.take(2) + stream.take(3) == ByteStream(bytes(32)).take(5)
    True
    """

    __slots__ = ("_block", "_buffer", "_prk")

    def __init__(self, prk: bytes) -> None:
        _check_bytes("the key of the roll", prk)
        self._prk = prk
        self._block = 0
        self._buffer = b""

    def take(self, count: int) -> bytes:
        """Give the next *count* bytes (0 to 65,536)."""
        if not 0 <= count <= 65_536:
            raise DerivationError(f"{count} bytes at once is not 0 to 65536")
        while len(self._buffer) < count:
            counter = self._block.to_bytes(4, "big")
            self._buffer += hmac.digest(self._prk, _STREAM + counter, "sha256")
            self._block += 1
        taken, self._buffer = self._buffer[:count], self._buffer[count:]
        return taken


def dice(prk: bytes, sides: Sequence[int]) -> tuple[int, ...]:
    """
    Give one face for each item of *sides* (2 to 65,536 each, at most 4,096 dice).

    Values that would make some faces likelier than others are passed over, so
    every face of a die is exactly as likely as any other.
    """
    if len(sides) > MAX_DICE:
        raise DerivationError(f"{len(sides)} dice are more than {MAX_DICE}")
    stream = ByteStream(prk)
    return tuple(face(stream, count) for count in sides)


def reveal_message(game_id: bytes, request: bytes, role: int, index: int, share: bytes) -> bytes:
    """
    Give the bytes that a player signs when revealing *share* for *request*.

    Without that signature the recorder could change the request after seeing
    the share.  *game_id* is 16 bytes, *role* 1 to 3, *index* the roll's (0 to
    65,536; 0 where the source counts none), *share* 16 to 64 bytes.
    """
    _check_bytes("the game id", game_id, 16)
    _check_bytes("the request", request)
    if role not in (ROLE_A, ROLE_B, ROLE_JUDGE):
        raise DerivationError(f"role {role} is not 1 (A), 2 (B) or 3 (judge)")
    if not 0 <= index <= MAX_LADDER_LENGTH:
        raise DerivationError(f"index {index} is not 0 to {MAX_LADDER_LENGTH}")
    if not 16 <= len(share) <= 64:
        raise DerivationError(f"a share of {len(share)} bytes is not 16 to 64")
    return _REVEAL + game_id + request + bytes([role]) + index.to_bytes(4, "big") + share


def face(stream: ByteStream, sides: int) -> int:
    """Take one fair face, 1 to *sides* (2 to 65,536), from the front of *stream*."""
    if not MIN_SIDES <= sides <= MAX_SIDES:
        raise DerivationError(f"a die of {sides} sides is not {MIN_SIDES} to {MAX_SIDES}")
    width = 1 if sides <= 256 else 2
    limit = 256**width // sides * sides
    while True:
        value = int.from_bytes(stream.take(width), "big")
        if value < limit:
            return 1 + value % sides


def _step_down(index: int, step: bytes) -> bytes:
    return sha256(_LADDER + index.to_bytes(4, "big") + step).digest()


def _descend(step: bytes, index: int, to: int) -> bytes:
    for number in range(index, to, -1):
        step = _step_down(number, step)
    return step


def _checked_seed(seed: bytes, length: int) -> bytes:
    _check_bytes("the seed", seed)
    _check_length(length)
    return seed


def _check_length(length: int) -> None:
    if not 1 <= length <= MAX_LADDER_LENGTH:
        raise DerivationError(f"a ladder of length {length} is not 1 to {MAX_LADDER_LENGTH}")


def _check_bytes(what: str, value: bytes, length: int = SECRET_BYTES) -> None:
    if len(value) != length:
        raise DerivationError(f"{what} is {len(value)} bytes, not {length}")
