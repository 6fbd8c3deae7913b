"""The keys of `rollbook step`: what each does, on a screen or line by line."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from rollbook.events.errors import RollbookError
from rollbook.events.log.address import parse_address
from rollbook.projections.printable import printable
from rollbook.projections.words import command_sentence
from rollbook.tools.cli.lines import Line, fit, line, written
from rollbook.tools.cli.stephelp import HELP, help_lines, pick_lines
from rollbook.tools.cli.stepping import Place, Walk
from rollbook.tools.cli.stepview import Window, frame, spoken, spoken_units
from rollbook.tools.cli.terminal import Terminal
from rollbook.tools.cli.wanted import Wanted, is_damage, is_loss, is_roll, is_round, says

PATIENCE = 0.3
"""Seconds after which a search says that it is at work."""
FAR = 20_000
"""Entries between two places whose states may take a moment to work out."""
EARLIER = 12
"""Entries before the step that are shown where there is room."""

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


class Pictures:
    """The screen: the step, the help, the list of branches, a line to type in."""

    def __init__(self, walk: Walk, place: Place, title: str, terminal: Terminal) -> None:
        self.keys = Keys(walk, place, terminal, self.ask)
        self.keys.on_work = lambda _: self.draw()
        self._title = title
        self._terminal = terminal
        self._drawn: list[Line] = []
        self._seen = 0

    def draw(self) -> None:
        """Show the step."""
        columns, rows = self._terminal.size()
        walk, place = self.keys.walk, self.keys.place
        if abs(place.seq - self._seen) > FAR:
            words = f"Working out the state at entry {place.seq}; quick once it is done."
            self._terminal.draw([*self._drawn[:-1], fit(line((words, "mark")), columns)])
        window = Window(columns, rows, self._title, self.keys.message, earlier(walk, place))
        self._drawn = frame(walk.look(place), window)
        self._seen = place.seq
        self._terminal.draw(self._drawn)

    def run(self, seconds: float | None) -> None:
        """Take keys until one says to end."""
        keys = self.keys
        if seconds:
            keys.pace = keys.playing = seconds
        while True:
            self.draw()
            key = self._terminal.key(keys.playing)
            if key is None:
                keys.message = ""
                keys.forward()
            elif key in ("q", "Q", "quit"):
                return
            elif key == "?":
                self._show(help_lines)
            elif key in ("t", "T"):
                self._pick()
            elif key != "redraw":
                keys.press(key)

    def _show(self, lines: Callable[[int, int, int], list[Line]]) -> None:
        top = 0
        while True:
            columns, rows = self._terminal.size()
            shown = lines(columns, rows, top)
            self._terminal.draw(shown)
            key = self._terminal.key()
            if key in ("down", "j", " ", "page down"):
                top += 1
            elif key in ("up", "k", "page up"):
                top = max(top - 1, 0)
            elif key != "redraw":
                return

    def _pick(self) -> None:
        walk, place = self.keys.walk, self.keys.place
        found = walk.branches()
        chosen = found.index(place.branch) if place.branch in found else 0
        while True:
            columns, rows = self._terminal.size()
            self._terminal.draw(pick_lines(found, chosen, columns, rows))
            key = self._terminal.key()
            if key in ("down", "j", "t"):
                chosen = (chosen + 1) % len(found)
            elif key in ("up", "k", "T"):
                chosen = (chosen - 1) % len(found)
            elif key in ("enter", " ", "right"):
                self.keys.place = walk.on(place, found[chosen])
                self.keys.message = f"On {found[chosen]}, at {self.keys.place}."
                return
            elif key != "redraw":
                return

    def ask(self, prompt: str) -> str | None:
        """Take a line of text in the last line of the window; ``None`` when given up."""
        text = ""
        while True:
            columns, rows = self._terminal.size()
            room = max(columns - len(prompt) - 2, 4)
            walk, place = self.keys.walk, self.keys.place
            shown = frame(walk.look(place), Window(columns, rows, self._title, "", ()))
            tail = printable(text)[-room:]
            shown[-1] = line((prompt, "strong"), tail, ("_", "here"))
            self._terminal.draw(shown)
            key = self._terminal.key()
            if key in ("escape", "quit"):
                return None
            if key == "enter":
                return text.strip()
            if key == "backspace":
                text = text[:-1]
            elif key and len(key) == 1 and len(text) < 200:
                text += key


def earlier(walk: Walk, place: Place) -> tuple[tuple[str, str], ...]:
    """Give the entries before a place, oldest first, as number and words."""
    route = walk.route(place.branch)
    name = walk.look(place).name
    found: list[tuple[str, str]] = []
    seq = route.before(place.seq)
    while seq is not None and len(found) < EARLIER:
        entry = walk.entry(seq)
        words = f"{name(entry.by)}: {command_sentence(walk.rules, entry.command, name)}"
        found.append((str(seq), words))
        seq = route.before(seq)
    return tuple(reversed(found))


def run_pictures(walk: Walk, place: Place, title: str, seconds: float | None) -> None:
    """Walk through a log on a screen."""
    with Terminal(pictures=True) as terminal:
        Pictures(walk, place, title, terminal).run(seconds)


def run_plain(walk: Walk, place: Place, title: str, seconds: float | None) -> None:
    """Walk through a log with one line a step, for screen readers and simple terminals."""
    with Terminal(pictures=False) as terminal:

        def ask(prompt: str) -> str | None:
            with terminal.as_found():
                try:
                    return input(prompt).strip()
                except EOFError:
                    return None

        keys = Keys(walk, place, terminal, ask)
        keys.on_work = lambda again: None if again else _tell(keys.message)
        _tell(f"{title}, {place.branch}. Press ? for the keys, q to quit.")
        Plain(keys, terminal).run(seconds)


class Plain:
    """Lines instead of pictures: each step is told once."""

    def __init__(self, keys: Keys, terminal: Terminal) -> None:
        self._keys = keys
        self._terminal = terminal
        self._told: int | None = None

    def run(self, seconds: float | None) -> None:
        """Take keys until one says to end."""
        keys = self._keys
        if seconds:
            keys.pace = keys.playing = seconds
        self._tell_step()
        while True:
            key = self._terminal.key(keys.playing)
            if key in ("q", "Q", "quit"):
                return
            before = keys.place
            if key is None:
                keys.forward()
            elif key != "redraw":
                self._press(key)
            if keys.message:
                _tell(keys.message)
                keys.message = ""
            if keys.place != before:
                self._tell_step()

    def _press(self, key: str) -> None:
        keys = self._keys
        if key == "?":
            for names, what in HELP:
                _tell(f"{names}: {what}")
        elif key in ("s", "S"):
            self._tell_units()
        elif key in ("t", "T"):
            found = keys.walk.branches()
            now = keys.place.branch
            place = found.index(now) if now in found else -1
            branch = found[(place + 1) % len(found)]
            keys.place = keys.walk.on(keys.place, branch)
            keys.message = f"On {branch}."
        else:
            keys.press(key)

    def _tell_step(self) -> None:
        step = self._keys.walk.look(self._keys.place)
        _tell(spoken(step, entry=step.place.seq != self._told))
        self._told = step.place.seq

    def _tell_units(self) -> None:
        state: Any = self._keys.walk.look(self._keys.place).after
        for text in spoken_units(state):
            _tell(text)


def _tell(text: str) -> None:
    sys.stdout.write(written(text, sys.stdout.encoding) + "\n")
    sys.stdout.flush()
