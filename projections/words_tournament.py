"""Tournaments in words that an organiser and a player understand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rollbook.events.game import Note, Ruling
from rollbook.events.tournament import commands as c
from rollbook.events.tournament import facts as f
from rollbook.events.tournament.values import Pairing, Statement
from rollbook.projections.printable import printable
from rollbook.projections.words import plain_sentence

Name = Callable[[str], str]

HOW_WORDS = {
    "played": "played",
    "conceded": "conceded",
    "walkover": "walkover",
    "agreed_draw": "draw agreed",
    "timed_out": "out of time",
    "judge_set": "set by the judge",
    "bye": "bye",
    "forfeit": "forfeit",
    "not_played": "not played",
}
MEANING_WORDS = {
    "lost": "the remaining games are lost",
    "void": "played games stay, the rest is void",
    "erased": "all games leave the standings",
}
SYSTEM_WORDS = {"swiss": "Swiss", "round_robin": "round robin", "elimination": "knock-out"}
WINNER_WORDS = {"a": "first wins", "b": "second wins", "draw": "draw", "none": "both lose"}


def sentence(event: Any, name: Name) -> str:
    """
    Give the sentence of one event.

    *name* turns the id of a player or game into words people know.
    """
    say = EVENTS.get(type(event))
    return plain_sentence(event) if say is None else say(event, name)


def command_sentence(command: Any, name: Name) -> str:
    """Give the sentence of one command: what was asked for."""
    say = COMMANDS.get(type(command))
    return plain_sentence(command) if say is None else say(command, name)


def result_words(result: Statement | Any) -> str:
    """
    Give a result in words: scores, how it came about, who won.

    Also for a command that states one.
    """
    parts = []
    if result.score_a is not None and result.score_b is not None:
        parts.append(f"{result.score_a}:{result.score_b}")
    if result.how not in (None, "played") or not parts:
        parts.append(HOW_WORDS.get(result.how or "played", printable(str(result.how))))
    if result.winner is not None:
        parts.append(WINNER_WORDS.get(result.winner, printable(result.winner)))
    if result.bonus_a or result.bonus_b:
        parts.append(f"bonus {result.bonus_a or 0}:{result.bonus_b or 0}")
    return ", ".join(parts)


def _why(reason: str | None) -> str:
    return f" ({printable(reason)})" if reason else ""


def _pairing(pairing: Pairing, name: Name) -> str:
    if pairing.b is None:
        asked = "" if pairing.worth is None else f" asked for, worth a {pairing.worth}"
        return f"{name(pairing.a)} has a bye{asked}"
    table = "" if pairing.table is None else f" at table {pairing.table}"
    return f"{name(pairing.a)} against {name(pairing.b)}{table}"


def _pairings(pairings: tuple[Pairing, ...], name: Name, most: int = 12) -> str:
    said = [_pairing(p, name) for p in pairings[:most]]
    more = len(pairings) - most
    return "; ".join(said) + (f"; and {more} more" if more > 0 else "")


def _started(e: f.TournamentStarted, n: Name) -> str:
    del n
    s = e.settings
    days = e.starts or ""
    if e.ends and e.ends != e.starts:
        days += f" to {e.ends}"
    rounds = f", {s.rounds} rounds" if s.rounds else ""
    return (
        f"{printable(e.name)} begins{', ' + days if days else ''}: "
        f"{SYSTEM_WORDS.get(s.system, s.system)}{rounds}, ranked by {', '.join(s.keys)}, "
        f"seed {printable(s.seed)}, rules of {s.edition}"
    )


def _about(e: Any) -> str:
    known = [
        f"club {printable(e.club)}" if e.club else "",
        f"team {printable(e.team)}" if e.team else "",
        f"rating {e.rating}" if e.rating is not None else "",
    ]
    told = ", ".join(k for k in known if k)
    return f" ({told})" if told else ""


def _paired(e: f.RoundPaired, n: Name) -> str:
    how = f"set by hand{_why(e.reason)}" if e.by_hand else f"by {e.rule}, seed {printable(e.seed)}"
    absent = f"; not here: {', '.join(map(n, e.absent))}" if e.absent else ""
    return f"Round {e.round} is paired {how}: {_pairings(e.pairings, n)}{absent}"


def _changed(e: f.PairingsChanged, n: Name) -> str:
    how = "by hand" if e.by_hand else "by RB-PR-11"
    gone = f"; taken apart: {', '.join(map(n, e.removed))}" if e.removed else ""
    new = f": {_pairings(e.added, n)}" if e.added else ""
    return f"Round {e.round} is changed {how}{_why(e.reason)}{new}{gone}"


def _points(match: int | None, battle: int | None, card: str | None) -> str:
    parts = [
        f"{match} match points" if match else "",
        f"{battle} battle points" if battle else "",
        f"{printable(card)} card" if card else "",
    ]
    return ", ".join(p for p in parts if p)


def _replaced(number: int | None) -> str:
    return "" if number is None else f", replacing statement {number}"


def _since(first: int) -> str:
    """Say when a player leaves who misses round *first*, if there is such a round at all."""
    return f"after round {first - 1}" if first > 1 else "before round 1"


EVENTS: dict[type, Callable[[Any, Name], str]] = {
    f.TournamentStarted: _started,
    f.PlayerRegistered: lambda e, _: f"{printable(e.name)} ({e.player}) is registered{_about(e)}",
    f.PlayerEnteredLate: lambda e, _: (
        f"{printable(e.name)} ({e.player}) enters late, from round {e.round} on{_about(e)}"
    ),
    f.PlayerCheckedIn: lambda e, n: f"{n(e.player)} is here",
    f.PlayerCheckedOut: lambda e, n: f"{n(e.player)} is not here",
    f.ListSubmitted: lambda e, n: f"{n(e.player)} hands in a list, SHA-256 {e.sha256.hex()}",
    f.ListLocked: lambda e, n: f"the list of {n(e.player)} is locked",
    f.PlayerWithdrawn: lambda e, n: f"{n(e.player)} withdraws before the start{_why(e.reason)}",
    f.PlayerDropped: lambda e, n: (
        f"{n(e.player)} drops {_since(e.round)}: "
        f"{MEANING_WORDS.get(e.meaning, e.meaning)}{_why(e.reason)}"
    ),
    f.PairKeptApart: lambda e, n: (
        f"{n(e.a)} and {n(e.b)} are kept apart from round {e.first} "
        f"{'on' if e.last is None else f'to {e.last}'}"
    ),
    f.RoundPaired: _paired,
    f.TableAssigned: lambda e, n: f"{n(e.game)} moves to table {e.table}{_why(e.reason)}",
    f.PairingsChanged: _changed,
    f.RoundPublished: lambda e, _: f"Round {e.round} is published",
    f.RoundOpened: lambda e, _: (
        f"Round {e.round} is open" + (f" for {e.minutes} minutes" if e.minutes else "")
    ),
    f.RoundClosed: lambda e, _: f"Round {e.round} is over",
    f.RoundWithdrawn: lambda e, _: f"Round {e.round} is withdrawn{_why(e.reason)}; it is kept",
    f.ResultSubmitted: lambda e, n: (
        f"{n(e.game)}: {result_words(e.result)}, submitted by {n(e.result.by)}"
    ),
    f.ResultConfirmed: lambda e, n: (
        f"{n(e.game)}: the result is confirmed by "
        f"{'the slip that both signed' if e.slip else n(e.by)}"
    ),
    f.ResultDisputed: lambda e, n: f"{n(e.game)}: {n(e.by)} disputes the result{_why(e.reason)}",
    f.ResultCountedAsReported: lambda e, n: (
        f"{n(e.game)}: in dispute, and counted as reported (statement {e.statement})"
    ),
    f.ResultRuled: lambda e, n: (
        f"{n(e.game)}: the judge rules {result_words(e.result)}{_replaced(e.replaces)}"
        f"{', ' + printable(e.rule) if e.rule else ''}{_why(e.reason)}"
    ),
    f.ResultCorrected: lambda e, n: (
        f"{n(e.game)}: corrected to {result_words(e.result)} by {n(e.result.by)}"
        f"{_replaced(e.replaces)}{_why(e.reason)}"
    ),
    f.PenaltyGiven: lambda e, n: (
        f"Penalty {e.number}: {n(e.player)}, round {e.round}: "
        f"{_points(e.match_points, e.battle_points, e.card)}{_why(e.reason)}"
    ),
    f.PenaltyLifted: lambda e, _: f"Penalty {e.number} is lifted{_why(e.reason)}",
    f.ClockPaused: lambda e, n: (
        f"The judge pauses the clock of {'round ' + str(e.round) if e.game is None else n(e.game)}"
        f"{f' for {e.minutes} minutes' if e.minutes else ''}{_why(e.reason)}"
    ),
    f.GameLinked: lambda e, n: (
        f"{n(e.game)} is linked to log {e.link.game_id.hex()} ({printable(e.link.rules)}, "
        f"{e.link.size} entries, root {e.link.root.hex()})"
    ),
    f.TournamentClosed: lambda e, n: (
        "The tournament is over" + (f", {n(e.winner)} has won" if e.winner else "") + _why(e.reason)
    ),
}


def _pair_command(k: c.PairRound, n: Name) -> str:
    parts = ["pair the next round" if k.pairs is None else "set the next round by hand"]
    if k.absent:
        parts.append(f"without {', '.join(map(n, k.absent))}")
    if k.byes:
        parts.append(f"byes for {', '.join(n(b.player) for b in k.byes)}")
    if k.seed is not None:
        parts.append(f"with seed {printable(k.seed)}")
    if k.count_as_reported:
        parts.append("disputed results count as reported")
    return ", ".join(parts) + _why(k.reason)


COMMANDS: dict[type, Callable[[Any, Name], str]] = {
    Note: lambda k, _: f"note: {printable(k.text)}",
    Ruling: lambda k, _: f"ruling: {printable(k.reason)}",
    c.StartTournament: lambda k, _: f"start the tournament {printable(k.name)}",
    c.RegisterPlayers: lambda k, _: f"register {', '.join(printable(p.name) for p in k.players)}",
    c.CheckIn: lambda k, n: (
        f"check {'in' if k.here is not False else 'out'} {', '.join(map(n, k.players))}"
    ),
    c.SubmitList: lambda k, n: f"hand in the list of {n(k.player)}",
    c.LockLists: lambda k, n: (
        f"lock the lists of {'all' if k.players is None else ', '.join(map(n, k.players))}"
    ),
    c.DropPlayer: lambda k, n: f"drop {n(k.player)}{_why(k.reason)}",
    c.KeepApart: lambda k, n: f"keep {n(k.a)} and {n(k.b)} apart",
    c.PairRound: _pair_command,
    c.RepairRound: lambda k, _: f"pair a part of the round again{_why(k.reason)}",
    c.ChangePairings: lambda k, n: (
        f"set {', '.join(n(p.a) + ' against ' + n(p.b or 'a bye') for p in k.pairs)} "
        f"instead of {', '.join(map(n, k.undo))}{_why(k.reason)}"
    ),
    c.AssignTable: lambda k, n: f"move {n(k.game)} to table {k.table}{_why(k.reason)}",
    c.PublishRound: lambda _k, _n: "publish the round",
    c.CloseRound: lambda _k, _n: "close the round",
    c.WithdrawRound: lambda k, _: f"withdraw the newest round{_why(k.reason)}",
    c.SubmitResult: lambda k, n: (
        f"result of {n(k.game)}: {result_words(k)}{', signed by both' if k.signed else ''}"
    ),
    c.SubmitResults: lambda k, _: f"{len(k.results)} results together",
    c.ConfirmResult: lambda k, n: f"confirm the result of {n(k.game)}",
    c.DisputeResult: lambda k, n: f"dispute the result of {n(k.game)}{_why(k.reason)}",
    c.RuleResult: lambda k, n: f"rule {n(k.game)}{_why(k.reason)}",
    c.CorrectResult: lambda k, n: f"correct {n(k.game)}: {result_words(k)}{_why(k.reason)}",
    c.GivePenalty: lambda k, n: (
        f"penalty for {n(k.player)}: {_points(k.match_points, k.battle_points, k.card)}"
        f"{_why(k.reason)}"
    ),
    c.LiftPenalty: lambda k, _: f"lift penalty {k.penalty}{_why(k.reason)}",
    c.PauseClock: lambda k, _: f"pause the clock{_why(k.reason)}",
    c.LinkGame: lambda k, n: f"link {n(k.game)} to log {k.game_id.hex()}",
    c.CloseTournament: lambda k, _: f"close the tournament{_why(k.reason)}",
}
