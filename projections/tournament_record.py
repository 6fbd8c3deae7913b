"""What standings and pairings need to know of a tournament: plain immutable data."""

from typing import Literal, get_args

from attrs import frozen

How = Literal[
    "played",
    "conceded",
    "walkover",
    "agreed_draw",
    "timed_out",
    "judge_set",
    "bye",
    "forfeit",
    "not_played",
]
"""How a result came about."""

Status = Literal["open", "submitted", "confirmed", "disputed", "ruled"]
"""How far a result has come: only ``open`` has none."""

Winner = Literal["a", "b", "draw", "none"]
"""Who won, where it does not follow from the scores; ``none``: both lost."""

Meaning = Literal["lost", "void", "erased"]
"""What a drop means for the games, see `Drop`."""

HOWS: tuple[How, ...] = get_args(How)
MET: frozenset[str] = frozenset({"played", "conceded", "agreed_draw", "timed_out", "judge_set"})
"""Kinds in which the two sat down at a table: these count as a meeting."""


@frozen(kw_only=True)
class Player:
    """
    One entrant, a person or (see `rollbook.projections.teams`) a team.

    ``entered_round`` is the first round that the player can be paired in, 1
    for everybody who was there at the start.
    """

    id: str
    name: str
    club: str | None = None
    team: str | None = None
    rating: int | None = None
    entered_round: int = 1


@frozen(kw_only=True)
class Game:
    """
    One pairing of one round, with its result as far as there is one.

    ``b`` is None for a bye.  ``score_a`` and ``score_b`` are the raw victory
    points as entered.  ``winner`` overrides what the scores say (who conceded
    while ahead has lost all the same); for a bye it is ``a`` for a full bye,
    ``draw`` for a half one, ``none`` for one without points, and None for
    what the scoring gives.  ``requested`` tells a bye that the player asked
    for from one that the pairing gave.  ``bonus_a`` and ``bonus_b`` are match
    points on top.  A disputed result counts only if ``count_as_reported``.
    """

    round: int
    a: str
    b: str | None = None
    table: int | None = None
    board: int = 1
    score_a: int | None = None
    score_b: int | None = None
    how: How = "played"
    winner: Winner | None = None
    status: Status = "confirmed"
    count_as_reported: bool = False
    requested: bool = False
    bonus_a: int = 0
    bonus_b: int = 0

    @property
    def counts(self) -> bool:
        """Whether the result enters the standings: it is there, and not in dispute."""
        if self.status == "disputed":
            return self.count_as_reported
        return self.status != "open"

    @property
    def provisional(self) -> bool:
        """Whether the result counts without having been confirmed or ruled."""
        return self.counts and self.status in ("submitted", "disputed")

    @property
    def met(self) -> bool:
        """Whether the two players have really met over this game."""
        return self.b is not None and self.how in MET


@frozen(kw_only=True)
class Penalty:
    """
    Points taken from a player; negative ones are given to him.

    ``round`` is the round from which it counts.
    """

    player: str
    round: int
    match_points: int = 0
    battle_points: int = 0
    card: str | None = None
    reason: str = ""


@frozen(kw_only=True)
class Drop:
    """
    A player left; ``round`` is the first round that he does not play.

    ``lost``: his remaining games are lost, an open game of that round is a
    walkover for the opponent.  ``void``: what was played stays, the rest is
    as if it had never been paired.  ``erased``: he leaves the standings with
    all his games, which then count for his opponents as not played.
    """

    player: str
    round: int
    meaning: Meaning = "lost"


@frozen(kw_only=True)
class Record:
    """
    A tournament as far as it has gone.

    ``rounds`` counts the rounds that have been paired; ``planned`` the rounds
    that are meant to be.  Games may stand in any order.
    """

    name: str = ""
    players: tuple[Player, ...] = ()
    games: tuple[Game, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    drops: tuple[Drop, ...] = ()
    rounds: int = 0
    planned: int | None = None
