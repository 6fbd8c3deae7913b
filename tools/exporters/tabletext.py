"""Tables as files: CSV that spreadsheets open without harm, and Parquet."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO

from rollbook.events.errors import MissingExtra
from rollbook.projections.printable import printable
from rollbook.tools.newfile import new_file

FORMULA = ("=", "+", "-", "@", "\t", "\r")
PART = 20_000
"""Rows that are written to a Parquet file at a time."""


def write_csv(columns: tuple[str, ...], rows: Iterable[Any], file: TextIO) -> int:
    """Write a table as CSV (RFC 4180); give the number of rows."""
    out = csv.writer(file, lineterminator="\r\n")
    out.writerow(columns)
    count = 0
    for row in rows:
        out.writerow([cell_text(cell) for cell in row])
        count += 1
    return count


def cell_text(cell: Any) -> str | int:
    """
    Give a cell as a spreadsheet may have it.

    Text that a spreadsheet would run as a formula gets an apostrophe before
    it, and control characters are written out.

    >>> cell_text("=1+1"), cell_text(-3), cell_text(True), cell_text(None)
    ("'=1+1", -3, 'yes', '')
    """
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int):
        return cell
    text = printable(str(cell))
    return f"'{text}" if text.startswith(FORMULA) else text


def write_parquet(columns: tuple[str, ...], rows: Iterable[Any], path: Path) -> int:
    """
    Write a table as Parquet; give the number of rows.

    A column is of whole numbers, of yes and no, or of text, by what its cells
    are.  Raises ``MissingExtra`` without pyarrow.
    """
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingExtra("parquet", "Parquet") from None
    kept = list(rows)
    fields = [pa.field(name, _type(pa, kept, i)) for i, name in enumerate(columns)]
    schema = pa.schema(fields)
    with new_file(path) as text, pq.ParquetWriter(text.buffer, schema) as writer:
        for part in _parts(kept):
            arrays = [
                pa.array([row[i] for row in part], type=of.type) for i, of in enumerate(fields)
            ]
            writer.write_table(pa.table(arrays, schema=schema))
    return len(kept)


def _parts(rows: list[Any]) -> Iterator[list[Any]]:
    for start in range(0, max(1, len(rows)), PART):
        yield rows[start : start + PART]


def _type(pa: Any, rows: list[Any], column: int) -> Any:
    kinds = {type(row[column]) for row in rows} - {type(None)}
    if kinds == {int}:
        return pa.int64()
    if kinds == {bool}:
        return pa.bool_()
    return pa.string()
