"""`rollbook step --plain`: one spoken line a step, for screen readers and simple terminals."""

from __future__ import annotations

import sys
from typing import Any

from rollbook.tools.cli.lines import written
from rollbook.tools.cli.stephelp import HELP
from rollbook.tools.cli.stepkeys import Keys
from rollbook.tools.cli.stepping import Place, Walk
from rollbook.tools.cli.steptext import spoken, spoken_units
from rollbook.tools.cli.terminal import Terminal


def run(walk: Walk, place: Place, title: str, seconds: float | None) -> None:
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
