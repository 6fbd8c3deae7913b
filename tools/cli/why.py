"""`rollbook explain`: why something is as it is, back to the command and the dice."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from rollbook.events.plain import to_plain
from rollbook.projections.causes import Causes, Change, Place
from rollbook.projections.causes import Step as Cause
from rollbook.projections.explain import ADDRESS, Explainer, Explanation, step_plain
from rollbook.projections.fields import Path as FieldPath
from rollbook.projections.fields import value_at
from rollbook.projections.fold import projection_of
from rollbook.projections.rollchance import chance_words
from rollbook.projections.words import Name, command_sentence, sentence
from rollbook.tools.cli.changewords import field_words, value_words
from rollbook.tools.cli.common import FINE, JSON_OPTION, LOG_ARGUMENT, View, print_json, print_lines
from rollbook.tools.cli.paper import columns, wrapped

LONG = 20_000
"""Entries from which on looking back shows how far it is."""


def explainer(view: View, seen: Callable[[int], object] = int) -> Explainer:
    """Give what answers questions about an opened log."""
    from rollbook.engine.odds.chain import ChainOdds

    causes = Causes(view.log, projection_of(view.rules), view.states, seen)
    return Explainer(view.log, causes, view.states, ChainOdds(view.log, view.states))


@click.command()
@LOG_ARGUMENT
@click.argument("what")
@click.option("--at", help="As of this address instead of now: 42, 42.3, name@42, or a timeline.")
@JSON_OPTION
def explain(log: Path, what: str, at: str | None, as_json: bool) -> int:
    """
    Say why WHAT is as it is in LOG.

    WHAT is an entry (42), an event of one (42.3), a field of a unit
    (gertie.hull, brick.weapons.cannon.destroyed, spades/s1.wounds), or a unit
    alone for all its fields.
    """
    view = View(log)
    if len(view.log) < LONG:
        return _explain(view, explainer(view), what, at, as_json)()
    head = view.address(what if ADDRESS.fullmatch(what) else at).seq
    length = sum(last - first + 1 for first, last in view.log.timelines.runs(head))
    with click.progressbar(
        length=length, label="looking back", file=sys.stderr, show_eta=False
    ) as bar:
        tell = _explain(view, explainer(view, bar.update), what, at, as_json)
        bar.update(length)
    return tell()


def _explain(
    view: View, answers: Explainer, what: str, at: str | None, as_json: bool
) -> Callable[[], int]:
    """Find an answer, and give what prints it."""
    wide = columns()
    if ADDRESS.fullmatch(what):
        if at is not None:
            raise click.UsageError("an address says where already: leave out --at")
        address = view.address(what)
        found = answers.place(Place(address.seq, address.event))
        gone = address.seq in view.log.timelines.withdrawn()
        if as_json:
            return _json(_place_plain(answers, found) | {"withdrawn": gone})
        return _text(_place_lines(view, answers, found, gone, wide))
    address = view.address(at)
    place = Place(address.seq, address.event)
    path: FieldPath | None = None
    changes: dict[FieldPath, Change] = {}
    if "." not in what and "/" not in what:
        path, changes = _whole_unit(answers, what, place)
    if path is None:
        found = answers.field(what, place)
        return _json(found.to_plain()) if as_json else _text(_field_lines(found, wide))
    state = view.state(address)
    if as_json:
        return _json(_unit_plain(path, changes, state, place))
    return _text(_unit_lines(view, path, changes, state, place, answers.names(place), wide))


def _json(value: dict[str, Any]) -> Callable[[], int]:
    def tell() -> int:
        print_json(value)
        return FINE

    return tell


def _text(lines: Iterator[str]) -> Callable[[], int]:
    def tell() -> int:
        print_lines(lines)
        return FINE

    return tell


def _whole_unit(
    answers: Explainer, what: str, place: Place
) -> tuple[FieldPath | None, dict[FieldPath, Change]]:
    from rollbook.projections.explain import find_path

    path = find_path(what, answers.states.at(place.seq))
    return answers.unit(what, place) if path[0] == "units" and len(path) == 2 else (None, {})


def _field_lines(found: Explanation, wide: int | None) -> Iterator[str]:
    for address, text in found.lines():
        if address:
            yield from wrapped(f"{address:>8}  ", " " * 12, text, wide)
        else:
            yield from wrapped("", "  ", text, wide)


def _place_plain(answers: Explainer, found: Explanation) -> dict[str, Any]:
    """Give the chain, and for an entry all that came of it, each with its cause."""
    if found.at.event is not None:
        return found.to_plain()
    return found.to_plain() | {
        "events": [
            step_plain(step, found.rules, found.name)
            | {"because": None if cause is None else f"{found.at.seq}.{cause}"}
            for step, cause in answers.caused(found.at.seq)
        ]
    }


def _place_lines(
    view: View, answers: Explainer, found: Explanation, gone: bool, wide: int | None
) -> Iterator[str]:
    """Give an event with what led to it, or an entry with all that came of it, as a tree."""
    if gone:
        yield f"Entry {found.at.seq} was withdrawn; this is what it was."
    if found.at.event is not None:
        yield from _field_lines(found, wide)
        return
    name = answers.names(found.at)
    entry = view.log.entry(found.at.seq)
    rules = _rules(answers.causes.rules(entry, entry.command))
    asked = f"{name(entry.by)}: {command_sentence(view.rules, entry.command, name)}{rules}"
    yield from wrapped(f"{entry.seq:>8}  ", " " * 12, asked, wide)
    if entry.dice is not None:
        dice = " ".join(map(str, entry.dice.faces))
        yield from wrapped(" " * 10, " " * 12, f"dice {dice} ({entry.dice.source})", wide)
    depth: list[int] = []
    for step, cause in answers.caused(entry.seq):
        depth.append(0 if cause is None else depth[cause] + 1)
        indent = "  " * min(depth[-1], 12)
        odds = chance_words(step.chances)
        text = sentence(view.rules, step.event, name) + odds + _rules(step.rules)
        first = f"{step.place!s:>8}  {indent}"
        yield from wrapped(first, " " * 12 + indent, text, wide)
    yield from _owed_lines(view, name, found.steps[1:], wide)


def _owed_lines(
    view: View, name: Name, steps: tuple[Cause, ...], wide: int | None
) -> Iterator[str]:
    """Give what made the command of an entry due, if anything did."""
    from rollbook.projections.explain import step_words

    before: Cause | None = None
    for step in steps:
        text = step_words(step, before, view.rules, name)
        yield from wrapped(f"{step.place!s:>8}  ", " " * 12, text, wide)
        before = step


def _rules(ids: tuple[str, ...]) -> str:
    return f"  [{', '.join(ids)}]" if ids else ""


def _unit_plain(
    path: FieldPath, changes: dict[FieldPath, Change], state: Any, place: Place
) -> dict[str, Any]:
    unit = value_at(state, path)
    return {
        "unit": path[1],
        "at": str(place),
        "fields": [
            {
                "path": ".".join(field),
                "value": to_plain(value_at(unit, field)),
                "changed": str(change.place),
                "entered": change.entered,
            }
            for field, change in _current(unit, changes)
        ],
    }


def _current(unit: Any, changes: dict[FieldPath, Change]) -> Iterator[tuple[FieldPath, Change]]:
    """Give the fields of the unit as it is now, each with its last change."""
    from rollbook.projections.fields import leaves

    for field in leaves(unit):
        known = [changes[field[:n]] for n in range(1, len(field) + 1) if field[:n] in changes]
        if known:
            yield field, max(known, key=lambda change: (change.place.seq, change.place.event or 0))


def _unit_lines(
    view: View,
    path: FieldPath,
    changes: dict[FieldPath, Change],
    state: Any,
    place: Place,
    name: Name,
    wide: int | None,
) -> Iterator[str]:
    unit = value_at(state, path)
    yield f"{name(path[1])} ({path[1]}) after {place}:"
    fixed: dict[str, list[str]] = {}
    for field, change in _current(unit, changes):
        what = field_words(field)
        value = value_words(field[-1], value_at(unit, field), name)
        if change.entered:
            part = field_words(field[:2]) if len(field) > 2 else ""
            fixed.setdefault(part, []).append(f"{what.removeprefix(part).lstrip()} {value}")
            continue
        entry = view.log.entry(change.place.seq)
        told = sentence(view.rules, entry.events[change.place.event or 0], name)
        first = f"  {what}: {value}"
        yield from wrapped(f"{first:<32} ", " " * 35, f"since {change.place}: {told}", wide)
    for part, known in sorted(fixed.items()):
        said = f"{part} as it entered" if part else "as it entered"
        yield from wrapped("  ", "    ", f"{said}: {', '.join(known)}", wide)
    hint = f"Ask on with: rollbook explain {view.log.path} {path[1]}.FIELD"
    yield from wrapped("", "  ", hint, wide)
