"""Weapons, wargear and special rules of one unit, as far as the rule set has fields for them."""

from rollbook.tools.importers.armylist import Selection
from rollbook.tools.importers.result import Remarks, Unit, Value
from rollbook.tools.importers.statlines import Statline, is_statline, plain_int, values_of
from rollbook.tools.importers.text import IdMaker, clean_text
from rollbook.tools.importers.weapons import is_weapon, read_weapon

MAX_WEAPONS = 6
_RESERVED = ("krak", "melta_bomb")
_FLAGS = {
    "open-topped": "open_topped",
    "open topped": "open_topped",
    "extra armour": "extra_armour",
    "smoke launchers": "smoke_launchers",
}
_VEHICLE_FLAGS = {"tank": "tank", "fast": "fast", "fast vehicle": "fast"}
_GRENADES = {
    "krak grenades": "krak",
    "melta bombs": "melta_bombs",
    "melta bomb": "melta_bombs",
    "meltabombs": "melta_bombs",
}
_PLAIN_TYPES = ("unit", "model", "models", "profile", "infantry", "walker", "vehicle", "vehicles")


def equip(
    unit: Unit, carried: list[Selection], line: Statline, machines: int, remarks: Remarks
) -> None:
    """
    Give *unit* what the selections *carried* say it has.

    *machines* is how many walkers or vehicles the same selection stands for: a
    weapon chosen as often is one for each of them.
    """
    where = str(unit["name"])
    words = dict.fromkeys(line.words, "unit type")
    for selection in carried:
        name = clean_text(selection.name).text.casefold()
        if _for_each(selection, machines):
            words[name] = "selection"
        elif name in _FLAGS:
            remarks.add(where, name, f"which of the {machines} have it is not said")
        words |= {clean_text(rule).text.casefold(): "rule" for rule in selection.rules}
    if unit["kind"] == "infantry" and "fearless" in words and not _all_fearless(carried):
        del words["fearless"]
        remarks.add(where, "fearless", "the list does not say it of every model")
    _flags(unit, words, line, where, remarks)
    _capacity(unit, carried, where, remarks)
    if unit["kind"] == "infantry":
        _grenades(unit, carried, where, remarks)
    _weapons(unit, carried, machines, where, remarks)
    _rest(carried, where, remarks)


def _for_each(selection: Selection, machines: int) -> bool:
    return (selection.number or 1) % machines == 0


def _all_fearless(carried: list[Selection]) -> bool:
    fearless = [any(r.strip().casefold() == "fearless" for r in each.rules) for each in carried]
    models = [any(is_statline(profile) for profile in each.profiles) for each in carried]
    return fearless[0] or all(has for has, model in zip(fearless, models, strict=True) if model)


def _rest(carried: list[Selection], where: str, remarks: Remarks) -> None:
    known = {*_FLAGS, *_VEHICLE_FLAGS, *_GRENADES, "fearless"}
    for selection in carried:
        name = clean_text(selection.name).text
        for profile in selection.profiles:
            if not (is_statline(profile) or is_weapon(profile)):
                shown = clean_text(f"{profile.kind} {profile.name}", limit=160).text
                remarks.add(where, shown, "a profile that is neither a model nor a weapon")
        bare = not selection.profiles and not selection.selections
        if bare and selection.kind != "model" and name.casefold() not in known:
            remarks.add(where, name, "an upgrade without a field")


def _flags(unit: Unit, words: dict[str, str], line: Statline, where: str, remarks: Remarks) -> None:
    known = {} if unit["kind"] == "infantry" else dict(_FLAGS)
    if unit["kind"] == "vehicle":
        known |= _VEHICLE_FLAGS
    if unit["kind"] == "infantry":
        known = {"fearless": "fearless"}
    for word, field in known.items():
        if word in words:
            unit[field] = True
    for word in line.words:
        if word not in known and word not in _PLAIN_TYPES:
            remarks.add(where, word[:80], "a word of the unit type without a field")
    for word, origin in words.items():
        if origin == "rule" and word not in known and word:
            remarks.add(where, word[:80], "a special rule without a field")


