"""
Ranking keys: what each one is, how it treats unplayed rounds, its dated rule.

Every key is a pure function of the result sheets.  An *opponent* is somebody
met over a game that took place; walkovers, forfeits and byes make no
opponent.  An *unplayed round* is any finished round without such a game.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm
from typing import Literal

from attrs import field, frozen

from rollbook.projections.results import Sheet
from rollbook.projections.scoring import EDITION

Value = int | Fraction | tuple[int, ...] | None
"""A key's value; larger ranks higher, None decides nothing."""

Unplayed = Literal["own", "zero", "left_out"]
"""What an unplayed round brings to Buchholz and Sonneborn-Berger."""

UNPLAYED_TEXT: dict[str, str] = {
    "own": "an unplayed round counts as a game against somebody with the player's own points",
    "zero": "an unplayed round brings nothing",
    "left_out": "unplayed rounds are left out before anything is cut",
}


@frozen
class Context:
    """The whole field, and the two settings that keys depend on."""

    sheets: Mapping[str, Sheet]
    unplayed: Unplayed = "own"
    win_rate_floor_permille: int = 0
    memo: dict[str, Fraction] = field(factory=dict, eq=False, repr=False)


@frozen
class Key:
    """One ranking key, as it is listed and printed."""

    id: str
    name: str
    number: int
    definition: str
    unplayed: str
    value: Callable[[Sheet, Context], Value]
    depends_on_unplayed: bool = False

    def rule(self, unplayed: Unplayed = "own") -> str:
        """Give the dated rule id, with the treatment of unplayed rounds where it matters."""
        treatment = f"-{unplayed.upper().replace('_', '-')}" if self.depends_on_unplayed else ""
        return f"RB-TB-{self.number}{treatment}/{EDITION}"

    def unplayed_text(self, unplayed: Unplayed = "own") -> str:
        """Say how byes and unplayed rounds are handled under this setting."""
        return UNPLAYED_TEXT[unplayed] if self.depends_on_unplayed else self.unplayed


def opponents(sheet: Sheet, context: Context) -> list[Sheet]:
    """List the sheets of everybody whom the player has met, once a game."""
    return [
        context.sheets[cell.opponent]
        for cell in sheet.cells
        if cell.kind == "met" and cell.opponent is not None
    ]


def _match_points(sheet: Sheet, _: Context) -> Value:
    return sheet.match_points


def _battle_points(sheet: Sheet, _: Context) -> Value:
    return sheet.battle_points


def _record(sheet: Sheet, _: Context) -> Value:
    return (sheet.wins, sheet.draws)


def _win_path(sheet: Sheet, _: Context) -> Value:
    return tuple(cell.side.outcome or 0 for cell in sheet.cells if cell.counted)


def _win_rate(sheet: Sheet, context: Context) -> Fraction:
    known = context.memo.get(sheet.player)
    if known is not None:
        return known
    games = [c.side.outcome for c in sheet.cells if c.kind != "bye" and c.side.outcome is not None]
    rate = Fraction(sum(games), 2 * len(games)) if games else Fraction(0)
    rate = max(rate, Fraction(context.win_rate_floor_permille, 1000))
    context.memo[sheet.player] = rate
    return rate


def _opponents_win_rate(sheet: Sheet, context: Context) -> Value:
    rates = [_win_rate(other, context) for other in opponents(sheet, context)]
    return _mean(rates)


