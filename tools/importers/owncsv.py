"""
Rollbook's own roster in CSV, read and written.

First line: `rollbook-roster,1,RULES,NAME`.  Second line: the columns, the first
of them `row`.  Then `unit` rows, each followed by `weapon` rows of its weapons.
"""

import csv
import io

from rollbook.tools.importers.errors import BadRosterError, UnknownFormatError
from rollbook.tools.importers.ownfields import KINDS, UNITS, WEAPONS
from rollbook.tools.importers.ownkinds import Field
from rollbook.tools.importers.ownroster import MAX_LINE, VERSION, OwnRoster, bounded, rule_set
from rollbook.tools.importers.result import RosterResult, Unit, Value
from rollbook.tools.importers.tables import rows
from rollbook.tools.importers.text import clean_text, decode

_DRIVER = {"driver_ws": "ws", "driver_grit": "grit", "driver_sagacity": "sagacity"}
_GUNNER = {"gunner_ws": "ws"}


def read_csv_roster(data: bytes, where: str) -> RosterResult:
    """
    Read a roster in CSV; *where* names the file in messages.

    Raises `UnknownFormatError` for what is no roster, `BadRosterError`, `FileTooLargeError`.
    """
    bounded(data, where)
    found = rows(decode(data, where), where, max_line=MAX_LINE, broken=BadRosterError)
    line, first = next(found, (1, []))
    if len(first) < 3 or first[0].lower() != "rollbook-roster" or first[1] != str(VERSION):
        raise UnknownFormatError(
            f"the first line is not `rollbook-roster,{VERSION},RULES,NAME`",
            where=f"{where}, line {line}",
            do="Write it as the page on rosters shows",
        )
    rules = rule_set(first[2], f"{where}, line {line}")
    roster = OwnRoster(rules, first[3] if len(first) > 3 else "")
    line, header = next(found, (line + 1, []))
    columns = _columns(rules, header, f"{where}, line {line}")
    waiting: tuple[dict[str, Value], list[dict[str, Value]], str] | None = None
    for line, cells in found:
        here = f"{where}, line {line}"
        row = _row(columns, cells, here)
        if row.pop("row") == "unit":
            if waiting:
                roster.add(*waiting)
            waiting = (_fields(rules, row, here), [], here)
        elif waiting:
            waiting[1].append(_weapon(rules, row))
        else:
            raise BadRosterError("a weapon before any unit", where=here, do="Put its unit above it")
    if waiting:
        roster.add(*waiting)
    return roster.result()


def _known(rules: str) -> set[str]:
    names = {"row", "id", "name", *_DRIVER, *_GUNNER, *WEAPONS[rules]}
    return names.union(*(UNITS[rules][kind] for kind in KINDS)) - {"driver", "gunner"}


def _columns(rules: str, header: list[str], where: str) -> list[str]:
    columns = [name.lower() for name in header]
    if not columns or columns[0] != "row":
        raise BadRosterError(
            "the second line names the columns, the first of them `row`", where=where, do="Add it"
        )
    for name in columns:
        if name not in _known(rules) or columns.count(name) > 1:
            why = "is not a column" if name not in _known(rules) else "is there twice"
            raise BadRosterError(f"{name[:40]!r} {why}", where=where, do="Remove it")
    return columns


def _row(columns: list[str], cells: list[str], where: str) -> dict[str, str]:
    if len(cells) > len(columns):
        what = f"{len(cells)} cells for {len(columns)} columns"
        raise BadRosterError(what, where=where, do="Check the commas and quotes")
    if cells[0].lower() not in ("unit", "weapon"):
        raise BadRosterError("row must be unit or weapon", where=where, do="Correct it")
    found = {name: cell for name, cell in zip(columns, cells, strict=False) if cell}
    return found | {"row": cells[0].lower()}


def _fields(rules: str, row: dict[str, str], where: str) -> dict[str, Value]:
    kind = row.get("kind", "")
    if kind not in KINDS:
        raise BadRosterError(
            f"kind must be one of {', '.join(KINDS)}", where=where, do="Correct it"
        )
    values = _values(UNITS[rules][kind], row)
    driver = {_DRIVER[name]: values.pop(name) for name in _DRIVER if name in values}
    return values | ({"driver": _numbers(driver)} if driver else {})


def _weapon(rules: str, row: dict[str, str]) -> dict[str, Value]:
    values = _values(WEAPONS[rules], row)
    gunner = {_GUNNER[name]: values.pop(name) for name in _GUNNER if name in values}
    return values | ({"gunner": _numbers(gunner)} if gunner else {})


def _values(fields: dict[str, Field], row: dict[str, str]) -> dict[str, Value]:
    return {
        name: fields[name].kind.cell(text) if name in fields else text for name, text in row.items()
    }


def _numbers(group: dict[str, Value]) -> dict[str, Value]:
    return {
        name: int(text) if isinstance(text, str) and text.isdecimal() and len(text) < 4 else text
        for name, text in group.items()
    }


def write_csv_roster(roster: RosterResult) -> str:
    """Write *roster* so that `read_csv_roster` gives the same units and name."""
    lines = [{"row": "unit", **_flat(unit)} for unit in roster.units]
    table: list[dict[str, str]] = []
    for unit, line in zip(roster.units, lines, strict=True):
        table.append(line)
        weapons = unit.get("weapons", [])
        for weapon in weapons if isinstance(weapons, list) else []:
            if isinstance(weapon, dict):
                table.append({"row": "weapon", **_flat(weapon)})
    columns = list(dict.fromkeys(["row", "id", "kind", "name", *(n for row in table for n in row)]))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["rollbook-roster", VERSION, roster.rules, clean_text(roster.name).text])
    writer.writerow(columns)
    writer.writerows([row.get(name, "") for name in columns] for row in table)
    return out.getvalue()


def _flat(fields: Unit) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in fields.items():
        if isinstance(value, dict):
            found |= {f"{name}_{part}": _cell(each) for part, each in value.items()}
        elif name != "weapons" and value is not None:
            found["id" if name == "unit" else name] = _cell(value)
    return found


def _cell(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(str(each) for each in value)
    # A line break in a name would end the row for a reader that goes by lines.
    return clean_text(value).text if isinstance(value, str) else str(value)
