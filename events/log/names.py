"""Names of keys, and the origins of logs: what may stand on a signature line."""

import re
from collections.abc import Callable

from rollbook.events.errors import RollbookError

MAX_NAME_BYTES = 255

# Beyond C2SP signed-note, which refuses spaces, plus and the characters below
# U+0020: what could disguise a name on a terminal.
_DISGUISES = re.compile("[\x7f-\x9f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")

_WORD = "[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?"
_HEX = "(?:[0-9a-f]{2}){4,16}"
_ORIGIN = re.compile(f"{_WORD}/{_WORD}/{_HEX}(?:/fork/{_HEX})*")

GAME_ID_BYTES = 16


class OriginError(RollbookError):
    """
    An origin is not what a checkpoint of Rollbook may be signed for.

    The form is ``<organiser>/<tournament or "game">/<game id in hex>``, and
    ``/fork/<copy id in hex>`` behind it for each fork in a file of its own:
    lower-case letters, digits, ``.`` and ``-``, at most 255 bytes.
    """

    def __init__(self, origin: str, reason: str) -> None:
        self.origin = origin
        self.reason = reason
        super().__init__(
            f"origin {origin[:300]!r} refused: {reason}; it is "
            "<organiser>/<tournament or 'game'>/<game id in hex>, in lower case"
        )


def check_name(name: str, error: Callable[[str], RollbookError]) -> None:
    """
    Raise *error*, made from a reason, unless *name* can name a key.

    Not empty, at most 255 bytes of UTF-8, no space, plus or control character
    (C2SP signed-note), and none that turns the direction of text or is unseen.
    """
    if not name:
        raise error("a key needs a name")
    if any(char.isspace() or char < " " or char == "+" for char in name):
        raise error("a key name holds no space, plus or control character")
    if _DISGUISES.search(name):
        raise error("a key name holds no unseen or direction-changing character")
    try:
        size = len(name.encode("utf-8"))
    except UnicodeEncodeError:
        raise error("a key name is Unicode text") from None
    if size > MAX_NAME_BYTES:
        raise error(f"a key name of {size} bytes is more than {MAX_NAME_BYTES}")


def check_origin(origin: str) -> None:
    """Raise `OriginError` unless *origin* has the form described there."""
    if len(origin) > MAX_NAME_BYTES:
        raise OriginError(origin, f"more than {MAX_NAME_BYTES} bytes")
    if not _ORIGIN.fullmatch(origin):
        raise OriginError(origin, "not of that form")


def log_origin(organiser: str, game_id: bytes, tournament: str = "game") -> str:
    """
    Give the origin of a log; *game_id* is 16 bytes.

    >>> log_origin("club.example", bytes(15) + bytes([7]))
    'club.example/game/00000000000000000000000000000007'
    """
    origin = f"{organiser}/{tournament}/{game_id.hex()}"
    if len(game_id) != GAME_ID_BYTES:
        raise OriginError(origin, f"a game id is {GAME_ID_BYTES} bytes, not {len(game_id)}")
    check_origin(origin)
    return origin


def fork_origin(origin: str, copy_id: bytes) -> str:
    """
    Give the origin of a fork in a file of its own, from its fork entry on.

    One origin never signs two different continuations, so the copy needs
    another.  *copy_id* is 16 random bytes.
    """
    check_origin(origin)
    forked = f"{origin}/fork/{copy_id.hex()}"
    if len(copy_id) != GAME_ID_BYTES:
        raise OriginError(forked, f"a copy id is {GAME_ID_BYTES} bytes, not {len(copy_id)}")
    check_origin(forked)
    return forked
