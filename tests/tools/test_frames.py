"""Columns of rolls, luck and odds, as arrays and data frames."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from rollbook.engine.odds import odds_of
from rollbook.events.errors import MissingExtra, RollbookError
from rollbook.tools.frames import (
    Columns,
    face_columns,
    luck_columns,
    odds_columns,
    read_rolls,
    roll_columns,
)
from rollbook.tools.luckreport import luck_of
from tests.battles import demo, demo_commands
from tests.engine.odds.tables import damage, game, walker


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo battle in a file."""
    path = tmp_path_factory.mktemp("frames") / "demo.rbk"
    demo("hull-points", path).close()
    return path


def tables(log: Path) -> list[Columns]:
    """Give every kind of table."""
    rolls = read_rolls([log])
    made = game()
    walker(made, "w")
    odds = odds_of(made.rules, made.state, damage(made, "w", 5))
    return [
        roll_columns(rolls),
        face_columns(rolls),
        luck_columns(luck_of([log])),
        odds_columns(odds),
    ]


def test_faces_are_those_that_were_typed(log: Path) -> None:
    """A row a die, in the order of the log."""
    columns = face_columns(read_rolls([log]))
    typed = [face for c in demo_commands("hull-points") for face in c.get("dice", [])]
    assert columns.values["face"] == typed
    assert len(columns) == len(typed)
    assert next(columns.rows())["place"] == 0


def test_tails_hold_together(log: Path) -> None:
    """At most and at least share exactly the value itself."""
    for row in roll_columns(read_rolls([log])).rows():
        if row["value"] is not None:
            assert row["at_most"] + row["at_least"] > 1 - 1e-12
            assert row["variance"] >= 0


def test_arrays(log: Path) -> None:
    """Each column is an array of one type; missing numbers are NaN."""
    numpy = pytest.importorskip("numpy")
    for table in tables(log):
        arrays = table.arrays()
        assert all(len(array) == len(table) for array in arrays.values())
        assert all(array.dtype != object for array in arrays.values())
    some = Columns({"n": "int64", "t": "string"}, {"n": [1, None], "t": [None, "x"]}).arrays()
    assert math.isnan(some["n"][1])
    assert list(some["t"]) == ["", "x"]
    assert some["n"].dtype == numpy.float64


@pytest.mark.parametrize("kind", ["polars", "pandas"])
def test_data_frames(log: Path, kind: str) -> None:
    """They have the same names and rows, and missing values stay missing."""
    pytest.importorskip("pyarrow")
    pytest.importorskip(kind)
    for table in tables(log):
        frame: Any = getattr(table, kind)()
        assert tuple(frame.columns) == table.names
        assert len(frame) == len(table)


def test_the_arrow_interface(log: Path) -> None:
    """Anything that takes Arrow streams takes a table as it is, lists of faces too."""
    arrow = pytest.importorskip("pyarrow")
    table = roll_columns(read_rolls([log]))
    taken = arrow.table(table)
    assert taken.column("faces").to_pylist() == table.values["faces"]
    assert taken.column("value").null_count == table.values["value"].count(None)


def test_a_package_that_is_missing(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the extra."""
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match="frames"):
        face_columns(read_rolls([log])).arrow()


def test_a_file_that_is_no_log(tmp_path: Path) -> None:
    """Reading says which."""
    path = tmp_path / "x.rbk"
    path.write_bytes(b"x")
    with pytest.raises(RollbookError, match=r"x\.rbk"):
        read_rolls([path])
