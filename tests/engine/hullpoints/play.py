"""
Random play of the hull-point rules, the same for the same seed.

:func:`random_command` gives one command for a state, mostly plausible;
:func:`answered` types the dice and facts that the rules ask for; :func:`play`
runs whole games.  Only the state, the rules and a ``random.Random`` are used,
so a game of thousands of commands is repeatable from its seed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from attrs import define, field

from rollbook.engine.hullpoints.house_rules import HOUSE_RULES
from rollbook.engine.ruleset import rule_set
from rollbook.events.hullpoints.units import ARCS, PHASES, Infantry, Vehicle, Walker
from tests.conftest import Game

Rng = random.Random
Json = dict[str, Any]
PLAYERS = ("ann", "ben")
PLAUSIBLE = 0.85
CHOICES: dict[str, tuple[Any, ...]] = {
    "oval_tie": ("larger", "smaller"),
    "turn_over_90": ("no_move", "forbid"),
    "half_move": ("exact", "down"),
    "damage_carries": (True, False),
    "last_point_rolls": (True, False),
    "control_zero": ("either", "both"),
    "empty_arc_shot": ("include", "skip"),
    "top_weapons": ("safe", "own_arc"),
    "check": ("d6_six_fails", "d6", "2d6"),
    "to_hit": ("seven_minus_skill", [5, 5, 5, 4, 4, 3, 3, 2, 2, 2, 2]),
    "to_wound": ("strength_plus_d6", "ratio"),
    "morale_effect": ("mark", "no_shooting"),
    "slain_leaves": ("wreck", "removed"),
    "scatter_hits": (2, 1, 3),
    "vehicle_backward_cost": (1, 2),
    "access_reach_milli": (2000, 0, 5000),
    "passengers_in_explosion": ("hit", "removed", "unharmed"),
    "friendly_ram": (False, True),
    "enforce_phases": (True, False),
}


def start_command(rng: Rng, *, defaults: bool = False) -> Json:
    """Give a ``start_game`` with random house rules, or with the defaults."""
    assert set(CHOICES) == set(HOUSE_RULES)
    chosen = (
        {} if defaults else {n: rng.choice(v) for n, v in CHOICES.items() if rng.random() < 0.3}
    )
    if chosen.get("enforce_phases") is False and rng.random() < 0.5:
        del chosen["enforce_phases"]
    return {
        "do": "start_game",
        "by": "ann",
        "rules": "hull-points",
        "players": {"ann": "Ann", "ben": "Ben"},
        "house_rules": chosen,
    }


def random_command(rng: Rng, state: Any) -> Json:
    """Give one command for *state*, without dice; a few are meant to be refused."""
    if state.pending and rng.random() < 0.9:
        return _settle(rng, state)
    if rng.random() > PLAUSIBLE:
        return _spoiled(rng, state)
    return _plausible(rng, state)


def random_commands(rng: Rng, state: Any) -> Json:
    """Give what :func:`random_command` gives."""
    return random_command(rng, state)


def _plausible(rng: Rng, state: Any) -> Json:
    alive = [n for n, u in state.units.items() if u.status == "active"]
    if len(alive) < 5 or (len(state.units) < 12 and rng.random() < 0.02):
        if len(state.units) < 14:
            return _add_unit(rng, state)
        return _revive(rng, state)
    roll = rng.random()
    if roll < 0.06:
        return _any_time(rng, state)
    if roll < 0.13:
        return _next_phase(rng, state)
    by_phase: dict[str | None, tuple[Callable[[Rng, Any], Json], ...]] = {
        None: (_next_phase, _next_phase, _place, _gunner),
        "movement": (_move, _move, _turn, _declare, _ram, _embark, _disembark),
        "shooting": (_fire,),
        "combat": (_duel, _strike, _allocate, _allocate),
        "end": (_next_phase, _any_time),
    }
    return rng.choice(by_phase[state.phase])(rng, state)


def _spoiled(rng: Rng, state: Any) -> Json:
    """Give a command of any time and kind, sometimes broken in one field."""
    makers = (
        *(_move, _turn, _declare, _ram, _embark, _disembark, _fire, _duel, _strike, _allocate),
        *(_place, _gunner, _next_phase, _any_time, _settle, _add_unit, _ruling),
    )
    command = rng.choice(makers)(rng, state)
    if rng.random() < 0.5:
        key = rng.choice(sorted(command))
        bad: tuple[Any, ...] = (None, -1, 0, 10**9, "ghost", "", [], {}, True, 1.5, "front", [[]])
        command[key] = rng.choice(bad)
    elif rng.random() < 0.2:
        command["dice"] = [rng.randint(0, 7) for _ in range(rng.randint(0, 4))]
    return command


def _by(rng: Rng) -> str:
    return rng.choice((*PLAYERS, "judge", "system"))


def _some(rng: Rng, state: Any, *kinds: type) -> str:
    fitting = [n for n, u in state.units.items() if not kinds or isinstance(u, kinds)]
    good = [n for n in fitting if state.units[n].status == "active"]
    return rng.choice(good or fitting or list(state.units) or ["ghost"])


def _enemy(rng: Rng, state: Any, name: str, *kinds: type) -> str:
    unit = state.units.get(name)
    fitting = [
        n
        for n, u in state.units.items()
        if (unit is None or u.owner != unit.owner)
        and u.status == "active"
        and (not kinds or isinstance(u, kinds))
    ]
    return rng.choice(fitting) if fitting else _some(rng, state, *kinds)


def _ws(rng: Rng) -> Any:
    one, two = rng.randint(0, 6), rng.randint(0, 6)
    return rng.choice((one, f"{one}/{two}", [one, two]))


def _toughness(rng: Rng) -> Any:
    base = rng.randint(5, 12)
    return rng.choice((base, [base, base - 1, base - 2]))


def _weapon(rng: Rng, number: int, kind: str) -> Json:
    ranged = rng.random() < 0.6
    made: Json = {"id": f"w{number}", "kind": "ranged" if ranged else "melee"}
    if kind != "infantry":
        made["mount"] = rng.choice(("front", "side", "rear", "top"))
    if ranged:
        made["shots"] = rng.randint(1, 4)
        made["pattern"] = rng.choice(("shots", "template"))
    if kind == "vehicle" or rng.random() < 0.7:
        made["strength"] = rng.randint(3, 11)
    if kind == "vehicle" and ranged:
        made["gunner"] = {"ws": _ws(rng)}
    made["damage"] = rng.randint(1, 4)
    return made


def _add_unit(rng: Rng, state: Any) -> Json:
    kind = rng.choice(("walker", "vehicle", "infantry"))
    made: Json = {
        "do": "add_unit",
        "by": _by(rng),
        "unit": f"u{len(state.units)}",
        "owner": rng.choice(PLAYERS),
        "kind": kind,
        "name": rng.choice(("Old Gertie", "Stilts", "The Mule", "Rats", "Clerks", "Brick")),
        "weapons": [_weapon(rng, i, kind) for i in range(rng.randint(0, 4))],
    }
    if kind == "walker":
        base = rng.choice((60, 80, 90, 120, 180, [75, 42], [90, 50]))
        made |= {"base_mm": base, "weight": rng.choice(("light", "medium", "heavy"))}
        made |= {"ws": _ws(rng), "strength": rng.randint(3, 9), "toughness": _toughness(rng)}
        made |= {"grit": rng.randint(0, 7), "sagacity": rng.randint(0, 6)}
    elif kind == "vehicle":
        made |= {
            "toughness": _toughness(rng),
            "hull": rng.randint(1, 6),
            "armor": rng.randint(0, 4),
        }
        made |= {"movement": rng.randint(0, 12), "capacity": rng.randint(0, 10), "access": ["rear"]}
        driver = {"ws": _ws(rng), "grit": rng.randint(0, 6), "sagacity": rng.randint(0, 6)}
        made["driver"] = driver
    else:
        made |= {"models": [f"m{i}" for i in range(rng.randint(1, 6))], "ws": _ws(rng)}
        made |= {"strength": rng.randint(2, 6), "initiative": rng.randint(0, 6)}
        made |= {"grit": rng.randint(0, 6), "sagacity": rng.randint(0, 6)}
        made["toughness"] = rng.choice((None, rng.randint(4, 9)))
        size = rng.choice(
            ({"wounds": rng.randint(1, 3)}, {"base_mm": rng.choice((25, 32, 40, 60))})
        )
        made |= size
    return made


def _revive(rng: Rng, state: Any) -> Json:
    """Let the judge bring units back, so that a game can go on for ever."""
    gone = [n for n, u in state.units.items() if u.status != "active"]
    changes: Json = {}
    for name in rng.sample(gone, min(3, len(gone))):
        unit = state.units[name]
        changes[f"units.{name}.status"] = "active"
        if isinstance(unit, Infantry):
            for model, m in unit.models.items():
                changes[f"units.{name}.models.{model}.wounds"] = m.wounds_start
                changes[f"units.{name}.models.{model}.status"] = "active"
            continue
        for value in ("hull", "armor", "movement"):
            changes[f"units.{name}.{value}"] = getattr(unit, f"{value}_start")
        changes[f"units.{name}.ammo_hits"] = 0
        for weapon in unit.weapons:
            changes[f"units.{name}.weapons.{weapon}.destroyed"] = False
        if isinstance(unit, Walker):
            changes[f"units.{name}.ws_melee"] = changes[f"units.{name}.ws_shooting"] = 4
        else:
            changes[f"units.{name}.control_hits"] = 0
    return {"do": "ruling", "by": "judge", "reason": "reserves", "set": changes}


def _ruling(rng: Rng, state: Any) -> Json:
    name = _some(rng, state)
    path = rng.choice(
        (
            "hull",
            "armor",
            "movement",
            "ws_melee",
            "ammo_hits",
            "control_hits",
            "grit",
            "status",
            "battle_shocked_until",
            "position",
            "weapons.w0.fired",
            "weapons.w0.destroyed",
            "models.m0.wounds",
            "models.m0.status",
            "models.m0.aboard",
        )
    )
    value = rng.choice(
        (0, 1, 2, "active", "removed", None, True, False, _some(rng, state, Vehicle))
    )
    return {"do": "ruling", "by": "judge", "reason": "so", "set": {f"units.{name}.{path}": value}}


def _any_time(rng: Rng, state: Any) -> Json:
    roll = rng.random()
    name = _some(rng, state)
    unit = state.units.get(name)
    if roll < 0.2:
        return {"do": "note", "by": _by(rng), "text": "Dice on the floor.", "about": None}
    if roll < 0.3:
        return _ruling(rng, state)
    if roll < 0.6:
        what = rng.choice(("initiative", "grit", "sagacity"))
        return {"do": "check", "by": _by(rng), "unit": name, "characteristic": what}
    made: Json = {"do": "apply_damage", "by": _by(rng), "unit": name, "amount": rng.randint(1, 6)}
    made["cause"] = rng.choice(("terrain", "mine", "ditch"))
    if isinstance(unit, Infantry):
        made["model"] = _model(rng, unit)
    elif rng.random() < 0.5:
        made["sees"] = _arcs(rng)
        made["attacker"] = _some(rng, state)
    return made


def _model(rng: Rng, unit: Infantry) -> str:
    standing = [n for n, m in unit.models.items() if m.status == "active"]
    return rng.choice(standing or list(unit.models))


def _arcs(rng: Rng) -> list[str]:
    return rng.sample(ARCS, rng.randint(0, 3))


def _next_phase(rng: Rng, state: Any) -> Json:
    if state.phase is None:
        return {"do": "start_round", "by": "system"}
    later = PHASES[PHASES.index(state.phase) + 1 :]
    if not later:
        return {"do": "end_round", "by": "system"}
    skip = 1 if len(later) > 1 and rng.random() < 0.1 else 0
    return {"do": "start_phase", "by": "system", "phase": later[skip]}


def _place(rng: Rng, state: Any) -> Json:
    x, y = rng.randint(-30000, 30000), rng.randint(-20000, 20000)
    facing = rng.randint(-100, 3700)
    at = {"x_milli": x, "y_milli": y, "facing_decideg": facing}
    return {"do": "place_unit", "by": _by(rng), "unit": _some(rng, state), **at}


def _gunner(rng: Rng, state: Any) -> Json:
    name = _some(rng, state, Vehicle)
    unit = state.units.get(name)
    weapon = rng.choice(list(unit.weapons) if unit is not None and unit.weapons else ["w0"])
    return {"do": "assign_gunner", "by": _by(rng), "unit": name, "weapon": weapon, "ws": _ws(rng)}


def _declare(rng: Rng, state: Any) -> Json:
    turn = rng.choice((0, 1, 300, 450, 900, 901, 1350, 1800, 1801))
    name = _some(rng, state, Walker, Vehicle)
    return {"do": "declare_turn", "by": _by(rng), "unit": name, "turn_decideg": turn}


def _turn(rng: Rng, state: Any) -> Json:
    turning = [
        n
        for n, u in state.units.items()
        if not isinstance(u, Infantry) and u.move is not None and u.status == "active"
    ]
    if not turning:
        return _declare(rng, state)
    name = rng.choice(turning)
    left = state.units[name].move.declared_decideg - state.units[name].move.turned_decideg
    turn = rng.choice((1, -1)) * rng.randint(1, max(1, left + 5))
    return {"do": "turn_unit", "by": _by(rng), "unit": name, "turn_decideg": turn}


def _move(rng: Rng, state: Any) -> Json:
    name = _some(rng, state)
    made: Json = {"do": "move_unit", "by": _by(rng), "unit": name}
    made["distance_milli"] = rng.randint(1, 5000)
    if isinstance(state.units.get(name), Infantry):
        made["direction"] = "any"
        if rng.random() < 0.8:
            to = {"x_milli": rng.randint(-30000, 30000), "y_milli": rng.randint(-20000, 20000)}
            made["to"] = to
    else:
        made["direction"] = rng.choice(("forward", "forward", "backward"))
    return made


def _ram(rng: Rng, state: Any) -> Json:
    name = _some(rng, state, Vehicle)
    target = _enemy(rng, state, name, Infantry)
    made: Json = {"do": "ram", "by": _by(rng), "unit": name, "target": target}
    made |= {"direction": rng.choice(("forward", "backward"))}
    made |= {"distance_milli": rng.randint(1, 6000)}
    unit = state.units.get(target)
    if isinstance(unit, Infantry) and unit.toughness is None:
        made["wounded"] = {m: rng.random() < 0.4 for m in unit.models}
    return made


def _embark(rng: Rng, state: Any) -> Json:
    name = _some(rng, state, Vehicle)
    unit = state.units.get(name)
    models = [
        f"{n}/{m}"
        for n, u in state.units.items()
        if isinstance(u, Infantry) and unit is not None and u.owner == unit.owner
        for m, model in u.models.items()
        if model.status == "active" and model.aboard is None
    ]
    chosen = rng.sample(models, min(len(models), rng.randint(1, 3))) or [_some(rng, state)]
    made = {"do": "embark", "by": _by(rng), "unit": name, "models": chosen, "access": "rear"}
    return made | {"distance_milli": rng.choice((0, 0, 1500, 2001))}


def _disembark(rng: Rng, state: Any) -> Json:
    loaded = [n for n, u in state.units.items() if isinstance(u, Vehicle) and u.passengers]
    name = rng.choice(loaded) if loaded else _some(rng, state, Vehicle)
    unit = state.units.get(name)
    aboard = unit.passengers if isinstance(unit, Vehicle) else ()
    chosen = rng.sample(aboard, min(len(aboard), rng.randint(1, 3))) or ["u0"]
    made = {"do": "disembark", "by": _by(rng), "unit": name, "models": chosen, "access": "rear"}
    return made | {"distance_milli": rng.choice((0, 0, 2000))}


def _fire(rng: Rng, state: Any) -> Json:
    ready = [
        (n, w)
        for n, u in state.units.items()
        if u.status == "active"
        for w, weapon in u.weapons.items()
        if weapon.kind == "ranged" and not weapon.fired and not weapon.destroyed
    ]
    name, weapon_id = rng.choice(ready) if ready else (_some(rng, state), "w0")
    unit = state.units.get(name)
    target = _enemy(rng, state, name)
    made: Json = {"do": "fire_weapon", "by": _by(rng), "unit": name, "weapon": weapon_id}
    weapon = None if unit is None else unit.weapons.get(weapon_id)
    mount = "front" if weapon is None else weapon.mount
    made |= {"target": target, "arc": rng.choice(ARCS) if mount == "top" else mount}
    if isinstance(state.units.get(target), Infantry):
        return made | {"struck": None}
    several = weapon is not None and weapon.pattern == "template"
    made["struck"] = rng.sample(ARCS, rng.randint(1, 3) if several else 1)
    if rng.random() < 0.5:
        made["sees"] = _arcs(rng)
    return made


def _duel(rng: Rng, state: Any) -> Json:
    name = _some(rng, state, Walker, Infantry)
    made: Json = {"do": "duel", "by": _by(rng), "attacker": name}
    made["defender"] = _enemy(rng, state, name)
    if rng.random() < 0.4:
        made["others"] = [_enemy(rng, state, name)]
    return made


def _strike(rng: Rng, state: Any) -> Json:
    if state.combat is None or state.combat.winner is None or state.combat.struck:
        return _duel(rng, state)
    return {"do": "strike", "by": _by(rng), "unit": state.combat.winner}


def _allocate(rng: Rng, state: Any) -> Json:
    combat = state.combat
    if combat is None or not combat.hits:
        return _strike(rng, state)
    unit = state.units[combat.winner]
    enemies = [combat.attacker]
    if combat.winner == combat.attacker:
        enemies = [combat.defender, *combat.others]
    weapons: list[Any] = [
        n for n, w in unit.weapons.items() if w.kind == "melee" and not w.destroyed
    ]
    items = []
    left = combat.hits
    while left:
        hits = rng.randint(1, left)
        left -= hits
        target = rng.choice(enemies)
        item: Json = {"weapon": rng.choice(weapons or [None]), "target": target, "hits": hits}
        if not isinstance(state.units[target], Infantry):
            item["arc"] = rng.choice(ARCS)
        elif state.units[target].toughness is None:
            item["wounded"] = rng.randint(0, hits)
        items.append(item)
    return {"do": "allocate_hits", "by": _by(rng), "unit": combat.winner, "allocation": items}


def _settle(rng: Rng, state: Any) -> Json:
    owed = state.pending[0] if state.pending else None
    do = owed.do if owed else rng.choice(("resolve_explosion", "resolve_timber"))
    name = owed.unit if owed else _some(rng, state)
    unit = state.units.get(name)
    aboard = unit.passengers if isinstance(unit, Vehicle) else ()
    reached = list(_reached(rng, state, name, aboard))
    chosen = rng.sample(reached, min(len(reached), rng.randint(0, 4)))
    if do == "resolve_timber":
        made: Json = {"do": do, "by": _by(rng), "unit": name}
        if rng.random() < 0.7:
            made |= {"angle_decideg": rng.randint(0, 3599), "under": chosen}
        return made
    told = {passenger: rng.random() < 0.5 for passenger in aboard}
    made = {"do": do, "by": _by(rng), "unit": name, "hits": chosen}
    return made | ({"passengers_wounded": told} if told else {})


def _reached(rng: Rng, state: Any, source: str, aboard: tuple[str, ...]) -> Iterator[Json]:
    for name, unit in state.units.items():
        if name == source or unit.status != "active":
            continue
        if not isinstance(unit, Infantry):
            yield {"unit": name, "arc": rng.choice(ARCS)}
            continue
        for model, m in unit.models.items():
            if m.status == "active" and f"{name}/{model}" not in aboard:
                yield {"unit": name, "model": model, "wounded": rng.random() < 0.5}


def answered(rng: Rng, game: Game, command: Json) -> tuple[Json, Json]:
    """
    Submit *command* with the dice and facts that the rules ask for.

    Gives the command as it was last submitted, and its result.
    """
    command = dict(command)
    for _ in range(300):
        result = game.submit(command)
        refused = result.get("refused", {})
        if refused.get("code") == "NEEDS_DICE":
            faces = [rng.randint(1, refused["sides"]) for _ in range(refused["count"])]
            command["dice"] = [*(command.get("dice") or []), *faces]
        elif refused.get("code") == "NEEDS_FIELD":
            if not _fill(rng, command, refused["field"]):
                return command, result
        elif refused.get("code") == "BAD_VALUE" and command.get("do") == "resolve_timber":
            # The walker dies standing: nothing may be said about its fall.
            if not (command.pop("under", None) or command.pop("angle_decideg", None) is not None):
                return command, result
        else:
            return command, result
    return command, result


def _fill(rng: Rng, command: Json, name: str) -> bool:
    if name == "angle_decideg":
        command[name] = rng.randint(-50, 4000)
        return True
    if name == "wounded" and command["do"] == "fire_weapon":
        command[name] = rng.randint(0, 1)
        return True
    return False


@define
class Played:
    """A game that was played: the game, what was accepted, and how many were refused."""

    game: Game
    accepted: list[Json] = field(factory=list)
    refused: dict[str, int] = field(factory=dict)


def play(seed: int, accepted: int, *, defaults: bool = False) -> Played:
    """Play from *seed* until *accepted* commands were accepted, the start among them."""
    rng = random.Random(seed)
    played = Played(Game(rule_set("hull-points")))
    command: Json = start_command(rng, defaults=defaults)
    while True:
        submitted, result = answered(rng, played.game, command)
        if "refused" in result:
            code = result["refused"]["code"]
            played.refused[code] = played.refused.get(code, 0) + 1
        else:
            played.accepted.append(submitted)
        if len(played.accepted) >= accepted:
            return played
        command = random_command(rng, played.game.state)
