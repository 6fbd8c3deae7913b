"""Single lines of a tournament report file."""

import re
import unicodedata

from rollbook.tools.importers.trf_model import BYES, FORFEITS, PLAYED, Cell, TrfError, TrfPlayer

MAX_BYTES = 8_000_000
MAX_ROUNDS = 999
CELLS_FROM = 91
CELL_WIDTH = 10
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def decode(data: bytes) -> tuple[str, str]:
    """
    Give the text of *data* and the encoding it was read with.

    UTF-8 (with or without mark), else UTF-16 with mark, else Windows-1252.
    Raises `TrfError` for a file too large.
    """
    if len(data) > MAX_BYTES:
        raise TrfError(f"the file has {len(data)} bytes, at most {MAX_BYTES} are read")
    tries = ["utf-16"] if data[:2] in (b"\xff\xfe", b"\xfe\xff") else []
    for encoding in (*tries, "utf-8-sig"):
        try:
            return data.decode(encoding), encoding
        except UnicodeDecodeError:
            continue
    return data.decode("cp1252", errors="replace"), "cp1252"


def lines_of(text: str) -> list[str]:
    """Split at CR, LF or both; report files have been written with each of them."""
    return re.split(r"\r\n|\r|\n", text)


def clean(text: str) -> str:
    """Give *text* composed, without control and direction characters, trimmed."""
    return unicodedata.normalize("NFC", _CONTROL.sub(" ", text)).strip()


def whole(text: str, line: int, column: int, what: str) -> int:
    """Read a whole number from a field, or raise `TrfError` naming it."""
    stripped = text.strip()
    if not (stripped.isascii() and stripped.isdigit()):
        raise TrfError(f"{what} should be a whole number, it says {stripped!r}", line, column)
    return int(stripped)


def tenths(text: str, line: int, column: int, what: str) -> int:
    """Read points like ``2.5`` as tenths."""
    match = re.fullmatch(r"\s*(-?)(\d*)[.,](\d)\s*", text)
    if match is None:
        raise TrfError(f"{what} should be like 11.5, it says {text.strip()!r}", line, column)
    sign, units, rest = match.groups()
    value = int(units or "0") * 10 + int(rest)
    return -value if sign else value


def player_line(text: str, line: int) -> TrfPlayer:
    """
    Read a ``001`` line.

    Sex, title, federation, federation number and birth date are not kept.
    Raises `TrfError` with line and column.
    """
    if len(text.rstrip()) < 84:
        raise TrfError("the player line ends before the points in columns 81 to 84", line)
    number = whole(text[4:8], line, 5, "the starting number")
    if not 1 <= number <= 9999:
        raise TrfError(f"the starting number {number} is not from 1 to 9999", line, 5)
    rating = text[48:52].strip()
    rank = text[85:89].strip()
    return TrfPlayer(
        number=number,
        name=clean(text[14:47]) or f"Player {number}",
        rating=whole(rating, line, 49, "the rating") or None if rating else None,
        points_tenths=tenths(text[80:84], line, 81, "the points"),
        rank=whole(rank, line, 86, "the rank") if rank else None,
        cells=_cells(text, line),
        line=line,
    )


def _cells(text: str, line: int) -> tuple[Cell, ...]:
    body = text.rstrip()
    found: list[Cell] = []
    for start in range(CELLS_FROM, len(body), CELL_WIDTH):
        found.append(_cell(body[start : start + CELL_WIDTH].ljust(CELL_WIDTH), line, start + 1))
        if len(found) > MAX_ROUNDS:
            raise TrfError(f"more than {MAX_ROUNDS} rounds", line, start + 1)
    while found and found[-1] == Cell(0, "-", " "):
        found.pop()
    return tuple(Cell(c.opponent, c.colour, c.result.strip() or "Z", c.column) for c in found)


def _cell(part: str, line: int, column: int) -> Cell:
    if any(part[k] != " " for k in (4, 6, 8, 9)):
        raise TrfError(f"the round entry {part.rstrip()!r} is not in its columns", line, column)
    digits = part[:4].strip()
    opponent = whole(digits, line, column, "the opponent's number") if digits else 0
    colour = part[5].lower().replace(" ", "-")
    result = part[7].upper()
    if colour not in "wb-":
        raise TrfError(f"the colour {part[5]!r} is none of w, b, -", line, column + 5)
    if result == " " and not opponent and colour == "-":
        return Cell(0, "-", " ", column)
    if not opponent and result in "+-=":
        result = {"+": "F", "-": "Z", "=": "H"}[result]
    _fits(opponent, colour, result, line, column)
    return Cell(opponent, colour, result, column)


def _fits(opponent: int, colour: str, result: str, line: int, column: int) -> None:
    if result in PLAYED:
        if not opponent or colour == "-":
            raise TrfError(f"the result {result!r} needs an opponent and a colour", line, column)
    elif result in BYES:
        if opponent or colour != "-":
            raise TrfError(f"the bye {result!r} has an opponent or a colour", line, column)
    elif result not in FORFEITS:
        raise TrfError(
            f"the result {result!r} is none of 1 = 0 W D L + - F H U Z", line, column + 7
        )
