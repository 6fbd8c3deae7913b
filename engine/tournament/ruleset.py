"""The rule set ``tournament``: its deciders in one table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rollbook.engine.common import decide_note
from rollbook.engine.decide import Asked
from rollbook.engine.ruleset import Decider, RuleSet, register
from rollbook.engine.tables import TablesError
from rollbook.engine.tournament import entries, outcomes, rounds
from rollbook.events.errors import BadValue
from rollbook.events.frozen import EMPTY
from rollbook.events.game import GameStarted, Note, Ruling, RulingMade
from rollbook.events.log.messages import StartGame
from rollbook.events.message import Command
from rollbook.events.tournament import VOCABULARY
from rollbook.events.tournament import commands as c
from rollbook.projections.scoring import EDITION
from rollbook.projections.tournament import TOURNAMENT, TournamentState


@frozen
class Book:
    """A tournament has no tables: its numbers are settings, kept in entry 1."""

    edition: str


def read_book(text: str | None) -> Book:
    """Give the date of the written rules; there are no tables to read."""
    if text is not None:
        raise TablesError("", "a tournament has no tables", "settings in start_tournament")
    return Book(edition=EDITION)


def start(command: StartGame, book: Book) -> GameStarted:
    """Open the log; players register later, settings come with entry 1."""
    del book
    if command.players:
        raise BadValue("players", "the players of a tournament register after its start; leave {}")
    if command.house_rules:
        raise BadValue("house_rules", "the settings of a tournament stand in start_tournament")
    return GameStarted(rules=command.rules, players=EMPTY, house_rules=EMPTY)


def check_shape(command: Command) -> None:
    """Refuse a ruling that sets values: a tournament's are changed by commands of their own."""
    if isinstance(command, Ruling) and command.set:
        raise BadValue("set", "must be empty here; results are ruled with rule_result")


def ruling(state: TournamentState, asked: Asked, _: Any) -> Sequence[RulingMade]:
    """Keep a ruling that is about no result."""
    del state
    command = asked.command
    assert isinstance(command, Ruling)  # noqa: S101
    return (RulingMade(reason=command.reason, changes=()),)


DECIDERS: dict[type[Command], Decider] = {
    c.StartTournament: entries.start_tournament,
    c.RegisterPlayers: entries.register_players,
    c.CheckIn: entries.check_in,
    c.SubmitList: entries.submit_list,
    c.LockLists: entries.lock_lists,
    c.DropPlayer: entries.drop_player,
    c.KeepApart: entries.keep_apart,
    c.PairRound: rounds.pair_round,
    c.RepairRound: rounds.repair_round,
    c.ChangePairings: rounds.change_pairings,
    c.AssignTable: rounds.assign_table,
    c.PublishRound: rounds.publish_round,
    c.CloseRound: rounds.close_round,
    c.WithdrawRound: rounds.withdraw_round,
    c.SubmitResult: outcomes.submit_result,
    c.SubmitResults: outcomes.submit_results,
    c.ConfirmResult: outcomes.confirm_result,
    c.DisputeResult: outcomes.dispute_result,
    c.RuleResult: outcomes.rule_result,
    c.CorrectResult: outcomes.correct_result,
    c.GivePenalty: entries.give_penalty,
    c.LiftPenalty: entries.lift_penalty,
    c.PauseClock: rounds.pause_clock,
    c.LinkGame: outcomes.link_game,
    c.CloseTournament: entries.close_tournament,
    Note: decide_note,
    Ruling: ruling,
}

TOURNAMENT_RULES = register(
    RuleSet(
        name="tournament",
        version="1",
        vocabulary=VOCABULARY,
        projection=TOURNAMENT,
        deciders=DECIDERS,
        start=start,
        read_book=read_book,
        check_shape=check_shape,
    )
)
