"""The report on luck as lines of a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rollbook.projections import wording
from rollbook.projections.exact import bits
from rollbook.projections.luck import Luck
from rollbook.projections.luckchart import WIDTH, luck_chart
from rollbook.projections.printable import padded, printable
from rollbook.tools.cli.paper import wrapped
from rollbook.tools.luckreport import Group, LuckReport

HEAD = "kind of roll       rolls  expected  actual     luck  deviation   1 in    bits"


def report_lines(report: LuckReport, *, ascii_only: bool = False) -> Iterator[str]:
    """Give the lines of a report."""
    if report.games > 1:
        yield f"{report.games:,} games"
        yield ""
    for group in report.groups:
        yield from _group_lines(group, ascii_only=ascii_only)
        yield ""
    if not report.groups:
        yield "No dice fell."
        return
    yield from _unlikely_lines(report)
    if len(report.groups) > 1:
        yield from _said(wording.group_sentences(len(report.groups), report.outstanding)[:1])
    if report.simulated:
        yield from _said([wording.TEMPLATES["left_out"]])
    yield from _said([wording.TEMPLATES["causes"]])


def _group_lines(group: Group, *, ascii_only: bool) -> Iterator[str]:
    withdrawn = sum(roll.withdrawn for roll in group.rolls)
    note = f", {withdrawn:,} of them withdrawn" if withdrawn else ""
    yield f"{printable(group.name)}: {_count(len(group.rolls), 'roll')}{note}, {_dice(group.dice)}"
    if not group.luck:
        yield from _said([wording.no_luck_sentence(group.name)])
    else:
        yield f"  {HEAD}"
        for luck in group.luck:
            yield "  " + _luck_line(luck)
        yield ""
        for luck in group.luck if len(group.luck) > 2 else group.luck[:1]:
            yield from _said([wording.luck_sentence(luck)])
        yield from _chart(group, ascii_only=ascii_only)
    yield ""
    yield from _said(_once(wording.faces_sentences(group.name, group.faces)))
    if group.rates.rolls:
        yield from _said(wording.rates_sentences(group.name, group.rates)[:1])
    if group.order.rolls:
        yield from _said(wording.order_sentences(group.name, group.order)[:1])


def _chart(group: Group, *, ascii_only: bool) -> Iterator[str]:
    points = group.running
    if len(points) < 2:
        return
    yield ""
    chart = luck_chart(
        [float(point.luck) for point in points],
        [point.deviation for point in points],
        width=WIDTH - 2,
        height=4,
        ascii_only=ascii_only,
    )
    yield from (f"  {line}" for line in chart.splitlines())


def _luck_line(luck: Luck) -> str:
    kind = (luck.purpose or "all together").replace("_", " ")
    return (
        f"{padded(printable(kind), 17)} {luck.rolls:>6,} {float(luck.expected):>9.1f}"
        f" {luck.actual:>7,} {float(luck.luck):>+8.1f} {luck.deviation:>10.1f}"
        f" {_one_in(luck):>6} {min(luck.bits, 999.0):>7.1f}"
    )


def _one_in(luck: Luck) -> str:
    """Give the n of 1 in n in at most six letters."""
    text = wording.one_in(luck.tail)
    if len(text) <= 6:
        return text
    return f"2^{bits(luck.tail):.0f}"


def _unlikely_lines(report: LuckReport) -> Iterator[str]:
    sentences = wording.unlikely_sentences(report.unlikely, report.rated)
    if not sentences:
        return
    yield "The most unlikely rolls"
    yield from _said(_once(sentences))
    yield ""


def _once(sentences: Iterable[str]) -> list[str]:
    """Leave out what the report says once, at its end."""
    at_the_end = (wording.TEMPLATES["causes"], wording.TEMPLATES["left_out"])
    return [sentence for sentence in sentences if sentence not in at_the_end]


def _said(sentences: Iterable[str]) -> Iterator[str]:
    for sentence in sentences:
        yield from wrapped("  ", "    ", printable(sentence), WIDTH)


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def _dice(number: int) -> str:
    return "1 die" if number == 1 else f"{number:,} dice"
