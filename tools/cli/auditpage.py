"""An audit as one printable page: no script, nothing loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Any

from rollbook.projections.printable import printable
from rollbook.projections.refusalwords import rule_words
from rollbook.tools.cli.auditwords import GRADE_WORDS, LISTS

_STYLE = """
body { font: 11pt/1.4 Georgia, serif; color: #111; background: #fff; max-width: 50rem;
       margin: 1.5rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 1.6rem; }
table { border-collapse: collapse; width: 100%; font-size: 9.5pt; }
th, td { text-align: left; vertical-align: top; padding: .2rem .4rem;
         border-bottom: 1px solid #bbb; overflow-wrap: anywhere; }
.code { font-family: monospace; } .finding { border-left: 4px solid #a00; padding-left: .6rem; }
.grade-contradicted { font-weight: bold; text-decoration: underline; }
tr { break-inside: avoid; } @page { margin: 15mm; }
"""


def _safe(value: Any) -> str:
    return escape(printable(str(value)))


def page_lines(plain: dict[str, Any]) -> Iterator[str]:
    """Give the page of a report: *plain* is the object that ``audit --json`` prints."""
    yield "<!doctype html>"
    yield '<html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield (
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">"
    )
    yield f"<title>Audit of {_safe(plain['log'])}</title><style>{_STYLE}</style></head><body>"
    yield f"<h1>Audit of {_safe(plain['log'])}</h1>"
    players = ", ".join(f"{n} ({i})" for i, n in plain["players"].items())
    yield (
        f"<p>{_safe(plain['rules'])}, version {_safe(plain['version'])}. {_safe(players)}. "
        f"{plain['entries']} entries.</p>"
    )
    yield from _findings("Findings", plain["findings"])
    if plain["other_version"]:
        yield from _findings(
            f"What version {plain['audited_by']} of the rules would decide otherwise (no findings)",
            plain["other_version"],
        )
    yield "<h2>Grades</h2><table><tr><th>rolls</th><th>grade</th><th>means</th></tr>"
    for grade, number in plain["grades"].items():
        yield (
            f"<tr><td>{number}</td><td>{_safe(grade)}</td>"
            f"<td>{_safe(GRADE_WORDS.get(grade, ''))}</td></tr>"
        )
    yield "</table>"
    yield from _lists(plain)
    yield from _rolls(plain.get("rolls") or ())
    yield "</body></html>"


def _findings(title: str, findings: list[dict[str, Any]]) -> Iterator[str]:
    yield f"<h2>{_safe(title)}</h2>"
    if not findings:
        yield "<p>None: every entry follows from the rules and its dice.</p>"
    for found in findings:
        rule = rule_words(found["rule"])
        yield (
            f'<div class="finding"><p><b>{_safe(found["address"] or "log")}</b> '
            f'<span class="code">{_safe(found["code"])}</span> ({_safe(rule)})<br>'
            f"{_safe(found['words'])}<br>expected: {_safe(found['expected'])}<br>"
            f"stands there: {_safe(found['found'])}</p></div>"
        )


def _lists(plain: dict[str, Any]) -> Iterator[str]:
    for field, title in LISTS:
        if plain[field]:
            yield f"<h2>{_safe(title)}</h2><ul>"
            for item in plain[field]:
                who = f"{item['by']}: " if item["by"] and field != "signatures" else ""
                yield f"<li><b>{_safe(item['address'])}</b> {_safe(who + item['words'])}</li>"
            yield "</ul>"
    if plain["disputes"]:
        yield "<h2>Disputes</h2><ul>"
        for item in plain["disputes"]:
            yield f"<li>{_dispute(item)}</li>"
        yield "</ul>"
    for note in plain["notes"]:
        yield f"<p><i>{_safe(note)}</i></p>"


def _dispute(item: dict[str, Any]) -> str:
    made = (
        f"<b>{_safe(item['about'])}</b> {_safe(item['by'])} in entry {item['raised']}: "
        f"{_safe(item['reason'])}; "
    )
    if item["settled"] is None:
        return made + "open"
    made += f"{_safe(item['outcome'])} by {_safe(item['rule'])}, entry {item['settled']}"
    for change in item["changes"][:50]:
        made += (
            f"<br>{_safe(change['path'])}: {_safe(change['before'])} becomes "
            f"{_safe(change['after'])}"
        )
    return made


def _rolls(rolls: Iterable[dict[str, Any]]) -> Iterator[str]:
    yield "<h2>Rolls</h2><table><tr><th>roll</th><th>when</th><th>by</th><th>for</th>"
    yield "<th>dice</th><th>odds</th><th>gave</th><th>grade</th></tr>"
    for roll in rolls:
        about, dice = roll["for"], roll["dice"]
        units = ", ".join(str(about[k]) for k in ("unit", "target", "weapon") if about[k])
        odds = roll["chance"]["fraction"] if roll["chance"] else ""
        void = "".join(f" (void {v['face']}: {v['reason']})" for v in dice["void"])
        faces = " ".join(map(str, dice["faces"])) + void
        gone = " withdrawn" if roll["withdrawn"] else ""
        yield (
            f"<tr><td>{_safe(roll['roll'])}{gone}</td>"
            f"<td>{_safe(roll['round'])} {_safe(roll['phase'] or '')}</td>"
            f"<td>{_safe(roll['rolled_by'])}</td>"
            f"<td>{_safe(about['purpose'])} {_safe(', '.join(about['rules']))}"
            f"<br>{_safe(units)}</td>"
            f"<td>{_safe(faces)} ({_safe(dice['source'])})</td><td>{_safe(odds)}</td>"
            f"<td>{_safe('; '.join(roll['gave']))}</td>"
            f'<td class="grade-{_safe(roll["grade"])}">{_safe(roll["grade"])}</td></tr>'
        )
    yield "</table>"