def _capacity(unit: Unit, carried: list[Selection], where: str, remarks: Remarks) -> None:
    if unit["kind"] != "vehicle":
        return
    for selection in carried:
        for profile in filter(is_statline, selection.profiles):
            for field in ("capacity", "fire_points"):
                text = values_of(profile).get(field, "").strip()
                number = plain_int(text)
                if number is not None and number <= 100:
                    unit[field] = number
                elif text not in ("", "-", "–"):
                    shown = clean_text(f"{field} {text}", limit=80).text
                    remarks.add(where, shown, "is not a number from 0 to 100")


def _grenades(unit: Unit, carried: list[Selection], where: str, remarks: Remarks) -> None:
    models = unit["models"]
    counts: dict[str, int] = {}
    for selection in carried:
        field = _GRENADES.get(clean_text(selection.name).text.casefold())
        if field is not None:
            counts[field] = counts.get(field, 0) + (selection.number or 0)
    for field, number in counts.items():
        # One for a squad may be one model's or everybody's: the list does not tell.
        if isinstance(models, int) and (1 < number <= models or number == models):
            unit[field] = number
        else:
            remarks.add(where, field, f"how many of the models carry one is not clear ({number})")


def _weapons(
    unit: Unit, carried: list[Selection], machines: int, where: str, remarks: Remarks
) -> None:
    ids = IdMaker(_RESERVED)
    weapons: list[Value] = []
    seen: set[str] = set()
    for selection in carried:
        for profile in filter(is_weapon, selection.profiles):
            name = clean_text(profile.name).text or "weapon"
            if name.casefold() in _GRENADES:
                continue
            copies = 1
            if unit["kind"] == "infantry":
                # One entry serves all who carry it: their number is typed when they fire.
                if name in seen:
                    continue
                seen.add(name)
            else:
                copies = _copies(selection, machines, f"{where} > {name}", remarks)
            if copies == 0:
                continue
            reading = read_weapon(profile)
            fields = _fitting(unit, reading.fields, f"{where} > {name}", remarks)
            for word in reading.leftover:
                shown = clean_text(word, limit=80).text
                remarks.add(f"{where} > {name}", shown, "a word of the weapon without a field")
            for what, why in reading.taken:
                remarks.add(f"{where} > {name}", what, why)
            for why in reading.why:
                shown = clean_text(why, limit=160).text
                remarks.add(f"{where} > {name}", "the weapon", shown)
            if fields is not None:
                weapons += [{"id": ids.make(name, "weapon"), **fields} for _ in range(copies)]
    if len(weapons) > MAX_WEAPONS:
        why = f"a unit has at most {MAX_WEAPONS}; {len(weapons)} were found"
        for weapon in weapons[MAX_WEAPONS:]:
            if isinstance(weapon, dict):
                remarks.add(where, f"weapon {weapon['id']}", why)
    if weapons:
        unit["weapons"] = weapons[:MAX_WEAPONS]


def _copies(selection: Selection, machines: int, where: str, remarks: Remarks) -> int:
    number = selection.number or 1
    if not _for_each(selection, machines):
        why = f"which of the {machines} carry it is not said"
        remarks.add(where, f"the weapon, chosen {number} times", why)
        return 0
    return min(number // machines, MAX_WEAPONS + 1)


def _fitting(
    unit: Unit, fields: dict[str, Value] | None, where: str, remarks: Remarks
) -> dict[str, Value] | None:
    if fields is None:
        return None
    if fields["kind"] == "melee" and unit["kind"] != "walker":
        remarks.add(where, "the weapon", "only walkers have melee weapons in this rule set")
        return None
    if unit["kind"] == "vehicle":
        why = "the list does not say where it sits: mounted in the hull, pointing forward"
        remarks.add(where, "mount", why)
    return fields
