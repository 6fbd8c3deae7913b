"""Styled lines: widths, breaking, painting."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.projections.printable import printable, width
from rollbook.tools.cli.lines import (
    Line,
    columns_of,
    fit,
    line,
    painted,
    text_of,
    wants_colour,
    wrapped,
    written,
)

TEXT = st.text(alphabet="ab é漢 -", max_size=30).map(printable)
LINES: st.SearchStrategy[Line] = st.lists(
    st.tuples(TEXT, st.sampled_from(["", "strong", "hurt"])), max_size=5
).map(tuple)


@given(LINES, st.integers(2, 40))
def test_a_fitted_line_has_exactly_its_columns(spans: Line, columns: int) -> None:
    """Filled or cut, wide characters or not."""
    assert columns_of(fit(spans, columns)) == columns


@given(LINES, st.integers(2, 40), st.integers(0, 12))
def test_breaking_keeps_the_words_and_the_width(spans: Line, columns: int, indent: int) -> None:
    """No part is too wide, and nothing but blanks is lost."""
    parts = wrapped(spans, columns, indent)
    assert all(columns_of(part) <= columns for part in parts)
    kept = "".join(text_of(part) for part in parts).replace(" ", "")
    assert kept == text_of(spans).replace(" ", "")


@given(LINES)
def test_paint_adds_nothing_that_can_be_read(spans: Line) -> None:
    """Without colour a line is its text alone."""
    assert painted(spans, colour=False) == text_of(spans)


def test_paint_is_closed_after_every_span() -> None:
    """A cut-off screen never stays coloured."""
    assert painted(line("hull ", ("2", "hurt"), " left"), True) == "hull \x1b[1;31m2\x1b[0m left"


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "no_color", "term", "wanted"),
    [
        (Screen(), "", "xterm", True),
        (Screen(), "1", "xterm", False),
        (Screen(), "", "dumb", False),
        (io.StringIO(), "", "xterm", False),
    ],
)
def test_colour_only_on_a_terminal_whose_user_wants_it(
    stream: io.StringIO, no_color: str, term: str, wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NO_COLOR, a dumb terminal and a pipe each mean none."""
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setenv("TERM", term)
    assert wants_colour(stream) == wanted


@given(st.text(max_size=20))
def test_whatever_the_encoding_the_text_can_be_written(text: str) -> None:
    """Signs have plain stand-ins, all else is written as an escape."""
    written(printable(text), "ascii").encode("ascii")
    assert width(written("██░ 2/3", "ascii")) == width("██░ 2/3")
