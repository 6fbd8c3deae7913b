"""An audit in words, for a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rollbook.engine.audit.proofs import GRADES
from rollbook.engine.audit.report import Report, RollSeen, units_of
from rollbook.events.finding import Finding
from rollbook.projections.printable import padded, printable
from rollbook.projections.refusalwords import rule_words
from rollbook.tools.cli.wrap import COLUMNS, wrapped

GRADE_WORDS = {
    "proved": "follows from what both sides fixed before it fell",
    "attested": "real dice that two sides stand behind",
    "single-sourced": "one side or one device says so",
    "unverifiable": "the secret behind it is not revealed",
    "none": "simulated, for a what-if",
    "contradicted": "something that was checked does not hold",
}
LISTS = (
    ("withdrawn", "Rolls taken back"),
    ("again", "Taken back and done again"),
    ("given_up", "Rolls given up"),
    ("aborts", "Walked away from a roll"),
    ("owed", "Owed and not done"),
    ("signatures", "Checkpoints"),
)


def summary_lines(name: str, report: Report) -> Iterator[str]:
    """Give the first lines of an audit: the game, what is wrong, the grades."""
    players = ", ".join(f"{printable(n)} ({i})" for i, n in report.players.items())
    yield f"Audit of {printable(name)}"
    yield f"{report.rules} version {report.played_version}: {players}"
    yield f"{report.entries} entries, timelines {', '.join(report.timelines)}"
    yield ""
    if not report.findings:
        yield "Nothing is wrong: every entry follows from the rules and its dice."
    else:
        number = len(report.findings)
        yield f"{number} finding{'' if number == 1 else 's'}:"
    for finding in report.findings:
        yield from finding_lines(finding)
    if report.other_version:
        yield ""
        yield from wrapped(
            f"Decided by version {report.audited_version} of the rules, "
            f"{len(report.other_version)} entries would differ. That is no finding: "
            f"the game was played by version {report.played_version}."
        )
        for finding in report.other_version[:20]:
            yield from wrapped(f"  {finding.address}: {finding.words}")
    yield ""
    yield from grade_lines(report)


def finding_lines(finding: Finding) -> Iterator[str]:
    """Give the lines of one finding."""
    yield from wrapped(f"  {finding.address or 'log'}  {finding.code} ({rule_words(finding.rule)})")
    yield from wrapped(finding.words, "      ")
    yield from wrapped(f"expected: {_cut(finding.expected)}", "      ")
    yield from wrapped(f"stands there: {_cut(finding.found)}", "      ")


def _cut(text: str) -> str:
    return text if len(text) <= 220 else text[:217] + "..."


def grade_lines(report: Report) -> Iterator[str]:
    """Give how many rolls have each grade."""
    if not report.rolls:
        yield "No dice were rolled."
        return
    yield f"{len(report.rolls)} roll{'' if len(report.rolls) == 1 else 's'}:"
    grades = report.grades
    for grade in GRADES:
        if grades.get(grade):
            yield f"  {grades[grade]:>5} {padded(grade, 15)} {GRADE_WORDS[grade]}"


def list_lines(report: Report) -> Iterator[str]:
    """Give the lists of an audit that are not empty."""
    for field, title in LISTS:
        items = getattr(report, field)
        if not items:
            continue
        yield ""
        yield f"{title} ({len(items)}):"
        for item in items:
            who = f"{item.by}: " if item.by and field != "signatures" else ""
            yield from wrapped(f"  {item.address or 'log'}  {who}{item.words}")
    if report.disputes:
        yield ""
        yield f"Disputes ({len(report.disputes)}):"
    for found in report.disputes:
        yield from dispute_lines(found)
    for note in report.notes:
        yield ""
        yield from wrapped(f"Note: {note}")


def dispute_lines(found: Any) -> Iterator[str]:
    """Give the lines of one dispute, from call to ruling, before and after."""
    yield from wrapped(f"  {found.about}  {found.by} in entry {found.raised}: {found.reason}")
    if found.settled is None:
        yield "      open"
        return
    said = f": {found.ruling_reason}" if found.ruling_reason else ""
    yield from wrapped(
        f"{found.outcome.replace('_', ' ')} by {found.rule}, entry {found.settled}{said}", "      "
    )
    for path, before, after in found.changes[:12]:
        yield from wrapped(f"{path}: {_value(before)} becomes {_value(after)}", "      ")
    if len(found.changes) > 12:
        yield f"      and {len(found.changes) - 12} more"


def roll_table(rolls: Sequence[RollSeen]) -> Iterator[str]:
    """Give one line a roll: address, who, for what, about whom, faces, grade."""
    columns = ((8, "roll"), (8, "by"), (16, "for"), (13, "unit"), (13, "faces"))
    yield " ".join(padded(name, size) for size, name in columns) + " grade"
    for roll in rolls:
        unit = getattr(roll.thrown.step, "unit", None) or next(iter(sorted(units_of(roll))), "")
        faces = " ".join(map(str, roll.thrown.faces))
        mark = "*" if roll.withdrawn else " "
        texts = (
            roll.address,
            printable(roll.entry.dice.rolled_by),
            roll.thrown.ask.purpose.replace("_", " "),
            unit,
            faces,
        )
        cells = (padded(t, size) for t, (size, _) in zip(texts, columns, strict=True))
        yield f"{' '.join(cells)}{mark}{roll.grade}"
    if any(roll.withdrawn for roll in rolls):
        yield "* withdrawn"


def roll_lines(plain: dict[str, Any]) -> Iterator[str]:
    """Give everything about one roll, as lines."""
    about, dice = plain["for"], plain["dice"]
    when = f"round {plain['round']}, {plain['phase'] or 'between rounds'}"
    yield f"Roll {plain['roll']}   entry {plain['entry']} on {plain['timeline']}, {when}" + (
        "   WITHDRAWN" if plain["withdrawn"] else ""
    )
    yield from _field("rolled by", f"{plain['rolled_by']}, asked by {plain['asked_by']}")
    yield from _field("confirmed", _people(plain["confirmed_by"]) or "by nobody")
    if plain["objected_by"]:
        yield from _field("objected", _people(plain["objected_by"]))
    named = ", ".join(
        f"{k} {v}" for k, v in about.items() if k in ("unit", "target", "weapon", "arc") and v
    )
    yield from _field("for", f"{about['purpose'].replace('_', ' ')} ({named})")
    yield from _field("rule", f"{', '.join(about['rules'])}; command {about['command']}")
    faces = " ".join(map(str, dice["faces"]))
    yield from _field("dice", f"{faces} of {dice['sides']} sides, {dice['source']}")
    for void in dice["void"]:
        yield from _field("void", f"{void['face']}: {void['reason']}")
    if dice["kept_from"] is not None:
        yield from _field("kept", f"these faces fell in entry {dice['kept_from']}")
    if plain["rerolled"]:
        old = " ".join(map(str, plain["rerolled"]["old"]))
        yield from _field("re-roll", f"of {old}, by {', '.join(plain['rerolled']['right'])}")
    if plain["needed"] is not None:
        yield from _field("needed", f"{plain['needed']}")
    if plain["modifiers"]:
        yield from _field("numbers", ", ".join(_pairs(plain["modifiers"])))
    yield from _chances(plain)
    for words in plain["gave"]:
        yield from _field("gave", words)
    yield from _later(plain["later"])
    for ruling in plain["rulings"]:
        outcome = ruling["outcome"] or "open"
        yield from _field("dispute", f"{ruling['by']}: {ruling['reason']}; {outcome}")
        for change in ruling["changes"][:8]:
            yield from _field("", f"{change['path']}: {change['before']} -> {change['after']}")
    follows = "the outcome follows from the dice" if plain["follows"] else "it does NOT follow"
    yield from _field("grade", f"{plain['grade']}: {plain['why']}; {follows}")
    for other in plain["otherwise"][:12]:
        gives = "; ".join(other["gives"]) or "nothing"
        yield from _field("if", f"die {other['die'] + 1} had shown {other['face']}: {gives}")
    if len(plain["otherwise"]) > 12:
        yield from _field("", f"and {len(plain['otherwise']) - 12} more (--json shows all)")


def _field(name: str, text: str) -> Iterator[str]:
    first, *rest = wrapped(text, columns=COLUMNS - 12)
    yield f"  {padded(name, 10)}{first}"
    for line in rest:
        yield f"{' ' * 12}{line.strip()}"


def _people(people: list[dict[str, Any]]) -> str:
    return ", ".join(f"{p['by']} (entry {p['entry']})" for p in people)


def _pairs(numbers: Any) -> list[str]:
    if isinstance(numbers, dict):
        return [f"{k.replace('_', ' ')} {v}" for k, v in numbers.items()]
    return [str(n) for n in numbers] if isinstance(numbers, list) else [str(numbers)]


def _chances(plain: dict[str, Any]) -> Iterator[str]:
    chance, run = plain["chance"], plain["run"]
    if chance is not None:
        yield from _field("odds", f"{chance['fraction']} ({chance['percent']} %) for this outcome")
    if run is not None:
        yield from _field(
            "so far",
            f"{run['rolls']} such rolls: {run['total']}, expected {run['expected']}; "
            f"as many or more {run['at_least'] * 100:.3g} %, "
            f"as few or fewer {run['at_most'] * 100:.3g} %",
        )


def _value(value: Any) -> str:
    """Give a value of the state as every other page writes it."""
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    return str(value)


def _later(later: dict[str, Any]) -> Iterator[str]:
    for change in later["changes"][:8]:
        before, after = _value(change["before"]), _value(change["after"])
        yield from _field("changed", f"{change['path']}: {before} -> {after}")
    for owed in later["owed"]:
        settled = "not settled" if owed["settled_by"] is None else f"entry {owed['settled_by']}"
        yield from _field("owed", f"{owed['do'].replace('_', ' ')} of {owed['unit']}: {settled}")
