"""Standings: a pure fold of a tournament record, ties shown as ties."""

from fractions import Fraction

from attrs import field, frozen

from rollbook.projections.results import Sheet, sheets
from rollbook.projections.scoring import EDITION, Scoring
from rollbook.projections.tiebreaks import (
    HEAD_TO_HEAD,
    KEYS,
    Context,
    Unplayed,
    Value,
    head_to_head,
)
from rollbook.projections.tournament_record import Player, Record

DEFAULT_KEYS: tuple[str, ...] = (
    "match_points",
    "opponents_win_rate",
    "battle_points",
    "victory_point_difference",
    "head_to_head",
)


@frozen(kw_only=True)
class RankingSettings:
    """
    How a tournament ranks: stored with it, shown with every table.

    ``keys`` are ids of `rollbook.projections.tiebreaks.KEYS`, most important
    first.  ``win_rate_floor_permille`` is the least that an opponent's win
    rate counts as (333 for a third).
    """

    keys: tuple[str, ...] = DEFAULT_KEYS
    unplayed: Unplayed = "own"
    win_rate_floor_permille: int = 0
    scoring: Scoring = field(factory=Scoring)


@frozen(kw_only=True)
class UsedKey:
    """A ranking key as it was used: name, dated rule, definition, unplayed rounds."""

    id: str
    name: str
    rule: str
    definition: str
    unplayed: str


@frozen(kw_only=True)
class Row:
    """
    One place of the table.

    ``rank`` is shared by those whom no key could part; ``tied`` marks them.
    ``values`` follow the order of the keys.  ``provisional``: an unconfirmed
    result is counted.  ``dropped`` is the first round not played, or None.
    """

    rank: int
    tied: bool
    player: Player
    values: tuple[Value, ...]
    sheet: Sheet
    provisional: bool
    dropped: int | None


@frozen(kw_only=True)
class Standings:
    """A table after ``round`` rounds, with the rules that made it."""

    round: int
    keys: tuple[UsedKey, ...]
    rows: tuple[Row, ...]
    edition: str = EDITION


def unknown_keys(keys: tuple[str, ...]) -> tuple[str, ...]:
    """List the ids in *keys* that no ranking key has, in their order."""
    return tuple(key for key in keys if key not in KEYS)


def standings(record: Record, settings: RankingSettings, through: int | None = None) -> Standings:
    """
    Rank the players of *record* after round *through* (the last one if None).

    Raises KeyError for a ranking key that does not exist; ask `unknown_keys`
    before a list is stored.  Rule: RB-ST-1, RB-ST-2.
    """
    folded = sheets(record, settings.scoring, through)
    context = Context(folded, settings.unplayed, settings.win_rate_floor_permille)
    players = {p.id: p for p in record.players}
    dropped = {d.player: d.round for d in record.drops}
    last = record.rounds if through is None else min(through, record.rounds)
    rows: list[Row] = []
    for group in _ranked(list(folded.values()), settings.keys, context):
        rank = len(rows) + 1
        rows.extend(
            Row(
                rank=rank,
                tied=len(group) > 1,
                player=players[sheet.player],
                values=values,
                sheet=sheet,
                provisional=sheet.provisional,
                dropped=dropped.get(sheet.player),
            )
            for sheet, values in group
        )
    return Standings(round=last, keys=_used(settings), rows=tuple(rows))


Placed = tuple[Sheet, tuple[Value, ...]]


def _ranked(everybody: list[Sheet], keys: tuple[str, ...], context: Context) -> list[list[Placed]]:
    """Part the field key by key; what stays together is a tie."""
    groups: list[list[Placed]] = [[(s, ()) for s in sorted(everybody, key=lambda s: s.player)]]
    for key in keys:
        parted: list[list[Placed]] = []
        for group in groups:
            parted.extend(_part(group, key, context))
        groups = parted
    return [group for group in groups if group]


def _part(group: list[Placed], key: str, context: Context) -> list[list[Placed]]:
    if key == HEAD_TO_HEAD:
        found = head_to_head([sheet for sheet, _ in group]) if len(group) > 1 else {}
        valued = [(s, (*v, found.get(s.player))) for s, v in group]
    else:
        value = KEYS[key].value
        valued = [(s, (*v, value(s, context))) for s, v in group]
    if len(valued) < 2 or valued[0][1][-1] is None:
        return [valued]
    buckets: dict[Value, list[Placed]] = {}
    for placed in valued:
        buckets.setdefault(placed[1][-1], []).append(placed)
    return [buckets[v] for v in sorted(buckets, key=_order, reverse=True)]


def _order(value: Value) -> int | Fraction | tuple[int, ...]:
    return 0 if value is None else value


def _used(settings: RankingSettings) -> tuple[UsedKey, ...]:
    return tuple(
        UsedKey(
            id=key.id,
            name=key.name,
            rule=key.rule(settings.unplayed),
            definition=key.definition,
            unplayed=key.unplayed_text(settings.unplayed),
        )
        for key in (KEYS[name] for name in settings.keys)
    )


POINT_KEYS = frozenset(
    {
        "match_points",
        "strength_of_schedule",
        "head_to_head",
        "buchholz",
        "buchholz_cut_1",
        "buchholz_median",
        "sonneborn_berger",
    }
)
"""Keys counted in match points, shown divided by the scoring's ``unit``."""


def show_value(key: str, value: Value, unit: int = 1) -> str:
    """
    Give *value* of *key* as it is printed.

    >>> show_value("match_points", 5, unit=2), show_value("record", (3, 1))
    ('2.5', '3-1')
    >>> show_value("win_path", (2, 0, 1)), show_value("head_to_head", None)
    ('WLD', '')
    """
    if value is None:
        return ""
    if isinstance(value, tuple):
        return "".join("LDW"[v] for v in value) if key == "win_path" else "-".join(map(str, value))
    exact = Fraction(value, unit) if key in POINT_KEYS else Fraction(value)
    if key == "opponents_win_rate":
        return f"{_decimal(exact * 100, 2)} %"
    return str(exact.numerator) if exact.denominator == 1 else _decimal(exact, 3)


def _decimal(value: Fraction, places: int) -> str:
    """Round half up, away from floats; trailing zeros go, one place stays."""
    scaled = (abs(value) * 10**places * 2 + 1) // 2
    whole, rest = divmod(int(scaled), 10**places)
    text = f"{whole}.{rest:0{places}d}".rstrip("0")
    return ("-" if value < 0 and scaled else "") + (text + "0" if text.endswith(".") else text)
