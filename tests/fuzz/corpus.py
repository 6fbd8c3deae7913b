"""The inputs that are kept: seeds to start from, and everything that ever failed."""

from __future__ import annotations

import hashlib
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"


def kept(target: str) -> list[Path]:
    """Give the kept inputs of *target*: ``seed-*`` are good, ``found-*`` failed once."""
    return sorted(path for path in (CORPUS / target).glob("*") if path.is_file())


def keep(target: str, data: bytes) -> Path:
    """Keep an input that failed, under a name made of its bytes."""
    path = CORPUS / target / f"found-{hashlib.sha256(data).hexdigest()[:16]}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path
