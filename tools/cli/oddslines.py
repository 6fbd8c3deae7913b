"""Odds as people read them: by destroyed or not, by hull left, by row of the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from rollbook.engine.decide import Asked
from rollbook.engine.odds.result import ABSENT, Fields, Odds, units_of
from rollbook.engine.odds.rolled import RollOdds
from rollbook.projections.oddswording import percent, purpose_words, say, short_fraction
from rollbook.projections.printable import padded, printable
from rollbook.projections.words import Name, command_sentence, names_of, sentence
from rollbook.tools.cli.paper import wrapped

WIDTH = 78
BAR = 14
MOST_VALUES = 14
FIRST_FIELDS = ("status", "hull", "models", "armor")
_CALLED = {"hull": "hull left", "armor": "armour left", "models": "models left"}


def odds_lines(odds: Odds, asked: Asked, rules: str) -> Iterator[str]:
    """Give the lines of the odds of a command."""
    name = names_of(odds.before)
    said = [f"{name(asked.by)}: {command_sentence(rules, asked.command, name)}", _how(odds)]
    said += _apart_said(odds, name)
    if not odds.units and odds.ends:
        said.append(say("nothing"))
    for sentence_ in said:
        yield from wrapped("", "  ", sentence_, WIDTH)
    for unit, fields in odds.units.items():
        yield ""
        yield f"{name(unit)} ({unit})"
        yield from _unit_lines(odds, unit, fields)


def _how(odds: Odds) -> str:
    if not odds.exact:
        error = percent(odds.error)
        return say("sampled", samples=f"{odds.samples:,}", error=f"{error} of the whole")
    if odds.situations <= 1:
        return say("certain")
    return say("exact", count=f"{odds.situations:,} different situations")


def _apart_said(odds: Odds, name: Name) -> Iterator[str]:
    for one, chance in odds.apart:
        yield say(
            one.kind,
            percent=percent(chance),
            unit=name(one.unit) if one.unit else "somebody",
            options=", ".join(map(printable, one.options)),
            field=one.field or "",
            message=printable(one.message),
            code=one.code,
        )
        if one.kind == "choice":
            yield say("choice_how")
    if odds.apart and odds.ends:
        yield say("rest", percent=percent(sum((c for _, c in odds.ends), Fraction(0))))


def _unit_lines(odds: Odds, unit: str, fields: Fields) -> Iterator[str]:
    yield from _destroyed(odds, unit, fields)
    shown = [field for field in FIRST_FIELDS if field in fields]
    for field in shown:
        yield from _values(_CALLED.get(field, field), fields[field])
    yield from _tables(odds, unit)
    for field, values in fields.items():
        if field not in shown:
            yield from _values(_field_words(field), values)


def _destroyed(odds: Odds, unit: str, fields: Fields) -> Iterator[str]:
    """Give the chance that a unit that is in play is so no more."""
    status = fields.get("status")
    before = units_of(odds.before).get(unit)
    if status is None or getattr(before, "status", None) != "active":
        return
    stays = status.get("active", Fraction(0))
    total = sum(status.values(), Fraction(0))
    yield _line("destroyed", "yes", total - stays)
    if stays:
        yield _line("", "no", stays)


def _values(label: str, values: Mapping[str, Fraction]) -> Iterator[str]:
    if set(values) == {"true", "false"}:
        yield _line(label, "yes", values["true"])
        return
    ranked = sorted(values.items(), key=_rank)
    for value, chance in ranked[:MOST_VALUES]:
        yield _line(label, _value_words(value), chance)
        label = ""
    if len(ranked) > MOST_VALUES:
        rest = sum((chance for _, chance in ranked[MOST_VALUES:]), Fraction(0))
        yield _line("", f"{len(ranked) - MOST_VALUES} more", rest)


def _rank(item: tuple[str, Fraction]) -> tuple[int, float, Fraction]:
    """Numbers in order, then everything else by chance."""
    value, chance = item
    if value.lstrip("-").isdecimal():
        return 0, float(value), chance
    return 1, 0.0, -chance


def _tables(odds: Odds, unit: str) -> Iterator[str]:
    """Give rows and results of tables, and how often they come up."""
    kinds: dict[str, list[tuple[str, Fraction, Fraction]]] = {}
    for told, times in odds.times.items():
        if told[1] == unit and (told[0].endswith("TableRolled") or told[0] == "MoraleChecked"):
            ever = times if odds.ever is None else odds.ever[told]
            kinds.setdefault(told[0], []).append((told[2], ever, times))
    for event, rows in kinds.items():
        label = "damage table" if event.endswith("TableRolled") else "morale held"
        for row, ever, times in rows:
            what = row.replace("_", " ")
            if odds.ever is None:
                yield _line(label, what, None, f"{float(times):.2f} expected")
            elif ever == times:
                yield _line(label, what, ever)
            else:
                yield _line(label, what, ever, f"{float(times):.2f} expected")
            label = ""


def _line(label: str, value: str, chance: Fraction | None, note: str = "") -> str:
    """Give one line: what, value, bar, percent, fraction."""
    start = f"  {padded(label, 18)} {padded(value, 16)} " if value else f"  {padded(label, 35)} "
    if chance is None:
        return f"{start}{note}"
    full = round(BAR * chance)
    bar = padded("█" * full or "▏", BAR)
    rest = note or short_fraction(chance)
    return f"{start}{bar} {percent(chance):>9}  {rest}".rstrip()


def _field_words(field: str) -> str:
    """
    Give a field as people call it.

    >>> _field_words("weapons.fist.destroyed"), _field_words("ws_melee")
    ('fist destroyed', 'ws melee')
    """
    parts = field.split(".")
    if len(parts) > 2 and parts[0] in ("weapons", "models"):
        parts = parts[1:]
    return printable(" ".join(parts).replace("_", " "))


def _value_words(value: str) -> str:
    words = {"null": "none", "true": "yes", "false": "no", ABSENT: "not there"}
    return words.get(value, printable(value))


def roll_lines(found: RollOdds, rules: str, name: Name) -> Iterator[str]:
    """Give the lines of the odds of one roll."""
    throw = found.throw
    words = {
        "name": printable(found.player),
        "faces": " ".join(map(str, throw.faces)),
        "purpose": purpose_words(throw.ask.purpose),
    }
    template = "roll_faces" if found.value is None else "roll"
    if found.successes:
        template = "roll_count"
    fell = say(template, **words, value=str(found.value), count=str(len(throw.faces)))
    yield from wrapped(f"{throw.address}  ", "      ", fell, WIDTH)
    if found.event is not None:
        yield from wrapped("      ", "      ", sentence(rules, found.event, name), WIDTH)
    yield ""
    yield _line(say("roll_this"), "", found.exactly)
    if found.better == "neither":
        pairs = [("roll_high", found.at_least), ("roll_low", found.at_most)]
    else:
        pairs = [("roll_good", found.good), ("roll_bad", found.bad)]
    for label, chance in pairs:
        if chance is not None:
            yield _line(say(label), "", chance)
    if found.same != found.exactly:
        yield _line(say("roll_same"), "", found.same)
    if found.expected is not None:
        better = {"high": "roll_better", "low": "roll_worse", "neither": "roll_neither"}
        yield ""
        yield say(better[found.better], name=words["name"])
    if len(found.results) > 1:
        yield ""
        for result, chance in found.results.items():
            mark = "*" if result == found.result else " "
            yield _line(f"{mark} {purpose_words(result)}", "", chance)
