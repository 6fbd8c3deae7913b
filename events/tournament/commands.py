"""What can be asked of a tournament."""

from typing import Annotated, ClassVar

from rollbook.events.errors import BadValue
from rollbook.events.message import Command, message
from rollbook.events.quantities import (
    Between,
    Count,
    Id,
    Int,
    Length,
    Natural,
    OneOf,
    PlayerId,
    Positive,
    Text,
)
from rollbook.events.tournament.values import (
    SYSTEMS,
    Application,
    ByeAsked,
    Day,
    GameId,
    GivenPair,
    How,
    Meaning,
    Name,
    Points,
    ResultLine,
    Round,
    Score,
    Seed,
    TableNumber,
    Winner,
    Worth,
)

Players = Annotated[tuple[PlayerId, ...], Count(0, 4000, distinct=True)]
Reason = Annotated[str, Length(500)]
Hash = bytes


def _need(text: str | None, field: str) -> None:
    if text is not None and not text.strip():
        raise BadValue(field, "is empty; say it in a few words")


@message
class StartTournament(Command):
    """
    Entry 1: the name, the days and every setting.

    A setting that is left out has its default; all of them stand in
    ``TournamentStarted``.  ``table`` are the lines of a difference table.
    """

    name: Name
    seed: Seed
    starts: Day | None = None
    ends: Day | None = None
    rounds: Round | None = None
    win: Natural | None = None
    draw: Natural | None = None
    loss: Natural | None = None
    unit: Positive | None = None
    draw_margin: Natural | None = None
    raw_min: Int | None = None
    raw_max: Int | None = None
    battle_min: Int | None = None
    battle_max: Int | None = None
    table: Annotated[tuple[Text, ...], Count(1, 1000)] | None = None
    bye: Worth | None = None
    bye_points: Natural | None = None
    bye_battle: Int | None = None
    walkover_battle: tuple[Int, Int] | None = None
    walkover_points: tuple[Int, Int] | None = None
    keys: Annotated[tuple[Id, ...], Count(1, 20, distinct=True)] | None = None
    unplayed: Annotated[str, OneOf(("own", "zero", "left_out"))] | None = None
    win_rate_floor_permille: Annotated[int, Between(0, 1000)] | None = None
    system: Annotated[str, OneOf(SYSTEMS)] | None = None
    pair_by: Annotated[str, OneOf(("match_points", "battle_points"))] | None = None
    mates_rounds: Annotated[int, Between(0, 200)] | None = None
    tables: Annotated[tuple[TableNumber, ...], Count(1, 4000, distinct=True)] | None = None
    fresh_tables: bool | None = None
    laps: Annotated[int, Between(1, 20)] | None = None
    check_in: bool | None = None
    teams: Annotated[str, OneOf(("boards", "match_points", "battle_points"))] | None = None

    def check_shape(self) -> None:
        """Refuse an empty name or seed."""
        _need(self.name, "name")
        _need(self.seed, "seed")


@message
class RegisterPlayers(Command):
    """
    Register players; once a round has been paired they are late entries.

    ``round`` is the first that they play: the next one if left out, or the
    newest one, into which a repair then pairs them.
    """

    players: Annotated[tuple[Application, ...], Count(1, 4000)]
    round: Round | None = None

    def check_shape(self) -> None:
        """Refuse an empty name, and a player twice."""
        seen: set[str] = set()
        for place, applied in enumerate(self.players):
            _need(applied.name, f"players.{place}.name")
            if applied.player in seen:
                raise BadValue(f"players.{place}.player", f"{applied.player} is named twice")
            seen.add(applied.player)


@message
class CheckIn(Command):
    """Players are here, or with ``here`` false are not any more."""

    players: Players
    here: bool | None = None


@message
class SubmitList(Command):
    """A player's army list, by the SHA-256 of its file."""

    PLAYER_FIELDS: ClassVar[tuple[str, ...]] = ("player",)

    player: PlayerId
    sha256: Hash

    def check_shape(self) -> None:
        """Refuse what is no SHA-256."""
        if len(self.sha256) != 32:
            raise BadValue("sha256", "is not 64 hexadecimal digits")


@message
class LockLists(Command):
    """No list of these players can be changed from here on; all players if left out."""

    players: Players | None = None


@message
class DropPlayer(Command):
    """
    A player leaves.

    ``meaning`` is chosen each time: ``lost``, ``void`` or ``erased``; before
    the first round it is not asked for.
    """

    PLAYER_FIELDS: ClassVar[tuple[str, ...]] = ("player",)

    player: PlayerId
    reason: Reason
    meaning: Meaning | None = None


@message
class KeepApart(Command):
    """Two players shall not meet; from the next round on unless ``first`` says otherwise."""

    PLAYER_FIELDS: ClassVar[tuple[str, ...]] = ("a", "b")

    a: PlayerId
    b: PlayerId
    first: Round | None = None
    last: Round | None = None


@message
class PairRound(Command):
    """
    Pair the next round.

    ``absent`` players are not paired, ``byes`` are those that players asked
    for.  ``pairs`` sets the whole round by hand, ``seed`` another seed than
    the tournament's; both need a reason.  ``count_as_reported`` counts
    results that are in dispute as they were submitted.
    """

    absent: Players | None = None
    byes: Annotated[tuple[ByeAsked, ...], Count()] | None = None
    pairs: Annotated[tuple[GivenPair, ...], Count(1)] | None = None
    seed: Seed | None = None
    count_as_reported: bool | None = None
    reason: Reason | None = None

    def check_shape(self) -> None:
        """Refuse a change by hand without a reason."""
        if (self.pairs is not None or self.seed is not None) and not (self.reason or "").strip():
            raise BadValue("reason", "say why the round is not paired by the stored seed")