def _mean(values: list[Fraction]) -> Fraction:
    """Exact mean over one common denominator: adding fractions pair by pair is slow."""
    if not values:
        return Fraction(0)
    common = lcm(*[value.denominator for value in values])
    total = sum([value.numerator * (common // value.denominator) for value in values])
    return Fraction(total, common * len(values))


def _strength_of_schedule(sheet: Sheet, context: Context) -> Value:
    rates = [
        Fraction(other.match_points, other.results) if other.results else Fraction(0)
        for other in opponents(sheet, context)
    ]
    return _mean(rates)


def _difference(sheet: Sheet, _: Context) -> Value:
    return sum(
        cell.side.raw - cell.other.raw
        for cell in sheet.cells
        if cell.side.raw is not None and cell.other.raw is not None
    )


def _contributions(sheet: Sheet, context: Context) -> list[int]:
    """Buchholz terms in ascending order, one a finished round."""
    terms = [other.match_points for other in opponents(sheet, context)]
    missing = sum(1 for cell in sheet.cells if cell.counted) - len(terms)
    if context.unplayed != "left_out":
        terms += [sheet.match_points if context.unplayed == "own" else 0] * missing
    return sorted(terms)


def _buchholz(sheet: Sheet, context: Context) -> Value:
    return sum(_contributions(sheet, context))


def _buchholz_cut_1(sheet: Sheet, context: Context) -> Value:
    return sum(_contributions(sheet, context)[1:])


def _buchholz_median(sheet: Sheet, context: Context) -> Value:
    return sum(_contributions(sheet, context)[1:-1])


def _sonneborn_berger(sheet: Sheet, context: Context) -> Value:
    halves = 0
    for cell in sheet.cells:
        outcome = cell.side.outcome or 0
        if cell.kind == "met" and cell.opponent is not None:
            halves += outcome * context.sheets[cell.opponent].match_points
        elif cell.counted and context.unplayed == "own":
            halves += outcome * sheet.match_points
    return Fraction(halves, 2)


def _undecided(_: Sheet, __: Context) -> Value:
    return None


HEAD_TO_HEAD = "head_to_head"

_MADE: tuple[Key, ...] = (
    Key(
        "match_points",
        "Match points",
        1,
        "sum of match points of all rounds, bonuses added, penalties taken off",
        "a bye brings what the scoring says; a round without pairing brings nothing",
        _match_points,
    ),
    Key(
        "record",
        "Record",
        2,
        "more wins first, then more draws",
        "a bye counts as the result that the scoring gives it; so does a walkover",
        _record,
    ),
    Key(
        "win_path",
        "Win path",
        3,
        "results in round order, compared from round 1 on: a win above a draw above a loss",
        "a bye counts as its result; a round without a result counts as a loss",
        _win_path,
    ),
    Key(
        "opponents_win_rate",
        "Opponents' win rate",
        4,
        "mean over opponents of (wins + draws / 2) / results of each, not below the set floor",
        "byes make no opponent and are left out of each rate; walkovers make no opponent "
        "but stay in each rate",
        _opponents_win_rate,
    ),
    Key(
        "strength_of_schedule",
        "Strength of schedule",
        5,
        "mean over opponents of match points per round with a result",
        "byes and walkovers make no opponent; an opponent's own byes stay in his points and rounds",
        _strength_of_schedule,
    ),
    Key(
        "battle_points",
        "Battle points",
        6,
        "sum of battle points: capped victory points, or what the difference table gives",
        "a bye brings its recorded score, else the set number; a walkover likewise",
        _battle_points,
    ),
    Key(
        "victory_point_difference",
        "Victory point difference",
        7,
        "sum of own minus opponent's capped victory points",
        "rounds without both scores are left out",
        _difference,
    ),
    Key(
        HEAD_TO_HEAD,
        "Head to head",
        8,
        "match points from games among those still tied, if each of them has met every other; "
        "otherwise it decides nothing",
        "only games that took place count",
        _undecided,
    ),
    Key(
        "buchholz",
        "Buchholz",
        9,
        "sum of the match points of all opponents",
        "",
        _buchholz,
        depends_on_unplayed=True,
    ),
    Key(
        "buchholz_cut_1",
        "Buchholz cut 1",
        10,
        "Buchholz without its lowest term",
        "",
        _buchholz_cut_1,
        depends_on_unplayed=True,
    ),
    Key(
        "buchholz_median",
        "Median Buchholz",
        11,
        "Buchholz without its lowest and its highest term",
        "",
        _buchholz_median,
        depends_on_unplayed=True,
    ),
    Key(
        "sonneborn_berger",
        "Sonneborn-Berger",
        12,
        "match points of beaten opponents plus half of those of drawn ones",
        "",
        _sonneborn_berger,
        depends_on_unplayed=True,
    ),
)

KEYS: Mapping[str, Key] = {key.id: key for key in _MADE}
"""Every ranking key by its id."""


def head_to_head(group: list[Sheet]) -> dict[str, Value]:
    """
    Give each of a tied *group* its match points from games among them.

    All None unless each has met every other.  Rule: RB-TB-8.
    """
    names = {sheet.player for sheet in group}
    points: dict[str, Value] = {}
    for sheet in group:
        inner = [c for c in sheet.cells if c.kind == "met" and c.opponent in names]
        if {c.opponent for c in inner} != names - {sheet.player}:
            return dict.fromkeys(names)
        points[sheet.player] = sum(c.side.match for c in inner)
    return points
