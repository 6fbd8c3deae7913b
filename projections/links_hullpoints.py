"""What leads to what in a hull-point game."""

from __future__ import annotations

from rollbook.projections.links import parse_links

LINKS = parse_links(
    {
        "UnitAdded": "",
        "UnitPlaced": "",
        "GunnerAssigned": "",
        "RoundStarted": "",
        "PhaseStarted": "",
        "RoundEnded": "",
        "BattleShockCleared": "^MoraleChecked",
        "TurnDeclared": "",
        "UnitTurned": "^TurnDeclared",
        "UnitMoved": "TurnDeclared ^TurnDeclared",
        "ModelsEmbarked": "",
        "ModelsDisembarked": "ExplosionResolved*",
        "RamHitsInflicted": "UnitMoved",
        "ModelsDisplaced": "RamHitsInflicted UnitToppled*",
        "WeaponFired": "",
        "HitsRolled": "WeaponFired",
        "WoundsRolled": (
            "HitsRolled RamHitsInflicted CharacteristicChecked MeleeHitsAllocated* "
            "ExplosionResolved*"
        ),
        "WoundsRecorded": (
            "HitsRolled RamHitsInflicted CharacteristicChecked MeleeHitsAllocated* "
            "ExplosionResolved*"
        ),
        "WoundsLost": "WoundsRolled WoundsRecorded",
        "ModelRemoved": "WoundsLost ExplosionResolved*",
        "UnitRemoved": "ModelRemoved ExplosionResolved UnitToppled UnitDiedStanding",
        "DamageSuffered": "WoundsRolled WoundsRecorded",
        "ArmorPointsLost": "DamageSuffered",
        "HullPointLost": "DamageSuffered",
        "DamageTableRolled": "HullPointLost",
        "UnitExploded": "DamageTableRolled",
        "ControlHitSuffered": "DamageTableRolled",
        "WeaponsDestroyed": "DamageTableRolled",
        "FleshWoundSuffered": "DamageTableRolled",
        "AmmoHitSuffered": "DamageTableRolled",
        "LegHitSuffered": "DamageTableRolled",
        "DriveHitSuffered": "DamageTableRolled",
        "MoraleChecked": "DamageTableRolled ^DamageTableRolled",
        "UnitSlain": "HullPointLost",
        "VehicleInoperable": "HullPointLost",
        "ExplosionResolved": "",
        "UnitDiedStanding": "",
        "UnitToppled": "",
        "CharacteristicChecked": "ModelsDisplaced",
        "DuelResolved": "",
        "AttacksStruck": "^DuelResolved*",
        "MeleeHitsAllocated": "^AttacksStruck",
    },
    counted="DamageSuffered:wounds",
    prefixes={"walker": "HW-", "vehicle": "HV-"},
)
