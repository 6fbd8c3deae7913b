"""Tables from spreadsheets: encoding and delimiter found out, every bad line named."""

import csv
import io
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from rollbook.tools.importers.errors import ImportedFileError
from rollbook.tools.importers.trf_lines import clean

MAX_BYTES = 16_000_000
MAX_LINES = 100_000
MAX_CELL = 2_000
DELIMITERS = ",;\t|"


@frozen
class BadLine:
    """One line that cannot be used: its number in the file, counted from 1, and why."""

    line: int
    reason: str


class TableError(ImportedFileError):
    """A table is refused as a whole; ``bad`` holds every line at fault."""

    def __init__(self, bad: Sequence[BadLine]) -> None:
        self.bad = tuple(bad)
        shown = "; ".join(f"line {b.line}: {b.reason}" for b in self.bad[:20])
        more = f"; and {len(self.bad) - 20} more" if len(self.bad) > 20 else ""
        super().__init__(shown + more)


@frozen
class TextRow:
    """One data row: its line and the cells by the wanted column names."""

    line: int
    cells: Mapping[str, str]


@frozen(kw_only=True)
class TextTable:
    """A table as text, with what was found out about it and what was left out."""

    rows: tuple[TextRow, ...]
    columns: tuple[str, ...]
    delimiter: str
    encoding: str
    notes: tuple[str, ...]


def decode_table(data: bytes) -> tuple[str, str]:
    """
    Give text and encoding: UTF-8, UTF-16 with mark, else Windows-1252.

    Raises `TableError` for a file too large or with binary content.
    """
    if len(data) > MAX_BYTES:
        raise TableError([BadLine(1, f"the file has {len(data)} bytes, at most {MAX_BYTES}")])
    marked = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\x00" in text:
            break
        return text, encoding
    raise TableError([BadLine(1, "this is no text in UTF-8, UTF-16 or Windows-1252")])


def find_delimiter(text: str) -> str:
    """Find the delimiter of the header line: the most frequent one outside quotes."""
    header = next((line for line in text.splitlines() if line.strip()), "")
    outside = "".join(part for k, part in enumerate(header.split('"')) if k % 2 == 0)
    return max(DELIMITERS, key=lambda d: (outside.count(d), -DELIMITERS.index(d)))


def read_table(
    data: bytes | str,
    wanted: Mapping[str, Iterable[str]],
    needed: Iterable[str] = (),
) -> TextTable:
    """
    Read a table with a header line.

    *wanted* maps each column name to the headings that mean it (compared
    without case, accents, blanks and punctuation); other columns are left out
    and named in the notes.  *needed* columns must be there.

    Raises `TableError` naming the lines.
    """
    text, encoding = decode_table(data) if isinstance(data, bytes) else (data, "text")
    delimiter = find_delimiter(text)
    lines = _parse(text, delimiter)
    if not lines:
        raise TableError([BadLine(1, "the table is empty")])
    columns, notes = _columns(lines[0], wanted, tuple(needed))
    rows, bad = _rows(lines[1:], columns, len(lines[0][1]))
    if bad:
        raise TableError(bad)
    return TextTable(
        rows=tuple(rows),
        columns=tuple(columns.values()),
        delimiter=delimiter,
        encoding=encoding,
        notes=notes,
    )


def _parse(text: str, delimiter: str) -> list[tuple[int, list[str]]]:
    source = io.StringIO(text, newline="")
    reader = csv.reader(source, delimiter=delimiter, strict=True)
    found: list[tuple[int, list[str]]] = []
    before = 0
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                found.append((before + 1, row))
            before = reader.line_num
            if len(found) > MAX_LINES:
                raise TableError([BadLine(before, f"more than {MAX_LINES} lines")])
    except csv.Error as error:
        raise TableError([BadLine(before + 1, f"the line is not well-formed: {error}")]) from None
    return found


def _columns(
    header: tuple[int, list[str]], wanted: Mapping[str, Iterable[str]], needed: tuple[str, ...]
) -> tuple[dict[int, str], tuple[str, ...]]:
    line, names = header
    meanings = {_plain(h): c for c, headings in wanted.items() for h in (c, *headings)}
    columns: dict[int, str] = {}
    unknown: list[str] = []
    for place, name in enumerate(names):
        column = meanings.get(_plain(name))
        if column is None:
            unknown.append(clean(name)[:40])
        elif column in columns.values():
            raise TableError([BadLine(line, f"two columns mean {column!r}")])
        else:
            columns[place] = column
    missing = [c for c in needed if c not in columns.values()]
    if missing:
        raise TableError(
            [
                BadLine(
                    line, f"there is no column for {', '.join(missing)}; the header is missing it"
                )
            ]
        )
    left = [name for name in unknown if name]
    return columns, (f"not kept: the columns {', '.join(left)}",) if left else ()


def _plain(text: str) -> str:
    spread = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in spread if c.isalnum())


def _rows(
    lines: list[tuple[int, list[str]]], columns: Mapping[int, str], width: int
) -> tuple[list[TextRow], list[BadLine]]:
    rows: list[TextRow] = []
    bad: list[BadLine] = []
    for line, cells in lines:
        if len(cells) > width and any(c.strip() for c in cells[width:]):
            bad.append(BadLine(line, f"{len(cells)} cells, the header has {width}"))
        elif any(len(cell) > MAX_CELL for cell in cells):
            bad.append(BadLine(line, f"a cell is longer than {MAX_CELL} characters"))
        else:
            given = {n: _cell(cells[k]) if k < len(cells) else "" for k, n in columns.items()}
            rows.append(TextRow(line, given))
    return rows, bad


def _cell(text: str) -> str:
    """Give the cell's text; the quote that keeps spreadsheets from computing goes."""
    shown = clean(text)
    return shown[1:] if len(shown) > 1 and shown[0] == "'" and shown[1] in "=+-@'" else shown
