"""Deciders for the start, the players, their lists, drops and penalties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rollbook.engine.decide import Asked
from rollbook.engine.tournament.checks import (
    begun,
    check_over,
    judge_only,
    known_players,
    wrong_state,
)
from rollbook.engine.tournament.scoring import (
    ScoringError,
    check_scoring,
    parse_difference_table,
)
from rollbook.events.errors import BadValue, RuleRefusal
from rollbook.events.message import Event
from rollbook.events.quantities import JUDGE, SYSTEM
from rollbook.events.tournament import commands as c
from rollbook.events.tournament import facts as f
from rollbook.events.tournament.values import (
    PointsRow,
    ScoringRules,
    Statement,
    TournamentSettings,
)
from rollbook.projections.scoring import EDITION, Scoring
from rollbook.projections.standings import DEFAULT_KEYS, unknown_keys
from rollbook.projections.tiebreaks import KEYS
from rollbook.projections.tournament.record import scoring_of
from rollbook.projections.tournament.state import TournamentState

Events = Sequence[Event]


def start_tournament(state: TournamentState, asked: Asked, _: Any) -> Events:
    """Write out every setting.  Rule: RB-SC-1, RB-SC-3, RB-ST-2, RB-PR-7."""
    command = asked.command
    assert isinstance(command, c.StartTournament)  # noqa: S101
    if state.settings is not None:
        raise RuleRefusal("ALREADY_STARTED", "this tournament has started already")
    judge_only(asked, "start a tournament")
    settings = TournamentSettings(
        rounds=command.rounds,
        scoring=_scoring(command),
        keys=_keys(command.keys),
        unplayed=command.unplayed or "own",
        win_rate_floor_permille=command.win_rate_floor_permille or 0,
        system=command.system or "swiss",
        pair_by=command.pair_by or "match_points",
        seed=command.seed,
        mates_rounds=command.mates_rounds,
        tables=command.tables,
        fresh_tables=command.fresh_tables is not False,
        laps=command.laps or 1,
        check_in=command.check_in is True,
        teams=command.teams,
        edition=EDITION,
    )
    return (
        f.TournamentStarted(
            name=command.name, starts=command.starts, ends=command.ends, settings=settings
        ),
    )


def _keys(keys: tuple[str, ...] | None) -> tuple[str, ...]:
    unknown = unknown_keys(keys or ())
    if unknown:
        raise BadValue("keys", f"{unknown[0]!r} is no ranking key; there are {', '.join(KEYS)}")
    return keys or DEFAULT_KEYS


def _scoring(command: c.StartTournament) -> ScoringRules:
    plain = Scoring()

    def given(name: str) -> Any:
        value = getattr(command, name)
        return getattr(plain, name) if value is None else value

    try:
        rows = parse_difference_table("\n".join(command.table)) if command.table else ()
    except ScoringError as error:
        raise BadValue("table", str(error)) from None
    rules = ScoringRules(
        table=tuple(
            PointsRow(low=r.low, high=r.high, loser=r.loser, winner=r.winner) for r in rows
        ),
        **{name: given(name) for name in _SCORING},
    )
    try:
        check_scoring(scoring_of(rules))
    except ScoringError as error:
        raise BadValue("win", str(error)) from None
    return rules


_SCORING = (
    "win",
    "draw",
    "loss",
    "unit",
    "draw_margin",
    "raw_min",
    "raw_max",
    "battle_min",
    "battle_max",
    "bye",
    "bye_points",
    "bye_battle",
    "walkover_battle",
    "walkover_points",
)


def register_players(state: TournamentState, asked: Asked, _: Any) -> Events:
    """Register players, or let them in late."""
    command = asked.command
    assert isinstance(command, c.RegisterPlayers)  # noqa: S101
    settings = begun(state)
    judge_only(asked, "register players")
    first = _first_round(state, command.round)
    if first > 1 and settings.system != "swiss":
        raise wrong_state("a round robin or knock-out takes no late entries")
    events: list[Event] = []
    for place, applied in enumerate(command.players):
        if applied.player in state.entered:
            raise RuleRefusal(
                "PLAYER_EXISTS",
                f"{applied.player} is {state.players[applied.player]} already",
                field=f"players.{place}.player",
            )
        if applied.player in (JUDGE, SYSTEM):
            raise BadValue(f"players.{place}.player", f"{applied.player} is nobody's id")
        known = {name: getattr(applied, name) for name in _KNOWN}
        if first == 1:
            events.append(f.PlayerRegistered(**known))
        else:
            events.append(f.PlayerEnteredLate(round=first, **known))
    return events


_KNOWN = ("player", "name", "club", "team", "rating")


def _first_round(state: TournamentState, asked: int | None) -> int:
    following = len(state.played) + 1
    if asked is None:
        return following
    open_newest = bool(state.played) and state.played[-1].status in ("paired", "published")
    if asked > following or asked < (following - 1 if open_newest else following):
        raise BadValue(
            "round", f"{asked} cannot be a new player's first round; next is {following}"
        )
    return asked


def check_in(state: TournamentState, asked: Asked, _: Any) -> Events:
    """Note who is here; what is so already is left out."""
    command = asked.command
    assert isinstance(command, c.CheckIn)  # noqa: S101
    begun(state)
    known_players(state, command.players, "players")
    if asked.by != JUDGE and command.players != (asked.by,):
        raise RuleRefusal("NOT_JUDGE", "players check in themselves only; the judge all")
    here = command.here is not False
    kind = f.PlayerCheckedIn if here else f.PlayerCheckedOut
    events = [kind(player=p) for p in command.players if state.entered[p].checked_in != here]
    if not events:
        raise RuleRefusal("NOTHING_CHANGED", "that is so already")
    return events


def submit_list(state: TournamentState, asked: Asked, _: Any) -> Events:
    """Keep the hash of a list that is not locked."""
    command = asked.command
    assert isinstance(command, c.SubmitList)  # noqa: S101
    begun(state)
    if asked.by not in (JUDGE, command.player):
        raise RuleRefusal("NOT_JUDGE", "a player hands in his own list; the judge all")
    if state.entered[command.player].list_locked:
        raise wrong_state(f"the list of {command.player} is locked")
    return (f.ListSubmitted(player=command.player, sha256=command.sha256),)


def lock_lists(state: TournamentState, asked: Asked, _: Any) -> Events:
    """Lock lists that were handed in."""
    command = asked.command
    assert isinstance(command, c.LockLists)  # noqa: S101
    begun(state)
    judge_only(asked, "lock lists")
    named = command.players
    known_players(state, named or (), "players")
    for player in named or ():
        if state.entered[player].list_hash is None:
            raise wrong_state(f"{player} has handed in no list")
    events = [
        f.ListLocked(player=player)
        for player, entered in state.entered.items()
        if (named is None or player in named) and entered.list_hash and not entered.list_locked
    ]
    if not events:
        raise RuleRefusal("NOTHING_CHANGED", "there is no list to lock")
    return events


def drop_player(state: TournamentState, asked: Asked, _: Any) -> Events:
    """
    Let a player go; an open game of a published round is a walkover.

    Rule: RB-ST-1.
    """
    command = asked.command
    assert isinstance(command, c.DropPlayer)  # noqa: S101
    begun(state)
    player = command.player
    if asked.by not in (JUDGE, player):
        raise RuleRefusal("NOT_JUDGE", "a player drops himself only; the judge all")
    if state.entered[player].status != "playing":
        raise wrong_state(f"{player} has left already")
    if not state.played:
        return (f.PlayerWithdrawn(player=player, reason=command.reason),)
    if command.meaning is None:
        raise RuleRefusal(
            "NEEDS_FIELD",
            "say what the drop means: lost (remaining games are lost), void (played games "
            "stay, the rest is void) or erased (all his games leave the standings)",
            f"RB-ST-1/{EDITION}",
            field="meaning",
        )
    last = state.played[-1]
    begins = last.number + (last.status != "paired")
    left = f.PlayerDropped(
        player=player, round=begins, meaning=command.meaning, reason=command.reason
    )
    return (left, *(_walkovers(state, player) if last.status == "published" else ()))


def _walkovers(state: TournamentState, player: str) -> list[Event]:
    """Give the open game of the round to the opponent."""
    events: list[Event] = []
    for ident, game in state.played[-1].games.items():
        if game.status == "open" and player in (game.a, game.b) and game.b is not None:
            result = Statement(
                number=game.stated + 1,
                by=SYSTEM,
                score_a=None,
                score_b=None,
                how="walkover",
                winner="b" if player == game.a else "a",
                bonus_a=0,
                bonus_b=0,
            )
            events.append(f.ResultSubmitted(game=ident, result=result))
            events.append(f.ResultConfirmed(game=ident, by=SYSTEM, slip=False))
    return events


def keep_apart(state: TournamentState, asked: Asked, _: Any) -> Events:
    """Keep two apart in rounds that are not paired yet.  Rule: RB-PR-1."""
    command = asked.command
    assert isinstance(command, c.KeepApart)  # noqa: S101
    begun(state)
    judge_only(asked, "keep players apart")
    if command.a == command.b:
        raise BadValue("b", "nobody can be kept apart from himself")
    following = len(state.played) + 1
    first = following if command.first is None else command.first
    if first < following or (command.last is not None and command.last < first):
        raise BadValue("first", f"the next round is {following}; rounds that are paired stay")
    return (f.PairKeptApart(a=command.a, b=command.b, first=first, last=command.last),)


def give_penalty(state: TournamentState, asked: Asked, _: Any) -> Events:
    """Take points, or show a card."""
    command = asked.command
    assert isinstance(command, c.GivePenalty)  # noqa: S101
    begun(state)
    judge_only(asked, "give penalties")
    number = command.round or max(1, len(state.played))
    if number > max(1, len(state.played)):
        raise RuleRefusal("UNKNOWN_ROUND", f"round {number} has not been paired", field="round")
    return (
        f.PenaltyGiven(
            number=len(state.penalties) + 1,
            player=command.player,
            round=number,
            match_points=command.match_points or 0,
            battle_points=command.battle_points or 0,
            card=command.card,
            reason=command.reason,
        ),
    )


def lift_penalty(state: TournamentState, asked: Asked, _: Any) -> Events:
    """Lift a penalty that counts."""
    command = asked.command
    assert isinstance(command, c.LiftPenalty)  # noqa: S101
    begun(state)
    judge_only(asked, "lift penalties")
    if command.penalty > len(state.penalties):
        raise RuleRefusal("UNKNOWN_PENALTY", f"no penalty {command.penalty}", field="penalty")
    if state.penalties[str(command.penalty)].lifted:
        raise RuleRefusal("NOTHING_CHANGED", f"penalty {command.penalty} is lifted already")
    return (f.PenaltyLifted(number=command.penalty, reason=command.reason),)


def close_tournament(state: TournamentState, asked: Asked, _: Any) -> Events:
    """End the tournament; every game must have its result."""
    command = asked.command
    assert isinstance(command, c.CloseTournament)  # noqa: S101
    begun(state)
    judge_only(asked, "close the tournament")
    events: list[Event] = []
    if state.played:
        for played in state.played:
            check_over(state, played)
        last = state.played[-1]
        if last.status != "closed":
            events.append(f.RoundClosed(round=last.number))
    return (
        *events,
        f.TournamentClosed(winner=command.winner, reason=command.reason or ""),
    )
