"""
The game as most people would keep it: dicts that events change in place.

Every peer folds into it.  It is less than the state of Rollbook, which counts
for the peer: it knows what the events of the demo battle do, and no more.
:func:`essence` is what both must agree on in the end.
"""

from __future__ import annotations

from typing import Any

from rollbook.events.plain import to_plain

Game = dict[str, Any]
WITHOUT_EFFECT = frozenset(
    {
        "AttacksStruck",
        "CharacteristicChecked",
        "DamageSuffered",
        "DuelResolved",
        "ExplosionResolved",
        "GameStarted",
        "HitsRolled",
        "LogOpened",
        "MeleeHitsAllocated",
        "ModelsDisplaced",
        "NoteMade",
        "WoundsRecorded",
        "WoundsRolled",
    }
)
"""Events that change nothing here."""
STATUS = {
    "UnitExploded": "exploding",
    "UnitRemoved": "removed",
    "UnitSlain": "slain",
    "UnitToppled": "wreck",
}
FIELDS = ("status", "hull", "armor", "movement", "position", "table_rolls")
"""What :func:`essence` compares of each unit, besides wounds and fired weapons."""


def new_game() -> Game:
    """Give the state before anything has happened."""
    return {"units": {}, "round": 0, "phase": None}


def apply(game: Game, name: str, event: Any) -> None:
    """Change *game* by an event of type *name* that has its fields as attributes."""
    if name in WITHOUT_EFFECT:
        return
    units = game["units"]
    if name == "UnitAdded":
        units[event.unit] = event.profile
    elif name == "HullPointLost":
        units[event.unit]["hull"] = event.hull
    elif name == "ArmorPointsLost":
        units[event.unit]["armor"] = event.armor
    elif name in ("UnitMoved", "UnitTurned", "UnitPlaced"):
        units[event.unit]["position"] = event.position
        if name == "UnitMoved" and units[event.unit].get("move"):
            units[event.unit]["move"]["spent_milli"] = event.spent_milli
    elif name == "TurnDeclared":
        units[event.unit]["move"] = {
            "declared_decideg": event.turn_decideg,
            "allowance_milli": event.allowance_milli,
        }
    elif name == "WeaponFired":
        units[event.unit]["weapons"][event.weapon]["fired"] = True
    elif name == "WoundsLost":
        units[event.unit]["models"][event.model]["wounds"] = event.wounds
    elif name == "ModelRemoved":
        units[event.unit]["models"][event.model]["status"] = "removed"
    elif name == "DamageTableRolled":
        units[event.unit]["table_rolls"] += 1
    elif name == "LegHitSuffered":
        units[event.unit]["movement"] = event.movement
    elif name == "MoraleChecked":
        units[event.unit]["battle_shocked_until"] = event.until
    elif name == "RoundStarted":
        _start_round(game, event.round)
    elif name == "PhaseStarted":
        game["phase"] = event.phase
    elif name == "RoundEnded":
        game["phase"] = None
    elif name == "RulingMade":
        _rule(game, event.changes)
    elif name in STATUS:
        units[event.unit]["status"] = STATUS[name]
        if name == "UnitToppled":
            units[event.unit]["position"]["facing_decideg"] = event.facing_decideg


def _rule(game: Game, changes: list[dict[str, Any]]) -> None:
    for change in changes:
        *path, field = change["path"].split(".")
        place = game
        for part in path:
            place = place[part]
        place[field] = change.get("after")


def _start_round(game: Game, number: int) -> None:
    game["round"] = number
    for unit in game["units"].values():
        unit["move"] = None
        if "table_rolls" in unit:
            unit["table_rolls"] = 0
        for weapon in unit["weapons"].values():
            weapon["fired"] = False


def essence(game: Game) -> Game:
    """Give what must be the same whoever folds: round, phase, and the heart of each unit."""
    return {
        "round": game["round"],
        "phase": game["phase"],
        "units": {
            name: {field: unit.get(field) for field in FIELDS}
            | {"wounds": {n: m["wounds"] for n, m in unit.get("models", {}).items()}}
            | {"fired": [n for n, w in unit["weapons"].items() if w["fired"]]}
            for name, unit in game["units"].items()
        },
    }


def essence_of(state: Any) -> Game:
    """Give the same of a state of Rollbook."""
    return essence(to_plain(state))
