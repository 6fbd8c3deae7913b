"""
Slips: the short texts that two devices exchange for a proved roll.

::

    RB1:COMMIT:A:4096:<x0>[:<public key>]:<check>     a player's commitment
    RB1:COMMIT:JUDGE:0:<commitment>:<check>           the judge's
    RB1:ASK:LADDER:17:<game id>:<request>:<check>     what is asked for, index 17
    RB1:SHARE:A:17:<share>[:<signature>]:<check>      a player's answer
    RB1:KEY:JUDGE:0:<key of the roll>:<check>         the judge's answer

Bytes are in base 32 without padding, all letters upper case, so that a slip
is cheap as a QR code; *check* is 4 letters of a hash against mistyping.
"""

from __future__ import annotations

import base64
import binascii
from hashlib import sha256

from attrs import frozen

from rollbook.engine.dice.party import ROLE_NAMES, ROLES, Reveal, RevealAsk
from rollbook.events.errors import RollbookError

PREFIX = "RB1"
MAX_SLIP = 600
_SOURCES = {"LADDER": "ladder", "JUDGE": "judge"}
_KINDS = ("COMMIT", "ASK", "SHARE", "KEY")


class SlipError(RollbookError):
    """A text is no slip, or not the one that is needed here."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"slip refused: {reason}")


@frozen
class Slip:
    """A slip taken apart: kind, whose (a role or source), a number, and its bytes."""

    kind: str
    whose: str
    number: int
    parts: tuple[bytes, ...]


def write_slip(kind: str, whose: str, number: int, *parts: bytes | None) -> str:
    """
    Give the text of a slip.

    >>> write_slip("SHARE", "A", 3, bytes(16))
    'RB1:SHARE:A:3:AAAAAAAAAAAAAAAAAAAAAAAAAA:PWTR'
    """
    given = [_text(part) for part in parts if part is not None]
    body = ":".join([PREFIX, kind, whose.upper(), str(number), *given])
    return f"{body}:{_check(body)}"


def read_slip(text: str, kind: str) -> Slip:
    """
    Read a slip of *kind*; blanks and line breaks in it are passed over.

    Raises :class:`SlipError`.
    """
    if len(text) > 2 * MAX_SLIP:
        raise SlipError("it is too long")
    body, _, check = "".join(text.split()).upper().rpartition(":")
    fields = body.split(":")
    if len(fields) < 5 or fields[0] != PREFIX or fields[1] not in _KINDS:
        raise SlipError(f"a slip begins with {PREFIX}:{kind}:")
    if check != _check(body):
        raise SlipError("it was mistyped: its check does not fit")
    if fields[1] != kind:
        raise SlipError(f"this is {fields[1]}, needed is {kind}")
    if not (fields[3].isascii() and fields[3].isdigit() and len(fields[3]) <= 6):
        raise SlipError("its number is none")
    return Slip(fields[1], fields[2], int(fields[3]), tuple(_bytes(f) for f in fields[4:]))


def write_ask(ask: RevealAsk) -> str:
    """Give the slip that asks a party for its share."""
    return write_slip("ASK", ask.source, ask.index, ask.game_id, ask.request)


def read_ask(text: str, role: int) -> RevealAsk:
    """Read what *role* is asked for.  Raises :class:`SlipError`."""
    slip = read_slip(text, "ASK")
    source = _SOURCES.get(slip.whose)
    if source is None or [len(p) for p in slip.parts] != [16, 32]:
        raise SlipError("an ASK names a source, a game and a request")
    return RevealAsk(slip.parts[0], slip.parts[1], role, slip.number, source)


def write_reveal(ask: RevealAsk, reveal: Reveal) -> str:
    """Give the slip that answers *ask*."""
    who = ROLE_NAMES[ask.role]
    return write_slip("SHARE", who, ask.index, reveal.share, reveal.signature)


def read_reveal(text: str, ask: RevealAsk) -> Reveal:
    """Read the answer to *ask*.  Raises :class:`SlipError`."""
    slip = read_slip(text, "SHARE")
    if role_of(slip.whose) != ask.role:
        raise SlipError(f"this is a share of {slip.whose}, needed is {ROLE_NAMES[ask.role]}'s")
    if slip.number != ask.index:
        raise SlipError(f"this is share {slip.number}, needed is {ask.index}")
    if not 1 <= len(slip.parts) <= 2 or not 16 <= len(slip.parts[0]) <= 64:
        raise SlipError("a share has 16 to 64 bytes and at most one signature")
    if len(slip.parts) == 2 and len(slip.parts[1]) != 64:
        raise SlipError("a signature has 64 bytes")
    return Reveal(slip.parts[0], slip.parts[1] if len(slip.parts) == 2 else None)


def role_of(text: str) -> int:
    """Give the role that ``A``, ``B`` or ``judge`` names.  Raises :class:`SlipError`."""
    for name, role in ROLES.items():
        if name.upper() == text.upper():
            return role
    raise SlipError(f"{text[:20]!r} is none of A, B, judge")


def _text(part: bytes) -> str:
    return base64.b32encode(part).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    try:
        value = base64.b32decode(text + "=" * (-len(text) % 8))
    except (binascii.Error, ValueError):
        raise SlipError("a part of it is no base 32") from None
    if not value or _text(value) != text:
        raise SlipError("a part of it is no base 32")
    return value


def _check(body: str) -> str:
    return base64.b32encode(sha256(body.encode()).digest())[:4].decode()
