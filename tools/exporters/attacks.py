"""
One flat row an attack: what a league keeps of every shot and strike.

An attack is what one command did to one target.  Blows are two commands in
hull-points: ``strike`` rolls to hit (no target yet), ``allocate_hits`` does
the harm.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import define, field

KINDS = {
    "fire_weapon": "shooting",
    "strike": "blows",
    "allocate_hits": "melee",
    "fight": "melee",
    "ram": "ram",
    "ram_response": "death_or_glory",
}
_OUT = {
    "UnitExploded": "exploded",
    "UnitSlain": "slain",
    "VehicleInoperable": "inoperable",
    "VehicleWrecked": "wrecked",
    "UnitRemoved": "removed",
}
ATTACK_COLUMNS = (
    *("game", "rules", "entry", "timeline", "withdrawn", "round", "phase", "kind", "by"),
    *("attacker", "attacker_name", "attacker_owner", "attacker_kind", "weapon"),
    *("target", "target_name", "target_owner", "target_kind", "range_milli"),
    *("shots", "needed", "hits", "wounds", "saved", "glancing", "penetrating"),
    *("armor_lost", "hull_lost", "wounds_lost", "models_lost", "table_rows", "out_of_play"),
    *("dice", "faces"),
)


@define
class _Harm:
    """What the events of one entry did to one target."""

    numbers: dict[str, int] = field(factory=dict)
    rows: list[str] = field(factory=list)
    out: str | None = None
    needed: int | None = None

    def add(self, name: str, amount: int) -> None:
        self.numbers[name] = self.numbers.get(name, 0) + amount


def attack_rows(opened: Any) -> Iterator[tuple[Any, ...]]:
    """Give the row of every attack of the file, those taken back among them, marked."""
    from rollbook.tools.exporters.logtables import entries_of

    for entry, line, gone in entries_of(opened):
        plain = entry.to_plain(line)
        command = plain["command"]
        kind = KINDS.get(command["do"])
        if kind is None or (kind == "death_or_glory" and command.get("response") != kind):
            continue
        before = opened.states.at(opened.log.chain.timelines.parent(entry.seq))
        game = opened.log.chain.game_id.hex()
        lead = (game, opened.rules, entry.seq, line, gone, before.round, before.phase, kind)
        faces = [] if entry.dice is None else list(entry.dice.faces)
        rolled = (len(faces), " ".join(map(str, faces)))
        for target, weapon in _targets(command, plain["events"], before):
            harm = _harm(plain["events"], target, command)
            yield (
                *lead,
                entry.by,
                *_unit(before, command["unit"], name=True),
                weapon,
                *_unit(before, target, name=True),
                command.get("range_milli"),
                *_numbers(harm),
                *rolled,
            )


def _targets(
    command: dict[str, Any], events: list[dict[str, Any]], before: Any
) -> Iterator[tuple[str | None, str | None]]:
    """Give the targets of an attack, each with the weapons used on it."""
    if command["do"] == "allocate_hits":
        used: dict[str, list[str]] = {}
        for item in command["allocation"]:
            used.setdefault(item["target"], []).append(item["weapon"] or "")
        for target, weapons in used.items():
            yield target, " ".join(filter(None, weapons)) or None
    elif command["do"] == "ram_response":
        owed = before.pending[0] if before.pending else None
        yield getattr(owed, "rammer", None), command.get("weapon")
    else:
        hit = next((e.get("victim") for e in events if e["type"] == "WeaponFired"), None)
        yield hit or command.get("target"), command.get("weapon")


def _harm(events: list[dict[str, Any]], target: str | None, command: dict[str, Any]) -> _Harm:
    harm = _Harm()
    for event in events:
        kind = event["type"]
        if kind in ("HitsRolled", "AttacksStruck"):
            if event["roll"] is not None and "reroll" not in event["roll"]["purpose"]:
                harm.add("shots", len(event["roll"]["faces"]))
            harm.add("hits", event["hits"])
            harm.needed = event["needed"] if harm.needed is None else harm.needed
        elif kind == "WeaponFired" and command.get("hits") is not None:
            harm.add("hits", command["hits"])
        elif kind == "MeleeHitsAllocated":
            items = event["allocation"]
            harm.add("hits", sum(i["hits"] for i in items if i["target"] == target))
        elif target is not None and target in (event.get("target"), event.get("unit")):
            _count(harm, event, target)
    return harm


def _count(harm: _Harm, event: dict[str, Any], target: str) -> None:
    match event["type"]:
        case "WoundsRolled" | "WoundsRecorded":
            harm.add("wounds", event["wounds"])
        case "SavesRolled":
            harm.add("saved", event["saved"])
        case "PenetrationRolled" if event["outcome"] in ("glancing", "penetrating"):
            harm.add(event["outcome"], 1)
        case "ArmorPointsLost":
            harm.add("armor_lost", event["points"])
        case "HullPointLost":
            harm.add("hull_lost", 1)
        case "WoundsLost":
            harm.add("wounds_lost", event["points"])
        case "ModelRemoved" if "models_after" not in event:
            harm.add("models_lost", 1)
        case "DamageTableRolled":
            harm.rows.append(str(event.get("row") or event.get("result")))
        case kind if kind in _OUT and event.get("unit") == target:
            harm.out = harm.out or _OUT[kind]


def _numbers(harm: _Harm) -> tuple[Any, ...]:
    number = harm.numbers.get
    return (
        *(number("shots"), harm.needed, number("hits", 0), number("wounds", 0), number("saved", 0)),
        *(number("glancing", 0), number("penetrating", 0), number("armor_lost", 0)),
        *(number("hull_lost", 0), number("wounds_lost", 0), number("models_lost", 0)),
        *(" ".join(harm.rows) or None, harm.out),
    )


def _unit(state: Any, ident: str | None, *, name: bool) -> tuple[Any, ...]:
    unit = state.units.get(ident) if ident is not None else None
    if unit is None:
        return (ident, None, None, None)
    return (ident, unit.name if name else None, unit.owner, unit.kind)
