"""Entries in words, as the terminal shows them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Any

from rollbook.projections.words import command_sentence, names_of, sentence


def story_lines(view: Any, seqs: Iterable[int], *, tree: bool = False) -> Iterator[str]:
    """
    Give the lines that tell entries *seqs* of an opened log, oldest first.

    *tree* marks the timeline of each, and what was withdrawn.
    """
    timelines = view.log.timelines
    gone = timelines.withdrawn() if tree else set()
    for entry in view.log.entries(seqs):
        name = names_of(view.states.at(entry.seq))
        marks = ""
        if tree:
            marks = f"[{timelines.line(entry.seq)}] " if len(timelines.heads) > 1 else ""
            marks += "(withdrawn) " if entry.seq in gone else ""
        when = time.strftime("%H:%M:%S", time.localtime(entry.at / 1_000_000))
        asked = command_sentence(view.rules, entry.command, name)
        yield f"{entry.seq:>5}  {when}  {marks}{name(entry.by)}: {asked}"
        for number, event in enumerate(entry.events):
            address = f"{entry.seq}.{number}"
            yield f"         {address:>8}  {sentence(view.rules, event, name)}"
