"""Round robin and single elimination."""

from collections.abc import Mapping, Sequence

from attrs import frozen

from rollbook.engine.tournament.lots import lot
from rollbook.engine.tournament.problem import Pair, PairingError


@frozen(kw_only=True)
class Fixture:
    """One round of a schedule: its pairs, and who rests (None if nobody)."""

    round: int
    pairs: tuple[Pair, ...]
    bye: str | None


def round_robin(players: Sequence[str], seed: str, laps: int = 1) -> tuple[Fixture, ...]:
    """
    Give the whole schedule: everybody meets everybody *laps* times.

    The circle method over the players in the seed's order: with an even
    number n there are n - 1 rounds a lap, with an odd one n rounds in which
    each rests once.  Even laps name the pairs the other way round.

    Raises `PairingError` for fewer than two players, one twice, or laps < 1.
    Rule: RB-RR-1.
    """
    if len(players) < 2 or laps < 1 or len(set(players)) != len(players):
        raise PairingError("a round robin needs two players or more, each once, and a lap or more")
    circle: list[str | None] = sorted(
        players, key=lambda name: (lot(seed, "round-robin", name), name)
    )
    if len(circle) % 2:
        circle.append(None)
    one = [_turn(circle, step) for step in range(len(circle) - 1)]
    return tuple(
        _fixture(lap * len(one) + number, pairs, swap=lap % 2 == 1)
        for lap in range(laps)
        for number, pairs in enumerate(one, 1)
    )


def _turn(circle: list[str | None], step: int) -> list[tuple[str | None, str | None]]:
    fixed, rest = circle[0], circle[1:]
    turned = rest[step:] + rest[:step]
    ring = [fixed, *turned]
    half = len(ring) // 2
    pairs = [(ring[k], ring[-1 - k]) for k in range(half)]
    return [(b, a) if k == 0 and step % 2 else (a, b) for k, (a, b) in enumerate(pairs)]


def _fixture(number: int, pairs: list[tuple[str | None, str | None]], *, swap: bool) -> Fixture:
    out: str | None = None
    made: list[Pair] = []
    for a, b in pairs:
        if a is None or b is None:
            out = a if b is None else b
        else:
            first, second = (b, a) if swap else (a, b)
            made.append(Pair(a=first, b=second, table=len(made) + 1))
    return Fixture(round=number, pairs=tuple(made), bye=out)


def bracket_order(size: int) -> tuple[int, ...]:
    """
    Give the seeds of a bracket of *size* (a power of two) in the order of its lines.

    The first two seeds can meet only in the final, the first four only from
    the semi-finals on, and so forth.

    >>> bracket_order(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    order = [1]
    while len(order) < size:
        top = 2 * len(order) + 1
        order = [seed for s in order for seed in (s, top - s)]
    return tuple(order)


def first_elimination_round(seeds: Sequence[str]) -> tuple[tuple[str, str | None], ...]:
    """
    Pair the first round of a knock-out, best seed first in *seeds*.

    Where their number is no power of two the best seeds rest (None).
    Raises `PairingError` for fewer than two, or one twice.  Rule: RB-KO-1.
    """
    if len(seeds) < 2 or len(set(seeds)) != len(seeds):
        raise PairingError("a knock-out needs two players or more, each once")
    size = 1 << (len(seeds) - 1).bit_length()
    lines = [seeds[s - 1] if s <= len(seeds) else None for s in bracket_order(size)]
    pairs: list[tuple[str, str | None]] = []
    for a, b in zip(lines[::2], lines[1::2], strict=True):
        if a is not None:
            pairs.append((a, b))
    return tuple(pairs)


def next_elimination_round(
    matches: Sequence[tuple[str, str | None]], winners: Mapping[str, str]
) -> tuple[tuple[str, str | None], ...]:
    """
    Pair the winners of neighbouring *matches*; who rested goes through.

    *winners* maps each player of a decided match to its winner.  Gives
    nothing after the final.  Raises `PairingError` naming the first match
    without a winner.  Rule: RB-KO-2.
    """
    through: list[str] = []
    for a, b in matches:
        winner = a if b is None else winners.get(a, winners.get(b))
        if winner not in (a, b) or winner is None:
            raise PairingError(f"{a} against {b} has no winner yet; rule it before the next round")
        through.append(winner)
    return (
        tuple((a, b) for a, b in zip(through[::2], through[1::2], strict=True))
        if len(through) > 1
        else ()
    )
