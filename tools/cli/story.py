"""Entries in words, as the terminal shows them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Any

from rollbook.events.log.entry import Entry
from rollbook.projections.words import Name, command_sentence, names_of, sentence
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
    for entry in view.log.entries(seqs):
        name = names_of(view.states.at(entry.seq))
        yield from _entry_lines(view.rules, entry, name, "", "", wide)


def _tree_lines(view: Any, seqs: Iterable[int], wide: int | None) -> Iterator[str]:
    import click

    from rollbook.projections.withdrawn import withdrawn_by

    timelines = view.log.timelines
    by, gone = withdrawn_by(view.log), timelines.withdrawn()
    lanes = Lanes(timelines)
    for entry in view.log.entries(seqs):
        seq = entry.seq
        joint = lanes.fork(seq)
        if joint is not None:
            yield joint
        mark = ""
        if seq in gone:
            mark = f"(withdrawn by {by[seq].seq}) " if seq in by else "(withdrawn) "
        name = names_of(view.states.at(seq))
        first, rest = lanes.entry(seq, gone=seq in gone), lanes.beside(seq)
        for line in _entry_lines(view.rules, entry, name, first, rest, wide, mark):
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
