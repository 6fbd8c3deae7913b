"""
Read tournament report files: TRF16 with the TRFx additions, and TRF26.

Strict: every line has a known code, every game stands with both players and
fits, points are the sum of results.  What cannot be kept is said in notes,
what contradicts itself is refused with its line.
"""

from collections import Counter

from rollbook.tools.importers.trf_games import build_import
from rollbook.tools.importers.trf_lines import (
    MAX_ROUNDS,
    clean,
    decode,
    lines_of,
    player_line,
    whole,
)
from rollbook.tools.importers.trf_model import (
    BYES,
    COMPATIBLE,
    FORFEITS,
    Cell,
    TrfError,
    TrfFile,
    TrfImport,
    TrfPlayer,
)
from rollbook.tools.importers.trf_tags import Tags, read_tag

MAX_LINES = 100_000
OWN = "### rollbook "


def read_trf(data: bytes | str, *, allow_gaps: bool = False) -> TrfImport:
    """
    Read a report file as a tournament record.

    *data* is the file, or its text.  With *allow_gaps* starting numbers may
    be missing from the sequence (files from which players were deleted).

    Raises `TrfError` with line and reason.
    """
    notes: list[str] = []
    if isinstance(data, bytes):
        text, encoding = decode(data)
        if encoding == "cp1252":
            notes.append("the file is not UTF-8; it was read as Windows-1252")
    else:
        text = data
    file = parse_trf(text, allow_gaps=allow_gaps, notes=notes)
    return build_import(file)


def parse_trf(text: str, *, allow_gaps: bool = False, notes: list[str] | None = None) -> TrfFile:
    """Read every line and check that they fit together; no record is built yet."""
    lines = lines_of(text)
    if len(lines) > MAX_LINES:
        raise TrfError(f"the file has {len(lines)} lines, at most {MAX_LINES} are read")
    tags = Tags(notes=[] if notes is None else notes)
    players: list[TrfPlayer] = []
    own: list[tuple[int, str, str]] = []
    for number, line in enumerate(lines, 1):
        if line.startswith(OWN):
            own.append(_own(line, number))
        elif not line.strip() or line.lstrip().startswith("#"):
            continue
        elif line.startswith("001"):
            players.append(player_line(line, number))
        else:
            read_tag(tags, line, number)
    _numbers(players, allow_gaps=allow_gaps)
    file = _file(tags, players, own)
    _check_rounds(file)
    _check_games(file)
    _check_points(file)
    return file


def _own(line: str, number: int) -> tuple[int, str, str]:
    kind, _, body = line[len(OWN) :].partition(" ")
    return number, kind, body.strip()


def _file(tags: Tags, players: list[TrfPlayer], own: list[tuple[int, str, str]]) -> TrfFile:
    notes = list(tags.notes)
    if players:
        notes.append("sex, title, federation, federation numbers and birth dates are not kept")
    return TrfFile(
        name=clean(tags.name),
        players=tuple(sorted(players, key=lambda p: p.number)),
        planned=tags.rounds,
        dialect="TRF26" if tags.newer else "TRF16",
        points=tags.points(),
        teams=tuple(tags.teams),
        apart=tuple(tags.apart),
        absences=tuple(tags.absences),
        adjustments=tuple(tags.adjustments),
        own=tuple(own),
        notes=tuple(notes),
    )


def _numbers(players: list[TrfPlayer], *, allow_gaps: bool) -> None:
    if not players:
        raise TrfError("there is no player line (code 001)")
    seen: set[int] = set()
    for player in players:
        if player.number in seen:
            raise TrfError(f"the starting number {player.number} was used before", player.line, 5)
        seen.add(player.number)
    missing = next(n for n in range(1, len(seen) + 2) if n not in seen)
    if missing <= len(seen) and not allow_gaps:
        after = min((p for p in players if p.number > missing), key=lambda p: p.number)
        raise TrfError(
            f"the starting number {missing} is missing, {after.number} is there; "
            "read with gaps allowed if players were deleted",
            after.line,
            5,
        )


