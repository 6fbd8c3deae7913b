"""Texts that come from outside: read with a limit, told apart by what they hold."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

import click

from rollbook.tools.notation.reading import MAX_BYTES


def read_text(path: Path) -> str:
    """Read a text file, or standard input for ``-``; refuses what is no UTF-8 or too long."""
    if str(path) == "-":
        return text_of(sys.stdin.buffer.read(MAX_BYTES + 1), "standard input")
    with path.open("rb") as source:
        return text_of(source.read(MAX_BYTES + 1), str(path))


def text_of(data: bytes, name: str) -> str:
    """Give the text of *data*; *name* is what messages call it."""
    if len(data) > MAX_BYTES:
        raise click.UsageError(f"{name} is longer than {MAX_BYTES:,} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        row = data[: error.start].count(b"\n") + 1
        raise click.UsageError(f"{name}: line {row} is not UTF-8 text") from None


def starts_as_json(source: BinaryIO) -> tuple[bytes, bool]:
    """
    Read the first line that says something, and tell whether it begins a JSON object.

    What was read is given back too, so that nothing is lost.
    """
    taken = b""
    while line := source.readline(MAX_BYTES):
        taken += line
        said = line.removeprefix(b"\xef\xbb\xbf").strip()
        if said or len(taken) > MAX_BYTES:
            return taken, said.startswith(b"{")
    return taken, False
