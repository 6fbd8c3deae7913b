"""Parts of tournament messages: settings, pairings, results, links."""

from typing import Annotated

from rollbook.events.message import Value, message
from rollbook.events.quantities import (
    Between,
    Id,
    Int,
    Length,
    Matches,
    Natural,
    OneOf,
    PlayerId,
    Positive,
)

HOWS = (
    "played",
    "conceded",
    "walkover",
    "agreed_draw",
    "timed_out",
    "judge_set",
    "bye",
    "forfeit",
    "not_played",
)
"""How a result may have come about."""
MEANINGS = ("lost", "void", "erased")
"""What a drop may mean for the games of who leaves."""
SYSTEMS = ("swiss", "round_robin", "elimination")

Round = Annotated[int, Between(1, 200)]
TableNumber = Annotated[int, Between(1, 9999)]
Score = Annotated[int, Between(-1_000_000, 1_000_000)]
Points = Annotated[int, Between(-1_000_000, 1_000_000)]
How = Annotated[str, OneOf(HOWS)]
Winner = Annotated[str, OneOf(("a", "b", "draw", "none"))]
Worth = Annotated[str, OneOf(("win", "draw", "loss"))]
Meaning = Annotated[str, OneOf(MEANINGS)]
Name = Annotated[str, Length(100)]
Seed = Annotated[str, Length(100)]
Day = Annotated[str, Matches("[0-9]{4}-[0-9]{2}-[0-9]{2}", "a date such as 2026-11-30")]
GameId = Id


@message
class PointsRow(Value):
    """A row of a difference table; ``high`` null means "and more".  Rule: RB-SC-3."""

    low: Natural
    high: Natural | None
    loser: Natural
    winner: Natural


@message
class ScoringRules(Value):
    """How a result becomes points.  Rule: RB-SC-1."""

    win: Natural
    draw: Natural
    loss: Natural
    unit: Positive
    draw_margin: Natural
    raw_min: Int | None
    raw_max: Int | None
    battle_min: Int | None
    battle_max: Int | None
    table: tuple[PointsRow, ...]
    bye: str
    bye_points: Int | None
    bye_battle: Int
    walkover_battle: tuple[Int, Int]
    walkover_points: tuple[Int, Int] | None


@message
class TournamentSettings(Value):
    """Everything that was fixed when the tournament began."""

    rounds: int | None
    scoring: ScoringRules
    keys: tuple[str, ...]
    unplayed: str
    win_rate_floor_permille: int
    system: str
    pair_by: str
    seed: str
    mates_rounds: int | None
    tables: tuple[int, ...] | None
    fresh_tables: bool
    laps: int
    check_in: bool
    teams: str | None
    edition: str
    """Date of the written rules that these settings name."""


@message
class Application(Value):
    """Somebody who is to be registered; what is not known is null."""

    player: PlayerId
    name: Name
    club: Name | None
    team: Name | None
    rating: Natural | None


@message
class ByeAsked(Value):
    """A player who asks for a bye, and what it is worth."""

    player: PlayerId
    worth: Worth


@message
class GivenPair(Value):
    """A pair set by hand, or brought from elsewhere; ``b`` null is a bye."""

    a: PlayerId
    b: PlayerId | None
    table: TableNumber | None
    board: Positive


@message
class Pairing(Value):
    """
    Two players who are to meet, or a bye.

    ``worth`` is what a requested bye is worth, null for any other pairing.
    """

    game: str
    a: str
    b: str | None
    table: int | None
    board: int
    worth: str | None


@message
class Statement(Value):
    """
    One statement of a game's result.

    ``number`` counts the statements about one game: a later one names the one
    that it replaces.  ``winner`` is null where it follows from the scores.
    """

    number: int
    by: str
    score_a: int | None
    score_b: int | None
    how: str
    winner: str | None
    bonus_a: int
    bonus_b: int


@message
class ResultLine(Value):
    """One line of many results entered together."""

    game: GameId
    score_a: Score | None
    score_b: Score | None
    how: How
    winner: Winner | None
    bonus_a: Points
    bonus_b: Points
    confirmed: bool


@message
class Link(Value):
    """The log of a game: its id, how many entries it had, and their tree's root."""

    rules: str
    game_id: bytes
    size: int
    root: bytes