@message
class RepairRound(Command):
    """Pair those of the newest round anew who lost their opponent, or whose game is in ``undo``."""

    reason: Reason
    undo: Annotated[tuple[GameId, ...], Count(0, 4000, distinct=True)] | None = None


@message
class ChangePairings(Command):
    """By hand: take these games of the newest round apart and set these pairs instead."""

    reason: Reason
    undo: Annotated[tuple[GameId, ...], Count(1, 4000, distinct=True)]
    pairs: Annotated[tuple[GivenPair, ...], Count(1)]

    def check_shape(self) -> None:
        """Refuse an empty reason."""
        _need(self.reason, "reason")


@message
class AssignTable(Command):
    """Move a game to another table."""

    game: GameId
    table: TableNumber
    reason: Reason


@message
class PublishRound(Command):
    """Publish the newest round, and open it for results."""

    minutes: Annotated[int, Between(1, 10_000)] | None = None


@message
class CloseRound(Command):
    """Close the newest round: every game has a result."""


@message
class WithdrawRound(Command):
    """Withdraw the newest round; it is kept, and counts no more."""

    reason: Reason

    def check_shape(self) -> None:
        """Refuse an empty reason."""
        _need(self.reason, "reason")


@message
class SubmitResult(Command):
    """
    Submit the result of a game.

    ``signed`` (judge only) says that both players signed the slip, which
    confirms it at once.
    """

    game: GameId
    score_a: Score | None = None
    score_b: Score | None = None
    how: How | None = None
    winner: Winner | None = None
    bonus_a: Points | None = None
    bonus_b: Points | None = None
    signed: bool | None = None


@message
class SubmitResults(Command):
    """Many results of the newest round together, from a table; all or none."""

    results: Annotated[tuple[ResultLine, ...], Count(1, 2000)]


@message
class ConfirmResult(Command):
    """The other player agrees with a result."""

    game: GameId


@message
class DisputeResult(Command):
    """The other player does not agree with a result."""

    game: GameId
    reason: Reason

    def check_shape(self) -> None:
        """Refuse an empty reason."""
        _need(self.reason, "reason")


@message
class RuleResult(Command):
    """
    The judge rules a game's result.

    Without scores, ``how`` or ``winner`` the submitted result stands.
    """

    game: GameId
    reason: Reason
    score_a: Score | None = None
    score_b: Score | None = None
    how: How | None = None
    winner: Winner | None = None
    bonus_a: Points | None = None
    bonus_b: Points | None = None
    rule: Text | None = None

    def check_shape(self) -> None:
        """Refuse an empty reason."""
        _need(self.reason, "reason")


@message
class CorrectResult(Command):
    """A result was entered wrong: this one replaces it."""

    game: GameId
    reason: Reason
    score_a: Score | None = None
    score_b: Score | None = None
    how: How | None = None
    winner: Winner | None = None
    bonus_a: Points | None = None
    bonus_b: Points | None = None

    def check_shape(self) -> None:
        """Refuse an empty reason."""
        _need(self.reason, "reason")


@message
class GivePenalty(Command):
    """Take points from a player, or show a card; negative points are given to him."""

    PLAYER_FIELDS: ClassVar[tuple[str, ...]] = ("player",)

    player: PlayerId
    reason: Reason
    round: Round | None = None
    match_points: Points | None = None
    battle_points: Points | None = None
    card: Annotated[str, Length(40)] | None = None

    def check_shape(self) -> None:
        """Refuse an empty reason, and a penalty of nothing."""
        _need(self.reason, "reason")
        if not (self.match_points or self.battle_points or self.card):
            raise BadValue("match_points", "a penalty takes points or shows a card")


@message
class LiftPenalty(Command):
    """Lift a penalty."""

    penalty: Positive
    reason: Reason


@message
class PauseClock(Command):
    """The judge pauses the clock, of one game or of the newest round."""

    reason: Reason
    game: GameId | None = None
    minutes: Annotated[int, Between(1, 10_000)] | None = None


@message
class LinkGame(Command):
    """
    Bind a game to its Rollbook log, which the program has checked.

    With scores, and no result so far, the result is submitted too.
    """

    game: GameId
    rules: Name
    game_id: bytes
    size: Positive
    root: Hash
    score_a: Score | None = None
    score_b: Score | None = None
    winner: Winner | None = None

    def check_shape(self) -> None:
        """Refuse an id or a root of another length."""
        if len(self.game_id) != 16:
            raise BadValue("game_id", "is not 32 hexadecimal digits")
        if len(self.root) != 32:
            raise BadValue("root", "is not 64 hexadecimal digits")


@message
class CloseTournament(Command):
    """The tournament is over."""

    PLAYER_FIELDS: ClassVar[tuple[str, ...]] = ("winner",)

    winner: PlayerId | None = None
    reason: Reason | None = None


COMMANDS: tuple[type[Command], ...] = (
    StartTournament,
    RegisterPlayers,
    CheckIn,
    SubmitList,
    LockLists,
    DropPlayer,
    KeepApart,
    PairRound,
    RepairRound,
    ChangePairings,
    AssignTable,
    PublishRound,
    CloseRound,
    WithdrawRound,
    SubmitResult,
    SubmitResults,
    ConfirmResult,
    DisputeResult,
    RuleResult,
    CorrectResult,
    GivePenalty,
    LiftPenalty,
    PauseClock,
    LinkGame,
    CloseTournament,
)
