"""QR codes on a terminal."""

from __future__ import annotations

import io

from rollbook.events.errors import MissingExtra, RollbookError

MOST_BYTES = 2_900


def qr_lines(text: str) -> list[str]:
    """
    Give the lines of a QR code of *text*, two modules a character, dark on light.

    Raises ``MissingExtra`` without the extra ``qr``.
    """
    try:
        import segno
    except ImportError as error:
        raise MissingExtra("qr", "showing QR codes") from error
    if len(text.encode()) > MOST_BYTES:
        raise RollbookError(f"{len(text.encode())} bytes do not fit into a QR code")
    code = segno.make(text, micro=False, error="l")
    out = io.StringIO()
    code.terminal(out, compact=True, border=2)
    return out.getvalue().splitlines()


def slip_lines(text: str, *, qr: bool) -> list[str]:
    """Give a slip, broken to fit 80 columns, and its QR code if *qr*."""
    lines = [text[i : i + 76] for i in range(0, len(text), 76)]
    return [*lines, *(qr_lines(text) if qr else [])]
