"""Entries in words, as the terminal shows them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Any

from rollbook.events.log.entry import Entry
from rollbook.projections.fold import FoldError
from rollbook.projections.words import Name, command_sentence, names_of, sentence
from rollbook.tools.cli.common import warn
from rollbook.tools.cli.lanes import Lanes
from rollbook.tools.cli.paper import columns, wrapped


def story_lines(view: Any, seqs: Iterable[int], *, tree: bool = False) -> Iterator[str]:
    """
    Give the lines that tell entries *seqs* of an opened log, oldest first.

    *tree* draws the timelines beside them, and says of each entry that was
    withdrawn by which one.
    """
    wide = columns()
    if tree:
        yield from _tree_lines(view, seqs, wide)
        return
    names = _Names(view)
    for entry in view.log.entries(seqs):
        yield from _entry_lines(view.rules, entry, names.at(entry.seq), "", "", wide)


class _Names:
    """
    The names of units and players along a log.

    A log may hold a game that cannot be, and can be read all the same; then
    the last names known are used, and it is said once.
    """

    def __init__(self, view: Any) -> None:
        self._view = view
        self._last = names_of(None)
        self._told = False

    def at(self, seq: int) -> Name:
        """Give the names after entry *seq*."""
        try:
            self._last = names_of(self._view.states.at(seq))
        except FoldError as error:
            if not self._told:
                warn(f"entry {seq}: {error}; its units may be shown by their ids")
            self._told = True
        return self._last


def _tree_lines(view: Any, seqs: Iterable[int], wide: int | None) -> Iterator[str]:
    import click

    from rollbook.projections.withdrawn import withdrawn_by

    timelines = view.log.timelines
    by, gone = withdrawn_by(view.log), timelines.withdrawn()
    lanes, names = Lanes(timelines), _Names(view)
    for entry in view.log.entries(seqs):
        seq = entry.seq
        joint = lanes.fork(seq)
        if joint is not None:
            yield joint
        mark = ""
        if seq in gone:
            mark = f"(withdrawn by {by[seq].seq}) " if seq in by else "(withdrawn) "
        first, rest = lanes.entry(seq, gone=seq in gone), lanes.beside(seq)
        for line in _entry_lines(view.rules, entry, names.at(seq), first, rest, wide, mark):
            yield click.style(line, dim=True) if seq in gone else line


def _entry_lines(
    rules: str,
    entry: Entry,
    name: Name,
    first: str,
    rest: str,
    wide: int | None,
    mark: str = "",
) -> Iterator[str]:
    """Give the lines of one entry, those after the first begun with *rest*."""
    when = time.strftime("%H:%M:%S", time.localtime(entry.at / 1_000_000))
    asked = f"{mark}{name(entry.by)}: {command_sentence(rules, entry.command, name)}"
    yield from wrapped(f"{first}{entry.seq:>5}  {when}  ", rest + " " * 17, asked, wide)
    for number, event in enumerate(entry.events):
        address = f"{entry.seq}.{number}"
        said = sentence(rules, event, name)
        yield from wrapped(f"{rest}{address:>10}  ", rest + " " * 14, said, wide)
