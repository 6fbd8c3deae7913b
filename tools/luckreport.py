"""
Luck and dice of one game, or of a folder of games, by player or by set of dice.

>>> from rollbook.tools.luckreport import luck_of
>>> luck_of([]).games
0
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

from attrs import evolve, field, frozen

from rollbook.events.errors import RollbookError
from rollbook.events.log.log import Log
from rollbook.projections.dicetests import (
    Evidence,
    FacesReport,
    faces_test,
    order_test,
    rates_test,
    stand_out,
)
from rollbook.projections.luck import (
    Luck,
    RunningPoint,
    Unlikely,
    luck_by_player,
    most_unlikely,
    running,
)
from rollbook.projections.rollseen import RollSeen, counted
from rollbook.tools.importers.dice import ImportedRoll

By = Literal["player", "dice"]
SUFFIX = ".rbk"
MOST_FILES = 10_000


@frozen
class Seen:
    """The rolls of one log, which games they are from, and which set of dice it was."""

    path: str
    dice: str
    rolls: tuple[RollSeen, ...]


@frozen
class Group:
    """
    Everything about one player, or one set of dice.

    *luck* holds all kinds together first, then each kind; it is empty when
    no roll has known chances.
    """

    name: str
    rolls: tuple[RollSeen, ...]
    luck: tuple[Luck, ...]
    running: tuple[RunningPoint, ...]
    faces: FacesReport
    rates: Evidence
    order: Evidence

    @property
    def dice(self) -> int:
        """How many dice fell."""
        return sum(len(roll.faces) for roll in self.rolls)


@frozen
class LuckReport:
    """What :func:`luck_of` found; *outstanding* names who stands out among all together."""

    games: int
    by: By
    groups: tuple[Group, ...]
    unlikely: tuple[Unlikely, ...]
    rated: int
    outstanding: tuple[str, ...]
    simulated: int
    skipped: tuple[tuple[str, str], ...] = field(default=())

    def to_plain(self) -> dict[str, Any]:
        """Give the object that ``luck --json`` prints."""
        from rollbook.tools.luckplain import report_plain

        return report_plain(self)


def luck_of(paths: Iterable[Path | str], by: By = "player") -> LuckReport:
    """
    Read logs, and folders of logs, and say how their dice fell.

    Entries that several files share (a fork starts with its game) count once.
    By ``dice``, the logs that lie in one folder were played with one set of
    dice.  A file that cannot be read is skipped, and *skipped* says why.
    """
    seen, skipped = [], []
    leaves: set[bytes] = set()
    for path in log_files(paths):
        try:
            seen.append(read_log(path, leaves))
        except (RollbookError, OSError) as error:
            skipped.append((str(path), " ".join(str(error).split())))
    return _report(seen, by, tuple(skipped))


def luck_of_rolls(rolls: Iterable[RollSeen]) -> LuckReport:
    """Give the same for rolls from anywhere, one game's or a whole season's."""
    return _report([Seen("", "", tuple(rolls))], "player", ())


def imported_rolls(name: str, rolls: Iterable[ImportedRoll]) -> Iterator[RollSeen]:
    """
    Give the rolls of a dice file, as rolls without a game, for the tests of faces.

    Nobody knows what they were needed for, so they have faces and no luck.
    """
    for number, roll in enumerate(rolls, 1):
        yield RollSeen(
            address=f"{name}:{number}",
            player=roll.who or "nobody named",
            purpose=roll.purpose or "roll",
            sides=roll.sides,
            faces=roll.faces,
            source="entered",
        )


def luck_of_log(log: Log) -> LuckReport:
    """Give the same for one opened log."""
    from rollbook.engine.rollsseen import rolls_seen
    from rollbook.engine.session import rules_of

    return luck_of_rolls(rolls_seen(log, rules_of(log)))


def log_files(paths: Iterable[Path | str]) -> Iterator[Path]:
    """Give the files named, and the logs in the folders named, each once, in order."""
    found: dict[Path, None] = {}
    for path in map(Path, paths):
        inside = sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else [path]
        found.update(dict.fromkeys(inside[: MOST_FILES - len(found)]))
    yield from found


def read_log(path: Path, leaves: set[bytes]) -> Seen:
    """
    Give the rolls of one log, without those in entries whose leaf is in *leaves*.

    The leaves of its entries are added there.
    """
    from rollbook.engine.rollsseen import entry_of, rolls_seen
    from rollbook.engine.session import rules_of
    from rollbook.events.log.file import FileLog

    log = FileLog.read(path)
    try:
        rolls = rolls_seen(log, rules_of(log))
        own = {seq for seq in range(len(log)) if log.leaf(seq) not in leaves}
        leaves.update(log.leaf(seq) for seq in own)
    finally:
        log.close()
    return Seen(str(path), path.parent.name or ".", tuple(r for r in rolls if entry_of(r) in own))


def merged(seen: list[Seen], by: By) -> list[RollSeen]:
    """Give the rolls of several logs together, their files in front of their addresses."""
    several = len(seen) > 1
    return [
        evolve(
            roll,
            address=f"{one.path} {roll.address}" if several else roll.address,
            player=one.dice if by == "dice" else roll.player,
        )
        for one in seen
        for roll in one.rolls
    ]


def _report(seen: list[Seen], by: By, skipped: tuple[tuple[str, str], ...]) -> LuckReport:
    rolls = merged(seen, by)
    kept = counted(rolls)
    groups = tuple(_groups(kept))
    evidence = {group.name: group.faces.evidence for group in groups}
    rated = [roll for roll in kept if len(roll.expected or ()) > 1]
    return LuckReport(
        games=len(seen),
        by=by,
        groups=groups,
        unlikely=most_unlikely(rated),
        rated=len(rated),
        outstanding=stand_out(evidence) if evidence else (),
        simulated=sum(roll.source == "simulated" for roll in rolls),
        skipped=skipped,
    )


def _groups(rolls: tuple[RollSeen, ...]) -> Iterator[Group]:
    luck, paths = luck_by_player(rolls), running(rolls)
    for name in Counter(roll.player for roll in rolls):
        own = tuple(roll for roll in rolls if roll.player == name)
        yield Group(
            name=name,
            rolls=own,
            luck=luck.get(name, ()),
            running=paths.get(name, ()),
            faces=faces_test(own),
            rates=rates_test(own),
            order=order_test(own),
        )
