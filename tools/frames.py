"""
Rolls, luck and odds as columns: for arrays, data frames, and statistics of one's own.

Columns are plain lists.  They speak the Arrow interface, so polars, pandas,
DuckDB and the like take them as they are; that, and the shortcuts here, need
the extra ``frames``, arrays the extra ``stats``.

>>> from rollbook.tools.frames import face_columns
>>> face_columns([]).names
('address', 'player', 'purpose', 'place', 'sides', 'face', 'source', 'withdrawn')
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rollbook.events.errors import MissingExtra
from rollbook.projections import exact
from rollbook.projections.rollseen import RollSeen, counted

if TYPE_CHECKING:
    from rollbook.engine.odds import Odds
    from rollbook.tools.luckreport import LuckReport

INTEGER, REAL, TEXT, TRUTH, FACES = "int64", "float64", "string", "bool_", "list of int64"
"""The types of columns; those of Arrow by name, and lists of faces."""


@frozen
class Columns:
    """
    A table by columns: for each name its type and its values, all of one length.

    A value that is missing is ``None``.
    """

    types: Mapping[str, str]
    values: Mapping[str, list[Any]]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(self.types)

    def __len__(self) -> int:
        return len(next(iter(self.values.values()), ()))

    def rows(self) -> Iterator[dict[str, Any]]:
        """Give the rows one by one."""
        for row in zip(*self.values.values(), strict=True):
            yield dict(zip(self.values, row, strict=True))

    def arrays(self) -> dict[str, Any]:
        """
        Give a numpy array for each column, lists of faces left out.

        Missing numbers are NaN in a column of floats, missing text is empty.  Raises
        :class:`MissingExtra` without numpy.
        """
        numpy = _package("numpy", "stats")
        made = {}
        for name, kind in self.types.items():
            values = self.values[name]
            if kind == FACES:
                continue
            if kind == TEXT:
                values = ["" if v is None else v for v in values]
            elif kind in (INTEGER, REAL) and None in values:
                values, kind = [float("nan") if v is None else v for v in values], REAL
            made[name] = numpy.array(values, dtype=_NUMPY[kind])
        return made

    def arrow(self) -> Any:
        """Give a ``pyarrow.Table``; raises :class:`MissingExtra`."""
        arrow = _package("pyarrow", "frames")
        schema = arrow.schema([(name, _arrow_type(arrow, t)) for name, t in self.types.items()])
        return arrow.table(dict(self.values), schema=schema)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Hand the table to whatever speaks the Arrow interface."""
        return self.arrow().__arrow_c_stream__(requested_schema)

    def polars(self) -> Any:
        """Give a ``polars.DataFrame``; raises :class:`MissingExtra`."""
        return _package("polars", "frames").DataFrame(self)

    def pandas(self) -> Any:
        """Give a ``pandas.DataFrame``; raises :class:`MissingExtra`."""
        _package("pandas", "frames")
        return self.arrow().to_pandas()


_NUMPY = {INTEGER: "int64", REAL: "float64", TEXT: "str", TRUTH: "bool"}

_ROLLS = {
    "address": TEXT,
    "player": TEXT,
    "purpose": TEXT,
    "sides": INTEGER,
    "dice": INTEGER,
    "faces": FACES,
    "source": TEXT,
    "withdrawn": TRUTH,
    "value": INTEGER,
    "expected": REAL,
    "variance": REAL,
    "at_most": REAL,
    "at_least": REAL,
    "better": TEXT,
    "successes": TRUTH,
}
_FACES = {
    "address": TEXT,
    "player": TEXT,
    "purpose": TEXT,
    "place": INTEGER,
    "sides": INTEGER,
    "face": INTEGER,
    "source": TEXT,
    "withdrawn": TRUTH,
}
_LUCK = {
    "player": TEXT,
    "kind": TEXT,
    "rolls": INTEGER,
    "expected": REAL,
    "actual": INTEGER,
    "luck": REAL,
    "deviation": REAL,
    "tail": REAL,
    "mid_tail": REAL,
    "bits": REAL,
}
_ODDS = {"unit": TEXT, "field": TEXT, "value": TEXT, "p": REAL, "fraction": TEXT}


def read_rolls(paths: Iterable[Path | str]) -> tuple[RollSeen, ...]:
    """
    Give the rolls of logs, and of the logs in folders, that count in statistics.

    Simulated rolls are left out, withdrawn ones are there, shared beginnings
    of forked files count once.  Raises the error of the first file that
    cannot be read.
    """
    from rollbook.tools.luckreport import log_files, merged, read_log

    leaves: set[bytes] = set()
    return counted(merged([read_log(path, leaves) for path in log_files(paths)], "player"))


def roll_columns(rolls: Iterable[RollSeen]) -> Columns:
    """Give a row for each roll: what fell, what mattered, its expectation and tails."""
    return _columns(_ROLLS, (_roll_row(roll) for roll in rolls))


def face_columns(rolls: Iterable[RollSeen]) -> Columns:
    """Give a row for each die, *place* counting from 0 within its roll."""
    rows = (
        (r.address, r.player, r.purpose, place, r.sides, face, r.source, r.withdrawn)
        for r in rolls
        for place, face in enumerate(r.faces)
    )
    return _columns(_FACES, rows)


def luck_columns(report: LuckReport) -> Columns:
    """Give a row for each player and kind of roll; *kind* is missing for all together."""
    rows = (
        (
            luck.player,
            luck.purpose,
            luck.rolls,
            float(luck.expected),
            luck.actual,
            float(luck.luck),
            luck.deviation,
            float(luck.tail),
            float(luck.mid_tail),
            luck.bits,
        )
        for group in report.groups
        for luck in group.luck
    )
    return _columns(_LUCK, rows)


def odds_columns(odds: Odds) -> Columns:
    """Give a row for each value that a field of a unit can take."""
    rows = (
        (unit, field, value, float(chance), f"{chance.numerator}/{chance.denominator}")
        for unit, fields in odds.units.items()
        for field, values in fields.items()
        for value, chance in values.items()
    )
    return _columns(_ODDS, rows)


def _roll_row(roll: RollSeen) -> tuple[Any, ...]:
    known: tuple[Any, ...] = (None,) * 5
    if roll.expected is not None and roll.value is not None:
        known = (
            roll.value,
            float(exact.mean(roll.expected)),
            float(exact.variance(roll.expected)),
            float(exact.tail_at_most(roll.expected, roll.value)),
            float(exact.tail_at_least(roll.expected, roll.value)),
        )
    first = (roll.address, roll.player, roll.purpose, roll.sides, len(roll.faces))
    fell = (list(roll.faces), roll.source, roll.withdrawn)
    return (*first, *fell, *known, roll.better, roll.successes)


def _columns(types: Mapping[str, str], rows: Iterable[Sequence[Any]]) -> Columns:
    values: dict[str, list[Any]] = {name: [] for name in types}
    for row in rows:
        for column, value in zip(values.values(), row, strict=True):
            column.append(value)
    return Columns(types, values)


def _arrow_type(arrow: Any, kind: str) -> Any:
    return arrow.list_(arrow.int64()) if kind == FACES else getattr(arrow, kind)()


def _package(name: str, extra: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        raise MissingExtra(extra, f"a table for {name}") from None
