"""From a tournament record to the commands that make its log."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from rollbook.engine.tournament.problem import Apart
from rollbook.engine.tournament.scoring import format_difference_table
from rollbook.events.quantities import PLAYER_PATTERN
from rollbook.projections.scoring import Scoring
from rollbook.projections.tournament_record import Game, Player, Record

WORTHS = {"a": "win", "draw": "draw", "none": "loss", "b": "loss", None: "draw"}
MAX_COMMAND_BYTES = 12_000
"""Text in one command that registers players; command and event must fit into one entry."""
RESULTS_A_COMMAND = 200

Plain = dict[str, Any]


def safe_ids(players: Sequence[Player]) -> dict[str, str]:
    """
    Give each player an id that a log takes, the same where it is one already.

    >>> safe_ids([Player(id="a b", name="Ann"), Player(id="ben", name="Ben")])
    {'a b': 'p1', 'ben': 'ben'}
    """
    good = {p.id for p in players if _good(p.id)}
    made: dict[str, str] = {}
    for place, player in enumerate(players, 1):
        ident = player.id if player.id in good else f"p{place}"
        while ident in made.values() or (ident != player.id and ident in good):
            ident += "x"
        made[player.id] = ident
    return made


def _good(ident: str) -> bool:
    return bool(re.fullmatch(PLAYER_PATTERN, ident)) and ident not in ("judge", "system")


def start_of(record: Record, scoring: Scoring, seed: str, name: str) -> Plain:
    """Give the ``start_tournament`` of a record."""
    fields = attrs.asdict(scoring, recurse=False)
    table = format_difference_table(fields.pop("table")).splitlines()
    fields = {k: list(v) if isinstance(v, tuple) else v for k, v in fields.items()}
    command: Plain = {"do": "start_tournament", "by": "judge", "seed": seed}
    command |= {"name": (record.name or name)[:100], "rounds": record.planned}
    return command | fields | ({"table": table} if table else {})


def commands_of_record(
    record: Record, ids: Mapping[str, str], apart: Iterable[Apart], reason: str
) -> Iterator[Plain]:
    """
    Give the commands after ``start_tournament`` that lead to *record*.

    Rounds are set by hand with *reason*; *ids* are those of `safe_ids`.
    """
    yield from register(record.players, ids, 1)
    for pair in apart:
        command: Plain = {"do": "keep_apart", "by": "judge", "first": pair.first, "last": pair.last}
        yield command | {"a": ids[pair.a], "b": ids[pair.b]}
    for number in range(1, record.rounds + 1):
        if number > 1:
            yield from register(record.players, ids, number)
            yield from _drops(record, ids, number)
        yield from _round(record, ids, number, reason)
    yield from _drops(record, ids, record.rounds + 1)


def register(players: Iterable[Player], ids: Mapping[str, str], first: int) -> Iterator[Plain]:
    """Register those whose first round is *first*, in commands that fit into an entry."""
    some: list[Plain] = []
    size = 0
    for player in players:
        if max(1, player.entered_round) != first:
            continue
        applied = {
            "player": ids[player.id],
            "name": player.name[:100],
            "club": player.club[:100] if player.club else None,
            "team": player.team[:100] if player.team else None,
            "rating": player.rating,
        }
        room = sum(len(str(value).encode()) + 5 for value in applied.values())
        if some and size + room > MAX_COMMAND_BYTES:
            yield {"do": "register_players", "by": "judge", "players": some}
            some, size = [], 0
        some.append(applied)
        size += room
    if some:
        yield {"do": "register_players", "by": "judge", "players": some}


def _drops(record: Record, ids: Mapping[str, str], number: int) -> Iterator[Plain]:
    for drop in record.drops:
        # Nobody can drop from a round that comes after all that were paired.
        if max(2, min(drop.round, record.rounds + 1)) == number:
            yield {
                "do": "drop_player",
                "by": "judge",
                "player": ids[drop.player],
                "meaning": drop.meaning,
                "reason": "as imported",
            }


def _round(record: Record, ids: Mapping[str, str], number: int, reason: str) -> Iterator[Plain]:
    games = [g for g in record.games if g.round == number]
    before = [g for g in record.games if g.round == number - 1]
    asked = [g for g in games if g.b is None and g.requested]
    paired = [g for g in games if not (g.b is None and g.requested)]
    command: Plain = {"do": "pair_round", "by": "judge", "reason": reason}
    command["count_as_reported"] = any(g.status == "disputed" for g in before)
    command["byes"] = [{"player": ids[g.a], "worth": WORTHS[g.winner]} for g in asked]
    if paired:
        command["pairs"] = [given_pair(g, ids) for g in paired]
    yield command
    yield {"do": "publish_round", "by": "judge"}
    # The log numbers the games of a round in the order in which they are given.
    told = [(f"r{number}-{k}", g) for k, g in enumerate(paired, 1) if _has_result(g)]
    for first in range(0, len(told), RESULTS_A_COMMAND):
        some = told[first : first + RESULTS_A_COMMAND]
        lines = [result_line(ident, g) for ident, g in some]
        yield {"do": "submit_results", "by": "judge", "results": lines}
    for ident, game in told:
        if game.status == "disputed":
            yield {"do": "dispute_result", "by": "judge", "game": ident, "reason": "as imported"}
    yield from _penalties(record, ids, number)


def _has_result(game: Game) -> bool:
    return game.b is not None and game.status != "open"


def given_pair(game: Game, ids: Mapping[str, str]) -> Plain:
    """Give a pair as commands state it."""
    b = None if game.b is None else ids[game.b]
    return {"a": ids[game.a], "b": b, "table": game.table, "board": game.board}


def result_line(ident: str, game: Game, *, swap: bool = False) -> Plain:
    """Give a line of ``submit_results``; with *swap* for a game paired the other way round."""
    sides = (game.score_a, game.score_b, game.bonus_a, game.bonus_b, game.winner)
    if swap:
        other = {"a": "b", "b": "a"}.get(game.winner or "", game.winner)
        sides = (game.score_b, game.score_a, game.bonus_b, game.bonus_a, other)  # type: ignore[assignment]
    return {
        "game": ident,
        "score_a": sides[0],
        "score_b": sides[1],
        "bonus_a": sides[2],
        "bonus_b": sides[3],
        "winner": sides[4],
        "how": game.how,
        "confirmed": game.status in ("confirmed", "ruled"),
    }


def _penalties(record: Record, ids: Mapping[str, str], number: int) -> Iterator[Plain]:
    for penalty in record.penalties:
        if penalty.round == number:
            yield {
                "do": "give_penalty",
                "by": "judge",
                "player": ids[penalty.player],
                "round": number,
                "match_points": penalty.match_points,
                "battle_points": penalty.battle_points,
                "card": penalty.card,
                "reason": penalty.reason or "as imported",
            }
