"""
How often the dice tests report fair players, and how often they find loaded dice.

Every player is simulated with a stream fixed by its number, so the table can be
made again to the digit:

    python docs/studies/false_alarms.py --out docs/false-alarms.md
"""

import argparse
import math
import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

from attrs import frozen

from rollbook.projections import exact
from rollbook.projections.evalues import (
    LOOK_CLOSER,
    TILTS,
    e_bh,
    log_e_faces,
    log_faces_step,
    log_mean,
    log_tilt_steps,
)
from rollbook.projections.onelook import chi_square_tail, faces_once, favoured
from rollbook.projections.stream import FaceStream

SIDES = 6
ROLLS = 300
PLAYERS = 6_000
LEVEL = 0.05
GROUP = 20
NAIVE_FROM = 30
"""The rules of thumb for chi-square ask for five expected in every cell."""
NEEDED = 4
"""Each die of the rate study is a roll that has to reach this number."""
ONCE_SAMPLES = 1_999

FAIR = favoured(SIDES, Fraction(1))
HITS = exact.reaching(1, SIDES, NEEDED)
STEPS = log_tilt_steps(HITS)


@frozen(kw_only=True)
class Player:
    """What each test said of one simulated player; True is a report."""

    naive_peeked: bool
    naive_once: bool
    faces_peeked: bool
    faces_end: bool
    rates_peeked: bool
    rates_end: bool
    order_peeked: bool
    once: bool
    unlucky: bool
    log_e: float


@frozen(kw_only=True)
class Row:
    """One line of the table: a test, how it was looked at, and its reports."""

    test: str
    looked: str
    nominal: float | None
    reports: int
    players: int


def play(name: str, weights: tuple[int, ...], rolls: int, tail: dict[int, Fraction]) -> Player:
    """Throw *rolls* dice for one player and give what every test says."""
    faces = FaceStream(name).faces(rolls, weights)
    counts = [faces.count(face) for face in range(1, SIDES + 1)]
    hits = sum(face >= NEEDED for face in faces)
    log_e, rates = log_e_faces(counts), list(_rates_path(faces))
    once = faces_once(counts, seed=name, samples=ONCE_SAMPLES)
    return Player(
        naive_peeked=any(p <= LEVEL for p in _naive_path(faces)),
        naive_once=_naive(sum(n * n for n in counts), rolls) <= LEVEL,
        faces_peeked=_reached(_faces_path(faces)),
        faces_end=log_e >= math.log(LOOK_CLOSER),
        rates_peeked=_reached(rates),
        rates_end=rates[-1] >= math.log(LOOK_CLOSER),
        order_peeked=_reached(_order_path(faces)),
        once=once.upper <= LEVEL,
        unlucky=tail[hits] <= LEVEL,
        log_e=log_e,
    )


def fair_rows(players: int, rolls: int) -> list[Row]:
    """Measure false alarms among fair *players* of *rolls* dice each."""
    tail = _tails(rolls)
    seen = [play(f"fair/{i}", FAIR, rolls, tail) for i in _shown(players, "fair players")]

    def row(test: str, looked: str, nominal: float | None, reports: list[bool]) -> Row:
        return Row(
            test=test, looked=looked, nominal=nominal, reports=sum(reports), players=len(reports)
        )

    every, end = "after every die", "once, at the end"
    return [
        row("faces, e-value of 20", every, LEVEL, [p.faces_peeked for p in seen]),
        row("success rate, e-value of 20", every, LEVEL, [p.rates_peeked for p in seen]),
        row("order, e-value of 20", every, LEVEL, [p.order_peeked for p in seen]),
        row(f"faces, e-BH, {GROUP} players a group", end, LEVEL, _groups(seen)),
        row("faces, one look", end, LEVEL, [p.once for p in seen]),
        row("luck, this way or worse", end, LEVEL, [p.unlucky for p in seen]),
        row("textbook chi-square (not used)", end, None, [p.naive_once for p in seen]),
        row("textbook chi-square (not used)", every, None, [p.naive_peeked for p in seen]),
    ]


def loaded_rows(players: int) -> Iterator[tuple[Fraction, int, Row, Row, Row]]:
    """Measure how often dice that favour the six are found."""
    for factor in (Fraction(3, 2), Fraction(2), Fraction(3)):
        weights = favoured(SIDES, factor)
        for rolls in (100, 250, 500, 1_000):
            tail = _tails(rolls)
            label = f"six {float(factor):g} times, {rolls} dice"
            names = (f"loaded/{factor}/{rolls}/{i}" for i in _shown(players, label))
            seen = [play(name, weights, rolls, tail) for name in names]

            def row(reports: list[bool], looked: str) -> Row:
                return Row(
                    test="", looked=looked, nominal=None, reports=sum(reports), players=len(reports)
                )

            yield (
                factor,
                rolls,
                row([p.faces_peeked for p in seen], "every"),
                row([p.faces_end for p in seen], "end"),
                row([p.once for p in seen], "once"),
            )


