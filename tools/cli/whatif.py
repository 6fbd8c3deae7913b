"""`rollbook whatif`: what other faces would have done."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from rollbook.events.errors import NeedsDice, RuleRefusal
from rollbook.events.log.file import FileLog
from rollbook.projections.printable import printable
from rollbook.projections.refusalwords import refusal_words
from rollbook.projections.state import States
from rollbook.tools.cli.common import (
    FINDING,
    FINE,
    JSON_OPTION,
    LOG_ARGUMENT,
    View,
    print_json,
    print_lines,
    warn,
)
from rollbook.tools.cli.odds import split_part

if TYPE_CHECKING:
    from rollbook.engine.whatif import WhatIf
    from rollbook.events.log.log import Log
    from rollbook.projections.align import Pair
    from rollbook.projections.diff import Comparison
    from rollbook.projections.fold import Projection


class Imagined(View):
    """A what-if log, looked at like any other."""

    def __init__(self, log: Log, projection: Projection[Any]) -> None:
        self.log = cast("FileLog", log)
        self.rules = log.chain.rules
        self.states = States(log, projection)


def read_faces(context: click.Context, option: click.Parameter, value: str) -> tuple[int, ...]:
    """Read faces with blanks or commas between them."""
    words = value.replace(",", " ").split()
    if not words or not all(word.isdecimal() and len(word) < 6 for word in words):
        problem = f"{value!r:.60} is no list of faces: write 6,6 or '6 6'"
        raise click.BadParameter(problem, context, option)
    return tuple(map(int, words))


def _one_word(faces: tuple[int, ...], more: list[str]) -> None:
    """Refuse words that stand too many; faces among them are written with commas."""
    if more and all(word.isdecimal() for word in more):
        written = ",".join((*map(str, faces), *more))
        raise click.UsageError(f"faces stand in one word: --faces {printable(written)}")
    if more:
        raise click.UsageError(f"this stands too many: {printable(' '.join(more))}")


@click.command(context_settings={"allow_extra_args": True})
@LOG_ARGUMENT
@click.argument("address")
@click.option(
    "--faces", callback=read_faces, required=True, help="The other faces, with commas: 3,4."
)
@click.option("--choice", "choices", multiple=True, help="A choice that comes up now.")
@click.option("--timeline", help="Play on along this timeline; without it the entry's own.")
@click.option("--simulate", metavar="SEED", help="Simulate dice that are missing, from SEED.")
@click.option(
    "-o",
    "target",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep it: a new log with the what-if timeline.",
)
@JSON_OPTION
@click.pass_context
def whatif(
    context: click.Context,
    log: Path,
    address: str,
    faces: tuple[int, ...],
    choices: tuple[str, ...],
    timeline: str | None,
    simulate: str | None,
    target: Path | None,
    as_json: bool,
) -> int:
    """
    Play on from the roll at ADDRESS of LOG as if other faces had fallen.

    Plays the commands after it again, with the dice that they had, as long as
    they still apply, and prints what is different.  LOG itself stays as it is.
    """
    _one_word(faces, context.args)
    from rollbook.engine.session import rules_of
    from rollbook.engine.whatif import what_if

    view = View(log)
    rules = rules_of(view.log)
    place, part = split_part(address)
    found = view.address(place, timeline)
    head = view.log.timelines.head(timeline or found.timeline)
    try:
        result = what_if(
            view.log,
            rules,
            found.seq,
            faces,
            event=found.event,
            part=part,
            head=head,
            choices=choices,
            seed=None if simulate is None else os.fsencode(simulate),
            target=target,
            states=view.states,
        )
    except RuleRefusal as refusal:
        return _refused(refusal, as_json)
    try:
        imagined = Imagined(result.log, rules.projection)
        _print(view, imagined, head, result, target, as_json)
    finally:
        result.log.close()
    return FINE


def _refused(refusal: RuleRefusal, as_json: bool) -> int:
    if as_json:
        print_json({"refused": refusal.to_json()})
        return FINDING
    hint = ""
    if isinstance(refusal, NeedsDice):
        hint = "; add their faces to --faces, or let --simulate SEED make them"
    if refusal.code == "NEEDS_CHOICE":
        hint = "; add --choice"
    warn(f"{refusal_words(refusal)}{hint}")
    return FINDING


def _print(
    view: View, imagined: View, head: int, result: WhatIf, target: Path | None, as_json: bool
) -> None:
    from rollbook.projections.diff import compare
    from rollbook.tools.cli.compare import End, comparison_lines, comparison_plain
    from rollbook.tools.cli.paper import columns

    if result.stopped is not None:
        # As far as both were played; what came after in the game has nothing beside it.
        head = view.log.timelines.parent(result.stopped.entry) or 0
    left, right = End(view, str(head)), End(imagined, result.timeline)
    found = _by_faces(compare(left.side, right.side), left.side.log, right.side.log)
    if as_json:
        print_json(_plain(result, target) | {"difference": comparison_plain(found, left, right)})
        return
    print_lines(_lines(result, target))
    if found.equal:
        print_lines(["", "Nothing is different."])
        return
    print_lines(["", *comparison_lines(found, left, right, columns())])


def _by_faces(found: Comparison, left: Log, right: Log) -> Comparison:
    """Let entries that differ only in where their dice came from be the same."""
    import attrs

    def same(pair: Pair) -> bool:
        if pair.differs != ("dice",) or pair.left is None or pair.right is None:
            return False
        faces: list[Any] = [
            log.entry(s).dice.faces for log, s in ((left, pair.left), (right, pair.right))
        ]
        return bool(faces[0] == faces[1])

    pairs = (attrs.evolve(p, what="same", differs=()) if same(p) else p for p in found.pairs)
    return attrs.evolve(found, pairs=tuple(pairs))


def _plain(result: WhatIf, target: Path | None) -> dict[str, Any]:
    stopped = result.stopped
    return {
        "log": None if target is None else str(target),
        "timeline": result.timeline,
        "at": result.at,
        "entry": result.entry,
        "faces": {"played": list(result.before), "instead": list(result.after)},
        "replayed": result.replayed,
        "simulated_dice": result.made,
        "stopped": None
        if stopped is None
        else {"entry": stopped.entry, "code": stopped.code, "message": stopped.message},
    }


def _lines(result: WhatIf, target: Path | None) -> Iterator[str]:
    played, instead = (" ".join(map(str, faces)) for faces in (result.before, result.after))
    yield f"Entry {result.entry} fell {played}; here it falls {instead}."
    more = "" if result.replayed == 1 else "s"
    yield f"{result.replayed} command{more} after it played again with the dice that they had."
    if result.made:
        yield f"{result.made} dice were missing and are simulated."
    if result.stopped is not None:
        message = printable(result.stopped.message)
        yield f"Stopped before entry {result.stopped.entry}: {message} ({result.stopped.code})."
        yield "What differs is told up to there."
    if target is not None:
        yield f"Kept in {target}, timeline {result.timeline}; the played log is untouched."
