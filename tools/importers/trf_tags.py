"""All lines of a report file that are not players: tournament, teams, points, absences."""

import re
from collections.abc import Callable

from attrs import define, field

from rollbook.tools.importers.trf_lines import MAX_ROUNDS, clean, tenths, whole
from rollbook.tools.importers.trf_model import PointSystem, TrfError

NEWER = frozenset(
    (
        *("142", "152", "162", "172", "182", "192", "202", "212", "222"),
        *("240", "250", "260", "299", "300", "310", "320", "330", "352", "362", "801", "802"),
    )
)
"""Codes that only the 2026 form of the format knows."""

LEFT_OUT = {
    **dict.fromkeys(("022", "032"), "city and federation"),
    **dict.fromkeys(("102", "112"), "names of arbiters"),
    **dict.fromkeys(("042", "052", "132"), "dates"),
    **dict.fromkeys(("062", "072", "082"), ""),
    **dict.fromkeys(("092", "192"), "the type of the tournament"),
    **dict.fromkeys(("122", "222"), "the time control"),
    **dict.fromkeys(("152", "XXC", "352"), "colours"),
    **dict.fromkeys(("172", "182"), "ranking method and pairing program"),
    **dict.fromkeys(("202", "212"), "the list of tie-breaks"),
    **dict.fromkeys(("250", "XXA"), "accelerated rounds"),
    **dict.fromkeys(("300", "320", "330", "362", "801", "802"), "team matches"),
    "DAT": "further player data",
}
ONCE = frozenset({"012", "XXR", "142", "162", "XXS", "XXC"})


@define
class Tags:
    """What the lines have said so far."""

    notes: list[str]
    name: str = ""
    rounds: int | None = None
    newer: bool = False
    values: dict[str, int] = field(factory=dict)
    teams: list[tuple[str, tuple[int, ...], int]] = field(factory=list)
    apart: list[tuple[int, int, int, int | None]] = field(factory=list)
    absences: list[tuple[str, int, int]] = field(factory=list)
    adjustments: list[tuple[int, int, int]] = field(factory=list)
    seen: dict[str, int] = field(factory=dict)

    def note(self, text: str) -> None:
        """Say something once."""
        if text not in self.notes:
            self.notes.append(text)

    def points(self) -> PointSystem:
        """Give the point system that the lines add up to."""
        v = self.values
        absence = v.get("A", 0)
        return PointSystem(
            win=v.get("W", 10),
            draw=v.get("D", 5),
            loss=v.get("L", 0),
            forfeit_win=v.get("FW"),
            forfeit_loss=v.get("FL", absence),
            zero_bye=v.get("ZPB", absence),
            half_bye=v.get("HPB"),
            full_bye=v.get("FPB"),
            allocated_bye=v.get("PAB", v.get("P")),
        )


def read_tag(tags: Tags, line: str, number: int) -> None:
    """Read one line by its three-character code; raises `TrfError`."""
    code = line[:3]
    if code in ONCE and code in tags.seen:
        raise TrfError(f"the code {code} stands twice, first in line {tags.seen[code]}", number, 1)
    tags.seen.setdefault(code, number)
    tags.newer = tags.newer or code in NEWER
    reader = READERS.get(code)
    if reader is not None:
        reader(tags, line, number)
    elif code in LEFT_OUT:
        if LEFT_OUT[code]:
            tags.note(f"not kept: {LEFT_OUT[code]}")
    elif re.fullmatch(r"[A-Z]{3}", code) and re.fullmatch(r" +\d{1,4} ?", line[3:9]):
        tags.newer = True
        tags.note("not kept: national ratings")
    else:
        raise TrfError(f"the code {code!r} is not known", number, 1)


def _name(tags: Tags, line: str, number: int) -> None:
    del number
    tags.name = clean(line[4:])[:200]


def _rounds(tags: Tags, line: str, number: int) -> None:
    rounds = whole(line[4:], number, 5, "the number of rounds")
    if not 1 <= rounds <= MAX_ROUNDS:
        raise TrfError(f"{rounds} rounds are not from 1 to {MAX_ROUNDS}", number, 5)
    if tags.rounds not in (None, rounds):
        raise TrfError(f"{rounds} rounds here, {tags.rounds} in another line", number, 5)
    tags.rounds = rounds


_COLOURED = {"WW": "W", "BW": "W", "WD": "D", "BD": "D", "WL": "L", "BL": "L"}
_XXS = frozenset({*_COLOURED, "W", "D", "L", "ZPB", "HPB", "FPB", "PAB", "FW", "FL"})