def page(players: int, rolls: int) -> str:
    """Give the whole page for *players* fair players of *rolls* dice."""
    loaded = max(players // 15, 1)
    lines = [
        "# False alarms and detection",
        "",
        f"{players:,} fair players were simulated, each with {rolls:,} six-sided dice, every die",
        f"also a roll that needs a {NEEDED} or more. A test that may be repeated was looked at",
        "after every die, and one report anywhere counts. The error is twice the standard error",
        "of a rate at the nominal level with so many players: a test that keeps its level exactly",
        "lies within it 19 times out of 20.",
        "",
        "| test | looked at | nominal | measured | error |",
        "|---|---|---|---|---|",
        *(_fair_line(row) for row in fair_rows(players, rolls)),
        "",
        "The last line shows why the tests above it exist: the usual test, repeated after every",
        f"die from the {NAIVE_FROM}th on, reports many of the fair players; of those who throw",
        "1,000 dice about 42%. A simulated one-look test reports only what is over its line",
        "with twice the error of the simulation on top.",
        "",
        "## Loaded dice",
        "",
        f"How often a die was found whose six falls too often ({loaded:,} players a line).",
        "",
        "| six falls | dice | e-value of 20 at any time | at the end | one look at 5 % |",
        "|---|---|---|---|---|",
        *(_loaded_line(*found) for found in loaded_rows(loaded)),
        "",
        "A single look finds more, and may be taken once only. Between these lines lies what",
        "the tests cannot see: a die that favours its six by half needs several hundred throws.",
        "",
        "Made by `docs/studies/false_alarms.py`; the same numbers come out every time.",
        "",
    ]
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Read the command line, simulate, and write the page."""
    parser = argparse.ArgumentParser(description="Measure false alarms of the dice tests.")
    parser.add_argument("--players", type=int, default=PLAYERS, help="fair players, 20 to 100,000")
    parser.add_argument("--rolls", type=int, default=ROLLS, help="dice of each, 50 to 2,000")
    parser.add_argument("--out", type=Path, help="file to write instead of the terminal")
    chosen = parser.parse_args(arguments)
    if not GROUP <= chosen.players <= 100_000 or not 50 <= chosen.rolls <= 2_000:
        parser.error("20 to 100,000 players and 50 to 2,000 rolls can be simulated")
    text = page(chosen.players, chosen.rolls)
    if chosen.out:
        chosen.out.write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)
    return 0


def _faces_path(faces: list[int]) -> Iterator[float]:
    counts, log_e = [0] * SIDES, 0.0
    for seen, face in enumerate(faces):
        log_e += log_faces_step(counts[face - 1], seen, SIDES)
        counts[face - 1] += 1
        yield log_e


def _rates_path(faces: list[int]) -> Iterator[float]:
    logs = [0.0] * len(TILTS)
    for face in faces:
        logs = [log + step for log, step in zip(logs, STEPS[int(face >= NEEDED)], strict=True)]
        yield log_mean(logs)


def _order_path(faces: list[int]) -> Iterator[float]:
    counts, log_e = [[0] * SIDES for _ in range(SIDES)], 0.0
    for before, face in pairwise(faces):
        after = counts[before - 1]
        log_e += log_faces_step(after[face - 1], sum(after), SIDES)
        after[face - 1] += 1
        yield log_e


def _naive_path(faces: list[int]) -> Iterator[float]:
    counts, squares = [0] * SIDES, 0
    for seen, face in enumerate(faces, 1):
        squares += 2 * counts[face - 1] + 1
        counts[face - 1] += 1
        if seen >= NAIVE_FROM:
            yield _naive(squares, seen)


def _naive(squares: int, seen: int) -> float:
    return chi_square_tail(SIDES * squares / seen - seen, SIDES - 1)


def _reached(path: Iterator[float] | list[float]) -> bool:
    return any(log_e >= math.log(LOOK_CLOSER) for log_e in path)


def _tails(rolls: int) -> dict[int, Fraction]:
    total, tails = Fraction(0), {}
    chances = exact.reaching(rolls, SIDES, NEEDED)
    for hits in range(rolls + 1):
        total += chances.get(hits, Fraction(0))
        tails[hits] = total
    return tails


def _groups(seen: list[Player]) -> list[bool]:
    """Give, for each whole group of fair players, whether anybody was named."""
    starts = range(0, len(seen) - GROUP + 1, GROUP)
    groups = [{str(i): seen[i].log_e for i in range(at, at + GROUP)} for at in starts]
    return [bool(e_bh(group, LEVEL)) for group in groups]


def _fair_line(row: Row) -> str:
    level = row.nominal if row.nominal is not None else LEVEL
    error = 2 * math.sqrt(level * (1 - level) / row.players)
    nominal = "none" if row.nominal is None else f"{row.nominal:.0%}"
    return (
        f"| {row.test} | {row.looked} | {nominal} | "
        f"{row.reports / row.players:.2%} ({row.reports} of {row.players:,}) | ±{error:.2%} |"
    )


def _loaded_line(factor: Fraction, rolls: int, *rows: Row) -> str:
    rates = " | ".join(f"{row.reports / row.players:.1%}" for row in rows)
    return f"| {float(factor):g} times as often | {rolls:,} | {rates} |"


def _shown(players: int, label: str) -> Iterator[int]:
    """Count the players, and say on a terminal how far it is."""
    for player in range(players):
        if sys.stderr.isatty() and player % 50 == 0:
            sys.stderr.write(f"\r\x1b[K{label}: {player:,} of {players:,}")
        yield player
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")


if __name__ == "__main__":
    sys.exit(main())
