"""New Recruit's JSON: the roster of `battlescribe` with lists in place of elements."""

from rollbook.tools.importers.armylist import PERSONAL, ArmyList, Profile, Selection, whole_number
from rollbook.tools.importers.errors import UnknownFormatError
from rollbook.tools.importers.jsontext import Json, parse_json
from rollbook.tools.importers.text import decode


def read_new_recruit(data: bytes, where: str) -> ArmyList:
    """
    Read a roster in JSON; *where* names the file in messages.

    Raises `UnknownFormatError` for JSON that is no roster, and what `parse_json` raises.
    """
    value = parse_json(decode(data, where), where)
    roster = value.get("roster") if isinstance(value, dict) else None
    if not isinstance(roster, dict) or not isinstance(roster.get("forces"), list):
        raise UnknownFormatError(
            "the JSON holds no roster with forces",
            where=where,
            do="Export the army list as JSON, .ros or .rosz",
        )
    selections: list[tuple[str, Selection]] = []
    for force in _objects(roster, "forces"):
        selections += _force(force)
    return ArmyList(_text(roster, "name"), tuple(selections), _personal(roster))


def _text(owner: dict[str, Json], *names: str) -> str:
    for name in names:
        value = owner.get(name)
        if isinstance(value, str) and value:
            return value
        # A bool is an int to Python, never a characteristic.
        if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
    return ""


def _objects(owner: dict[str, Json], name: str) -> list[dict[str, Json]]:
    value = owner.get(name)
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _force(force: dict[str, Json]) -> list[tuple[str, Selection]]:
    name = _text(force, "name", "catalogueName")
    found = [(name, _selection(each)) for each in _objects(force, "selections")]
    for nested in _objects(force, "forces"):
        found += _force(nested)
    return found


def _selection(selection: dict[str, Json]) -> Selection:
    return Selection(
        name=_text(selection, "customName", "name"),
        kind=_text(selection, "type").lower(),
        number=whole_number(_text(selection, "number") if "number" in selection else "1"),
        profiles=tuple(_profile(each) for each in _objects(selection, "profiles")),
        rules=tuple(_text(each, "name") for each in _objects(selection, "rules")),
        selections=tuple(_selection(each) for each in _objects(selection, "selections")),
    )


def _profile(profile: dict[str, Json]) -> Profile:
    values = {
        _text(each, "name").strip().casefold(): _text(each, "$text", "value").strip()
        for each in _objects(profile, "characteristics")
    }
    return Profile(_text(profile, "name"), _text(profile, "typeName", "profileTypeName"), values)


def _personal(roster: dict[str, Json]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    waiting: list[Json] = [roster]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            for name, child in value.items():
                if child and name.lower() in PERSONAL:
                    found[PERSONAL[name.lower()]] = None
                if name not in ("rules", "profiles", "publications"):
                    waiting.append(child)
    return tuple(sorted(found))
