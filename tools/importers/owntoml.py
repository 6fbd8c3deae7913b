"""Rollbook's own roster in TOML, read and written."""

import json
import tomllib

from rollbook.tools.importers.errors import BadRosterError, FileTooLargeError, UnknownFormatError
from rollbook.tools.importers.ownroster import VERSION, OwnRoster, bounded, rule_set
from rollbook.tools.importers.result import RosterResult, Value
from rollbook.tools.importers.text import clean_text, decode

_TOP = ("rollbook-roster", "rules", "name", "unit")
_MAX_DOTS = 64
_MAX_BRACKETS = 20_000


def read_toml_roster(data: bytes, where: str) -> RosterResult:
    """
    Read a roster in TOML; *where* names the file in messages.

    Raises `UnknownFormatError` for what is no roster, `BadRosterError`, `FileTooLargeError`.
    """
    bounded(data, where)
    text = decode(data, where)
    _check_shape(text, where)
    top = _load(text, where)
    if top.get("rollbook-roster") != VERSION:
        raise UnknownFormatError(
            f"it is not a roster that is read here, or lacks `rollbook-roster = {VERSION}`",
            where=where,
            do="Give a .ros, .rosz or JSON export, or a roster as the page on rosters shows",
        )
    for name in top:
        if name not in _TOP:
            raise BadRosterError(f"{name[:40]!r} is not known here", where=where, do="Remove it")
    roster = OwnRoster(rule_set(top.get("rules"), where), _name(top, where))
    units = top.get("unit", [])
    if not isinstance(units, list):
        raise BadRosterError("units are written as [[unit]]", where=where, do="Double the brackets")
    for at, unit in enumerate(units, 1):
        _add(roster, unit, f"{where}, unit {at}")
    return roster.result()


def _check_shape(text: str, where: str) -> None:
    # The standard parser's time grows with the square of a key's parts and it
    # recurses into brackets, so both are counted first.
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > _MAX_DOTS:
            raise FileTooLargeError(
                f"more than {_MAX_DOTS} dots in a line",
                where=f"{where}, line {number}",
                do="Shorten it",
            )
    if text.count("[") + text.count("{") > _MAX_BRACKETS:
        raise FileTooLargeError("too many brackets", where=where, do="Split the roster")


def _load(text: str, where: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        if "rollbook-roster" not in text:
            raise UnknownFormatError(
                "it is no kind of roster that is read here",
                where=where,
                do="Give a .ros, .rosz or JSON export, or a roster as the page on rosters shows",
            ) from None
        raise BadRosterError(f"this is not TOML ({error})", where=where, do="Correct it") from None
    except (RecursionError, ValueError) as error:
        what = f"this is not TOML that can be read ({str(error)[:80]})"
        raise BadRosterError(what, where=where, do="Correct it") from None


def _name(top: dict[str, object], where: str) -> str:
    name = top.get("name", "")
    if isinstance(name, str):
        return name
    raise BadRosterError("name must be a text", where=where, do="Put it in quotes")


def _add(roster: OwnRoster, unit: object, where: str) -> None:
    value = _value(unit, where)
    if not isinstance(value, dict):
        raise BadRosterError("a unit is a table", where=where, do="Write it as [[unit]]")
    weapons = value.pop("weapon", [])
    tables = (
        [each for each in weapons if isinstance(each, dict)] if isinstance(weapons, list) else []
    )
    if not isinstance(weapons, list) or len(tables) != len(weapons):
        raise BadRosterError("weapons are tables", where=where, do="Write them as [[unit.weapon]]")
    roster.add(value, tables, where)


def _value(value: object, where: str) -> Value:
    if isinstance(value, bool | int | str):
        return value
    if isinstance(value, list):
        return [_value(each, where) for each in value]
    if isinstance(value, dict):
        return {str(name): _value(each, where) for name, each in value.items()}
    raise BadRosterError(
        f"{str(value)[:40]} is neither a whole number, text, true, false, list nor table",
        where=where,
        do="Write whole numbers without a point",
    )


def write_toml_roster(roster: RosterResult) -> str:
    """
    Write *roster* so that `read_toml_roster` gives the same units and name.

    What could not be mapped is written as comments on top.
    """
    lines = [f"rollbook-roster = {VERSION}", f"rules = {_toml(roster.rules)}"]
    lines.append(f"name = {_toml(roster.name)}")
    if roster.unmapped:
        lines += ["", "# Not taken over:"]
        said = [f"{each.where}: {each.what}: {each.why}" for each in roster.unmapped]
        lines += [f"# - {clean_text(each, limit=900).text}" for each in said]
    for unit in roster.units:
        lines += ["", "[[unit]]", f"id = {_toml(unit['unit'])}"]
        plain = {k: v for k, v in unit.items() if k not in ("unit", "weapons")}
        lines += _fields(plain)
        weapons = unit.get("weapons", [])
        for weapon in weapons if isinstance(weapons, list) else []:
            if isinstance(weapon, dict):
                lines += ["", "[[unit.weapon]]", *_fields(weapon)]
    return "\n".join(lines) + "\n"


def _fields(fields: dict[str, Value]) -> list[str]:
    # TOML has no null; every field that may be null is null when left out.
    return [f"{name} = {_toml(value)}" for name, value in fields.items() if value is not None]


def _toml(value: Value) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_toml(each) for each in value)}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(_fields(value))} }}"
    if isinstance(value, str):
        value = clean_text(value).text
    # JSON writes numbers, true, false and texts as TOML does, DEL aside.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
