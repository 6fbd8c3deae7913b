"""
Rollbook as a library: a log in a few lines, for notebooks, bots and scripts.

>>> from rollbook.tools.api import new_log
>>> game = new_log("hull-points", {"ann": "Ann", "ben": "Ben"})
>>> _ = game.play(
...     {
...         "do": "add_unit", "by": "ann", "unit": "gertie", "owner": "ann", "kind": "walker",
...         "name": "Old Gertie", "base_mm": 60, "weight": "medium", "ws": "5/4", "strength": 5,
...         "toughness": 9, "grit": 5, "sagacity": 4, "weapons": [],
...     }
... )
>>> _ = game.play(
...     {"do": "apply_damage", "by": "ben", "unit": "gertie", "amount": 4, "cause": "mine",
...      "dice": [2, 3, 4]}
... )
>>> game.at().units["gertie"].hull, game.at(1).units["gertie"].hull
(2, 3)
>>> print(game.explain("gertie.hull"))
Old Gertie: hull is 2 since 2.2, 3 before, because
     2.2  Old Gertie loses a hull point (2 left)  [HW-DMG-3]
     2.0  because: Old Gertie suffers 4 damage (mine): 3 to armor, 1 to the hull  [HW-DMG-1, HW-DMG-2]
       2  asked for by Ben: 4 damage to Old Gertie (mine)
>>> what_if = game.copy().fork("luckier", at=1)
>>> what_if.diff("main", "luckier").fields[0].path
('units', 'gertie', 'hull')
"""  # noqa: E501  (what the program prints, as it prints it)

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from rollbook.events.log.address import Address, parse_address
from rollbook.events.log.entry import Entry
from rollbook.events.log.file import FileLog
from rollbook.events.log.log import Log, MemoryLog
from rollbook.events.log.timeline import Timelines
from rollbook.events.quantities import SYSTEM
from rollbook.projections.causes import Causes, Place
from rollbook.projections.diff import Comparison, Side, compare
from rollbook.projections.explain import ADDRESS, Explainer, Explanation
from rollbook.projections.fold import Folder, projection_of
from rollbook.projections.state import States

At = int | str | None
"""An address: ``42``, ``"42.3"``, ``"name@42"``, ``"name"``; ``None`` is the head."""

__all__ = ["At", "Game", "new_log", "open_log"]


def open_log(path: Path | str, *, write: bool = False, timeline: str | None = None) -> Game:
    """
    Open the log *path*, to look at it, or with *write* to play on.

    *timeline* is the one to work on; without it the log's default one.  Only
    one writer at a time can have a log open.  Raises ``NotALog``,
    ``DamagedLog``, ``UnknownTimeline``, ``UnknownRuleSet``, and for writing
    ``WriterBusy`` and ``ReadOnlyLog``.
    """
    log = FileLog.write(path) if write else FileLog.read(path)
    try:
        return Game(log, timeline)
    except BaseException:
        log.close()
        raise


def new_log(
    rules: str,
    players: Mapping[str, str],
    path: Path | str | None = None,
    *,
    house_rules: Mapping[str, Any] | None = None,
) -> Game:
    """
    Start a log in the file *path*, or in memory without one.

    *players* are their names by id.  Raises
    :class:`~rollbook.events.errors.RuleRefusal` or ``LogExists``.
    """
    from rollbook.engine.starting import start

    command = {
        "do": "start_game",
        "by": SYSTEM,
        "rules": rules,
        "players": dict(players),
        "house_rules": dict(house_rules or {}),
    }
    return Game(start(command, path).log)


