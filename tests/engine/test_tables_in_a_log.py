"""A league's own tables: kept in the log whole, read from there, held to their hash."""

from __future__ import annotations

from importlib import resources

import pytest

from rollbook.engine.session import rules_of
from rollbook.engine.starting import start, table_parts
from rollbook.engine.tables import TablesError
from rollbook.events.log.file import FileLog

START = {
    "do": "start_game",
    "by": "A",
    "rules": "hull-points",
    "players": {"A": "Ann", "B": "Ben"},
    "house_rules": {},
}
WALKER = {
    "do": "add_unit",
    "by": "A",
    "unit": "w",
    "owner": "A",
    "kind": "walker",
    "name": "W",
    "base_mm": 60,
    "weight": "light",
    "ws": 3,
    "strength": 5,
    "toughness": 9,
    "grit": 4,
    "sagacity": 4,
    "weapons": [],
}
SHIPPED = (resources.files("rollbook.engine.hullpoints") / "tables.toml").read_text()


@pytest.mark.parametrize(
    "text", [SHIPPED, SHIPPED.replace("\n", "\r\n"), SHIPPED + "\n# \u2028 x\n"]
)
def test_the_text_comes_back_as_it_was(tmp_path, text):
    """Line ends, last lines and odd separators are kept to the byte."""
    session = start(START, tmp_path / "a.rbk", tables=text)
    session.close()
    with FileLog.read(tmp_path / "a.rbk") as log:
        assert "\n".join(log.chain.table_lines) == text
        assert rules_of(log).tables == text


def test_other_tables_are_played_by(tmp_path):
    """A walker of a league that moves light walkers 12 yards moves 12."""
    text = SHIPPED.replace("light = 10", "light = 12")
    assert text != SHIPPED
    session = start(START, tmp_path / "a.rbk", tables=text)
    session.submit(WALKER)
    assert session.state.units["w"].movement == 12
    session.close()


def test_tables_that_do_not_fit_their_hash_are_refused(tmp_path):
    """A log whose tables are not all there is not played by the shipped ones instead."""
    session = start(START, tmp_path / "a.rbk", tables=SHIPPED + "# end\n")
    session.log.chain.table_lines.pop()
    with pytest.raises(TablesError, match="not those it was opened with"):
        rules_of(session.log)
    session.close()


def test_a_line_that_fits_no_entry():
    """The line is named before any log is made."""
    with pytest.raises(TablesError, match="line 2"):
        table_parts("a\n" + "x" * 5000)
