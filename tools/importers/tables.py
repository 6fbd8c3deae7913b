"""Rows of CSV text, with lines, cells and rows bounded."""

import csv
from collections.abc import Iterator

from rollbook.tools.importers.errors import FileTooLargeError, ImportedFileError

MAX_COLUMNS = 100
MAX_LINES = 200_000


def rows(
    text: str, where: str, *, max_line: int, broken: type[ImportedFileError]
) -> Iterator[tuple[int, list[str]]]:
    """
    Give the number of its line and the stripped cells of each row; empty rows are left out.

    The delimiter is the first of comma, semicolon, tab in the first line.
    Raises `FileTooLargeError`, or *broken* for quotes that do not close.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text.count("\n") > MAX_LINES:
        raise FileTooLargeError(f"it has more than {MAX_LINES:,} lines", where=where, do="Split it")
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if len(line) > max_line:
            raise FileTooLargeError(
                f"the line is longer than {max_line:,} characters",
                where=f"{where}, line {number}",
                do="Break it up",
            )
    reader = csv.reader(lines, delimiter=_delimiter(lines[0] if lines else ""), strict=True)
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise broken(
                f"this is not CSV ({error})",
                where=f"{where}, line {reader.line_num}",
                do="Check the quotes",
            ) from None
        if len(cells) > MAX_COLUMNS:
            raise FileTooLargeError(
                f"more than {MAX_COLUMNS} columns",
                where=f"{where}, line {reader.line_num}",
                do="Remove some",
            )
        if any(cell.strip() for cell in cells):
            yield reader.line_num, [cell.strip() for cell in cells]


def _delimiter(line: str) -> str:
    found = [(line.find(mark), mark) for mark in ",;\t" if mark in line]
    return min(found)[1] if found else ","
