"""
BattleScribe rosters: `.ros` XML of versions 1.x, 2.00 and 2.03, as New Recruit writes it too.

The versions differ in three places, and all of them are read alike: a value is
an attribute (before 2.03) or the text of `characteristic`; the type of a
profile is `profileTypeName` or `typeName`; selections hang below a force, or
(1.x) below its categories.
"""

from rollbook.tools.importers.armylist import PERSONAL, ArmyList, Profile, Selection, whole_number
from rollbook.tools.importers.errors import UnknownFormatError
from rollbook.tools.importers.xmltree import Node, parse_xml


def read_battlescribe(data: bytes, where: str) -> ArmyList:
    """
    Read a roster in XML; *where* names the file in messages.

    Raises `UnknownFormatError` for XML that is no roster, and what `parse_xml` raises.
    """
    root = parse_xml(data, where)
    if root.tag != "roster":
        raise UnknownFormatError(
            f"the XML holds <{root.tag[:40]}>, not <roster>",
            where=where,
            do="Export the army list itself, not its data files",
        )
    selections: list[tuple[str, Selection]] = []
    for force in root.under("forces", "force"):
        selections += _force(force)
    return ArmyList(root.get("name"), tuple(selections), _personal(root))


def _force(node: Node) -> list[tuple[str, Selection]]:
    name = node.get("name") or node.get("catalogueName") or node.get("forceTypeName")
    found = [(name, _selection(each)) for each in node.under("selections", "selection")]
    for category in node.under("categories", "category"):
        found += [(name, _selection(each)) for each in category.under("selections", "selection")]
    for nested in node.under("forces", "force"):
        found += _force(nested)
    return found


def _selection(node: Node) -> Selection:
    return Selection(
        name=node.get("customName") or node.get("name"),
        kind=node.get("type").lower(),
        number=whole_number(node.get("number") or "1"),
        profiles=tuple(_profile(each) for each in node.under("profiles", "profile")),
        rules=tuple(each.get("name") for each in node.under("rules", "rule")),
        selections=tuple(_selection(each) for each in node.under("selections", "selection")),
    )


def _profile(node: Node) -> Profile:
    values = {
        each.get("name").strip().casefold(): each.attributes.get("value", each.text).strip()
        for each in node.under("characteristics", "characteristic")
    }
    return Profile(node.get("name"), node.get("typeName") or node.get("profileTypeName"), values)


def _personal(root: Node) -> tuple[str, ...]:
    found: dict[str, None] = {}
    waiting = [root]
    while waiting:
        node = waiting.pop()
        # Rules and profiles have texts of the game, not of a person.
        if node.tag in ("rules", "profiles", "publications"):
            continue
        for name, value in node.attributes.items():
            if value and name.lower() in PERSONAL:
                found[PERSONAL[name.lower()]] = None
        for child in node.children:
            if child.tag.lower() in PERSONAL and (child.text.strip() or child.children):
                found[PERSONAL[child.tag.lower()]] = None
        waiting += node.children
    return tuple(sorted(found))
