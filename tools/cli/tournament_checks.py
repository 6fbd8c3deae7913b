"""`rollbook tournament why | check`: do the pairings follow, and do linked logs still match."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from rollbook.engine.tournament.later import LaterRound
from rollbook.engine.tournament.questions import check_paired, later_rounds, why_paired
from rollbook.events.plain import to_plain
from rollbook.events.tournament.facts import PairingsChanged, RoundPaired
from rollbook.projections.printable import printable
from rollbook.projections.tournament.state import TournamentState
from rollbook.projections.words import names_of, sentence
from rollbook.tools.cli.common import FINDING, FINE, JSON_OPTION, LOG_ARGUMENT, View, print_json
from rollbook.tools.cli.tournament_desk import NotFound, find_player, look


def paired_events(view: View, timeline: str) -> dict[int, tuple[int, int, RoundPaired]]:
    """Give for each round that counts the entry, the place in it, and the event that paired it."""
    found: dict[int, tuple[int, int, RoundPaired]] = {}
    timelines = view.log.timelines
    for entry in view.log.entries(timelines.path(timelines.head(timeline))):
        for place, event in enumerate(entry.events):
            if isinstance(event, RoundPaired):
                found[event.round] = (entry.seq, place, event)
    return found


def changes_of(view: View, timeline: str, number: int) -> list[str]:
    """Give what was changed in a round after it was paired, in words."""
    said: list[str] = []
    timelines = view.log.timelines
    for entry in view.log.entries(timelines.path(timelines.head(timeline))):
        for event in entry.events:
            if isinstance(event, RoundPaired) and event.round == number:
                said = []
            if isinstance(event, PairingsChanged) and event.round == number:
                name = names_of(view.states.at(entry.seq))
                said.append(f"{entry.seq}: {sentence('tournament', event, name)}")
    return said


@click.command()
@LOG_ARGUMENT
@click.argument("a")
@click.argument("b")
@click.option("--round", "number", type=click.IntRange(1), help="Which round; the newest.")
@JSON_OPTION
def why(log: Path, a: str, b: str, number: int | None, as_json: bool) -> int:
    """Say which rule put A and B together; B is "bye" for the bye of A."""
    view, state, line = look(log)
    chosen = number or len(state.played)
    if not 1 <= chosen <= len(state.played):
        raise NotFound(f"there is no round {chosen}; {len(state.played)} have been paired")
    first = find_player(state, a)
    second = None if b == "bye" else find_player(state, b)
    seq, place, event = paired_events(view, line)[chosen]
    answer = why_paired(view.states.at(seq, place), event, first, second)
    changed = changes_of(view, line, chosen)
    if as_json:
        print_json(
            {
                "round": chosen,
                "a": answer.a,
                "b": answer.b,
                "rule": answer.rule,
                "level": answer.level,
                "text": answer.text,
                "facts": list(answer.facts),
                "changed": changed,
            }
        )
        return FINE
    other = "the bye" if second is None else printable(state.players[second])
    click.echo(f"Round {chosen}: {printable(state.players[first])} and {other}")
    click.echo(f"  {answer.rule}: {answer.text}")
    for fact in answer.facts:
        click.echo(f"  {fact}")
    for line_ in changed:
        click.echo(f"  later {line_}")
    return FINE


@click.command()
@LOG_ARGUMENT
@click.argument("number", required=False, type=click.IntRange(1))
@click.option(
    "--links",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="A folder with the logs of games: does each still match?",
)
@JSON_OPTION
def check(log: Path, number: int | None, links: Path | None, as_json: bool) -> int:
    """
    Derive round NUMBER of LOG, or every round, again from its seed.

    Each round is derived from what was known when it was paired. What people
    changed by hand is listed with its reason. Exit 1 if anything differs that
    no reason explains.
    """
    view, state, line = look(log)
    wrong = False
    for chosen, (seq, place, event) in paired_events(view, line).items():
        if chosen > len(state.played) or number not in (None, chosen):
            continue
        done = check_paired(view.states.at(seq, place), event)
        wrong |= bool(done.differences) and not done.by_hand
        changed = changes_of(view, line, chosen)
        if as_json:
            print_json(
                {
                    "round": done.round,
                    "entry": seq,
                    "rule": done.rule,
                    "by_hand": done.by_hand,
                    "reason": done.reason,
                    "differences": list(done.differences),
                    "changed": changed,
                }
            )
        else:
            for text in _check_lines(done, seq, changed):
                click.echo(text)
    if links is not None:
        from rollbook.tools.cli.tournament_links import check_links

        wrong |= check_links(state, links, as_json)
    return FINDING if wrong else FINE


def _check_lines(done: Any, seq: int, changed: list[str]) -> Iterator[str]:
    how = "set by hand" if done.by_hand else f"by {done.rule}"
    same = "as its seed gives it" if not done.differences else "NOT what its seed gives"
    if done.by_hand:
        why_ = f" ({printable(done.reason)})" if done.reason else ""
        same = "the seed would give the same" if not done.differences else f"by choice{why_}"
    yield f"Round {done.round}, entry {seq}, {how}: {same}"
    for text in done.differences:
        yield f"  {printable(text)}"
    for text in changed:
        yield f"  then {text}"


def later_lines(before: TournamentState, after: TournamentState, first: int) -> Iterator[str]:
    """Give the report on later pairings after a correction."""
    if first > len(after.played):
        return
    found = later_rounds(before, after, first)
    settings = after.settings
    if settings is not None and (settings.system != "swiss" or settings.teams is not None):
        yield "later pairings were not compared: that is for Swiss events of players"
        return
    if not found:
        yield "no later pairing would have been different [RB-PR-10]"
    for later in found:
        yield from _later(later, after)


def _later(later: LaterRound, state: TournamentState) -> Iterator[str]:
    def pair(names: tuple[str, str | None]) -> str:
        a, b = names
        other = "a bye" if b is None else printable(state.players[b])
        return f"{printable(state.players[a])} and {other}"

    yield (f"round {later.round} stays as it was played; it would have been different [RB-PR-10]:")
    yield f"  not paired: {'; '.join(map(pair, later.not_made))}"
    yield f"  but instead: {'; '.join(map(pair, later.instead))}"


def later_plain(later: LaterRound) -> dict[str, Any]:
    """Give one round of the report as a plain object."""
    return {
        "round": later.round,
        "not_made": to_plain(later.not_made),
        "instead": to_plain(later.instead),
    }
