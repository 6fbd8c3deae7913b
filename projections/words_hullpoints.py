"""Hull-point games in words that a player at the table understands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rollbook.events.game import EndGame, Note
from rollbook.events.hullpoints import commands as c
from rollbook.events.hullpoints import events as e
from rollbook.events.hullpoints.profiles import AddUnit
from rollbook.events.hullpoints.units import Infantry, Walker
from rollbook.events.roll import Roll
from rollbook.projections.printable import printable
from rollbook.projections.words import plain_sentence

Name = Callable[[str], str]

ROWS = {
    "explodes": "explodes",
    "control_hit": "control hit",
    "weapon_shot": "weapon shot",
    "flesh_wound": "flesh wound",
    "ammo_hit": "ammo hit",
    "leg_hit": "leg hit",
    "drive_hit": "drive hit",
}
_EXPLOSIONS = {
    "table": "",
    "control": ", its controls being gone already",
    "movement": ", having no movement left to lose",
}
_BANDS = {"full": "a full move", "half": "half a move", "none": "no move at all"}


def sentence(event: Any, name: Name) -> str:
    """
    Give the sentence of one event.

    *name* turns the id of a unit or player into the name people know.
    """
    say = EVENTS.get(type(event))
    return plain_sentence(event) if say is None else say(event, name)


def command_sentence(command: Any, name: Name) -> str:
    """Give the sentence of one command: what was asked for."""
    say = COMMANDS.get(type(command))
    return plain_sentence(command) if say is None else say(command, name)


def yards(milli: int) -> str:
    """
    Give a length in yards.

    >>> yards(2500), yards(1000)
    ('2.5 yards', '1 yard')
    """
    return f"{milli // 1000}{_decimals(milli % 1000, 3)} yard{'' if milli == 1000 else 's'}"


def degrees(decideg: int) -> str:
    """
    Give an angle in degrees.

    >>> degrees(-225)
    '-22.5 degrees'
    """
    sign = "-" if decideg < 0 else ""
    whole, tenth = divmod(abs(decideg), 10)
    return f"{sign}{whole}{_decimals(tenth, 1)} degree{'' if abs(decideg) == 10 else 's'}"


def _decimals(part: int, digits: int) -> str:
    text = f"{part:0{digits}d}".rstrip("0")
    return f".{text}" if text else ""


def count(number: int, thing: str) -> str:
    """
    Give a number of things.

    >>> count(1, "hit"), count(2, "hit")
    ('1 hit', '2 hits')
    """
    return f"{number} {thing}{'' if number == 1 else 's'}"


def dice(roll: Roll | None) -> str:
    """Give the faces of a roll."""
    return "no dice" if roll is None else ", ".join(map(str, roll.faces))


def _sum(roll: Roll) -> str:
    return f"{'+'.join(map(str, roll.faces))} = {roll.total}"


def _listed(words: Iterable[str], none: str = "nobody") -> str:
    return ", ".join(words) or none


def _models(refs: Iterable[str], name: Name) -> str:
    return _listed(_model(ref, name) for ref in refs)


def _model(ref: str, name: Name) -> str:
    unit, _, model = ref.partition("/")
    return f"{printable(model)} of {name(unit)}" if model else name(unit)


def _target(event: e.WoundsRolled | e.WoundsRecorded, name: Name) -> str:
    who = name(event.target)
    return who if event.model is None else f"{event.model} of {who}"


def _at(position: Any) -> str:
    if position is None:
        return ""
    x, y = yards(abs(position.x_milli)), yards(abs(position.y_milli))
    east = "west" if position.x_milli < 0 else "east"
    north = "south" if position.y_milli < 0 else "north"
    return f", now {x} {east}, {y} {north}, facing {degrees(position.facing_decideg)}"


def _added(event: e.UnitAdded, name: Name) -> str:
    unit = event.profile
    called = f"{printable(event.name)}, {unit.kind} of {name(event.owner)}, joins"
    if isinstance(unit, Infantry):
        return f"{called}: {count(len(unit.models), 'model')}"
    made = f"{count(unit.hull, 'hull point')}, armor {unit.armor}, movement {unit.movement}"
    weight = f"{unit.weight}, {unit.base_mm} mm, " if isinstance(unit, Walker) else ""
    return f"{called}: {weight}{made}"


def _declared(event: e.TurnDeclared, name: Name) -> str:
    turn = "no turn" if not event.turn_decideg else f"to turn {degrees(event.turn_decideg)}"
    left = f" ({yards(event.allowance_milli)})" if event.allowance_milli else ""
    return f"{name(event.unit)} declares {turn}: {_BANDS[event.band]}{left}"


def _turned(event: e.UnitTurned, name: Name) -> str:
    way = "left" if event.turn_decideg < 0 else "right"
    turned = f"turns {degrees(abs(event.turn_decideg))} {way}"
    return (
        f"{name(event.unit)} {turned}, {degrees(event.turned_decideg)} in all{_at(event.position)}"
    )


def _moved(event: e.UnitMoved, name: Name) -> str:
    way = "" if event.direction == "any" else f" {printable(event.direction)}"
    spent = f" ({yards(event.spent_milli)} of its move used)" if event.spent_milli else ""
    return (
        f"{name(event.unit)} moves {yards(event.distance_milli)}{way}{spent}{_at(event.position)}"
    )


def _left_vehicle(event: e.ModelsDisembarked, name: Name) -> str:
    who = _models(event.models, name)
    if event.access is None:
        return f"{who}: out of what was {name(event.unit)}"
    return f"{who}: out of {name(event.unit)} by {printable(event.access)}"


def _rammed(event: e.RamHitsInflicted, name: Name) -> str:
    hits = f"{count(event.hits, 'hit')} of strength {event.strength}"
    return f"{name(event.unit)} rams {name(event.target)} with its {event.side}: {hits}"


def _displaced(event: e.ModelsDisplaced, name: Name) -> str:
    who = f"{_listed(event.models)} of {name(event.unit)}" if event.models else name(event.unit)
    return f"{who}: {'pushed aside' if event.cause == 'ram' else 'out from underneath'}"


def _fired(event: e.WeaponFired, name: Name) -> str:
    arc = "" if event.arc is None else f", to the {event.arc}"
    return f"{name(event.unit)} fires {event.weapon} at {name(event.target)}{arc}"


def _hits(event: e.HitsRolled | e.AttacksStruck, name: Name) -> str:
    who = name(event.unit)
    rolled = f"{dice(event.roll)} against {event.needed}+"
    return f"To hit, {who}: {rolled}, {count(event.hits, 'hit')}"


def _wounds(event: e.WoundsRolled, name: Name) -> str:
    arc = "" if event.arc is None else f" ({event.arc})"
    against = f"strength {event.strength} against toughness {event.toughness}"
    rolled = f"{dice(event.roll)}, {against}"
    return f"To wound, {_target(event, name)}{arc}: {rolled}, {count(event.wounds, 'wound')}"


def _recorded(event: e.WoundsRecorded, name: Name) -> str:
    told = f"{count(event.wounds, 'wound')} from {count(event.hits, 'hit')}"
    return f"{_target(event, name)}: the table says {told}"


def _suffered(event: e.DamageSuffered, name: Name) -> str:
    parts = [f"{event.to_armor} to armor" if event.to_armor else ""]
    parts += [f"{event.to_hull} to the hull" if event.to_hull else ""]
    parts += [f"{event.wasted} wasted" if event.wasted else ""]
    by = "" if event.attacker is None else f", from {name(event.attacker)}"
    split = _listed((p for p in parts if p), "nothing")
    return (
        f"{name(event.unit)} suffers {event.amount} damage ({printable(event.cause)}{by}): {split}"
    )


def _exploded(event: e.UnitExploded, name: Name) -> str:
    spare = f", {count(event.unresolved, 'hull point')} not taken" if event.unresolved else ""
    why = _EXPLOSIONS.get(event.cause, "")
    return (
        f"{name(event.unit)} explodes{why}: everything within {count(event.radius, 'yard')}{spare}"
    )


def _control(event: e.ControlHitSuffered, name: Name) -> str:
    if event.control_hits is not None:
        hits = count(event.control_hits, "control hit")
        return f"{name(event.unit)}: the crew shoots worse ({hits})"
    return f"{name(event.unit)}: skills fall to {event.ws_melee}/{event.ws_shooting}"


def _destroyed(event: e.WeaponsDestroyed, name: Name) -> str:
    if event.arc is None:
        return f"{name(event.unit)}: no weapon to be shot off"
    die = "" if event.roll is None else f" (die {dice(event.roll)})"
    lost = _listed(event.weapons, "nothing")
    return f"{name(event.unit)} loses every weapon on its {event.arc}{die}: {lost}"


def _morale(event: e.MoraleChecked, name: Name) -> str:
    held = "holds" if event.passed else f"battle-shocked to the end of round {event.until}"
    return f"Morale of {name(event.unit)}: {dice(event.roll)} against grit {event.value}, {held}"


def _blast(event: e.ExplosionResolved, name: Name) -> str:
    hit = _listed(_struck(entry, name) for entry in event.hits)
    return f"The explosion of {name(event.unit)} has strength {dice(event.roll)} and reaches {hit}"


def _struck(entry: c.Struck, name: Name) -> str:
    if entry.model is None:
        return f"{name(entry.unit)} ({entry.arc})"
    return f"{entry.model} of {name(entry.unit)}"


def _checked(event: e.CharacteristicChecked, name: Name) -> str:
    who = name(event.unit) if event.model is None else f"{event.model} of {name(event.unit)}"
    value = "none" if event.value is None else event.value
    result = f"against {value}, {'passed' if event.passed else 'failed'}"
    return f"{event.characteristic.capitalize()} of {who}: {dice(event.roll)} {result}"


def _dueled(event: e.DuelResolved, name: Name) -> str:
    sides = f"{name(event.attacker)} against {_models((event.defender, *event.others), name)}"
    if event.auto or event.totals is None:
        return f"{sides}: a vehicle cannot fight back, {name(event.attacker)} wins"
    ours, theirs = event.totals
    won = "a draw" if event.winner is None else f"{name(event.winner)} wins"
    return f"{sides}: {dice(event.roll)}, totals {ours} and {theirs}, {won}"


def _shared(event: e.MeleeHitsAllocated, name: Name) -> str:
    parts = (
        f"{count(a.hits, 'hit')} on {name(a.target)} with {a.weapon or 'bare hands'}"
        for a in event.allocation
    )
    return f"{name(event.unit)} strikes home: {_listed(parts)}"


EVENTS: dict[type, Callable[[Any, Name], str]] = {
    e.UnitAdded: _added,
    e.UnitPlaced: lambda x, n: f"{n(x.unit)} is on the table{_at(x.position)}",
    e.GunnerAssigned: lambda x, n: (
        f"{x.weapon} of {n(x.unit)} has a gunner of skill {x.ws_melee}/{x.ws_shooting}"
    ),
    e.RoundStarted: lambda x, _: f"Round {x.round}: movement",
    e.PhaseStarted: lambda x, _: f"{x.phase.capitalize()} phase",
    e.RoundEnded: lambda x, _: f"Round {x.round} ends",
    e.BattleShockCleared: lambda x, n: f"{n(x.unit)} is no longer battle-shocked",
    e.TurnDeclared: _declared,
    e.UnitTurned: _turned,
    e.UnitMoved: _moved,
    e.ModelsEmbarked: lambda x, n: (
        f"{_models(x.models, n)}: into {n(x.unit)} by {printable(x.access)}"
        f" ({x.space_used} Wounds aboard)"
    ),
    e.ModelsDisembarked: _left_vehicle,
    e.RamHitsInflicted: _rammed,
    e.ModelsDisplaced: _displaced,
    e.WeaponFired: _fired,
    e.HitsRolled: _hits,
    e.WoundsRolled: _wounds,
    e.WoundsRecorded: _recorded,
    e.WoundsLost: lambda x, n: (
        f"{x.model} of {n(x.unit)} loses {count(x.points, 'Wound')} ({x.wounds} left)"
    ),
    e.ModelRemoved: lambda x, n: f"{x.model} of {n(x.unit)} is removed ({printable(x.cause)})",
    e.UnitRemoved: lambda x, n: f"{n(x.unit)} is out of the game ({printable(x.cause)})",
    e.DamageSuffered: _suffered,
    e.ArmorPointsLost: lambda x, n: (
        f"{n(x.unit)} loses {count(x.points, 'armor point')} ({x.armor} left)"
    ),
    e.HullPointLost: lambda x, n: f"{n(x.unit)} loses a hull point ({x.hull} left)",
    e.DamageTableRolled: lambda x, n: (
        f"Damage table for {n(x.unit)}: {_sum(x.roll)}, {ROWS.get(x.row, printable(x.row))}"
    ),
    e.UnitExploded: _exploded,
    e.ControlHitSuffered: _control,
    e.WeaponsDestroyed: _destroyed,
    e.FleshWoundSuffered: lambda x, n: f"{n(x.unit)}: only a flesh wound",
    e.AmmoHitSuffered: lambda x, n: (
        f"{n(x.unit)}: {count(x.ammo_hits, 'shot')} less for every ranged weapon"
    ),
    e.LegHitSuffered: lambda x, n: f"{n(x.unit)}: a leg is hit, movement falls to {x.movement}",
    e.DriveHitSuffered: lambda x, n: (
        f"{n(x.unit)}: the drive is hit, movement falls to {x.movement}"
    ),
    e.MoraleChecked: _morale,
    e.UnitSlain: lambda x, n: f"{n(x.unit)} is slain; the scatter die falls due",
    e.VehicleInoperable: lambda x, n: f"{n(x.unit)} is inoperable",
    e.ExplosionResolved: _blast,
    e.UnitDiedStanding: lambda x, n: f"Scatter die {dice(x.roll)}: {n(x.unit)} dies standing",
    e.UnitToppled: lambda x, n: (
        f"Scatter die {dice(x.roll)}: timber! {n(x.unit)} falls towards {degrees(x.fall_decideg)}"
    ),
    e.CharacteristicChecked: _checked,
    e.DuelResolved: _dueled,
    e.AttacksStruck: _hits,
    e.MeleeHitsAllocated: _shared,
}


def _ask_damage(command: c.ApplyDamage, name: Name) -> str:
    who = (
        name(command.unit) if command.model is None else f"{command.model} of {name(command.unit)}"
    )
    by = "" if command.attacker is None else f" by {name(command.attacker)}"
    return f"{command.amount} damage to {who}{by} ({printable(command.cause)})"


def _ask_fire(command: c.FireWeapon, name: Name) -> str:
    arcs = f", striking {_listed(command.struck)}" if command.struck else ""
    return f"fire {command.weapon} of {name(command.unit)} at {name(command.target)}{arcs}"


def _ask_timber(command: c.ResolveTimber, name: Name) -> str:
    angle = command.angle_decideg
    way = "" if angle is None else f", the arrow at {degrees(angle)}"
    under = ""
    if command.under:
        under = f", on {_listed(_struck(entry, name) for entry in command.under)}"
    return f"does {name(command.unit)} fall{way}{under}?"


def _ask_shares(command: c.AllocateHits, name: Name) -> str:
    parts = (
        f"{count(a.hits, 'hit')} on {name(a.target)} with {a.weapon or 'bare hands'}"
        for a in command.allocation
    )
    return f"share the hits of {name(command.unit)}: {_listed(parts, 'none')}"


def _ask_check(command: c.Check, name: Name) -> str:
    who = (
        name(command.unit) if command.model is None else f"{command.model} of {name(command.unit)}"
    )
    return f"check {command.characteristic} of {who}"


def _ask_move(command: c.MoveUnit, name: Name) -> str:
    way = "" if command.direction == "any" else f" {printable(command.direction)}"
    return f"move {name(command.unit)} {yards(command.distance_milli)}{way}"


def _ask_strike(command: c.Strike, name: Name) -> str:
    how = "" if command.attacks is None else f", {count(command.attacks, 'attack')}"
    return f"{name(command.unit)} strikes{how}"


COMMANDS: dict[type, Callable[[Any, Name], str]] = {
    Note: lambda x, _: f"note: {printable(x.text)}",
    EndGame: lambda x, n: f"end the game, {n(x.winner) + ' wins' if x.winner else 'no winner'}",
    AddUnit: lambda x, n: f"add {printable(x.name)}, {x.kind} of {n(x.owner)}",
    c.PlaceUnit: lambda x, n: f"place {n(x.unit)}",
    c.AssignGunner: lambda x, n: f"another gunner for {x.weapon} of {n(x.unit)}",
    c.StartRound: lambda _, __: "start the round",
    c.StartPhase: lambda x, _: f"start the {x.phase} phase",
    c.EndRound: lambda _, __: "end the round",
    c.DeclareTurn: lambda x, n: f"{n(x.unit)} will turn {degrees(x.turn_decideg)}",
    c.TurnUnit: lambda x, n: f"turn {n(x.unit)} by {degrees(x.turn_decideg)}",
    c.MoveUnit: _ask_move,
    c.Embark: lambda x, n: f"{_models(x.models, n)}: into {n(x.unit)} by {printable(x.access)}",
    c.Disembark: lambda x, n: (
        f"{_models(x.models, n)}: out of {n(x.unit)} by {printable(x.access)}"
    ),
    c.Ram: lambda x, n: (
        f"{n(x.unit)} rams {n(x.target)}, {yards(x.distance_milli)} {printable(x.direction)}"
    ),
    c.FireWeapon: _ask_fire,
    c.ApplyDamage: _ask_damage,
    c.ResolveExplosion: lambda x, n: (
        f"{n(x.unit)} explodes on {_listed(_struck(entry, n) for entry in x.hits)}"
    ),
    c.ResolveTimber: _ask_timber,
    c.Duel: lambda x, n: f"{n(x.attacker)} fights {_models((x.defender, *(x.others or ())), n)}",
    c.Strike: _ask_strike,
    c.AllocateHits: _ask_shares,
    c.Check: _ask_check,
}
