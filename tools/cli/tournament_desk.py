"""What the commands of an event share: the desk, finding games, printing tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from rollbook.engine.session import Result, Session
from rollbook.events.errors import RollbookError, RuleRefusal
from rollbook.projections.printable import padded, printable, width
from rollbook.projections.refusalwords import refusal_words
from rollbook.projections.tournament.state import (
    TournamentState,
    any_game,
    place_of,
)
from rollbook.projections.words import names_of, sentence
from rollbook.tools.cli.common import FINDING, FINE, View, print_json, warn
from rollbook.tools.cli.record import tell_set_aside

BY_OPTION = click.option(
    "--by", default="judge", show_default=True, help="Who does it: a player's id, or judge."
)
REASON_OPTION = click.option("--reason", required=True, help="Why; it is kept in the log.")
TIMELINE_OPTION = click.option("--timeline", help="The timeline; without it the default one.")


Done = tuple[Result, Iterable[str] | dict[str, Any]]
"""A result, and more to say: lines for people, or keys for programs."""


class NoTournament(RollbookError):
    """A log is of a game, not of a tournament."""

    def __init__(self, path: Path, rules: str) -> None:
        super().__init__(
            f"{path} is the log of a {rules} game, not of a tournament; "
            "start one with rollbook tournament new LOG --name NAME"
        )


class NotFound(RollbookError):
    """A game, player or round that was named is not there."""


class Desk:
    """An event opened to be written."""

    def __init__(self, path: Path, timeline: str | None = None) -> None:
        self.session = Session.open(path, timeline)
        if self.session.rules.name != "tournament":
            self.session.close()
            raise NoTournament(path, self.session.rules.name)
        tell_set_aside(self.session)

    def __enter__(self) -> Desk:
        return self

    def __exit__(self, *_: object) -> None:
        self.session.close()

    @property
    def state(self) -> TournamentState:
        """The state now."""
        state: TournamentState = self.session.state
        return state

    def submit(self, command: dict[str, Any]) -> Result:
        """Put one command in; raises ``RuleRefusal``."""
        return self.session.submit(command)

    def said(self, result: Result) -> list[str]:
        """Give what a result caused, in words."""
        name = names_of(self.session.states.at(result.entry.seq))
        return [sentence("tournament", event, name) for event in result.entry.events]


def run_at_desk(
    path: Path,
    timeline: str | None,
    as_json: bool,
    work: Callable[[Desk], Iterable[Done]],
) -> int:
    """
    Open an event, do the *work*, and print each result as it is recorded.

    A result is printed after it is durable.  *work* gives results with lines
    that are printed after their sentences.
    """
    with Desk(path, timeline) as desk:
        try:
            for result, more in work(desk):
                told(desk, result, more, as_json)
        except RuleRefusal as refusal:
            return refused(refusal, as_json)
    return FINE


def told(desk: Desk, result: Result, more: Iterable[str] | dict[str, Any], as_json: bool) -> None:
    """Print what a result caused, and *more*: lines for people, or keys for programs."""
    if as_json:
        print_json(result.to_plain() | (more if isinstance(more, dict) else {}))
        return
    for line in (*desk.said(result), *more):
        click.echo(f"{result.entry.seq}: {line}")


def refused(refusal: RuleRefusal, as_json: bool) -> int:
    """Print a refusal, and give the exit code that it stands for."""
    if as_json:
        print_json({"refused": refusal.to_json()})
    else:
        warn(f"{refusal_words(refusal)}; nothing was recorded")
    return FINDING


def one(command: dict[str, Any]) -> Callable[[Desk], Iterable[Done]]:
    """Give the work of putting in a single command."""
    return lambda desk: [(desk.submit(command), ())]


def look(path: Path, at: str | None = None) -> tuple[View, TournamentState, str]:
    """Open an event to look at it, and give its state at an address."""
    view = View(path)
    if view.rules != "tournament":
        raise NoTournament(path, view.rules)
    address = view.address(at)
    state = view.state(address)
    if state is None or state.settings is None:
        raise NotFound(f"{path} has no event at entry {address}; start_tournament is missing")
    return view, state, address.timeline


def find_player(state: TournamentState, text: str) -> str:
    """
    Give the id of a player named by id or by name.

    Raises :class:`NotFound`.
    """
    if text in state.entered:
        return text
    wanted = text.casefold()
    found = [p for p, name in state.players.items() if name.casefold() == wanted]
    if len(found) == 1:
        return found[0]
    if found:
        raise NotFound(f"{printable(text)!r} are {len(found)} players: {', '.join(found)}")
    near = [p for p, name in state.players.items() if wanted in name.casefold() or wanted in p]
    hint = f"; did you mean {', '.join(near[:5])}?" if near else ""
    raise NotFound(f"there is no player {printable(text)!r}{hint}")


def find_game(state: TournamentState, text: str) -> str:
    """
    Give the id of a game named as people name it.

    ``r2-5`` is an id, ``5`` the game at table 5 of the newest round, ``2:5``
    the one at table 5 of round 2, and a player's id or name (``ann``,
    ``2:ann``) his game of that round.  Raises :class:`NotFound`.
    """
    if any_game(state, text) is not None:
        return text
    head, colon, tail = text.partition(":")
    number = len(state.played)
    if colon and head.isascii() and head.isdecimal():
        number, text = int(head[:6]), tail
    if not 1 <= number <= len(state.played):
        raise NotFound(f"there is no round {number}; {len(state.played)} have been paired")
    games = state.played[number - 1].games
    for ident, game in games.items():
        if text.isdecimal() and place_of(ident, game) == int(text[:6]):
            return ident
    try:
        player = find_player(state, text)
    except NotFound:
        if not text.isdecimal():
            raise
        last = max((place_of(ident, game) for ident, game in games.items()), default=0)
        raise NotFound(
            f"there is no table {text} in round {number}; the last one is {last}"
        ) from None
    for ident, game in games.items():
        if player in (game.a, game.b):
            return ident
    raise NotFound(f"{state.players[player]} ({player}) is not paired in round {number}")


def swapped(state: TournamentState, text: str, ident: str) -> bool:
    """Tell whether *text* names a game by its second player, whose score then comes first."""
    game = any_game(state, ident)
    name = text.partition(":")[2] or text
    if game is None or game.b is None or name.isdecimal() or text == ident:
        return False
    return find_player(state, name) == game.b


def table_lines(head: Sequence[str], rows: Iterable[Sequence[object]], right: int = 0) -> list[str]:
    """Lay rows out in columns; the last *right* columns are set to the right."""
    texts = [[printable(str(cell if cell is not None else "")) for cell in row] for row in rows]
    widths = [max([width(h), *(width(row[k]) for row in texts)]) for k, h in enumerate(head)]
    first_right = len(head) - right
    return [
        "  ".join(
            " " * (w - width(c)) + c if k >= first_right else padded(c, w)
            for k, (c, w) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (list(head), *texts)
    ]
