"""Logs of the games of an event: read, found in a folder, compared with what was linked."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from rollbook.events.errors import RollbookError
from rollbook.events.game import Over
from rollbook.events.log.file import FileLog
from rollbook.events.log.merkle import root
from rollbook.events.log.verify import verify_file
from rollbook.events.tournament.values import Link
from rollbook.projections.fold import projection_of
from rollbook.projections.printable import printable
from rollbook.projections.state import States
from rollbook.projections.tournament.state import PairedGame, TournamentState

MAX_LOGS = 10_000
"""Files of a folder that are looked at."""


class BadLink(RollbookError):
    """A log cannot be linked to a game."""


@frozen(kw_only=True)
class GameLog:
    """What a game's log says: checked bytes, players by id, how the game ended."""

    rules: str
    game_id: bytes
    size: int
    root: bytes
    players: dict[str, str]
    over: Over | None


def read_game_log(path: Path) -> GameLog:
    """
    Check every byte of a log and read how its game ended.

    Raises :class:`BadLink` for a log that is not whole, or of a tournament.
    """
    found = verify_file(path)
    if found.status != "ok":
        raise BadLink(
            f"{path} is {found.status} at byte {found.offset}: {found.reason}; "
            "link it once it is whole (rollbook verify tells more)"
        )
    with FileLog.read(path) as log:
        rules = log.chain.rules
        if rules == "tournament":
            raise BadLink(f"{path} is the log of a tournament, not of a game")
        states = States(log, projection_of(rules))
        state = states.at(log.timelines.head(log.timelines.default))
        if state is None:
            raise BadLink(f"{path} starts no game; no Rollbook wrote it")
        return GameLog(
            rules=rules,
            game_id=log.chain.game_id,
            size=found.entries,
            root=found.root,
            players=dict(state.players),
            over=state.over,
        )


def sides_of(
    state: TournamentState, game: PairedGame, said: GameLog, first: str | None
) -> tuple[str, str]:
    """
    Give the ids that the two players of a pairing have in the game's log.

    They are found by id or by name, or *first* says who is the first of the
    pairing.  Raises :class:`BadLink`.
    """
    ids = tuple(said.players)
    if len(ids) != 2:
        raise BadLink(f"the log has {len(ids)} players; a game of the event has two")
    if first is not None:
        if first not in ids:
            raise BadLink(f"--first: the log has no player {printable(first)}, but {ids}")
        return (first, ids[1] if first == ids[0] else ids[0])
    wanted = [game.a, game.b or ""]
    for one_, other in (ids, ids[::-1]):
        if all(
            _same(state, ident, theirs, said)
            for ident, theirs in zip(wanted, (one_, other), strict=True)
        ):
            return one_, other
    shown = ", ".join(f"{printable(n)} ({i})" for i, n in said.players.items())
    raise BadLink(
        f"the players of the log are {shown}; say with --first which of them is "
        f"{printable(state.players[game.a])}"
    )


def _same(state: TournamentState, ident: str, theirs: str, said: GameLog) -> bool:
    return ident == theirs or state.players[ident].casefold() == said.players[theirs].casefold()


def compare(path: Path, size: int, expected: bytes) -> tuple[str, str]:
    """Compare a log with the size and root that were stored when it was linked."""
    with FileLog.read(path, seen=lambda *_: None) as log:
        entries = len(log)
        if entries < size:
            return "shorter", f"{path} has {entries} entries, {size} were linked"
        if root([log.leaf(seq) for seq in range(size)]) != expected:
            return "different", f"{path} is not the log that was linked: its root differs"
        if log.condition.status != "ok":
            return log.condition.status, f"{path}: {log.condition.reason}"
        if entries > size:
            return "grown", f"{path} has {entries - size} entries more; those linked are unchanged"
    return "same", f"{path} is as it was linked"


@frozen
class FoundLog:
    """
    What became of a linked log.

    *status* is ``same``, ``grown`` (all that was linked is there, and more),
    ``shorter``, ``different``, ``missing``, or what is wrong with the file.
    """

    path: Path | None
    status: str
    words: str

    @property
    def is_linked(self) -> bool:
        """Whether it holds all that was linked, unchanged."""
        return self.status in ("same", "grown")


class GameLogs:
    """
    The logs that lie in a folder, by the id of their game.

    Raises :class:`BadLink` for a folder of more files than are looked at.
    """

    def __init__(self, folder: Path) -> None:
        self._paths: dict[bytes, list[Path]] = {}
        for number, path in enumerate(sorted(folder.glob("*.rbk"))):
            if number >= MAX_LOGS:
                raise BadLink(f"{folder} holds more than {MAX_LOGS} logs")
            try:
                with FileLog.read(path) as log:
                    self._paths.setdefault(log.chain.game_id, []).append(path)
            except (RollbookError, OSError):
                # What cannot be opened is told when a linked game is not found.
                continue

    def find(self, link: Link) -> FoundLog:
        """Give the log that was linked; of several with its id, one that holds what was linked."""
        paths = self._paths.get(link.game_id, [])
        found = [FoundLog(path, *compare(path, link.size, link.root)) for path in paths]
        linked = [one for one in found if one.is_linked]
        return next(iter(linked or found), FoundLog(None, "missing", "no log of that id there"))