class Game:
    """One timeline of one log.  Use :func:`open_log` or :func:`new_log`."""

    def __init__(self, log: Log, timeline: str | None = None) -> None:
        self.log = log
        self.rules = log.chain.rules
        self.timeline = timeline or log.chain.timelines.default
        log.chain.timelines.head(self.timeline)
        self._projection = projection_of(self.rules)
        self._states = States(log, self._projection)
        self._session: Any = None

    def __enter__(self) -> Game:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self.log.close()

    @property
    def timelines(self) -> Timelines:
        """All timelines of the log: ``heads``, ``openings``, ``kinds`` by name, and paths."""
        return self.log.chain.timelines

    @property
    def head(self) -> int:
        """The number of the entry that the next command continues."""
        return self.timelines.head(self.timeline)

    def address(self, at: At = None) -> Address:
        """Read an address; raises ``BadAddress``, ``UnknownEntry`` or ``UnknownTimeline``."""
        return parse_address("" if at is None else str(at), self.timelines, self.timeline)

    def at(self, at: At = None) -> Any:
        """
        Give the state at an address, after that entry or that event.

        Without one, the state now.
        """
        address = self.address(at)
        return self._states.at(address.seq, None if address.event is None else address.event + 1)

    def entries(self, at: At = None) -> Iterator[Entry]:
        """Give the entries of the timeline, or of the path to an address, oldest first."""
        return self.log.entries(self.timelines.path(self.address(at).seq))

    def fold(self, entries: Iterable[Entry], state: Any = None) -> Any:
        """
        Give the state after *entries*, folded one by one from *state*, or from nothing.

        ``game.fold(game.entries())`` is ``game.at()``, the long way.
        """
        folder = Folder(self._projection, state)
        for entry in entries:
            folder.apply_all(entry.events)
        return folder.state

    def on(self, timeline: str) -> Game:
        """Give the same log, on another of its timelines."""
        return Game(self.log, timeline)

    def copy(self) -> Game:
        """
        Give a copy in memory, to try things out in.

        What is played and forked there never reaches the file.
        """
        log = MemoryLog.of(self.log.payload(seq) for seq in range(len(self.log)))
        return Game(log, self.timeline)

    def play(self, command: Mapping[str, Any]) -> dict[str, Any]:
        """
        Take one command object and give its result object.

        Raises :class:`~rollbook.events.errors.RuleRefusal` (nothing is kept
        then) or ``ReadOnlyLog``.
        """
        result: dict[str, Any] = self._opened().submit(dict(command)).to_plain()
        return result

    def _opened(self) -> Any:
        if self._session is None:
            from rollbook.engine.session import Session, rules_of

            self._session = Session(self.log, rules_of(self.log), self.timeline)
        return self._session

    def fork(
        self,
        name: str,
        at: At = None,
        *,
        into: Path | str | None = None,
        by: str = SYSTEM,
        simulated: bool = False,
    ) -> Game:
        """
        Open the timeline *name* at an entry, and give the game on it.

        *into* begins a new file with it, opened for playing on; the log
        itself then stays as it is.  Raises
        :class:`~rollbook.events.errors.RuleRefusal`, ``LogExists`` or
        ``ReadOnlyLog``.
        """
        from rollbook.engine.forkfile import fork_command, fork_into

        seq = self.address(at).seq
        kind = "simulated" if simulated else "played"
        if into is None:
            self._opened().submit(fork_command(name, seq, by, kind))
            return self.on(name)
        if not isinstance(self.log, FileLog):
            raise TypeError("a log in memory has no file to copy; fork it without into")
        fork_into(self.log.path, into, name, seq, by=by, kind=kind)
        return open_log(into, write=True)

    def diff(self, x: At = None, y: At = None, *, other: Game | None = None) -> Comparison:
        """
        Compare two timelines or entries, *y* in another log if one is given.

        Raises ``NothingShared`` if that does not begin like this one.
        """
        right = other or self
        return compare(self._side(x), right._side(y))

    def _side(self, at: At) -> Side:
        return Side(self.log, self._states, self.address(at).seq)

    def explain(self, what: int | str, at: At = None) -> Explanation:
        """
        Say why something is as it is: ``"gertie.hull"``, ``42`` or ``"42.3"``.

        *at* is when a field is asked about; without it, now.  The answer has
        its ``steps``, ``to_plain()`` for JSON, and prints itself in words.
        Raises ``UnknownField``.
        """
        from rollbook.engine.odds.chain import ChainOdds

        causes = Causes(self.log, self._projection, self._states)
        odds = ChainOdds(self.log, self._states)
        explainer = Explainer(self.log, causes, self._states, odds)
        address = self.address(what if ADDRESS.fullmatch(str(what)) else at)
        place = Place(address.seq, address.event)
        if ADDRESS.fullmatch(str(what)):
            return explainer.place(place)
        return explainer.field(str(what), place)
