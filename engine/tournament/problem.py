"""The question that a pairing answers, and the answer: plain immutable data."""

from attrs import frozen

from rollbook.events.errors import RollbookError

RULE = "RB-PR-1"
"""Rule id of the Swiss pairing; printed with the edition."""


class PairingError(RollbookError):
    """A round cannot be paired as asked; nothing was decided."""


@frozen(kw_only=True)
class Apart:
    """Two entrants who shall not meet from ``first`` to ``last`` round (None: no end)."""

    a: str
    b: str
    first: int = 1
    last: int | None = None


@frozen(kw_only=True)
class PairingRules:
    """
    What the organiser set for pairings.

    ``mates_rounds``: club or team mates are kept apart in the first so many
    rounds; None always, 0 never, 1 in round 1 only.  ``tables``: numbers of
    the tables that can be used, None for as many as needed from 1 on without
    a rule about them; with ``fresh_tables`` nobody shall sit at one twice.
    """

    mates_rounds: int | None = None
    tables: tuple[int, ...] | None = None
    fresh_tables: bool = True
    apart: tuple[Apart, ...] = ()

    def mates_apart(self, round_: int) -> bool:
        """Whether club and team mates are to be kept apart in this round."""
        return self.mates_rounds is None or round_ <= self.mates_rounds


@frozen(kw_only=True)
class Entrant:
    """
    Somebody to be paired.

    ``score`` is what pairing goes by, a whole number.  ``met`` names each
    earlier opponent once a game; ``used_tables`` the tables sat at.
    """

    id: str
    score: int = 0
    met: tuple[str, ...] = ()
    byes: int = 0
    club: str | None = None
    team: str | None = None
    used_tables: frozenset[int] = frozenset()


@frozen(kw_only=True)
class Problem:
    """One round to pair: who is there, by which rules, with which seed."""

    round: int
    seed: str
    entrants: tuple[Entrant, ...]
    rules: PairingRules = PairingRules()


@frozen(kw_only=True)
class Pair:
    """Two entrants at a table (None where the event numbers no tables)."""

    a: str
    b: str
    table: int | None = None

    @property
    def key(self) -> frozenset[str]:
        """The two, in no order."""
        return frozenset((self.a, self.b))


@frozen(kw_only=True, order=True)
class Cost:
    """
    What a round gives up, worst first; smaller is better, compared in order.

    ``gaps`` is the sum of squared score differences, ``bye_height`` how many
    score groups the bye lies above the lowest, ``lot`` the seed's own order
    among rounds that are equal in everything else.
    """

    rematches: int = 0
    second_byes: int = 0
    mates: int = 0
    touched: int = 0
    tables: int = 0
    bye_height: int = 0
    gaps: int = 0
    lot: int = 0


@frozen(kw_only=True)
class Plan:
    """
    A paired round.

    ``tables_proven`` is False only where the search for fresh tables was cut
    short; everything else of ``cost`` is the least that is possible.
    """

    round: int
    seed: str
    pairs: tuple[Pair, ...]
    bye: str | None
    cost: Cost
    tables_proven: bool
    rule: str
