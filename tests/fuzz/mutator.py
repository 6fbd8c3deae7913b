"""A plain seeded mutator, for machines where no coverage-guided fuzzer can be installed."""

from __future__ import annotations

import random

PIECES = (
    *(b"\x00", b"\xff", b"\xc0", b"\xc1", b"\x92\xc4", b"\xc5\xff\xff", b"\xdd\x7f\xff\xff\xff"),
    *(b"\xcf" + b"\xff" * 8, b"\xd3" + b"\x80" + bytes(7), b"\xca\x7f\xc0\x00\x00", b"\x91" * 40),
    *(b"\xde\xff\xff", b"\xc7\x05\x01", b"\xa0", b"\xd9\xff", b"\xc4\x08", b"\x93\x01\x02\x03"),
    *(b"\n", b"\n\n", b"\r", "— ".encode(), b" ", b"0", b"-1", b"9" * 30, b"1e999", b"NaN"),
    *(b'"', b"{", b"}", b"[", b"]", b",", b":", b"null", b"true", b"\\ud800", b"\\u0000"),
    *(b"<", b">", b"&", b"<!DOCTYPE a>", b"/", b"=", b"+", b"AAAA", "\u202e".encode(), b"\x1b[2J"),
)


def mutated(data: bytes, dice: random.Random) -> bytes:
    """Change, cut, double and insert a few pieces of *data*."""
    out = bytearray(data)
    for _ in range(dice.choice((1, 1, 1, 2, 4, 12))):
        at = dice.randrange(len(out) + 1)
        end = min(len(out), at + dice.choice((1, 1, 2, 4, 16, 80)))
        other = dice.randrange(len(out) + 1)
        match dice.randrange(7):
            case 0:
                out[at:end] = dice.randbytes(end - at)
            case 1:
                del out[at:end]
            case 2:
                out[at:at] = out[at:end] * dice.choice((1, 2, 40))
            case 3:
                out[at:end] = dice.choice(PIECES)
            case 4:
                out[at:at] = dice.choice(PIECES)
            case 5:
                out[at:at] = out[other : other + 40]
            case _:
                if at < len(out):
                    out[at] = (out[at] + dice.choice((-1, 1, 16, 128))) % 256
    return bytes(out[:200_000])
