"""
Rolls without a game: the dice of a VASSAL log or of a plain table.

The table is CSV; its columns (any order, further ones ignored) are `who`,
`when`, `purpose`, `sides`, `faces`.  Only `faces` is needed: whole numbers
separated by spaces, `+`, or (in quotes) commas.  `sides` is 6 where it is empty.
"""

import re

from attrs import frozen

from rollbook.tools.importers.errors import BadRollsError, FileTooLargeError, UnknownFormatError
from rollbook.tools.importers.text import clean_text, decode

MAX_BYTES = 8 * 1024 * 1024
MAX_ROLLS = 100_000
MAX_FACES = 1000
MAX_SIDES = 1000
_COLUMNS = ("who", "when", "purpose", "sides", "faces")
_MAX_LINE = 8000


@frozen
class ImportedRoll:
    """One roll that somebody made, as far as the file tells."""

    who: str
    """Display name, empty where the file holds none."""
    when: str
    """What the file says of the time, or the number of its line: `line 12`."""
    purpose: str
    sides: int
    """2 to 1000."""
    faces: tuple[int, ...]
    """In the order in which the file has them; each from 1 to `sides`."""
    line: str
    """The line itself, cleaned."""


@frozen
class Unreadable:
    """A line that looks like a roll or a row and could not be read."""

    where: str
    line: str
    why: str


@frozen
class DiceResult:
    """The rolls of a file and the lines that could not be read."""

    rolls: tuple[ImportedRoll, ...]
    unreadable: tuple[Unreadable, ...]


def read_dice(data: bytes, name: str = "rolls") -> DiceResult:
    """
    Read the rolls of a `.vlog` or a table; *name* is what messages call the file.

    Raises `UnknownFormatError`, `DamagedFileError`, `FileTooLargeError`, `UnsafeFileError` or
    `BadRollsError`: all of them `ImportedFileError`.
    """
    from rollbook.tools.importers.zipped import is_zip

    if len(data) > MAX_BYTES:
        raise FileTooLargeError(
            f"it has {len(data):,} bytes, more than {MAX_BYTES:,}",
            where=name,
            do="Import a smaller file",
        )
    if is_zip(data):
        from rollbook.tools.importers.vassal import read_vlog

        return read_vlog(data, name)
    return read_rolls_table(data, name)


def read_rolls_table(data: bytes, name: str) -> DiceResult:
    """Read a table of rolls, as the head of this module describes it."""
    from rollbook.tools.importers.tables import rows

    found = rows(decode(data, name), name, max_line=_MAX_LINE, broken=BadRollsError)
    line, header = next(found, (1, []))
    columns = [cell.casefold() for cell in header]
    if "faces" not in columns:
        raise UnknownFormatError(
            "it is neither a VASSAL log nor a table with a column `faces`",
            where=f"{name}, line {line}",
            do=f"Name the columns in the first line: {', '.join(_COLUMNS)}",
        )
    here = f"{name}, line {line}"
    for column in _COLUMNS:
        if columns.count(column) > 1:
            raise BadRollsError(f"{column} is there twice", where=here, do="Remove one")
    collector = Collector()
    for line, cells in found:
        row = dict(zip(columns, cells, strict=False))
        raw = clean_text(", ".join(cells)).text
        collector.take(
            who=row.get("who", ""),
            when=row.get("when", "") or f"line {line}",
            purpose=row.get("purpose", ""),
            sides=row.get("sides", "") or "6",
            faces=row.get("faces", ""),
            where=f"line {line}",
            line=raw,
        )
    return collector.result()


class Collector:
    """Takes rolls as texts, keeps what is readable and lists the rest."""

    def __init__(self) -> None:
        self._rolls: list[ImportedRoll] = []
        self._unreadable: list[Unreadable] = []

    def take(
        self, *, who: str, when: str, purpose: str, sides: str, faces: str, where: str, line: str
    ) -> None:
        """Keep one roll, or note why it is none."""
        try:
            number = _number(sides.casefold().removeprefix("d"), "sides", 2, MAX_SIDES)
            read = read_faces(faces, number)
        except ValueError as error:
            self.refuse(where, line, str(error))
            return
        self._bound()
        self._rolls.append(
            ImportedRoll(
                clean_text(who, limit=100).text,
                clean_text(when, limit=100).text,
                clean_text(purpose, limit=200).text,
                number,
                read,
                line,
            )
        )

    def refuse(self, where: str, line: str, why: str) -> None:
        """Note a line that could not be read."""
        self._bound()
        self._unreadable.append(Unreadable(where, line, why))

    def _bound(self) -> None:
        if len(self._rolls) + len(self._unreadable) >= MAX_ROLLS:
            raise FileTooLargeError(f"more than {MAX_ROLLS:,} rolls", do="Split the file")

    def result(self) -> DiceResult:
        """Give what was taken."""
        return DiceResult(tuple(self._rolls), tuple(self._unreadable))


def read_faces(text: str, sides: int) -> tuple[int, ...]:
    """
    Read the faces of one roll.

    Raises `ValueError` where a face is not from 1 to *sides*.

    >>> read_faces("3, 4 6", 6)
    (3, 4, 6)
    """
    parts = [part for part in re.split(r"[\s,;+|]+", text.strip().strip("[]()")) if part]
    if not parts:
        raise ValueError("there are no faces")
    if len(parts) > MAX_FACES:
        raise ValueError(f"more than {MAX_FACES} faces")
    return tuple(_number(part, "a face", 1, sides) for part in parts)


def _number(text: str, what: str, low: int, high: int) -> int:
    if re.fullmatch(r"[0-9]{1,4}", text.strip()) and low <= int(text) <= high:
        return int(text)
    raise ValueError(f"{what} {text[:20]!r} is not a whole number from {low} to {high}")
