"""`rollbook diff`: two timelines side by side, in words and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import click

from rollbook.events.log.entry import Entry
from rollbook.events.log.log import Log
from rollbook.events.plain import to_plain
from rollbook.projections.align import Pair
from rollbook.projections.diff import Comparison, Side, compare
from rollbook.projections.explain import value_words
from rollbook.projections.fields import MISSING, Difference
from rollbook.projections.printable import shortened
from rollbook.projections.words import command_sentence, names_of, sentence
from rollbook.tools.cli.busy import busy, busy_giving
from rollbook.tools.cli.common import (
    FINDING,
    FINE,
    JSON_OPTION,
    LOG_ARGUMENT,
    View,
    print_json,
    print_lines,
)
from rollbook.tools.cli.paper import columns, wrapped


class End:
    """One side of the comparison, as it was named."""

    def __init__(self, view: View, text: str | None) -> None:
        address = view.address(text)
        if address.event is not None:
            raise click.UsageError("timelines are compared entry by entry: leave out the .N")
        self.view, self.address = view, address
        self.side = Side(view.log, view.states, address.seq)
        self.name = names_of(view.states.at(address.seq))
        self.label = f"{address.timeline}@{address.seq}"

    def said(self, seq: int) -> str:
        """Give who asked for what in entry *seq*."""
        entry = self.view.log.entry(seq)
        asked = command_sentence(self.view.rules, entry.command, self.name)
        return f"{self.name(entry.by)}: {asked}"

    def told(self, entry: Entry) -> list[str]:
        """Give what an entry caused, in words, its dice first."""
        dice = [] if entry.dice is None else [f"dice {' '.join(map(str, entry.dice.faces))}"]
        return dice + [sentence(self.view.rules, event, self.name) for event in entry.events]


@click.command()
@LOG_ARGUMENT
@click.argument("x", required=False)
@click.argument("y", required=False)
@click.option(
    "--other",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Take Y from this log instead, one that shares its beginning with LOG.",
)
@JSON_OPTION
def diff(log: Path, x: str | None, y: str | None, other: Path | None, as_json: bool) -> int:
    """
    Compare timelines or entries X and Y of LOG.

    Says where they part, which entries differ, and in which fields the two
    states differ.  X and Y are names, entries or name@entry; without them,
    the default timeline.  Prints nothing and exits 0 if nothing differs, 1 if
    something does.
    """
    if other is None and x is None:
        raise click.UsageError("say what to compare: two timelines, or --other OTHER.rbk")
    view = View(log)
    with busy("Comparing"):
        left = End(view, x)
        right = End(view if other is None else View(other), y)
        found = compare(left.side, right.side)
    if found.equal:
        return FINE
    if as_json:
        with busy("Comparing"):
            plain = comparison_plain(found, left, right)
        print_json(plain)
    else:
        lines = comparison_lines(found, left, right, columns())
        print_lines(busy_giving("Comparing", lines))
    return FINDING


def comparison_plain(found: Comparison, left: End, right: End) -> dict[str, Any]:
    """Give the object that ``diff --json`` prints."""
    return {
        "common": found.common,
        "left": _end_plain(left),
        "right": _end_plain(right),
        "entries": [_pair_plain(p, left, right) for p in found.pairs if p.what != "same"],
        "state": [_field_plain(field) for field in found.fields],
    }


def path_text(log: Log) -> str | None:
    """Give the file of a log as text; a log in memory has none."""
    path = getattr(log, "path", None)
    return None if path is None else str(path)


def _end_plain(end: End) -> dict[str, Any]:
    return {
        "log": path_text(end.view.log),
        "timeline": end.address.timeline,
        "entry": end.address.seq,
    }


def _pair_plain(pair: Pair, left: End, right: End) -> dict[str, Any]:
    plain: dict[str, Any] = {"what": pair.what, "left": None, "right": None}
    for key, end, seq in (("left", left, pair.left), ("right", right, pair.right)):
        if seq is not None:
            entry = end.view.log.entry(seq)
            plain[key] = entry.to_plain(end.view.log.timelines.line(seq))
    return plain | {"differs": list(pair.differs)}


def _field_plain(field: Difference) -> dict[str, Any]:
    plain: dict[str, Any] = {"path": str(field)}
    for key, value in (("left", field.left), ("right", field.right)):
        if value is not MISSING:
            plain[key] = to_plain(value)
    return plain


def comparison_lines(found: Comparison, left: End, right: End, wide: int | None) -> Iterator[str]:
    """Give the lines of a comparison, at most *wide* columns each."""
    common = f"{found.common} ({left.said(found.common)})"
    yield from wrapped("", "  ", f"{left.label} and {right.label} part after entry {common}", wide)
    yield ""
    yield f"- {left.label}    + {right.label}"
    same: list[Pair] = []
    for pair in found.pairs:
        if pair.what == "same":
            same.append(pair)
            continue
        yield from _same_lines(same)
        same.clear()
        yield from _pair_lines(pair, left, right, wide)
    yield from _same_lines(same)
    yield from _state_lines(found.fields, left, right, wide)


def _same_lines(pairs: list[Pair]) -> Iterator[str]:
    if not pairs:
        return
    first, last = pairs[0], pairs[-1]
    if len(pairs) == 1:
        yield f"  = {first.left} and {first.right} say the same"
        return
    yield (
        f"  = {first.left} to {last.left} and {first.right} to {last.right} say the same "
        f"({len(pairs)} entries)"
    )


def _pair_lines(pair: Pair, left: End, right: End, wide: int | None) -> Iterator[str]:
    if pair.left is None or pair.right is None:
        mark, end, seq = ("-", left, pair.left) if pair.right is None else ("+", right, pair.right)
        if seq is not None:
            yield from wrapped(f"  {mark} {seq:<5} ", " " * 10, end.said(seq), wide)
        return
    a, b = left.view.log.entry(pair.left), right.view.log.entry(pair.right)
    said, other = left.said(a.seq), right.said(b.seq)
    if said == other:
        yield from wrapped(f"  ~ {a.seq} | {b.seq}  ", " " * 10, said, wide)
    else:
        yield from wrapped(f"  - {a.seq:<5} ", " " * 10, said, wide)
        yield from wrapped(f"  + {b.seq:<5} ", " " * 10, other, wide)
    for mark, text in _changed(left.told(a), right.told(b)):
        yield from wrapped(f"      {mark} ", " " * 10, text, wide)


def _changed(left: list[str], right: list[str]) -> Iterator[tuple[str, str]]:
    """Give the sentences that only one of two entries has."""
    for what, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if what != "equal":
            yield from (("-", text) for text in left[a:b])
            yield from (("+", text) for text in right[c:d])


def _state_lines(
    fields: tuple[Difference, ...], left: End, right: End, wide: int | None
) -> Iterator[str]:
    yield ""
    if not fields:
        yield "The states are the same."
        return
    yield f"The states differ ({left.label}, then {right.label}):"
    shown = None
    for field in fields:
        unit = field.path[1] if field.path[0] == "units" and len(field.path) > 1 else None
        if unit != shown and unit is not None:
            named = right.name(unit) if left.name(unit) == unit else left.name(unit)
            yield f"  {named} ({unit})"
        shown = unit
        inside = field.path[2:] if unit is not None else field.path
        words = " | ".join(shortened(value_words(v)) for v in (field.left, field.right))
        what = " ".join(inside).replace("_", " ") or "in play"
        if unit is not None and not inside:
            words = " | ".join("no" if v is MISSING else "yes" for v in (field.left, field.right))
        indent = "    " if unit is not None else "  "
        yield from wrapped(f"{indent}{what:<26} ", " " * 31, words, wide)
