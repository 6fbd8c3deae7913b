"""
What fell stays fallen: held rolls, and rolls that were taken back.

A refusal that comes after generated dice keeps their faces in a ``hold_roll``
entry, and the corrected command uses them.  A command that was taken back and
comes again from an equal state uses the faces that it had.  Typed dice need
neither: the table still has them.
"""

from __future__ import annotations

import contextlib
from typing import Any

from rollbook.engine.decide import Asked, decide
from rollbook.engine.dice.entered import Entered
from rollbook.engine.dice.generated import Kept
from rollbook.engine.ruleset import RuleSet
from rollbook.events.dicevalues import GeneratedDice
from rollbook.events.errors import RuleRefusal
from rollbook.events.log.entry import Entry
from rollbook.events.log.log import Log
from rollbook.events.log.messages import DisputeSettled, RollHeld
from rollbook.events.message import Command, field_names, name_of
from rollbook.projections.state import States

NAMING = ("unit", "target", "weapon", "vehicle", "attacker", "defender", "combat")
"""Fields that say what a command is about; two commands that agree in them are the same."""


class Keeper:
    """Finds faces that a command must use again."""

    def __init__(self, log: Log, rules: RuleSet, states: States) -> None:
        self._log = log
        self._rules = rules
        self._states = states
        self._generated: list[int] = []
        self._scanned = 0
        self._rerolls: set[str] = set()

    def held(self, head: int) -> Entry | None:
        """Give the entry at *head* if it holds a roll that waits for its command."""
        entry = self._log.entry(head)
        return entry if isinstance(entry.events[0], RollHeld) else None

    def check_held(self, head: int, asked: Asked) -> None:
        """Refuse every command but the one that a held roll waits for."""
        entry = self.held(head)
        if entry is None:
            return
        command = entry.events[0].command
        if not same_command(command, asked.command) or entry.by != asked.by:
            raise RuleRefusal(
                "PENDING",
                "a roll is held for a command that must be corrected first, or given up "
                "with give_up_roll",
                owed=name_of(type(command)),
                unit=getattr(command, "unit", None),
            )

    def kept(self, head: int, asked: Asked) -> Kept | None:
        """Give the faces that *asked*, which continues *head*, must use first."""
        held = self.held(head)
        if held is not None:
            return self._of(held, held.events[0].command)
        self._scan()
        state = self._states.at(head)
        for seq in reversed(self._generated):
            found = self._again(seq, head, state, asked)
            if found is not None:
                return found
        return None

    def _again(self, seq: int, head: int, state: Any, asked: Asked) -> Kept | None:
        timelines = self._log.chain.timelines
        entry = self._log.entry(seq)
        command = command_of(entry)
        if entry.by != asked.by or not same_command(command, asked.command):
            return None
        if timelines.is_on_path(seq, head) or str(seq) in self._rerolls:
            return None
        if self._states.at(timelines.parent(seq)) != state:
            return None
        return self._of(entry, command)

    def _scan(self) -> None:
        """Find the entries with generated dice, and the rolls that a judge gave anew."""
        for entry in self._log.entries(range(self._scanned, len(self._log))):
            if isinstance(entry.dice, GeneratedDice):
                self._generated.append(entry.seq)
            for event in entry.events:
                if isinstance(event, DisputeSettled) and event.outcome == "reroll":
                    self._rerolls.add(event.about.partition(".")[0])
        self._scanned = len(self._log)

    def _of(self, entry: Entry, command: Command) -> Kept:
        parent = self._log.chain.timelines.parent(entry.seq)
        choices = getattr(command, "choices", None) or ()
        answers = Entered(tuple(entry.dice.faces), tuple(choices))
        asked = Asked(command, entry.by, choices=tuple(choices))
        with contextlib.suppress(RuleRefusal):
            decide(self._rules, self._states.at(parent), asked, answers)
        return Kept(entry.seq, tuple(answers.asks), tuple(entry.dice.faces))


def command_of(entry: Entry) -> Command:
    """Give the command whose dice an entry holds: its own, or the one it was held for."""
    first = entry.events[0]
    command: Command = first.command if isinstance(first, RollHeld) else entry.command
    return command


def same_command(a: Command, b: Command) -> bool:
    """Tell whether two commands are about the same: type, units, weapons, targets."""
    if type(a) is not type(b):
        return False
    names = set(NAMING) & set(field_names(type(a)))
    return all(getattr(a, name) == getattr(b, name) for name in names)
