"""
Where lines come from: a terminal with editing and completion, or plain lines.

prompt_toolkit is used when it is installed; without it the terminal's own
readline, and with ``--plain`` neither, so that nothing is ever redrawn and a
screen reader says each line once.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable
from typing import Any, Protocol

Complete = Callable[[str], tuple[int, list[str]]]
"""Text before the cursor gives where the last word begins, and words that could stand there."""
NARROW = 24
TABLE_COLUMNS = 76
"""Columns that a table of odds takes."""
_BARS = re.compile("[█░▏]+")


class Lines(Protocol):
    """A way to ask for lines and to say some."""

    @property
    def narrow(self) -> bool:
        """Whether columns and bars would not fit, or could not be heard."""

    def ask(self, question: str, *, line: bool = False) -> str:
        """
        Ask for one line; *line* for a command, with completion and history.

        Raises ``EOFError`` at the end of input and ``KeyboardInterrupt`` when
        the person breaks off.
        """

    def say(self, text: str) -> None:
        """Print one line, folded to the width of the terminal."""


def lines_for(complete: Complete, *, plain: bool) -> Lines:
    """Give the best way that this terminal has, or plain lines."""
    if not plain:
        with contextlib.suppress(ImportError):
            return ToolkitLines(complete)
        with contextlib.suppress(ImportError):
            return ReadlineLines(complete)
    return PlainLines()


def folded(text: str, columns: int) -> Iterable[str]:
    """Fold a line to *columns*, what follows set in by two."""
    return textwrap.wrap(
        text,
        max(columns, NARROW),
        subsequent_indent="  ",
        break_on_hyphens=False,
        drop_whitespace=True,
        replace_whitespace=False,
    ) or [""]


def finished(word: str) -> str:
    """Give a completed word with the blank behind it, unless a value must follow at once."""
    return word if word.endswith(("=", ".")) else f"{word} "


def compact(text: str) -> str:
    """
    Give a line of a table without its bars and blanks, for a phone or a screen reader.

    >>> compact("  destroyed   yes   ██     10.51 %  919/8748")
    '  destroyed yes 10.51 % 919/8748'
    """
    lead = text[: len(text) - len(text.lstrip())]
    return lead[:4] + " ".join(_BARS.sub(" ", text).split())


class PlainLines:
    """Questions as whole lines, answers from standard input; nothing moves the cursor."""

    narrow = True

    def ask(self, question: str, *, line: bool = False) -> str:
        """Ask on a line of its own."""
        del line
        self.say(question)
        text = sys.stdin.readline(1_000_000)
        if not text:
            raise EOFError
        return text.rstrip("\r\n")

    def say(self, text: str) -> None:
        """Print a line without bars; the reader folds it."""
        sys.stdout.write((compact(text) if _BARS.search(text) else text) + "\n")
        sys.stdout.flush()


class _Folding:
    @property
    def narrow(self) -> bool:
        """Whether a table of odds does not fit."""
        return shutil.get_terminal_size().columns < TABLE_COLUMNS

    def say(self, text: str) -> None:
        """Print a line, folded."""
        columns = shutil.get_terminal_size().columns
        sys.stdout.write("".join(f"{line}\n" for line in folded(text, columns)))
        sys.stdout.flush()


class ReadlineLines(_Folding):
    """``input`` with the terminal's readline: Tab completes, arrows bring back lines."""

    def __init__(self, complete: Complete) -> None:
        import readline

        self._readline = readline
        self._complete = complete
        self._found: list[str] = []
        readline.set_completer_delims(" \t")
        readline.set_completer(self._next)
        readline.parse_and_bind("tab: complete")
        readline.set_auto_history(False)

    def _next(self, word: str, number: int) -> str | None:
        if number == 0:
            before = self._readline.get_line_buffer()[: self._readline.get_endidx()]
            start, words = self._complete(before)
            # Readline begins its word at the last blank, which may stand inside quotation marks.
            cut = max(0, len(before) - len(word) - start)
            self._found = [finished(word[cut:]) for word in words]
        return self._found[number] if number < len(self._found) else None

    def ask(self, question: str, *, line: bool = False) -> str:
        """Ask with the question before the answer."""
        text = input(f"{question} ")
        if line and text.strip():
            self._readline.add_history(text)
        return text


class ToolkitLines(_Folding):
    """prompt_toolkit: the same with a list of words below the line."""

    def __init__(self, complete: Complete) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import Completer, Completion
        from prompt_toolkit.history import InMemoryHistory

        class Words(Completer):
            def get_completions(self, document: Any, complete_event: Any) -> Iterable[Completion]:
                del complete_event
                before = document.text_before_cursor
                start, words = complete(before)
                for word in words:
                    yield Completion(
                        finished(word), start_position=start - len(before), display=word
                    )

        self._line: PromptSession[str] = PromptSession(
            completer=Words(),
            complete_while_typing=False,
            history=InMemoryHistory(),
            reserve_space_for_menu=4,
        )
        self._answer: PromptSession[str] = PromptSession(history=InMemoryHistory())

    def ask(self, question: str, *, line: bool = False) -> str:
        """Ask with the question before the answer."""
        session = self._line if line else self._answer
        return session.prompt(f"{question} ")
