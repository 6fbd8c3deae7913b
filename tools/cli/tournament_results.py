"""`rollbook tournament result | confirm | dispute | rule | correct | penalty | drop`."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from rollbook.events.errors import RollbookError, RuleRefusal
from rollbook.events.tournament.values import HOWS, MEANINGS
from rollbook.projections.printable import printable
from rollbook.projections.tournament.state import TournamentState, round_of
from rollbook.tools.cli.common import FINDING, FINE, JSON_OPTION, LOG_ARGUMENT, print_json, warn
from rollbook.tools.cli.tournament_desk import (
    BY_OPTION,
    REASON_OPTION,
    TIMELINE_OPTION,
    Desk,
    Done,
    find_game,
    find_player,
    one,
    refused,
    run_at_desk,
    swapped,
    told,
)

SCORE_A = click.argument("score_a", type=int, required=False)
SCORE_B = click.argument("score_b", type=int, required=False)
HOW = click.option("--how", type=click.Choice([h for h in HOWS if h != "bye"]), help="How it came.")
WINNER = click.option("--winner", help="Who won where scores do not say: a player, draw, none.")
BONUS = click.option("--bonus", nargs=2, type=int, help="Bonus match points of both.")
MAX_LINE = 400


def stated(
    state: TournamentState,
    text: str,
    score_a: int | None,
    score_b: int | None,
    how: str | None,
    winner: str | None,
    bonus: tuple[int, int] | None,
) -> dict[str, Any]:
    """
    Give the fields of a command that states a result.

    Scores come in the order of the pairing, or, where *text* names the game
    by a player, his first.
    """
    ident = find_game(state, text)
    scores, extra = (score_a, score_b), bonus or (None, None)
    if swapped(state, text, ident):
        scores, extra = scores[::-1], extra[::-1]
    fields = {"game": ident, "score_a": scores[0], "score_b": scores[1], "how": how}
    fields |= {"bonus_a": extra[0], "bonus_b": extra[1]}
    return {**fields, "winner": _winner(state, ident, winner)}


def _winner(state: TournamentState, ident: str, winner: str | None) -> str | None:
    if winner in (None, "draw", "none"):
        return winner
    played = state.played[(round_of(ident) or 0) - 1]
    game, player = played.games[ident], find_player(state, winner or "")
    if player not in (game.a, game.b):
        raise click.UsageError(f"--winner: {player} does not play {ident}")
    return "a" if player == game.a else "b"


@click.command()
@LOG_ARGUMENT
@click.argument("game")
@SCORE_A
@SCORE_B
@HOW
@WINNER
@BONUS
@click.option("--signed", is_flag=True, help="Both players signed the slip: confirmed at once.")
@BY_OPTION
@TIMELINE_OPTION
@JSON_OPTION
def result(
    log: Path,
    game: str,
    score_a: int | None,
    score_b: int | None,
    how: str | None,
    winner: str | None,
    bonus: tuple[int, int] | None,
    signed: bool,
    by: str,
    timeline: str | None,
    as_json: bool,
) -> int:
    """
    Submit the result of GAME: its table (5), 2:5, an id (r2-5), or a player.

    Scores stand in the order of the pairing; named by a player, his come
    first. With GAME - lines 'GAME SCORE SCORE' are read from standard input,
    and each is answered when it is safe in the log.
    """
    if game == "-":
        return _many(log, timeline, by, signed, as_json)

    def work(desk: Desk) -> Iterable[Done]:
        fields = stated(desk.state, game, score_a, score_b, how, winner, bonus)
        return one({"do": "submit_result", "by": by, "signed": signed or None, **fields})(desk)

    return run_at_desk(log, timeline, as_json, work)


def _many(log: Path, timeline: str | None, by: str, signed: bool, as_json: bool) -> int:
    """Take results line by line until the end of input; refusals are said and passed over."""
    wrong = False
    with Desk(log, timeline) as desk:
        for text in _lines():
            try:
                fields = _line_fields(desk.state, text)
                command = {"do": "submit_result", "by": by, "signed": signed or None, **fields}
                told(desk, desk.submit(command), (), as_json)
            except RuleRefusal as refusal:
                wrong = True
                refused(refusal, as_json)
            except RollbookError as error:
                wrong = True
                if as_json:
                    print_json({"refused": {"code": "BAD_LINE", "message": str(error)}})
                else:
                    warn(str(error))
            sys.stdout.flush()
    return FINDING if wrong else FINE


def _lines() -> Iterator[str]:
    while line := sys.stdin.readline(MAX_LINE + 1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield line.strip()


class BadLine(RollbookError):
    """A line of results cannot be read."""


def _line_fields(state: TournamentState, text: str) -> dict[str, Any]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BadLine(f"{printable(text)!r}: {error}") from None
    scores = [w.replace(":", " ").split() for w in words[1:]]
    flat = [part for some in scores for part in some]
    digits = [f.removeprefix("-") for f in flat]
    if len(flat) != 2 or not all(d.isascii() and d.isdecimal() and len(d) < 8 for d in digits):
        raise BadLine(f"{printable(text)!r}: write GAME SCORE SCORE, such as 5 18 2")
    return stated(state, words[0], int(flat[0]), int(flat[1]), None, None, None)


@click.command()
@LOG_ARGUMENT
@click.argument("game")
@BY_OPTION
@TIMELINE_OPTION
@JSON_OPTION
def confirm(log: Path, game: str, by: str, timeline: str | None, as_json: bool) -> int:
    """The player who did not submit the result of GAME agrees with it."""

    def work(desk: Desk) -> Iterable[Done]:
        command = {"do": "confirm_result", "by": by, "game": find_game(desk.state, game)}
        return one(command)(desk)

    return run_at_desk(log, timeline, as_json, work)


@click.command()
@LOG_ARGUMENT
@click.argument("game")
@REASON_OPTION
@BY_OPTION
@TIMELINE_OPTION
@JSON_OPTION
def dispute(log: Path, game: str, reason: str, by: str, timeline: str | None, as_json: bool) -> int:
    """The player who did not submit the result of GAME does not agree."""

    def work(desk: Desk) -> Iterable[Done]:
        command = {"do": "dispute_result", "by": by, "game": find_game(desk.state, game)}
        return one({**command, "reason": reason})(desk)

    return run_at_desk(log, timeline, as_json, work)


@click.command()
@LOG_ARGUMENT
@click.argument("game", required=False)
@SCORE_A
@SCORE_B
@HOW
@WINNER
@BONUS
@click.option("--rule", "rule_id", help="The rule that was applied.")
@REASON_OPTION
@TIMELINE_OPTION
@JSON_OPTION
def rule(
    log: Path,
    game: str | None,
    score_a: int | None,
    score_b: int | None,
    how: str | None,
    winner: str | None,
    bonus: tuple[int, int] | None,
    rule_id: str | None,
    reason: str,
    timeline: str | None,
    as_json: bool,
) -> int:
    """
    The judge rules the result of GAME; without scores what was submitted stands.

    Without GAME the ruling is written down and changes no result.
    """

    def work(desk: Desk) -> Iterable[Done]:
        if game is None:
            text = f"{rule_id}: {reason}" if rule_id else reason
            return one({"do": "ruling", "by": "judge", "reason": text, "set": {}})(desk)
        fields = stated(desk.state, game, score_a, score_b, how, winner, bonus)
        command = {"do": "rule_result", "by": "judge", "reason": reason, "rule": rule_id}
        return with_later(desk, {**command, **fields}, as_json)

    return run_at_desk(log, timeline, as_json, work)


@click.command()
@LOG_ARGUMENT
@click.argument("game")
@SCORE_A
@SCORE_B
@HOW
@WINNER
@BONUS
@REASON_OPTION
@BY_OPTION
@TIMELINE_OPTION
@JSON_OPTION
def correct(
    log: Path,
    game: str,
    score_a: int | None,
    score_b: int | None,
    how: str | None,
    winner: str | None,
    bonus: tuple[int, int] | None,
    reason: str,
    by: str,
    timeline: str | None,
    as_json: bool,
) -> int:
    """
    Replace a wrong result of GAME; the wrong one stays in the log.

    Pairings that were played stay. What the seed would have given instead in
    later rounds is listed.
    """

    def work(desk: Desk) -> Iterable[Done]:
        fields = stated(desk.state, game, score_a, score_b, how, winner, bonus)
        command = {"do": "correct_result", "by": by, "reason": reason, **fields}
        return with_later(desk, command, as_json)

    return run_at_desk(log, timeline, as_json, work)


def with_later(desk: Desk, command: dict[str, Any], as_json: bool) -> Iterator[Done]:
    """Submit a change of a result, then say which later pairings would have been different."""
    before = desk.state
    done = desk.submit(command)
    first = (round_of(command["game"]) or 0) + 1
    if first > len(before.played):
        yield done, ()
        return
    from rollbook.engine.tournament.questions import later_rounds
    from rollbook.tools.cli.tournament_checks import later_lines, later_plain

    if as_json:
        found = later_rounds(before, desk.state, first)
        yield done, {"later": [later_plain(later) for later in found]}
    else:
        yield done, later_lines(before, desk.state, first)


@click.command()
@LOG_ARGUMENT
@click.argument("player", required=False)
@click.option("--match-points", type=int, help="Match points that are taken.")
@click.option("--battle-points", type=int, help="Battle points that are taken.")
@click.option("--card", help="A card that is shown, such as yellow.")
@click.option("--round", "number", type=int, help="From which round on; the newest if left out.")
@click.option("--lift", type=int, help="Lift the penalty of this number.")
@REASON_OPTION
@TIMELINE_OPTION
@JSON_OPTION
def penalty(
    log: Path,
    player: str | None,
    match_points: int | None,
    battle_points: int | None,
    card: str | None,
    number: int | None,
    lift: int | None,
    reason: str,
    timeline: str | None,
    as_json: bool,
) -> int:
    """Give PLAYER a penalty, or lift one."""
    if (player is None) == (lift is None):
        raise click.UsageError("say PLAYER, or --lift NUMBER")

    def work(desk: Desk) -> Iterable[Done]:
        command: dict[str, Any] = {"by": "judge", "reason": reason}
        if lift is not None:
            return one({"do": "lift_penalty", "penalty": lift, **command})(desk)
        command |= {"do": "give_penalty", "player": find_player(desk.state, player or "")}
        command |= {"match_points": match_points, "battle_points": battle_points}
        return one({**command, "card": card, "round": number})(desk)

    return run_at_desk(log, timeline, as_json, work)


@click.command()
@LOG_ARGUMENT
@click.argument("player")
@click.option(
    "--meaning",
    type=click.Choice(MEANINGS),
    help="lost: remaining games are lost; void: played games stay, the rest is void; "
    "erased: all his games leave the standings.",
)
@REASON_OPTION
@BY_OPTION
@TIMELINE_OPTION
@JSON_OPTION
def drop(
    log: Path,
    player: str,
    meaning: str | None,
    reason: str,
    by: str,
    timeline: str | None,
    as_json: bool,
) -> int:
    """PLAYER leaves. An open game of the round is lost by walkover, unless ruled otherwise."""

    def work(desk: Desk) -> Iterable[Done]:
        command = {"do": "drop_player", "by": by, "player": find_player(desk.state, player)}
        return one({**command, "meaning": meaning, "reason": reason})(desk)

    return run_at_desk(log, timeline, as_json, work)