def _check_rounds(file: TrfFile) -> None:
    for player in file.players:
        if file.planned is not None and len(player.cells) > file.planned:
            extra = player.cells[file.planned]
            raise TrfError(
                f"player {player.number} has {len(player.cells)} rounds, the event {file.planned}",
                player.line,
                extra.column,
            )
    allocated = Counter(
        r for p in file.players for r, cell in enumerate(p.cells) if cell.result == "U"
    )
    for player in file.players:
        for r, cell in enumerate(player.cells):
            if cell.result == "U" and allocated[r] > 1:
                raise TrfError(
                    f"round {r + 1} gives {allocated[r]} pairing-allocated byes, one is allowed",
                    player.line,
                    cell.column,
                )


def _check_games(file: TrfFile) -> None:
    players = {p.number: p for p in file.players}
    for player in file.players:
        for index, cell in enumerate(player.cells):
            if cell.result not in BYES:
                _check_game(player, players.get(cell.opponent), index, cell)


def _check_game(player: TrfPlayer, other: TrfPlayer | None, index: int, cell: Cell) -> None:
    where = (player.line, cell.column)
    game = f"round {index + 1}, {player.number} against {cell.opponent}"
    if other is None or other.number == player.number:
        raise TrfError(f"{game}: there is no such opponent", *where)
    if index >= len(other.cells):
        raise TrfError(f"{game}: player {other.number} has no entry for that round", *where)
    mirror = other.cells[index]
    if mirror.opponent != player.number:
        raise TrfError(f"{game}: player {other.number} has another entry for that round", *where)
    if (cell.result, mirror.result) not in COMPATIBLE:
        raise TrfError(f"{game}: results {cell.result} and {mirror.result} do not fit", *where)
    unseated = cell.colour == mirror.colour == "-" and cell.result in FORFEITS
    if not unseated and {cell.colour, mirror.colour} != {"w", "b"}:
        raise TrfError(f"{game}: colours {cell.colour} and {mirror.colour} do not fit", *where)


def _check_points(file: TrfFile) -> None:
    changed = Counter[int]()
    for number, _, amount in file.adjustments:
        changed[number] += amount
    for player in file.players:
        worth = sum(file.points.of(cell) for cell in player.cells) + changed[player.number]
        if worth != player.points_tenths:
            raise TrfError(
                f"player {player.number}: the results give {worth / 10:.1f} points, "
                f"the line says {player.points_tenths / 10:.1f}",
                player.line,
                81,
            )


def read_pairing_list(text: str) -> tuple[tuple[int, int | None], ...]:
    """
    Read the pairing list that pairing engines print: the number of pairs, then
    one pair of starting numbers a line, 0 for the bye.

    Raises `TrfError` with the line.
    """
    rows = [(n, line.split()) for n, line in enumerate(lines_of(text), 1) if line.strip()]
    if not rows:
        raise TrfError("the pairing list is empty")
    first, words = rows[0]
    if len(words) != 1:
        raise TrfError("the first line should hold the number of pairs alone", first)
    count = whole(words[0], first, 1, "the number of pairs")
    pairs: list[tuple[int, int | None]] = []
    seen: set[int] = set()
    for number, parts in rows[1:]:
        if len(parts) != 2:
            raise TrfError("a pair is two starting numbers", number)
        a, b = (whole(part, number, 1, "a starting number") for part in parts)
        for player in {a, b} - {0} if a != b else {0, a}:
            if player == 0 or player in seen:
                raise TrfError(f"{a} {b}: a player would be paired twice", number)
            seen.add(player)
        if a == 0:
            raise TrfError("the bye 0 stands second", number)
        pairs.append((a, b or None))
    if len(pairs) != count:
        raise TrfError(f"{count} pairs were announced, {len(pairs)} are there", first)
    if count > 5 * MAX_ROUNDS:
        raise TrfError(f"{count} pairs are more than any report file holds", first)
    return tuple(pairs)
