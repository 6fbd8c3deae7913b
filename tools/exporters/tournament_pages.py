"""Printable pages of an event: pairings, result slips, standings, one HTML file each."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from rollbook.projections.printable import printable
from rollbook.projections.standings import Standings, show_value
from rollbook.projections.tournament.state import (
    PairedGame,
    PlayedRound,
    TournamentState,
    place_of,
)
from rollbook.projections.words_tournament import result_words

STYLE = """
@page { size: A4 %(shape)s; margin: 12mm; }
* { box-sizing: border-box; }
body { font-family: "DejaVu Sans", Verdana, Arial, sans-serif; color: #000; background: #fff;
  margin: 6mm; font-size: %(size)spt; line-height: 1.2; }
h1 { font-size: 1.35em; margin: 0 0 0.1em; }
.sub { font-size: 0.75em; margin: 0 0 0.5em; }
table { border-collapse: collapse; width: 100%%; }
th { text-align: left; font-size: 0.7em; border-bottom: 2pt solid #000; padding: 1pt 5pt; }
td { border-bottom: 0.75pt solid #666; padding: 2pt 5pt; vertical-align: baseline;
  overflow-wrap: anywhere; }
tr { break-inside: avoid; }
thead { display: table-header-group; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap;
  overflow-wrap: normal; }
.big { font-weight: bold; }
.small { font-size: 11pt; margin-top: 0.8em; }
.small p { margin: 0 0 0.25em; }
@media screen and (max-width: 760px) {
  body { margin: 3mm; font-size: 12pt; }
  .wide { overflow-x: auto; }
  td { overflow-wrap: normal; padding: 2pt 3pt; }
  th { padding: 1pt 3pt; }
}
"""
SLIP_STYLE = """
.slip { border: 1.5pt solid #000; padding: 5mm 6mm; margin: 0 0 6mm; height: 84mm;
  break-inside: avoid; position: relative; }
.slip h2 { font-size: 26pt; margin: 0 0 2mm; }
.slip .where { position: absolute; right: 6mm; top: 4mm; font-size: 40pt; font-weight: bold; }
.slip td { border: 0; padding: 1.5mm 2mm; font-size: 20pt; }
.slip .box { border-bottom: 1.25pt solid #000; width: 32mm; }
.slip .line { border-bottom: 1.25pt solid #000; width: 70mm; }
.slip .id { font-size: 10pt; position: absolute; left: 6mm; bottom: 2mm; }
@media screen and (max-width: 760px) {
  .slip { height: auto; padding: 3mm; overflow-x: auto; }
  .slip h2 { font-size: 16pt; }
  .slip .where { font-size: 22pt; top: 2mm; right: 3mm; }
  .slip td { font-size: 12pt; }
  .slip .box, .slip .line { width: auto; min-width: 16mm; }
  .slip .id { position: static; margin-top: 2mm; }
}
"""
"""Slips: three on a page, cut apart."""
READABLE_PT = 24
"""Print size that is read at two metres: capitals of 6 mm."""


def _text(value: object) -> str:
    return html.escape(printable(str(value)))


def _page(title: str, body: Iterable[str], style: str) -> str:
    head = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width">\n'
        f"<title>{_text(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
    )
    return head + "\n".join(body) + "\n</body>\n</html>\n"


def _style(shape: str, size: int = READABLE_PT) -> str:
    return STYLE % {"shape": shape, "size": size}


def _table(head: Sequence[tuple[str, str]], rows: Iterable[Sequence[tuple[str, object]]]) -> str:
    """Give a table of cells ``(class, text)``."""
    names = "".join(f'<th class="{kind}">{_text(text)}</th>' for kind, text in head)
    lines = [f"<table>\n<thead><tr>{names}</tr></thead>\n<tbody>"]
    for row in rows:
        cells = "".join(f'<td class="{kind}">{_text(text)}</td>' for kind, text in row)
        lines.append(f"<tr>{cells}</tr>")
    return "\n".join(['<div class="wide">', *lines, "</tbody>\n</table></div>"])


def rule_text(played: PlayedRound) -> str:
    """Say by which rule, edition and seed a round was paired."""
    if played.by_hand:
        return f"Set by hand: {played.reason or ''} (rules of {played.edition})"
    return f"Paired by rule {played.rule}, seed {played.seed}"


def pairings_page(state: TournamentState, number: int) -> str:
    """
    Give the pairing sheet of a round, in the order of tables and again by name.

    Whoever looks for himself finds his name in the second list.
    """
    played = state.played[number - 1]
    title = f"{state.name}: round {number}"
    games = sorted(played.games.items(), key=lambda item: _order(*item))
    told = any(game.result is not None and game.b is not None for _, game in games)
    rows = [_pairing_row(state, ident, game, told=told) for ident, game in games]
    head = [("n", "Table"), ("", "First"), ("", "Second"), *([("n", "Result")] if told else [])]
    minutes = f", {played.minutes} minutes" if played.minutes else ""
    body = [
        f"<h1>{_text(title)}</h1>",
        f'<p class="sub">{_text(state.starts or "")}{_text(minutes)}</p>',
        _table(head, rows),
        f'<div class="small"><p>{_text(rule_text(played))}</p></div>',
        '<h1 style="break-before: page">By name</h1>',
        _table((("", "Player"), ("n", "Table"), ("", "Against")), _by_name(state, games)),
        f'<div class="small"><p>{_text(rule_text(played))}</p></div>',
    ]
    return _page(title, body, _style("portrait"))


def _pairing_row(
    state: TournamentState, ident: str, game: PairedGame, *, told: bool
) -> list[tuple[str, object]]:
    row: list[tuple[str, object]] = [
        ("n big", place_of(ident, game) if game.b is not None else "–"),
        ("", state.players[game.a]),
        ("", "bye" if game.b is None else state.players[game.b]),
    ]
    if told:
        known = game.result is not None and game.b is not None
        row.append(("n", result_words(game.result) if known else ""))
    return row


def _order(ident: str, game: PairedGame) -> tuple[bool, int]:
    return game.b is None, place_of(ident, game)


def _by_name(
    state: TournamentState, games: Sequence[tuple[str, PairedGame]]
) -> list[tuple[tuple[str, object], ...]]:
    seats: list[tuple[str, object, str]] = []
    for ident, game in games:
        place: object = place_of(ident, game) if game.b is not None else "–"
        other = "bye" if game.b is None else state.players[game.b]
        seats.append((state.players[game.a], place, other))
        if game.b is not None:
            seats.append((state.players[game.b], place, state.players[game.a]))
    seats.sort(key=lambda seat: seat[0].casefold())
    return [(("", name), ("n big", place), ("", other)) for name, place, other in seats]


def slips_page(state: TournamentState, number: int) -> str:
    """Give a result slip for every game of a round, three on a page."""
    played = state.played[number - 1]
    title = f"{state.name}: slips of round {number}"
    games = sorted(played.games.items(), key=lambda item: _order(*item))
    body = [_slip(state, number, ident, game) for ident, game in games if game.b is not None]
    return _page(title, body, _style("portrait") + SLIP_STYLE)


def _slip(state: TournamentState, number: int, ident: str, game: PairedGame) -> str:
    rows = "".join(
        f'<tr><td class="big">{_text(state.players[player])}</td>'
        '<td class="n">points</td><td class="box"></td></tr>'
        f'<tr><td>signed</td><td class="line" colspan="2"></td></tr>'
        for player in (game.a, game.b or "")
    )
    return (
        f'<div class="slip"><h2>Round {number}</h2>'
        f'<div class="where">{_text(place_of(ident, game))}</div>'
        f"<table>{rows}</table>"
        f'<div class="id">{_text(state.name)} · game {_text(ident)}</div></div>'
    )


def standings_page(name: str, table: Standings, unit: int, short: dict[str, str]) -> str:
    """Give the standings on one page after the other, with the rule of each key at the end."""
    title = f"{name}: standings after round {table.round}"
    head = [("n", ""), ("", "Player"), ("n", "W-D-L")]
    head += [("n", short.get(key.id, key.name)) for key in table.keys]
    rows: list[list[tuple[str, object]]] = []
    for row in table.rows:
        marks = ("*" if row.provisional else "") + (" †" if row.dropped is not None else "")
        cells: list[tuple[str, object]] = [
            ("n big", f"{row.rank}{'=' if row.tied else ''}"),
            ("", row.player.name + marks),
            ("n", f"{row.sheet.wins}-{row.sheet.draws}-{row.sheet.losses}"),
        ]
        values = zip(table.keys, row.values, strict=True)
        cells += [("n", show_value(key.id, value, unit)) for key, value in values]
        rows.append(cells)
    body = [f"<h1>{_text(title)}</h1>", _table(head, rows), _legend(table, short)]
    return _page(title, body, _style("landscape"))


def _legend(table: Standings, short: dict[str, str]) -> str:
    lines = [
        f"{short.get(key.id, key.name)}: {key.name}, rule {key.rule}: {key.definition}. "
        f"Byes and unplayed rounds: {key.unplayed}."
        for key in table.keys
    ]
    lines.append("= shares the rank. * counts a result not confirmed. † has dropped.")
    shown = "".join(f"<p>{_text(line)}</p>" for line in lines)
    return f'<div class="small">{shown}</div>'
