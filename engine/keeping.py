"""
What fell stays fallen: held rolls, and rolls that were taken back.

A refusal that comes after generated dice keeps their faces in a ``hold_roll``
entry, and the corrected command uses them.  A command that was taken back and
comes again from an equal state uses the faces that it had.  Typed dice need
neither: the table still has them.
"""

from __future__ import annotations

from typing import Any

from rollbook.engine.decide import Asked
from rollbook.engine.dice.generated import Kept
from rollbook.engine.dice.ledger import Ledger
from rollbook.engine.dice.source import Rolling
from rollbook.engine.replay import replay
from rollbook.engine.ruleset import RuleSet
from rollbook.events.dicevalues import GeneratedDice, SimulatedDice
from rollbook.events.errors import RuleRefusal
from rollbook.events.log.entry import Entry
from rollbook.events.log.log import Log
from rollbook.events.log.messages import (
    LOG_MESSAGES,
    Fork,
    GiveUpRoll,
    HoldRoll,
    Restore,
    RollHeld,
    StartGame,
    TakeBack,
)
from rollbook.events.message import Command, Value, field_names, name_of
from rollbook.projections.state import States

NAMING = (
    "unit", "target", "weapon", "vehicle", "attacker", "defender", "combat", "model", "others",
)  # fmt: skip
"""Fields that say what a command is about; two commands that agree in them are the same."""

SIMULATED = "simulated"
"""The kind of a what-if timeline, and the source of its dice."""

VERY_LONG = 20_000
"""Entries of a log that is longer than any game."""

_ENDS_HOLD = (StartGame, TakeBack, Restore, Fork, HoldRoll, GiveUpRoll)
"""Commands of the log behind which no earlier held roll waits any more."""


class Keeper:
    """Finds faces that a command must use again."""

    def __init__(
        self, log: Log, rules: RuleSet, states: States, ledger: Ledger | None = None
    ) -> None:
        self._log = log
        self._rules = rules
        self._states = states
        self.ledger = ledger or Ledger()
        self._groups: dict[tuple[Any, ...], dict[int, list[int]]] = {}
        self._roots: dict[int, int] = {}
        self._scanned = 0

    @staticmethod
    def held_at(log: Log, head: int) -> Entry | None:
        """
        Give the entry that holds a roll for the next command after *head*, if any.

        Disputes, confirmations and entries of the program may stand between.
        """
        at: int | None = head
        while at is not None:
            entry = log.entry(at)
            if isinstance(entry.events[0], RollHeld):
                return entry
            if type(entry.command) not in LOG_MESSAGES or isinstance(entry.command, _ENDS_HOLD):
                return None
            at = log.chain.timelines.parent(at)
        return None

    def held(self, head: int) -> Entry | None:
        """Give the entry that holds a roll for the next command after *head*, if any."""
        return self.held_at(self._log, head)

    def check_held(self, head: int, asked: Asked) -> None:
        """Refuse every command but the one that a held roll waits for."""
        entry = self.held(head)
        if entry is None:
            return
        command = entry.events[0].command
        if not same_command(command, asked.command) or entry.by != asked.by:
            raise RuleRefusal(
                "PENDING",
                f"entry {entry.seq} holds a roll for a command that must be corrected first, "
                "or given up with give_up_roll",
                owed=name_of(type(command)),
                unit=getattr(command, "unit", None),
            )

    def kept(self, head: int, asked: Asked, *, simulated: bool = False) -> Kept | None:
        """
        Give the faces that *asked*, which continues *head*, must use first.

        On a *simulated* timeline only a held roll counts: a what-if is there
        to see other faces.
        """
        held = self.held(head)
        if held is not None:
            return self._of(held, held.events[0].command)
        if simulated or self._surely_none(head):
            return None
        self._scan()
        groups = self._groups.get(_key(asked.by, asked.command), {})
        for members in groups.values():
            seq = self._member(members, head)
            if seq is None:
                continue
            entry = self._log.entry(seq)
            if self._states.at(self._log.chain.timelines.parent(seq)) == self._states.at(head):
                return self._of(entry, command_of(entry))
        return None

    def _surely_none(self, head: int) -> bool:
        """
        Tell whether a very long log is one straight line, in which nothing was withdrawn.

        Reading all of it for a roll that was given up on the way would take
        long before the first command; the audit sees those.
        """
        timelines = self._log.chain.timelines
        straight = len(timelines.heads) == 1 and len(timelines.runs(head)) == 1
        return straight and head > VERY_LONG and not self._scanned

    def _member(self, members: list[int], head: int) -> int | None:
        """
        Give the newest of entries with the same faces, if the path to *head* lacks those.

        A held roll lies on the path itself until a command uses it.
        """
        timelines = self._log.chain.timelines
        ledger = self.ledger.read(self._log)
        for seq in members:
            used = seq not in ledger.held
            if seq in ledger.set_aside or (used and timelines.is_on_path(seq, head)):
                return None
        return members[-1]

    def _scan(self) -> None:
        """Find the entries with generated dice; those with the same faces are one group."""
        for entry in self._log.entries(range(self._scanned, len(self._log))):
            self._see(entry)
        self._scanned = len(self._log)

    def see(self, entry: Entry) -> None:
        """Take notice of an entry that was appended just now, to save reading it again."""
        if self._scanned == entry.seq:
            self._see(entry)
            self._scanned += 1

    def _see(self, entry: Entry) -> None:
        dice = entry.dice
        if not isinstance(dice, GeneratedDice) or isinstance(dice, SimulatedDice):
            return
        timelines = self._log.chain.timelines
        if timelines.kinds[timelines.line(entry.seq)] == SIMULATED:
            return
        root = entry.seq
        if dice.kept_from is not None:
            root = self._roots.get(dice.kept_from, dice.kept_from)
        self._roots[entry.seq] = root
        groups = self._groups.setdefault(_key(entry.by, command_of(entry)), {})
        groups.setdefault(root, []).append(entry.seq)

    def root(self, seq: int) -> int:
        """Give the entry in which the first faces of entry *seq* fell."""
        self._scan()
        return self._roots.get(seq, seq)

    def _of(self, entry: Entry, command: Command) -> Kept:
        parent = self._log.chain.timelines.parent(entry.seq)
        faces = tuple(entry.dice.faces)
        choices = tuple(getattr(command, "choices", None) or ())
        asked = Asked(command, entry.by, faces, choices)
        rolls = replay(self._rules, self._states.at(parent), asked).rolls
        asks = tuple((roll.ask.purpose, roll.ask.count, roll.ask.sides) for roll in rolls)
        return Kept(entry.seq, asks, faces)


