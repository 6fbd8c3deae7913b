"""What leads to what in an armour-value game."""

from __future__ import annotations

from rollbook.projections.links import parse_links

_TESTS = "DifficultTerrainTested DangerousTerrainTested"

LINKS = parse_links(
    {
        "UnitAdded": "",
        "PlayerTurnStarted": "",
        "StatusExpired": "^CrewShaken ^CrewStunned ^MoraleChecked",
        "SmokeCleared": "^SmokeLaunchersTriggered",
        "PhaseStarted": "",
        "DifficultTerrainTested": "",
        "DangerousTerrainTested": "",
        "UnitMoved": _TESTS,
        "UnitRan": _TESTS,
        "SmokeLaunchersTriggered": "",
        "ModelsEmbarked": "",
        "ModelsDisembarked": "VehicleWrecked*",
        "UnitPivoted": "",
        "WeaponFired": "",
        "HitsRolled": "WeaponFired MeleeAttacksDeclared",
        "WoundsRolled": (
            "HitsRolled WeaponFired MeleeAttacksDeclared DangerousTerrainTested CombatResultScored*"
        ),
        "SavesRolled": "WoundsRolled PenetrationRolled",
        "WoundsLost": "SavesRolled WoundsRolled DangerousTerrainTested CombatResultScored*",
        "ModelRemoved": "WoundsLost SweepingAdvanceResolved DeathOrGloryAttempted",
        "UnitRemoved": "ModelRemoved SweepingAdvanceResolved",
        "PenetrationRolled": (
            "HitsRolled WeaponFired CollisionResolved MeleeAttacksDeclared RamResponseChosen*"
        ),
        "DamageTableRolled": "SavesRolled PenetrationRolled",
        "CrewShaken": "DamageTableRolled",
        "CrewStunned": "DamageTableRolled",
        "WeaponsDestroyed": "DamageTableRolled",
        "VehicleImmobilised": "DamageTableRolled DangerousTerrainTested",
        "VehicleWrecked": "DamageTableRolled VehicleImmobilised DangerousTerrainTested",
        "UnitExploded": "DamageTableRolled",
        "MoraleChecked": (
            "RamDeclared CombatResultScored* ModelsDisembarked VehicleWrecked* WoundsLost"
        ),
        "AssaultMoveMade": _TESTS,
        "UnitsLockedInCombat": "AssaultMoveMade*",
        "UnitsUnlocked": (
            "UnitRemoved* VehicleWrecked* UnitExploded* SweepingAdvanceResolved* PhaseStarted* "
            "^UnitsLockedInCombat*"
        ),
        "FightStepStarted": "^UnitsLockedInCombat*",
        "MeleeAttacksDeclared": "^FightStepStarted*",
        "CombatResultScored": "^FightStepStarted*",
        "SweepingAdvanceResolved": "^MoraleChecked",
        "PileInMade": "^CombatResultScored*",
        "ConsolidationMade": "^UnitsUnlocked*",
        "RamDeclared": "",
        "RamResponseChosen": "^RamDeclared",
        "DeathOrGloryAttempted": "PenetrationRolled* RamResponseChosen",
        "CollisionResolved": "RamDeclared DeathOrGloryAttempted RamResponseChosen",
        "RamStopped": "CollisionResolved DeathOrGloryAttempted UnitMoved",
    },
    counted="PenetrationRolled:hits",
)
