"""Commands of the game, decided again from the state before them."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from rollbook.engine.audit.compare import called, differences, refused
from rollbook.engine.audit.found import Found
from rollbook.engine.decide import Asked
from rollbook.engine.keeping import Keeper
from rollbook.engine.replay import Replayed, replay
from rollbook.engine.ruleset import RuleSet
from rollbook.events.errors import BadValue, RuleRefusal
from rollbook.events.log.entry import Entry
from rollbook.events.log.messages import HoldRoll, RollHeld, StartGame
from rollbook.events.message import Command
from rollbook.events.outside import structure
from rollbook.events.plain import to_plain
from rollbook.events.shape import fields_of


class GameCommands:
    """
    Decides the game's commands of one log again, and says into *found* what differs.

    *played* is the version of the rules that the log was played by.
    """

    def __init__(self, rules: RuleSet, played: str, keeper: Keeper, found: Found) -> None:
        self._rules = rules
        self._same = played == rules.version
        self._keeper = keeper
        self._found = found

    def check_shape(self, entry: Entry) -> None:
        """Find values in a recorded command that the border refuses."""
        problem = shape_problem(entry.command)
        if problem is not None:
            self._found.add(
                "BAD_COMMAND", entry.seq, "refused: BAD_VALUE", "recorded",
                f"{called(entry.command)} has a value that no command may have: {problem.message}",
                problem.rule,
            )  # fmt: skip

    def decide(self, entry: Entry, before: Any, parent: int | None) -> Replayed:
        """Decide a command of the game, and compare what it gives."""
        command = entry.command
        asked = Asked(
            command, entry.by, faces_in(entry), getattr(command, "choices", None) or (), entry.key
        )
        replayed = replay(self._rules, before, asked)
        if parent is not None:
            self._check_waiting(entry, parent, asked)
        recorded = entry.events[1:] if isinstance(command, StartGame) else entry.events
        found = (
            [refused(entry.seq, replayed.refusal, command)]
            if replayed.refusal is not None
            else differences(entry.seq, recorded, replayed)
        )
        if isinstance(command, StartGame):
            found = [evolve(f, address="0.1") if f.address == "0.0" else f for f in found]
        (self._found.findings if self._same else self._found.differ).extend(found)
        return replayed

    def decide_held(self, entry: Entry, before: Any, parent: int | None) -> Replayed:
        """Decide the command that a held roll waits with: it must be refused behind its dice."""
        command, code = entry.command.command, entry.command.code
        choices = getattr(command, "choices", None) or ()
        asked = Asked(command, entry.by, faces_in(entry), choices)
        replayed = replay(self._rules, before, asked)
        given = None if replayed.refusal is None else replayed.refusal.code
        if parent is not None:
            self._check_waiting(entry, parent, asked)
        same = entry.events == (RollHeld(command=command, code=code),)
        if given != code or entry.dice is None or not same:
            self._found.add(
                "HELD_ROLL_WRONG", entry.seq, f"a refusal {code} after these dice",
                str(given), "the rules do not hold this roll",
            )  # fmt: skip
        return replayed

    def _check_waiting(self, entry: Entry, parent: int, asked: Asked) -> None:
        try:
            self._keeper.check_held(parent, asked)
        except RuleRefusal as refusal:
            self._found.add(
                "HELD_ROLL_DROPPED", entry.seq, f"{refusal.extra.get('owed')}, corrected",
                called(entry.command), f"a held roll was passed over: {refusal.message}",
            )  # fmt: skip


def faces_in(entry: Entry) -> tuple[int, ...]:
    """Give the faces of an entry, none where it has no dice."""
    return () if entry.dice is None else tuple(getattr(entry.dice, "faces", ()))


def shape_problem(command: Any) -> BadValue | None:
    """Give what the border would have said to a recorded command, if anything."""
    if not isinstance(command, Command):
        return BadValue("do", "is unknown to this Rollbook")
    if isinstance(command, HoldRoll):
        return shape_problem(command.command)
    try:
        plain = {
            k: v for k, v in to_plain(command).items() if v is not None or _nullable(command, k)
        }
        plain.pop("do", None)
        made = structure(type(command), plain)
        check = getattr(made, "check_shape", None)
        if check is not None:
            check()
    except BadValue as problem:
        return problem
    return None


def _nullable(command: Command, name: str) -> bool:
    return any(f.name == name and not f.absent for f in fields_of(type(command)))