class KeptOnly:
    """A source that makes no die: for kept faces where no source was named."""

    def __init__(self, value: type[Any], name: str) -> None:
        self.value = value
        self.name = name

    def begin(self, request: bytes, by: str) -> Rolling:
        """Refuse ``NO_DICE``."""
        del request, by
        raise RuleRefusal(
            "NO_DICE",
            f"more dice are needed than were kept; go on with the dice source {self.name}",
        )


def check_no_typed(kept: Kept, asked: Asked) -> None:
    """
    Refuse typed dice where faces that fell already must be used.

    Raises ``NOT_ALLOWED``: agreement or a ruling sets faces aside.
    """
    if asked.dice:
        raise RuleRefusal(
            "NOT_ALLOWED",
            f"the faces of entry {kept.seq} fell for this command already and are used again; "
            "the opponent's agreement or the judge can set them aside with give_up_roll",
            needs="agreement",
            held=kept.seq,
        )


def command_of(entry: Entry) -> Command:
    """Give the command whose dice an entry holds: its own, or the one it was held for."""
    first = entry.events[0]
    command: Command = first.command if isinstance(first, RollHeld) else entry.command
    return command


def same_command(a: Command, b: Command) -> bool:
    """Tell whether two commands are about the same: type, units, weapons, targets."""
    return type(a) is type(b) and naming(a) == naming(b)


def naming(message: Any) -> tuple[Any, ...]:
    """Give what a command names: its units, weapons and targets, also inside lists."""
    named: list[Any] = []
    for name in field_names(type(message)):
        value = getattr(message, name)
        if name in NAMING:
            named.append((name, value))
        elif isinstance(value, tuple):
            named.extend(naming(item) for item in value if isinstance(item, Value))
    return tuple(named)


def _key(by: str, command: Any) -> tuple[Any, ...]:
    return (by, type(command), naming(command))
