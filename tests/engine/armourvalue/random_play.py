"""
Random games of armour-value, the same for the same seed.

``play(seed, steps)`` gives the commands of one game, each with all dice and
choices that it needs, plausible ones and nonsense; about half are accepted.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from attrs import frozen

from rollbook.engine.armourvalue.house_rules import HOUSE_RULES
from rollbook.engine.armourvalue.rulings import UNIT_PATHS
from rollbook.engine.ruleset import rule_set
from rollbook.events.armourvalue.units import Infantry, Vehicle, Walker
from rollbook.events.errors import RuleRefusal
from rollbook.events.message import Event
from tests.conftest import Game
from tests.engine.armourvalue.armies import army, squad, tank, transport, walker

Json = dict[str, Any]
Make = Callable[[random.Random, Any], Json]
SIDES = ("front", "side", "rear")
MOST_TRIES = 80


@frozen
class Played:
    """One command of a random game: the state before it, what it caused, the state after."""

    before: Any
    command: Json
    events: tuple[Event, ...]
    refused: Json | None
    after: Any


def play(seed: int, steps: int, *, calm: bool = False) -> Iterator[Played]:
    """
    Play *steps* commands after the armies have entered.

    The game goes on by itself.  A *calm* game has no nonsense and no rulings.
    """
    rng = random.Random(seed)
    game = Game(rule_set("armour-value"))
    for command in opening(rng):
        yield submitted(game, command)
    for _ in range(steps):
        command = next_command(rng, game.state, calm=calm)
        yield submitted(game, completed(rng, game, command))


def submitted(game: Game, command: Json) -> Played:
    """Decide a command, keep what it caused, and give both."""
    before = game.state
    try:
        decision = game.decide(command)
    except RuleRefusal as refusal:
        return Played(before, command, (), refusal.to_json(), game.state)
    game.state = decision.state
    return Played(before, command, decision.events, None, decision.state)


def opening(rng: random.Random) -> list[Json]:
    """Give the start of a game with random house rules, and two small armies."""
    rules = {n: rng.choice(v) for n, v in HOUSE_RULES.items() if rng.random() < 0.4}
    start = {
        "do": "start_game",
        "by": "system",
        "rules": "armour-value",
        "players": {"a": "Ada", "b": "Ben"},
        "house_rules": rules,
    }
    return [start, *(u for owner in "ab" for u in army(rng, owner))]


def next_command(rng: random.Random, state: Any, *, calm: bool = False) -> Json:
    """Give a command that may fit the state, seldom one that cannot."""
    if not calm and rng.random() < 0.02:
        return nonsense(rng, state)
    if state.pending and rng.random() < 0.9:
        return settle(rng, state)
    makers = BY_PHASE[state.phase]
    return rng.choices([m for m, _ in makers], [w for _, w in makers])[0](rng, state)


def completed(rng: random.Random, game: Game, command: Json) -> Json:
    """Add the dice, choices and facts that the rules ask for, until they ask no more."""
    for _ in range(MOST_TRIES):
        try:
            game.decide(command)
        except RuleRefusal as refusal:
            refused = refusal.to_json()
        else:
            return command
        match refused["code"]:
            case "NEEDS_DICE":
                faces = [rng.randint(1, refused["sides"]) for _ in range(refused["count"])]
                command = command | {"dice": [*command.get("dice", []), *faces]}
            case "NEEDS_CHOICE":
                choice = rng.choice(refused["options"])
                command = command | {"choices": [*command.get("choices", []), choice]}
            case "NEEDS_FIELD":
                command = command | {refused["field"]: fact(rng, refused["field"], command)}
            case _:
                return command
    return command


def fact(rng: random.Random, field: str, command: Json) -> Any:
    """Give what only the table knows."""
    if field == "test_at":
        return {"distance_milli": command["distance_milli"] // 2, "position": place(rng)}
    return rng.randint(0, 4) if field == "hits" else rng.choice(SIDES)


def place(rng: random.Random) -> Json:
    """Give a position."""
    spot = {n: rng.randint(-24000, 24000) for n in ("x_milli", "y_milli")}
    return spot | {"facing_decideg": rng.randrange(3600)}


def some(rng: random.Random, state: Any, *kinds: type, owner: str | None = None) -> str:
    """Give a unit, one of these kinds and in play if there is any."""
    units = state.units.items()
    fitting = [
        n
        for n, u in units
        if u.status == "active" and isinstance(u, kinds or object) and owner in (None, u.owner)
    ]
    return rng.choice(fitting or list(state.units))


def mine(rng: random.Random, state: Any, *kinds: type) -> str:
    """Give a unit of the active player, most of the time."""
    owner = state.active_player if rng.random() < 0.97 else None
    return some(rng, state, *kinds, owner=owner)


def foe(rng: random.Random, state: Any, *kinds: type) -> str:
    """Give an enemy of the active player."""
    owner = next(p for p in state.players if p != state.active_player)
    return some(rng, state, *kinds, owner=owner if rng.random() < 0.97 else None)


def _way(rng: random.Random, most: int) -> Json:
    return {"distance_milli": rng.randint(0, most), "position": place(rng)}


def move(rng: random.Random, state: Any) -> Json:
    """Give a move."""
    unit = mine(rng, state)
    most = 13000 if isinstance(state.units[unit], Vehicle) else 6000
    rough = {"difficult": rng.random() < 0.2, "dangerous": rng.random() < 0.15}
    return {"do": "move_unit", "by": "a", "unit": unit} | _way(rng, most) | rough


def run(rng: random.Random, state: Any) -> Json:
    """Give a run."""
    unit = mine(rng, state, Walker, Infantry)
    made = {"do": "run_unit", "by": "a", "unit": unit, "dangerous": rng.random() < 0.15}
    return made | _way(rng, 2500)


def smoke(rng: random.Random, state: Any) -> Json:
    """Give smoke."""
    return {"do": "trigger_smoke", "by": "a", "unit": mine(rng, state, Walker, Vehicle)}


def board(rng: random.Random, state: Any) -> Json:
    """Give infantry that gets in."""
    unit, vehicle = mine(rng, state, Infantry), mine(rng, state, Vehicle)
    made = {"do": "embark", "by": "a", "unit": unit, "vehicle": vehicle}
    return made | {"distance_milli": rng.randint(0, 2100)}


def leave(rng: random.Random, state: Any) -> Json:
    """Give infantry that gets out."""
    inside = [n for n, u in state.units.items() if isinstance(u, Infantry) and u.inside]
    unit = rng.choice(inside or list(state.units))
    return {"do": "disembark", "by": "a", "unit": unit} | _way(rng, 2100)


def ram(rng: random.Random, state: Any) -> Json:
    """Give a ram."""
    unit = mine(rng, state, Vehicle)
    least = getattr(state.units[unit], "moved_milli", 0) or 1
    way = {"distance_milli": rng.randint(max(1, least), 18000), "position": place(rng)}
    return {"do": "ram", "by": "a", "unit": unit, "target": foe(rng, state)} | way


def fire(rng: random.Random, state: Any) -> Json:
    """Give a shot."""
    unit = mine(rng, state)
    weapons = list(state.units[unit].weapons) or ["gun"]
    target = state.units[unit].fired_at or foe(rng, state)
    many = getattr(state.units[unit], "models", 1)
    made = {"do": "fire_weapon", "by": "a", "unit": unit, "weapon": rng.choice(weapons)}
    seen = {"target": target, "range_milli": rng.randint(0, 26000)}
    rest = {"bearing_decideg": rng.randrange(3600), "cover": rng.choice([0, 0, 4, 5])}
    made |= seen | rest | {"firers": rng.randint(1, max(1, many))}
    if "blast" in getattr(state.units[unit].weapons.get(made["weapon"]), "traits", ()):
        made |= {"hole": rng.choice(["on", "off"])}
        if rng.random() < 0.3:
            made["scattered_onto"] = some(rng, state)
    return made


def charge(rng: random.Random, state: Any) -> Json:
    """Give a charge."""
    unit = mine(rng, state, Walker, Infantry)
    target = state.units[unit].fired_at or foe(rng, state)
    rough = {"difficult": rng.random() < 0.15, "dangerous": rng.random() < 0.1}
    made = {"do": "assault_unit", "by": "a", "unit": unit, "target": target}
    return made | _way(rng, 6000) | rough


def fight(rng: random.Random, state: Any) -> Json:
    """Give a blow, most often in a combat."""
    locked = [n for n, u in state.units.items() if u.combat and not u.struck]
    reached = [n for n, u in state.units.items() if u.assault and u.assault.reached]
    unit = rng.choice(locked or reached or list(state.units))
    combat = state.units[unit].combat
    if combat:
        owner = state.units[unit].owner
        targets = [n for n in state.combats[combat].units if state.units[n].owner != owner]
    else:
        targets = [u.target] if (u := state.units[unit].assault) else []
    made = {"do": "fight", "by": "a", "unit": unit}
    if rng.random() < 0.3:
        made |= {"krak": rng.randint(0, 2), "melta_bombs": rng.randint(0, 1)}
    return made | {"target": rng.choice(targets or list(state.units))}


def score(rng: random.Random, state: Any) -> Json:
    """Give the scoring of a combat."""
    open_ones = [n for n, c in state.combats.items() if not c.scored]
    return {"do": "score_combat", "by": "a", "combat": rng.choice(open_ones or ["c1"])}


def end_move(rng: random.Random, state: Any) -> Json:
    """Give a pile in or a consolidation."""
    ready = [n for n, u in state.units.items() if u.combat or u.end_move == "allowed"]
    unit = rng.choice(ready or list(state.units))
    do = "pile_in" if state.units[unit].combat else "consolidate"
    return {"do": do, "by": "a", "unit": unit} | _way(rng, 3000)


def typed(rng: random.Random, state: Any) -> Json:
    """Give a damage roll without a cause in the rules."""
    made = {"do": "apply_damage_roll", "by": "judge", "unit": some(rng, state, Walker, Vehicle)}
    ap = rng.choice([None, 0, 1, 4])
    return made | {"outcome": rng.choice(["glancing", "penetrating"]), "ap": ap, "reason": "mine"}


def go_on(rng: random.Random, state: Any) -> Json:
    """Give the next phase or turn."""
    following = {"movement": "shooting", "shooting": "assault"}.get(state.phase)
    if following:
        return {"do": "start_phase", "by": "system", "phase": following}
    others = [p for p in state.players if p != state.active_player]
    player = others[0] if state.active_player else next(iter(state.players))
    return {"do": "start_turn", "by": "system", "player": player}


def reinforce(rng: random.Random, state: Any) -> Json:
    """Give a new unit for the side that has fewer left, so that long games stay alive."""
    left = dict.fromkeys(state.players, 0)
    for unit in state.units.values():
        left[unit.owner] += unit.status == "active"
    owner = min(left, key=lambda p: left[p])
    number = len(state.units)
    made = rng.choice([walker(rng, owner, number), squad(rng, owner, number)])
    big = rng.choice([tank, transport])(rng, owner)
    return rng.choice([made, big | {"unit": f"{owner}_hull{number}"}])


def settle(rng: random.Random, state: Any) -> Json:
    """Give the command that settles what is owed first."""
    owed = state.pending[0]
    unit = owed.unit
    if owed.do == "resolve_explosion":
        near = rng.sample(list(state.units), rng.randint(0, 3))
        hits = [_caught(rng, state, n) for n in near if state.units[n].status == "active"]
        return {"do": "resolve_explosion", "by": "judge", "unit": unit, "hits": hits}
    if owed.do == "sweep":
        combat = state.combats[state.units[unit].combat]
        foes = [n for n in combat.units if state.units[n].owner != state.units[unit].owner]
        return {"do": "sweep", "by": "a", "unit": rng.choice(foes), "target": unit}
    glory = rng.random() < 0.5
    calm = "give_way" if isinstance(state.units[unit], Infantry) else "brace"
    response = "death_or_glory" if glory else calm
    made = {"do": "ram_response", "by": "a", "unit": unit, "response": response}
    weapons = [None, "krak", "melta_bomb", *state.units[unit].weapons]
    return made | ({"weapon": rng.choice(weapons)} if glory else {})


def _caught(rng: random.Random, state: Any, name: str) -> Json:
    unit = state.units[name]
    if isinstance(unit, Infantry):
        return {"unit": name, "models": rng.randint(1, max(1, unit.models))}
    return {"unit": name, "side": rng.choice(SIDES)}


def nonsense(rng: random.Random, state: Any) -> Json:
    """Give a ruling, a note, or a command that is wrong in some way."""
    unit = rng.choice(list(state.units))
    flags = ("has_run", "immobilised", "struck", "helpless", "falling_back", "smoke_active")
    path = rng.choice([p for p in UNIT_PATHS if p in flags])
    ruling = {f"units.{unit}.{path}": rng.random() < 0.5}
    if rng.random() < 0.3:
        ruling = {f"units.{unit}.status": rng.choice(["active", "removed"])}
    return rng.choice(
        [
            {"do": "ruling", "by": "judge", "reason": "so", "set": ruling},
            {"do": "note", "by": "a", "text": "hm"},
            {"do": "ruling", "by": "a", "reason": "no", "set": {}},
            {"do": "move_unit", "by": "a", "unit": unit},
            {"do": "sweep", "by": "a", "unit": unit, "target": unit},
            {"do": "fly", "by": "a"},
            move(rng, state) | {"dice": [9]},
            {"do": "start_phase", "by": "b", "phase": "movement"},
        ]
    )


MOVES: list[tuple[Make, int]] = [(move, 6), (board, 2), (leave, 2), (ram, 3), (smoke, 1)]
BY_PHASE: dict[str | None, list[tuple[Make, int]]] = {
    None: [(go_on, 9), (typed, 1)],
    "movement": [*MOVES, (reinforce, 1), (typed, 1), (go_on, 2)],
    "shooting": [(fire, 10), (run, 1), (smoke, 1), (typed, 1), (go_on, 2)],
    "assault": [(charge, 4), (fight, 6), (score, 2), (end_move, 2), (typed, 1), (go_on, 2)],
}
