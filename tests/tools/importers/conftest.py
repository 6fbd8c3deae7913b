"""What the tests of the importers share."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

SEEDS = Path(__file__).parent / "seeds"


@pytest.fixture
def seed() -> Callable[[str], bytes]:
    """The bytes of a seed file."""
    return lambda name: (SEEDS / name).read_bytes()


@pytest.fixture
def zipped() -> Callable[..., bytes]:
    """A zip file with the members given as name and content."""

    def make(*members: tuple[str, bytes]) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in members:
                archive.writestr(name, content)
        return out.getvalue()

    return make


@pytest.fixture
def vlog(zipped: Callable[..., bytes]) -> Callable[..., bytes]:
    """A log as VASSAL up to 3.7 writes it, with lines of the chat recorded one after another."""

    def make(*chat: str, key: int = 0x5A) -> bytes:
        commands = ["begin_save", "\\", "end_save", *(f"LOG\tCHAT{line}" for line in chat)]
        plain = "\x1b".join(commands).encode()
        hidden = b"!VCSK" + f"{key:02x}".encode() + bytes(b ^ key for b in plain).hex().encode()
        return zipped(("savedGame", hidden), ("savedata", b"<data/>"), ("moduledata", b"<data/>"))

    return make
