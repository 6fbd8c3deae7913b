"""Deciders for results: submit, confirm, dispute, rule, correct, link."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rollbook.engine.decide import Asked
from rollbook.engine.tournament.checks import (
    begun,
    check_statement,
    game_title,
    is_newest,
    judge_only,
    known_game,
    newest,
    wrong_state,
)
from rollbook.events.errors import RuleRefusal
from rollbook.events.message import Event, changed
from rollbook.events.quantities import JUDGE
from rollbook.events.tournament import commands as c
from rollbook.events.tournament import facts as f
from rollbook.events.tournament.values import Link, Statement
from rollbook.projections.scoring import EDITION
from rollbook.projections.tournament.state import PairedGame, TournamentState, round_of

Events = Sequence[Event]
Stated = c.SubmitResult | c.RuleResult | c.CorrectResult


def submit_result(state: TournamentState, asked: Asked, _: Any) -> Events:
    """Take the result of an open game from one of the two, or the judge.  Rule: RB-SC-2."""
    command = asked.command
    assert isinstance(command, c.SubmitResult)  # noqa: S101
    begun(state)
    game = known_game(state, command.game)
    _check_asker(state, asked, command.game, game)
    if command.signed and asked.by != JUDGE:
        raise RuleRefusal("NOT_JUDGE", "only the judge takes a signed slip; the other confirms")
    _check_open(state, command.game, game)
    result = _statement(command, asked.by, game)
    _check_new(state, command.game, game, result)
    events: list[Event] = [f.ResultSubmitted(game=command.game, result=result)]
    if command.signed:
        events.append(f.ResultConfirmed(game=command.game, by=JUDGE, slip=True))
    return events


def submit_results(state: TournamentState, asked: Asked, _: Any) -> Events:
    """Take many results from a table: all of them or none."""
    command = asked.command
    assert isinstance(command, c.SubmitResults)  # noqa: S101
    begun(state)
    judge_only(asked, "enter many results together")
    events: list[Event] = []
    seen: set[str] = set()
    for line in command.results:
        game = known_game(state, line.game)
        _check_open(state, line.game, game)
        if line.game in seen:
            raise RuleRefusal("RESULT_EXISTS", f"{line.game} stands there twice", game=line.game)
        seen.add(line.game)
        result = Statement(
            number=game.stated + 1,
            by=JUDGE,
            score_a=line.score_a,
            score_b=line.score_b,
            how=line.how,
            winner=line.winner,
            bonus_a=line.bonus_a,
            bonus_b=line.bonus_b,
        )
        _check_new(state, line.game, game, result)
        events.append(f.ResultSubmitted(game=line.game, result=result))
        if line.confirmed:
            events.append(f.ResultConfirmed(game=line.game, by=JUDGE, slip=True))
    return events


def _check_asker(state: TournamentState, asked: Asked, ident: str, game: PairedGame) -> None:
    if asked.by not in (JUDGE, game.a, game.b):
        raise RuleRefusal(
            "NOT_YOUR_GAME", f"{asked.by} does not play {game_title(state, ident, game)}"
        )


def _check_open(state: TournamentState, ident: str, game: PairedGame) -> None:
    if game.b is None:
        raise wrong_state(f"{ident} is a bye; it needs no result")
    if game.status != "open":
        raise RuleRefusal(
            "RESULT_EXISTS",
            f"{game_title(state, ident, game)} has a result, which is {game.status}: "
            "confirm, dispute or correct it",
            game=ident,
        )
    last = newest(state)
    if not is_newest(state, ident) or last.status != "published":
        raise wrong_state(f"round {round_of(ident)} is not being played; publish it first")


def _statement(command: Stated, by: str, game: PairedGame) -> Statement:
    how = command.how or ("judge_set" if isinstance(command, c.RuleResult) else "played")
    if how == "judge_set" and by != JUDGE:
        raise RuleRefusal("NOT_JUDGE", "only the judge sets a result")
    return Statement(
        number=game.stated + 1,
        by=by,
        score_a=command.score_a,
        score_b=command.score_b,
        how=how,
        winner=command.winner,
        bonus_a=command.bonus_a or 0,
        bonus_b=command.bonus_b or 0,
    )


def _check_new(state: TournamentState, ident: str, game: PairedGame, result: Statement) -> None:
    check_statement(state, round_of(ident) or 0, game, result)


def confirm_result(state: TournamentState, asked: Asked, _: Any) -> Events:
    """Take the agreement of the player who did not submit the result."""
    command = asked.command
    assert isinstance(command, c.ConfirmResult)  # noqa: S101
    begun(state)
    game = known_game(state, command.game)
    _check_asker(state, asked, command.game, game)
    _check_submitted(state, asked, command.game, game)
    return (f.ResultConfirmed(game=command.game, by=asked.by, slip=False),)


def dispute_result(state: TournamentState, asked: Asked, _: Any) -> Events:
    """Take the objection of the player who did not submit the result.  Rule: RB-SC-4."""
    command = asked.command
    assert isinstance(command, c.DisputeResult)  # noqa: S101
    begun(state)
    game = known_game(state, command.game)
    _check_asker(state, asked, command.game, game)
    _check_submitted(state, asked, command.game, game)
    return (f.ResultDisputed(game=command.game, by=asked.by, reason=command.reason),)


def _check_submitted(state: TournamentState, asked: Asked, ident: str, game: PairedGame) -> None:
    title = game_title(state, ident, game)
    if game.status == "open":
        raise wrong_state(f"{title} has no result yet")
    if game.status != "submitted":
        raise wrong_state(f"the result of {title} is {game.status}; the judge may correct it")
    if game.result is not None and asked.by == game.result.by != JUDGE:
        raise RuleRefusal("OWN_RESULT", f"{asked.by} submitted this result; the other answers it")


def rule_result(state: TournamentState, asked: Asked, _: Any) -> Events:
    """The judge's word on a game, whatever it said before."""
    command = asked.command
    assert isinstance(command, c.RuleResult)  # noqa: S101
    begun(state)
    judge_only(asked, "rule a result")
    game = known_game(state, command.game)
    if game.b is None:
        raise wrong_state(f"{command.game} is a bye")
    _check_published(state, command.game)
    stands = (command.score_a, command.score_b, command.how, command.winner) == (None,) * 4
    if stands and game.result is None:
        raise RuleRefusal(
            "BAD_RESULT",
            "there is no result that could stand; say scores, or how and winner",
            f"RB-SC-2/{EDITION}",
        )
    if stands and game.result is not None:
        result = changed(game.result, number=game.stated + 1)
    else:
        result = _statement(command, JUDGE, game)
    _check_new(state, command.game, game, result)
    return (
        f.ResultRuled(
            game=command.game,
            replaces=game.result.number if game.result is not None else None,
            result=result,
            rule=command.rule,
            reason=command.reason,
        ),
    )