def _xxs(tags: Tags, line: str, number: int) -> None:
    given: dict[str, int] = {}
    for word in line[3:].split():
        code, _, points = word.partition("=")
        if code not in _XXS:
            raise TrfError(f"{word!r} is no point setting", number)
        value = tenths(points, number, line.index(word) + 1, f"the points of {code}")
        plain = _COLOURED.get(code, code)
        if given.get(plain, value) != value:
            raise TrfError(f"{code}: points that depend on the colour cannot be kept", number)
        given[plain] = value
    _set(tags, given, number)
    if "W" in given:
        for code in ("FW", "FPB", "PAB"):
            tags.values.setdefault(code, given["W"])


def _set(tags: Tags, given: dict[str, int], number: int) -> None:
    for code, value in given.items():
        if tags.values.get(code, value) != value:
            raise TrfError(f"another line gives other points for {code}", number)
        tags.values[code] = value


def _points_162(tags: Tags, line: str, number: int) -> None:
    words = line[3:].split()
    if not words or len(words) % 2:
        raise TrfError("162 holds results and points in turn, like W 1.0", number)
    given: dict[str, int] = {}
    for code, points in zip(words[::2], words[1::2], strict=True):
        if code not in "WDLAPX" or len(code) != 1:
            raise TrfError(f"{code!r} is none of W D L A P X", number)
        given[code] = tenths(points, number, 5, f"the points of {code}")
    _set(tags, given, number)


_BB = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "ZPB", "BBF": "FL", "BBU": "PAB"}


def _bb(tags: Tags, line: str, number: int) -> None:
    code = _BB[line[:3]]
    _set(tags, {code: tenths(line[3:], number, 5, f"the points of {code}")}, number)


def _numbers(text: str, number: int, column: int) -> tuple[int, ...]:
    return tuple(whole(word, number, column, "a starting number") for word in text.split())


def _team_013(tags: Tags, line: str, number: int) -> None:
    name = clean(line[4:36])
    if not name:
        raise TrfError("the team has no name", number, 5)
    tags.teams.append((name, _fixed(line, number, 36, 5), number))


def _team_310(tags: Tags, line: str, number: int) -> None:
    name = clean(line[8:40])
    if not name:
        raise TrfError("the team has no name", number, 9)
    tags.teams.append((name, _fixed(line, number, 73, 5), number))


def _fixed(line: str, number: int, start: int, step: int) -> tuple[int, ...]:
    parts = [(k, line[k : k + 4]) for k in range(start, len(line.rstrip()), step)]
    return tuple(whole(p, number, k + 1, "a starting number") for k, p in parts if p.strip())


def _forbidden(tags: Tags, line: str, number: int) -> None:
    _add_apart(tags, _numbers(line[3:], number, 5), 1, None, number)


def _add_apart(
    tags: Tags, group: tuple[int, ...], first: int, last: int | None, number: int
) -> None:
    if len(group) < 2 or len(set(group)) != len(group):
        raise TrfError("two different starting numbers or more are needed", number)
    tags.apart.extend((a, b, first, last) for k, a in enumerate(group) for b in group[k + 1 :])


def _prohibited_260(tags: Tags, line: str, number: int) -> None:
    first = whole(line[4:7], number, 5, "the first round")
    last = whole(line[8:11], number, 9, "the last round")
    if last < first:
        raise TrfError(f"the rounds run backwards from {first} to {last}", number, 9)
    _add_apart(tags, _numbers(line[11:], number, 13), first, last, number)


def _zeroed(tags: Tags, line: str, number: int) -> None:
    tags.absences.extend(("Z", 0, n) for n in _numbers(line[3:], number, 5))


def _bye_240(tags: Tags, line: str, number: int) -> None:
    kind = line[4:5].upper()
    if kind not in ("F", "H", "Z"):
        raise TrfError(f"the bye {kind!r} is none of F, H, Z", number, 5)
    round_ = whole(line[6:9], number, 7, "the round")
    tags.absences.extend((kind, round_, n) for n in _numbers(line[9:], number, 11))


def _abnormal_299(tags: Tags, line: str, number: int) -> None:
    if line[4:5].strip():
        raise TrfError("special points for single results (299) cannot be kept", number, 5)
    if any(line[k : k + 1].strip() for k in (17, 18, 22)):
        raise TrfError("the points of 299 are not in their columns", number, 14)
    amount = tenths(line[12:17], number, 14, "the points")
    round_ = whole(line[19:22], number, 20, "the round") if line[19:22].strip() else 0
    tags.adjustments.extend((n, round_, amount) for n in _numbers(line[22:], number, 24))


READERS: dict[str, Callable[[Tags, str, int], None]] = {
    "012": _name,
    "XXR": _rounds,
    "142": _rounds,
    "XXS": _xxs,
    "162": _points_162,
    **dict.fromkeys(_BB, _bb),
    "013": _team_013,
    "310": _team_310,
    "XXP": _forbidden,
    "260": _prohibited_260,
    "XXZ": _zeroed,
    "240": _bye_240,
    "299": _abnormal_299,
}
