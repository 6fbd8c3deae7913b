"""When a game is over, the table is reminded to sign it."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rollbook.events.game import GameEnded
from rollbook.projections.printable import printable


def sign_hint(log: Any, events: Iterable[Any]) -> str | None:
    """
    Give one line on how to sign *log* when the game ended with *events*.

    Nothing for a log in memory, and where signing is not installed.
    """
    from rollbook.events.log.signed import keys_file

    path = getattr(log, "path", None)
    if not isinstance(path, Path) or not any(isinstance(event, GameEnded) for event in events):
        return None
    if find_spec("cryptography") is None:
        return None
    name = printable(str(path))
    sign = f"rollbook sign {name} --key YOUR.key"
    if keys_file(path).exists():
        return f"The game is over; everybody signs it now: {sign}"
    return f"The game is over; sign it with {sign}; rollbook keys new --help says how keys are made"