def _check_published(state: TournamentState, ident: str) -> None:
    if is_newest(state, ident) and state.played[-1].status == "paired":
        raise wrong_state(f"round {len(state.played)} is not being played; publish it first")


def correct_result(state: TournamentState, asked: Asked, _: Any) -> Events:
    """Replace a wrong result; the one that it replaces stays in the log."""
    command = asked.command
    assert isinstance(command, c.CorrectResult)  # noqa: S101
    begun(state)
    game = known_game(state, command.game)
    _check_asker(state, asked, command.game, game)
    title = game_title(state, command.game, game)
    if game.b is None or game.result is None:
        raise wrong_state(f"{title} has no result that could be wrong")
    if game.status == "disputed":
        raise wrong_state(f"the result of {title} is in dispute; rule it")
    own = game.status == "submitted" and asked.by == game.result.by
    if asked.by != JUDGE and not own:
        raise RuleRefusal("NOT_JUDGE", "only the judge corrects what others agreed to")
    result = _statement(command, asked.by, game)
    if changed(result, number=game.result.number, by=game.result.by) == game.result:
        raise RuleRefusal("NOTHING_CHANGED", f"that is the result of {title} already")
    _check_new(state, command.game, game, result)
    return (
        f.ResultCorrected(
            game=command.game,
            replaces=game.result.number,
            result=result,
            status="submitted" if game.status == "submitted" else "ruled",
            reason=command.reason,
        ),
    )


def link_game(state: TournamentState, asked: Asked, _: Any) -> Events:
    """Bind a game to its log, and take the scores that the log gives."""
    command = asked.command
    assert isinstance(command, c.LinkGame)  # noqa: S101
    begun(state)
    game = known_game(state, command.game)
    _check_asker(state, asked, command.game, game)
    if game.b is None:
        raise wrong_state(f"{command.game} is a bye; nothing was played")
    _check_published(state, command.game)
    if game.link is not None and asked.by != JUDGE:
        raise RuleRefusal("NOT_JUDGE", f"{command.game} is linked already; the judge may link anew")
    link = Link(rules=command.rules, game_id=command.game_id, size=command.size, root=command.root)
    events: list[Event] = [f.GameLinked(game=command.game, link=link)]
    scores = (command.score_a, command.score_b, command.winner)
    if scores != (None,) * 3 and game.status == "open":
        _check_open(state, command.game, game)
        result = Statement(
            number=game.stated + 1,
            by=asked.by,
            score_a=command.score_a,
            score_b=command.score_b,
            how="played",
            winner=command.winner,
            bonus_a=0,
            bonus_b=0,
        )
        _check_new(state, command.game, game, result)
        events.append(f.ResultSubmitted(game=command.game, result=result))
    return events
