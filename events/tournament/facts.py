"""What can happen in a tournament."""

from rollbook.events.message import Event, message
from rollbook.events.tournament.values import Link, Pairing, Statement, TournamentSettings


@message
class TournamentStarted(Event):
    """The tournament exists, with every setting written out.  Rule: RB-SC-1, RB-ST-2, RB-PR-7."""

    name: str
    starts: str | None
    ends: str | None
    settings: TournamentSettings


@message
class PlayerRegistered(Event):
    """Somebody takes part."""

    player: str
    name: str
    club: str | None
    team: str | None
    rating: int | None


@message
class PlayerEnteredLate(Event):
    """Somebody joined after the first round was paired; *round* is his first."""

    player: str
    name: str
    club: str | None
    team: str | None
    rating: int | None
    round: int


@message
class PlayerCheckedIn(Event):
    """A player is here."""

    player: str


@message
class PlayerCheckedOut(Event):
    """A player is not here any more, and has not dropped."""

    player: str


@message
class ListSubmitted(Event):
    """A player handed in a list; only its hash is kept."""

    player: str
    sha256: bytes


@message
class ListLocked(Event):
    """A player's list cannot be changed any more."""

    player: str


@message
class PlayerWithdrawn(Event):
    """A player left before the first round."""

    player: str
    reason: str


@message
class PlayerDropped(Event):
    """A player left; *round* is the first that he does not play.  Rule: RB-ST-1."""

    player: str
    round: int
    meaning: str
    reason: str


@message
class PairKeptApart(Event):
    """Two players shall not meet from *first* to *last* round.  Rule: RB-PR-1."""

    a: str
    b: str
    first: int
    last: int | None


@message
class RoundPaired(Event):
    """
    A round was paired, by *rule* of *edition* from *seed*.

    Rule: RB-PR-1, RB-RR-1, RB-KO-1.
    """

    round: int
    system: str
    seed: str
    rule: str
    edition: str
    tables_proven: bool
    absent: tuple[str, ...]
    pairings: tuple[Pairing, ...]
    by_hand: bool
    reason: str | None


@message
class TableAssigned(Event):
    """A game was moved to another table."""

    game: str
    table: int
    before: int | None
    reason: str


@message
class PairingsChanged(Event):
    """Games of a paired round were taken apart and others set.  Rule: RB-PR-11."""

    round: int
    by_hand: bool
    removed: tuple[str, ...]
    added: tuple[Pairing, ...]
    reason: str


@message
class RoundPublished(Event):
    """The pairings of a round were shown to everybody."""

    round: int


@message
class RoundOpened(Event):
    """The round is being played, for *minutes* if there is a limit."""

    round: int
    minutes: int | None


@message
class RoundClosed(Event):
    """Every game of the round has its result."""

    round: int


@message
class RoundWithdrawn(Event):
    """The round counts no more; its pairings and results are kept as they were."""

    round: int
    reason: str


@message
class ResultSubmitted(Event):
    """A result was stated; it counts, marked, until it is confirmed.  Rule: RB-SC-2."""

    game: str
    result: Statement


@message
class ResultConfirmed(Event):
    """*by* agrees with the result; *slip* when both signed the slip."""

    game: str
    by: str
    slip: bool


@message
class ResultDisputed(Event):
    """*by* does not agree with the result; it does not count until ruled.  Rule: RB-SC-4."""

    game: str
    by: str
    reason: str


@message
class ResultCountedAsReported(Event):
    """A disputed result counts as it was submitted, so that pairing can go on.  Rule: RB-SC-4."""

    game: str
    statement: int


@message
class ResultRuled(Event):
    """The judge ruled a result; *replaces* is the statement that stood, if any."""

    game: str
    replaces: int | None
    result: Statement
    rule: str | None
    reason: str


@message
class ResultCorrected(Event):
    """A wrong result was replaced; *status* is how far the new one has come."""

    game: str
    replaces: int
    result: Statement
    status: str
    reason: str


@message
class PenaltyGiven(Event):
    """Points were taken from a player, or a card was shown, from *round* on."""

    number: int
    player: str
    round: int
    match_points: int
    battle_points: int
    card: str | None
    reason: str


@message
class PenaltyLifted(Event):
    """A penalty counts no more."""

    number: int
    reason: str


@message
class ClockPaused(Event):
    """The judge stopped the clock of a game, or of the round when *game* is null."""

    round: int
    game: str | None
    minutes: int | None
    reason: str


@message
class GameLinked(Event):
    """A game is bound to its log as it was then."""

    game: str
    link: Link


@message
class TournamentClosed(Event):
    """The tournament is over."""

    winner: str | None
    reason: str


FACTS: tuple[type[Event], ...] = (
    TournamentStarted,
    PlayerRegistered,
    PlayerEnteredLate,
    PlayerCheckedIn,
    PlayerCheckedOut,
    ListSubmitted,
    ListLocked,
    PlayerWithdrawn,
    PlayerDropped,
    PairKeptApart,
    RoundPaired,
    TableAssigned,
    PairingsChanged,
    RoundPublished,
    RoundOpened,
    RoundClosed,
    RoundWithdrawn,
    ResultSubmitted,
    ResultConfirmed,
    ResultDisputed,
    ResultCountedAsReported,
    ResultRuled,
    ResultCorrected,
    PenaltyGiven,
    PenaltyLifted,
    ClockPaused,
    GameLinked,
    TournamentClosed,
)
