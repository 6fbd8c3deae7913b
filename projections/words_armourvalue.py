"""Armour-value games in words: a sentence an event, and one a command."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rollbook.events.armourvalue import commands as c
from rollbook.events.armourvalue import happenings as h
from rollbook.events.roll import Roll
from rollbook.projections.printable import printable

Name = Callable[[str], str]

RESULTS = {
    "shaken": "crew shaken",
    "stunned": "crew stunned",
    "weapon_destroyed": "weapon destroyed",
    "immobilised": "immobilised",
    "wrecked": "wrecked",
    "explodes": "explodes",
}
MODIFIERS = {
    "glancing": "glancing",
    "ap1": "AP 1",
    "ap_dash": "AP -",
    "open_topped": "open-topped",
}
CAUSES = {
    "shooting": "shooting",
    "melee": "close combat",
    "ram": "a collision",
    "death_or_glory": "Death or Glory",
    "explosion": "an explosion",
    "terrain": "dangerous terrain",
    "no_retreat": "having no retreat",
    "typed": "a ruled damage roll",
}
GONE = {
    "exploded": "exploded and is gone",
    "swept": "is swept away",
    "crushed": "is crushed",
}
CHOSEN = {"only": "the last one", "random": "at random"}
REASONS = {"pinning": "pinning", "tank_shock": "the tank", "combat": "the lost combat"}
WORSE = {"pinning": "pinned", "tank_shock": "falls back", "combat": "falls back"}
RESPONSES = {
    "brace": "braces for the impact",
    "give_way": "gives way",
    "death_or_glory": "tries Death or Glory",
}
UNLOCKED = {
    "no_enemy": "no enemy is left in the combat",
    "escaped": "got away",
    "swept": "was run down",
}


def inches(milli: int) -> str:
    """
    Give a length in inches.

    >>> inches(6000), inches(2500)
    ('6"', '2.5"')
    """
    return f'{f"{milli / 1000:.3f}".rstrip("0").rstrip(".")}"'


def degrees(decideg: int) -> str:
    """
    Give an angle in degrees.

    >>> degrees(225), degrees(900)
    ('22.5 degrees', '90 degrees')
    """
    return f"{f'{decideg / 10:.1f}'.removesuffix('.0')} degrees"


def faces(roll: Roll | None, *, joined: str = ", ") -> str:
    """Give the dice of a roll, or that there were none."""
    return "no roll" if roll is None else joined.join(map(str, roll.faces)) or "no dice"


def amount(number: int, what: str) -> str:
    """
    Give a number of things.

    >>> amount(1, "hit"), amount(2, "hit")
    ('1 hit', '2 hits')
    """
    return f"{number} {what}{'' if number == 1 else 's'}"


def thing(word: str) -> str:
    """Give a word of the rules as people write it."""
    return printable(word).replace("_", " ")


def listed(names: Iterable[str], name: Name = thing) -> str:
    """Give names one after the other."""
    return ", ".join(map(name, names)) or "nobody"


def sentence(event: Any, name: Name) -> str:
    """Give the sentence of one event; *name* turns ids of units and players into names."""
    for table in (_MOVES, _SHOTS, _DAMAGE, _FIGHTS, _RAMS):
        words = table.get(type(event))
        if words is not None:
            return words(event, name)
    raise TypeError(f"no words for {type(event).__name__}")


def command_sentence(command: Any, name: Name) -> str:
    """Give the sentence of one command: what was asked for."""
    words = _COMMANDS.get(type(command))
    if words is None:
        raise TypeError(f"no words for {type(command).__name__}")
    return words(command, name)


def _phase_started(e: h.PhaseStarted, n: Name) -> str:
    helpless = f"; helpless: {listed(e.helpless, n)}" if e.helpless else ""
    return f"The {e.phase} phase starts{helpless}"


def _disembarked(e: h.ModelsDisembarked, n: Name) -> str:
    how = {"order": "gets out of", "wreck": "bails out of the wreck of"}
    charge = "" if e.may_assault else "; it may not charge this turn"
    return f"{n(e.unit)} {how.get(e.cause, 'escapes the explosion of')} {n(e.vehicle)}{charge}"


_MOVES: dict[type, Callable[[Any, Name], str]] = {
    h.UnitAdded: lambda e, n: f"{printable(e.name) or e.unit}, {e.kind}, joins {n(e.owner)}",
    h.PlayerTurnStarted: lambda e, n: f"Turn {e.round} of {n(e.player)} starts",
    h.StatusExpired: lambda e, n: f"{n(e.unit)} is no longer {e.status}",
    h.SmokeCleared: lambda e, n: f"The smoke around {n(e.unit)} clears",
    h.PhaseStarted: _phase_started,
    h.DifficultTerrainTested: lambda e, n: (
        f"Difficult terrain for {n(e.unit)}: {faces(e.roll)}, up to {inches(e.max_milli)}"
    ),
    h.DangerousTerrainTested: lambda e, n: (
        f"Dangerous terrain for {n(e.unit)}: {faces(e.roll)}, {amount(e.failed, 'failure')}"
    ),
    h.UnitMoved: lambda e, n: f"{n(e.unit)} moves {inches(e.distance_milli)}",
    h.UnitRan: lambda e, n: f"{n(e.unit)} runs {inches(e.distance_milli)} (rolled {faces(e.roll)})",
    h.SmokeLaunchersTriggered: lambda e, n: f"{n(e.unit)} hides in smoke",
    h.ModelsEmbarked: lambda e, n: f"{n(e.unit)} gets into {n(e.vehicle)}",
    h.ModelsDisembarked: _disembarked,
    h.UnitPivoted: lambda e, n: f"{n(e.unit)} turns to {degrees(e.to_decideg)}",
}


def _weapon_fired(e: h.WeaponFired, n: Name) -> str:
    onto = f", which scatters onto {n(e.victim)}" if e.victim != e.target else ""
    hits = "" if e.hits is None else f": {amount(e.hits, 'hit')}"
    at = f"at {n(e.target)} from {inches(e.range_milli)}"
    return f"{n(e.unit)} fires {thing(e.weapon)} {at}{onto}{hits}"


def _hits(e: h.HitsRolled, n: Name) -> str:
    how = f"{faces(e.roll)} for {e.needed}+" if e.roll else "cannot miss"
    again = " again" if e.roll and e.roll.purpose == "to_hit_reroll" else ""
    at = f"{n(e.target)}{again} ({thing(e.weapon)})"
    return f"{n(e.unit)} rolls to hit {at}: {how}, {amount(e.hits, 'hit')}"


def _wounds(e: h.WoundsRolled, n: Name) -> str:
    how = f"{faces(e.roll)} for {e.needed}+" if e.roll else f"Strength {e.strength} cannot wound"
    return f"{amount(e.hits, 'hit')} on {n(e.unit)}: {how}, {amount(e.wounds, 'wound')}"


def _penetration(e: h.PenetrationRolled, n: Name) -> str:
    rending = f"+{faces(e.rending_roll)} rending" if e.rending_roll else ""
    outcome = "no effect" if e.outcome == "none" else e.outcome
    dice = f"Strength {e.strength}, rolled {faces(e.roll, joined=' and ')}{rending}"
    smoke = " because of the smoke" if e.downgraded else ""
    against = f"{e.total} against {e.side} armour {e.armour}"
    return f"Penetration of {n(e.unit)}: {dice}, {against}: {outcome}{smoke}"


_SHOTS: dict[type, Callable[[Any, Name], str]] = {
    h.WeaponFired: _weapon_fired,
    h.HitsRolled: _hits,
    h.WoundsRolled: _wounds,
    h.SavesRolled: lambda e, n: (
        f"{n(e.unit)} saves by {e.save}: {faces(e.roll)} for {e.needed}+, {e.saved} saved"
    ),
    h.WoundsLost: lambda e, n: (
        f"{n(e.unit)} loses {amount(e.points, 'wound')} to {CAUSES[e.cause]} "
        f"({amount(e.models_after, 'model')} left)"
    ),
    h.ModelRemoved: lambda e, n: (
        f"{n(e.unit)} loses a model, {thing(e.cause)} ({amount(e.models_after, 'model')} left)"
    ),
    h.UnitRemoved: lambda e, n: f"{n(e.unit)} {GONE.get(e.cause, 'is wiped out')}",
    h.PenetrationRolled: _penetration,
}


def _damage(e: h.DamageTableRolled, n: Name) -> str:
    parts = "".join(f" {value:+d} {MODIFIERS[m]}" for m, value in e.modifiers.items())
    total = min(6, max(1, e.roll.total + sum(e.modifiers.values())))
    counted = f" = {total}" if parts else ""
    return f"Damage table for {n(e.unit)}: {faces(e.roll)}{parts}{counted}, {RESULTS[e.result]}"


def _weapons(e: h.WeaponsDestroyed, n: Name) -> str:
    rolled = f" ({faces(e.roll)})" if e.roll else ""
    how = CHOSEN.get(e.chosen_by, f"chosen by the {e.chosen_by}")
    return f"{n(e.unit)} loses {listed(e.weapons)}, {how}{rolled}"


def _morale(e: h.MoraleChecked, n: Name) -> str:
    roll = e.roll
    how = "fearless" if roll is None else f"{faces(roll, joined='+')} = {roll.total}"
    result = "holds" if e.passed else WORSE[e.reason]
    return f"{n(e.unit)} tests for {REASONS[e.reason]} on {e.value}: {how}, {result}"


_DAMAGE: dict[type, Callable[[Any, Name], str]] = {
    h.DamageTableRolled: _damage,
    h.CrewShaken: lambda e, n: (
        f"The crew of {n(e.unit)} is shaken until the end of its turn {e.until}"
        + (f" (rolled {e.original})" if e.original else "")
    ),
    h.CrewStunned: lambda e, n: (
        f"The crew of {n(e.unit)} is stunned until the end of its turn {e.until}"
    ),
    h.WeaponsDestroyed: _weapons,
    h.VehicleImmobilised: lambda e, n: f"{n(e.unit)} is immobilised",
    h.VehicleWrecked: lambda e, n: (
        f"{n(e.unit)} is wrecked" + (", left by its squadron" if e.cause == "squadron" else "")
    ),
    h.UnitExploded: lambda e, n: (
        f"{n(e.unit)} explodes, {inches(e.radius_milli)} around (rolled {faces(e.roll)})"
    ),
    h.MoraleChecked: _morale,
}


def _scored(e: h.CombatResultScored, n: Name) -> str:
    points = ", ".join(f"{n(p)} {number}" for p, number in e.points.items())
    result = "a draw" if e.loser is None else f"{n(e.loser)} loses by {e.difference}"
    exempt = f"; {listed(e.exempt, n)} tests nothing" if e.exempt else ""
    return f"Combat {e.combat} is scored ({points}): {result}{exempt}"


def _attacks(e: h.MeleeAttacksDeclared, n: Name) -> str:
    grenades = {"krak grenade": e.krak, "melta bomb": e.melta_bombs}
    parts = [amount(number, what) for what, number in grenades.items() if number]
    strike = f"{amount(e.attacks, 'attack')} at Strength {e.strength}"
    return f"{n(e.unit)} strikes {n(e.target)}: {', '.join([strike, *parts])}"


def _charge(e: h.AssaultMoveMade, n: Name) -> str:
    way = f"{n(e.unit)} charges {n(e.target)}"
    if e.reached:
        return f"{way}, {inches(e.distance_milli)}"
    return f"{way} but falls short after {inches(e.distance_milli)}"


_FIGHTS: dict[type, Callable[[Any, Name], str]] = {
    h.AssaultMoveMade: _charge,
    h.UnitsLockedInCombat: lambda e, n: f"{listed(e.units, n)}: locked in combat {e.combat}",
    h.UnitsUnlocked: lambda e, n: (
        f"{listed(e.units, n)}: out of combat {e.combat}, {UNLOCKED.get(e.cause, e.cause)}"
    ),
    h.FightStepStarted: lambda e, n: (
        f"Combat {e.combat}, Initiative {e.initiative}: {listed(e.strikers, n)} may strike"
    ),
    h.MeleeAttacksDeclared: _attacks,
    h.CombatResultScored: _scored,
    h.SweepingAdvanceResolved: lambda e, n: (
        f"{n(e.unit)} goes after {n(e.target)}: {faces(e.roll)}, "
        f"{e.total} against {e.target_total}, {'caught' if e.caught else 'got away'}"
    ),
    h.PileInMade: lambda e, n: f"{n(e.unit)} closes up {inches(e.distance_milli)}",
    h.ConsolidationMade: lambda e, n: (
        f"{n(e.unit)} regroups {inches(e.distance_milli)} (rolled {faces(e.roll)})"
    ),
}


def _ram(e: h.RamDeclared, n: Name) -> str:
    side = f" on its {e.contact}" if e.contact else ""
    after = f"after {inches(e.distance_milli)}"
    return f"{n(e.unit)} drives into {n(e.target)}{side} {after}"


def _with(weapon: str | None) -> str:
    return f" with {thing(weapon)}" if weapon else ""


_RAMS: dict[type, Callable[[Any, Name], str]] = {
    h.RamDeclared: _ram,
    h.RamResponseChosen: lambda e, n: f"{n(e.unit)} {RESPONSES[e.response]}{_with(e.weapon)}",
    h.DeathOrGloryAttempted: lambda e, n: (
        f"{n(e.unit)} {'stops' if e.stopped else 'does not stop'} {n(e.tank)}{_with(e.weapon)}"
    ),
    h.CollisionResolved: lambda e, n: (
        f"{n(e.rammer)} and {n(e.target)} collide at {inches(e.distance_milli)}: "
        f"Strength {e.strength_rammer} on the {e.contact}, {e.strength_target} back"
    ),
    h.RamStopped: lambda e, n: f"{n(e.unit)} comes to a stop",
}


def _grenades(cmd: c.Fight) -> str:
    counts = {"krak grenade": cmd.krak, "melta bomb": cmd.melta_bombs}
    parts = [amount(number, what) for what, number in counts.items() if number]
    return f" with {' and '.join(parts)}" if parts else ""


_COMMANDS: dict[type, Callable[[Any, Name], str]] = {
    c.AddUnit: lambda e, n: f"add {e.kind} {printable(e.name or e.unit)} for {n(e.owner)}",
    c.StartTurn: lambda e, n: f"start the turn of {n(e.player)}",
    c.StartPhase: lambda e, _: f"start the {e.phase} phase",
    c.MoveUnit: lambda e, n: f"move {n(e.unit)} {inches(e.distance_milli)}",
    c.RunUnit: lambda e, n: f"run {n(e.unit)} {inches(e.distance_milli)}",
    c.TriggerSmoke: lambda e, n: f"{n(e.unit)} triggers smoke",
    c.Embark: lambda e, n: f"{n(e.unit)} gets into {n(e.vehicle)}",
    c.Disembark: lambda e, n: f"{n(e.unit)} gets out",
    c.Ram: lambda e, n: f"{n(e.unit)} rams {n(e.target)} after {inches(e.distance_milli)}",
    c.RamResponse: lambda e, n: f"{n(e.unit)} {RESPONSES[e.response]}{_with(e.weapon)}",
    c.FireWeapon: lambda e, n: f"{n(e.unit)} fires {thing(e.weapon)} at {n(e.target)}",
    c.AssaultUnit: lambda e, n: f"{n(e.unit)} charges {n(e.target)}",
    c.Fight: lambda e, n: f"{n(e.unit)} strikes {n(e.target)}{_grenades(e)}",
    c.ScoreCombat: lambda e, _: f"score combat {e.combat}",
    c.Sweep: lambda e, n: f"{n(e.unit)} goes after {n(e.target)}",
    c.PileIn: lambda e, n: f"{n(e.unit)} closes up {inches(e.distance_milli)}",
    c.Consolidate: lambda e, n: f"{n(e.unit)} regroups {inches(e.distance_milli)}",
    c.ApplyDamageRoll: lambda e, n: (
        f"roll {e.outcome} damage for {n(e.unit)}: {printable(e.reason)}"
    ),
    c.ResolveExplosion: lambda e, n: (
        f"resolve the explosion of {n(e.unit)}: {listed((hit.unit for hit in e.hits or ()), n)} hit"
    ),
}
