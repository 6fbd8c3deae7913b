"""Random events: plausible and implausible commands, drawn from a seed."""

from __future__ import annotations

import random
from typing import Any

from tests.engine.tournament.event import Event

HOWS = ("played", "conceded", "walkover", "agreed_draw", "timed_out", "judge_set", "not_played")


def settings(chance: random.Random) -> dict[str, Any]:
    """Draw the settings of an event."""
    made: dict[str, Any] = {"seed": f"s{chance.random()}"}
    made["mates_rounds"] = chance.choice((None, 0, 1, 2))
    if chance.random() < 0.5:
        made["tables"] = list(range(1, 13))
    if chance.random() < 0.3:
        made["pair_by"] = "battle_points"
    if chance.random() < 0.3:
        made["table"] = ["0,4 => 10,10", "5,9 => 8,12", "10,* => 0,20"]
    if chance.random() < 0.2:
        made["check_in"] = True
    made["keys"] = ["match_points", "buchholz_cut_1", "head_to_head"]
    return made


def command(event: Event, chance: random.Random) -> dict[str, Any]:
    """Draw a command that may or may not be due."""
    draw = chance.choices(list(_DRAWS), [w for w, _ in _DRAWS.values()])[0]
    made = {"do": draw, "by": _by(event, chance), **_DRAWS[draw][1](event, chance)}
    return {k: v for k, v in made.items() if v is not None}


def _by(event: Event, chance: random.Random) -> str:
    if chance.random() < 0.75 or not event.event.players:
        return "judge"
    return chance.choice((*event.event.players, "system", "nobody"))


def _player(event: Event, chance: random.Random) -> str:
    return chance.choice((*event.event.players, "nobody")) if event.event.players else "nobody"


def _game(event: Event, chance: random.Random) -> str:
    if not event.event.played or chance.random() < 0.05:
        return chance.choice(("r9-9", "x", "r1-1"))
    newest = event.event.played[-1] if chance.random() < 0.8 else chance.choice(event.event.played)
    return chance.choice((*newest.games, *newest.gone)) if newest.games else "r1-1"


def _scores(event: Event, chance: random.Random) -> dict[str, Any]:
    made: dict[str, Any] = {"game": _game(event, chance)}
    if chance.random() < 0.85:
        made |= {"score_a": chance.randint(-1, 20), "score_b": chance.randint(0, 20)}
    if chance.random() < 0.3:
        made["how"] = chance.choice(HOWS)
    if chance.random() < 0.3:
        made["winner"] = chance.choice(("a", "b", "draw", "none"))
    if chance.random() < 0.1:
        made["bonus_a"] = chance.randint(-2, 2)
    return made


def _registered(event: Event, chance: random.Random) -> dict[str, Any]:
    known = len(event.event.players)
    names = [f"p{known + k}" for k in range(1, chance.randint(2, 5))]
    club = chance.choice((None, "north", "south"))
    return {
        "players": [
            {"player": n, "name": n.upper(), "club": club, "team": None, "rating": None}
            for n in names
        ],
        "round": chance.choice((None, None, len(event.event.played), len(event.event.played) + 1)),
    }


def _pairs(event: Event, chance: random.Random) -> list[dict[str, Any]]:
    names = list(event.event.players)
    chance.shuffle(names)
    return [
        {"a": a, "b": b, "table": None, "board": 1}
        for a, b in zip(names[::2], names[1::2], strict=False)
    ]


def _paired(event: Event, chance: random.Random) -> dict[str, Any]:
    made: dict[str, Any] = {"count_as_reported": chance.random() < 0.5}
    if chance.random() < 0.2:
        made["absent"] = [_player(event, chance)]
    if chance.random() < 0.2:
        worth = chance.choice(("win", "draw", "loss"))
        made["byes"] = [{"player": _player(event, chance), "worth": worth}]
    if chance.random() < 0.1:
        made |= {"seed": "another", "reason": "drawn again"}
    if chance.random() < 0.1:
        made |= {"pairs": _pairs(event, chance), "reason": "by hand"}
    return made


_DRAWS: dict[str, tuple[int, Any]] = {
    "register_players": (3, _registered),
    "check_in": (3, lambda e, c: {"players": [_player(e, c)], "here": c.random() < 0.8}),
    "drop_player": (
        2,
        lambda e, c: {
            "player": _player(e, c),
            "meaning": c.choice((None, "lost", "void", "erased")),
            "reason": "left",
        },
    ),
    "pair_round": (10, _paired),
    "repair_round": (
        3,
        lambda e, c: {"reason": "mend", "undo": [_game(e, c)] if c.random() < 0.5 else None},
    ),
    "change_pairings": (
        1,
        lambda e, c: {"reason": "hand", "undo": [_game(e, c)], "pairs": _pairs(e, c)[:1]},
    ),
    "assign_table": (
        1,
        lambda e, c: {"game": _game(e, c), "table": c.randint(1, 14), "reason": "dark"},
    ),
    "publish_round": (8, lambda _e, _c: {}),
    "close_round": (2, lambda _e, _c: {}),
    "withdraw_round": (1, lambda _e, _c: {"reason": "again"}),
    "submit_result": (40, lambda e, c: {**_scores(e, c), "signed": c.random() < 0.3 or None}),
    "confirm_result": (8, lambda e, c: {"game": _game(e, c)}),
    "dispute_result": (3, lambda e, c: {"game": _game(e, c), "reason": "no"}),
    "rule_result": (4, lambda e, c: {**_scores(e, c), "reason": "so be it"}),
    "correct_result": (5, lambda e, c: {**_scores(e, c), "reason": "typo"}),
    "give_penalty": (
        2,
        lambda e, c: {"player": _player(e, c), "match_points": c.randint(0, 3), "reason": "late"},
    ),
    "lift_penalty": (1, lambda _e, c: {"penalty": c.randint(1, 4), "reason": "not late"}),
    "keep_apart": (1, lambda e, c: {"a": _player(e, c), "b": _player(e, c)}),
    "pause_clock": (1, lambda _e, _c: {"reason": "tea"}),
    "note": (1, lambda _e, _c: {"text": "noted"}),
    "ruling": (1, lambda _e, _c: {"reason": "ruled", "set": {}}),
}


def begun(chance: random.Random) -> Event:
    """Start a random event."""
    event = Event(chance.randint(2, 9), clubs=chance.choice((0, 2, 3)), **settings(chance))
    if event.event.settings is not None and event.event.settings.check_in:
        event.do("check_in", players=list(event.event.players))
    return event
