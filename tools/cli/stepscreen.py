"""`rollbook step` on a screen that is drawn again and again."""

from __future__ import annotations

from collections.abc import Callable

from rollbook.projections.printable import printable
from rollbook.projections.words import command_sentence
from rollbook.tools.cli.lines import Line, fit, line
from rollbook.tools.cli.stephelp import help_lines, pick_lines
from rollbook.tools.cli.stepkeys import Keys
from rollbook.tools.cli.stepping import Place, Walk
from rollbook.tools.cli.stepview import Window, frame
from rollbook.tools.cli.terminal import Terminal

FAR = 20_000
"""Entries between two places whose states may take a moment to work out."""
EARLIER = 12
"""Entries before the step that are shown where there is room."""


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


def run(walk: Walk, place: Place, title: str, seconds: float | None) -> None:
    """Walk through a log on a screen."""
    with Terminal(pictures=True) as terminal:
        Pictures(walk, place, title, terminal).run(seconds)
