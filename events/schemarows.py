"""The rows of a schema as they stand in a log, and what they must be."""

from __future__ import annotations

from typing import Any

from rollbook.events.errors import MessageError

SchemaRow = tuple[int, str, int, tuple[str, ...], int]
"""Number, name, kind (0 command, 1 event, 2 value), fields, version."""


def check_rows(rows: Any, before: tuple[SchemaRow, ...]) -> None:
    """
    Check that *rows* may be added to a schema that already has *before*.

    Raises :class:`~rollbook.events.errors.MessageError`.
    """
    numbers = {row[0] for row in before}
    versions = {row[1]: (row[2], row[4]) for row in before}
    if type(rows) is not tuple:
        raise MessageError("schema", "is not a list of rows")
    for row in rows:
        _check_row(row)
        number, name, kind, _, version = row
        if number in numbers:
            raise MessageError("schema", f"number {number} is given twice")
        if name in versions and (kind != versions[name][0] or version <= versions[name][1]):
            raise MessageError(
                "schema", f"{name} stands there already, with this or a later version"
            )
        numbers.add(number)
        versions[name] = (kind, version)


def _check_row(row: Any) -> None:
    if type(row) is not tuple or len(row) != 5:
        raise MessageError("schema", "a row has number, name, kind, fields and version")
    number, name, kind, fields, version = row
    if (
        type(number) is not int
        or type(name) is not str
        or type(kind) is not int
        or type(fields) is not tuple
        or type(version) is not int
    ):
        raise MessageError("schema", "a row has number, name, kind, fields and version")
    if number < 0 or kind not in (0, 1, 2) or version < 1:
        raise MessageError("schema", f"row of {name} has numbers out of range")
    names = set()
    for field in fields:
        if type(field) is not str:
            raise MessageError("schema", f"fields of {name} are not text")
        names.add(field.partition(":")[0].rstrip("?"))
    if len(names) != len(fields):
        raise MessageError("schema", f"{name} has a field twice")
