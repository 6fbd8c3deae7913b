"""The keys of `rollbook step`: what each does to the place that is shown."""

from __future__ import annotations

import time
from collections.abc import Callable

from rollbook.events.errors import RollbookError
from rollbook.events.log.address import parse_address
from rollbook.projections.printable import printable
from rollbook.tools.cli.stepping import Place, Walk
from rollbook.tools.cli.terminal import Terminal
from rollbook.tools.cli.wanted import Wanted, is_damage, is_loss, is_roll, is_round, says

PATIENCE = 0.3
"""Seconds after which a search says that it is at work."""

Ask = Callable[[str], str | None]

_MOVES: dict[str, Callable[[Walk, Place], Place | None]] = {
    "right": Walk.next_event, " ": Walk.next_event, "f": Walk.next_event, "l": Walk.next_event,
    "enter": Walk.next_event,
    "left": Walk.previous_event, "b": Walk.previous_event, "backspace": Walk.previous_event,
    "down": Walk.next_entry, "j": Walk.next_entry,
    "up": Walk.previous_entry, "k": Walk.previous_entry,
    "home": Walk.first, "0": Walk.first, "end": Walk.last, "$": Walk.last,
}  # fmt: skip
_SEARCHES = {"r": "round", "d": "roll", "h": "damage", "x": "loss"}
_WORDS = {"round": "round", "roll": "roll", "damage": "damage", "loss": "loss of a unit"}
FASTEST, SLOWEST = 0.05, 60.0


class Keys:
    """What `step` knows between two keys, and what each key makes of it."""

    def __init__(self, walk: Walk, place: Place, terminal: Terminal, ask: Ask) -> None:
        self.walk = walk
        self.place = place
        self.message = ""
        self.playing: float | None = None
        self.pace = 1.0
        self._terminal = terminal
        self._ask = ask
        self._sought = ""
        self.on_work: Callable[[bool], None] = lambda _: None
        """Called while a search goes on, with whether it was called for it before."""

    def press(self, key: str) -> None:
        """Do what *key* asks for; says in ``message`` when that cannot be done."""
        self.message = ""
        if key in _MOVES:
            self._go(_MOVES[key](self.walk, self.place), key)
        elif key.lower() in _SEARCHES:
            what = _SEARCHES[key.lower()]
            self._seek(self._wanted(what), _WORDS[what], forward=key.islower())
        elif key in ("page down", "page up"):
            self._leap(Walk.next_entry if key == "page down" else Walk.previous_entry)
        elif key in "/nN" and key:
            self._search(key)
        elif key == "g":
            self._go_to()
        elif key in "p+-" and key:
            self._play(key)
        else:
            self.message = "That key does nothing; ? shows the keys." if key else ""

    def _go(self, there: Place | None, key: str) -> None:
        if there is None:
            back = key in ("left", "b", "backspace", "up", "k")
            self.message = "This is the beginning." if back else "This is the end."
        else:
            self.place = there

    def _leap(self, move: Callable[[Walk, Place], Place | None]) -> None:
        for _ in range(10):
            there = move(self.walk, self.place)
            if there is None:
                return
            self.place = there

    def forward(self) -> bool:
        """Go on by one event while playing; tell whether there was one."""
        there = self.walk.next_event(self.place)
        self.place = there or self.place
        if there is None:
            self.playing = None
            self.message = "This is the end."
        return there is not None

    def _wanted(self, what: str) -> Wanted:
        return {"round": is_round, "roll": is_roll, "loss": is_loss,
                "damage": is_damage(self.walk.rules)}[what]  # fmt: skip

    def _seek(self, wanted: Wanted, words: str, *, forward: bool) -> None:
        """Look for a place; any key stops it."""
        say_at = time.monotonic() + PATIENCE
        said = False
        for found in self.walk.find(self.place, wanted, forward=forward):
            if isinstance(found, Place):
                self.place = found
                self.message = ""
                return
            if time.monotonic() > say_at:
                say_at = time.monotonic() + PATIENCE
                self.message = f"Looking for {words}, at entry {found}; any key stops."
                self.on_work(said)
                said = True
            if self._terminal.key(0) is not None:
                self.message = f"Stopped looking at entry {found}."
                return
        self.message = f"There is no {'later' if forward else 'earlier'} {words}."

    def _search(self, key: str) -> None:
        if key == "/":
            self._sought = self._ask("Find: ") or self._sought
        if not self._sought:
            return
        name = self.walk.look(self.place).name
        wanted = says(self._sought, self.walk.rules, name)
        self._seek(wanted, f"“{printable(self._sought)}”", forward=key != "N")

    def _go_to(self) -> None:
        text = self._ask("Go to (42, 42.3, name@42): ")
        if not text:
            return
        try:
            timeline = self.place.branch.timeline
            there = self.walk.at(parse_address(text, self.walk.timelines, timeline))
        except RollbookError as error:
            self.message = printable(" ".join(str(error).split()))
            return
        if there.seq in self.walk.route(self.place.branch) and "@" not in text:
            there = self.walk.on(there, self.place.branch)
        self.place = there

    def _play(self, key: str) -> None:
        if key == "p":
            self.playing = None if self.playing else self.pace
            self.message = f"Playing, {self.pace:g} s an event." if self.playing else "Paused."
            return
        self.pace = min(max(self.pace * (0.5 if key == "+" else 2), FASTEST), SLOWEST)
        self.playing = self.pace if self.playing else None
        self.message = f"{self.pace:g} s an event."
