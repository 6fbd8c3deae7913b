"""The state of a tournament: who is in, what was paired, what came of it."""

from __future__ import annotations

from rollbook.events.frozen import FrozenDict
from rollbook.events.game import Over, Owed
from rollbook.events.message import Value, message
from rollbook.events.tournament.values import Link, Statement, TournamentSettings
from rollbook.projections.fold import Projection


@message
class Entered(Value):
    """A registered player; ``status`` is ``playing``, ``withdrawn`` or ``dropped``."""

    name: str
    club: str | None
    team: str | None
    rating: int | None
    entered_round: int
    status: str
    checked_in: bool
    list_hash: bytes | None
    list_locked: bool


@message
class PairedGame(Value):
    """
    A game of a round.

    ``status`` is ``open``, ``submitted``, ``confirmed``, ``disputed`` or
    ``ruled``; ``worth`` what a requested bye is worth, ``stated`` the number
    of statements about the result so far.
    """

    a: str
    b: str | None
    table: int | None
    board: int
    worth: str | None
    status: str
    result: Statement | None
    stated: int
    counted_as_reported: bool
    dispute: str | None
    link: Link | None


@message
class PlayedRound(Value):
    """
    A paired round.

    ``status`` is ``paired``, ``published``, ``closed`` or ``withdrawn``;
    ``minted`` counts the games ever set in it, so that no id comes twice;
    ``gone`` are the games that were taken apart.
    """

    number: int
    status: str
    system: str
    seed: str
    rule: str
    edition: str
    absent: tuple[str, ...]
    by_hand: bool
    reason: str | None
    minutes: int | None
    minted: int
    games: FrozenDict[PairedGame]
    gone: FrozenDict[PairedGame]


@message
class GivenPenalty(Value):
    """A penalty; a lifted one is kept and counts no more."""

    player: str
    round: int
    match_points: int
    battle_points: int
    card: str | None
    reason: str
    lifted: bool


@message
class Left(Value):
    """How a player dropped; ``round`` is the first that he does not play."""

    player: str
    round: int
    meaning: str
    reason: str


@message
class Kept(Value):
    """Two who shall not meet."""

    a: str
    b: str
    first: int
    last: int | None


@message
class TournamentState(Value):
    """
    Everything that is so at one moment of a tournament.

    ``rounds`` are keyed by their number, ``withdrawn`` ones by number and
    attempt, ``penalties`` by number, ``drops`` by player.
    """

    rules: str
    round: int
    phase: str | None
    players: FrozenDict[str]
    house_rules: FrozenDict[int | str | bool]
    units: FrozenDict[str]
    pending: tuple[Owed, ...]
    over: Over | None
    name: str
    starts: str | None
    ends: str | None
    settings: TournamentSettings | None
    entered: FrozenDict[Entered]
    rounds: FrozenDict[PlayedRound]
    withdrawn: FrozenDict[PlayedRound]
    penalties: FrozenDict[GivenPenalty]
    drops: FrozenDict[Left]
    apart: tuple[Kept, ...]

    @property
    def played(self) -> tuple[PlayedRound, ...]:
        """The rounds that count, from the first on."""
        return tuple(self.rounds.values())

    @property
    def put_aside(self) -> tuple[PlayedRound, ...]:
        """The rounds that were withdrawn, in the order in which they were."""
        return tuple(self.withdrawn.values())

    def title_of(self, ref: str) -> str | None:
        """Give the words for a game's id: the two names, and the id."""
        game = any_game(self, ref)
        if game is None:
            return None
        other = "a bye" if game.b is None else self.players[game.b]
        return f"{self.players[game.a]} against {other} ({ref})"


TOURNAMENT = Projection[TournamentState]("tournament", version=1, state=TournamentState)


def game_of(state: TournamentState, game: str) -> PairedGame | None:
    """Give a game of a round that counts."""
    number = round_of(game)
    if number is None or number > len(state.played):
        return None
    return state.played[number - 1].games.get(game)


def any_game(state: TournamentState, game: str) -> PairedGame | None:
    """Give a game wherever it stands now: in its round, taken apart, or withdrawn."""
    number = round_of(game)
    for played in (*state.played, *state.put_aside):
        if played.number == number:
            found = played.games.get(game) or played.gone.get(game)
            if found is not None:
                return found
    return None


def place_of(ident: str, game: PairedGame) -> int:
    """
    Give the number under which people find a game: its table, or its number in the round.

    A round without table numbers is laid out in the order of its games.
    """
    return game.table if game.table is not None else int(ident.partition("-")[2])


def round_of(game: str) -> int | None:
    """
    Give the round that the id of a game names.

    >>> round_of("r2-14"), round_of("r2b-3"), round_of("table-3")
    (2, 2, None)
    """
    head, dash, tail = game.partition("-")
    digits = head[1:]
    if digits[-1:].isascii() and digits[-1:].islower():
        digits = digits[:-1]
    if not dash or head[:1] != "r" or not (digits.isascii() and digits.isdecimal()):
        return None
    if len(digits) > 4 or not (tail.isascii() and tail.isdecimal()):
        return None
    return int(digits) or None


MOST_ATTEMPTS = 26
"""How often a round of one number can be paired: each attempt has a letter."""


def game_id(number: int, attempt: int, place: int) -> str:
    """
    Give the id of the *place*-th game of a round; *attempt* counts withdrawn rounds before.

    >>> game_id(2, 0, 14), game_id(2, 1, 3)
    ('r2-14', 'r2b-3')
    """
    return f"r{round_key(number, attempt)}-{place}"


def round_key(number: int, attempt: int) -> str:
    """
    Give the key of an attempt at a round.

    >>> round_key(2, 0), round_key(2, 1)
    ('2', '2b')
    """
    return f"{number}{chr(ord('a') + attempt) if attempt else ''}"


def attempt_of(state: TournamentState, number: int) -> int:
    """Count how often a round of that number has been withdrawn."""
    return sum(1 for played in state.put_aside if played.number == number)
