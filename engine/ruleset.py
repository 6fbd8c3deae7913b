"""
What a rule set hands to the engine, and where the engine finds it.

A rule set plugs in with a vocabulary (events), a projection (reducers) and a
:class:`RuleSet` (deciders); nothing else names it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs
from attrs import frozen

from rollbook.engine.step import Item
from rollbook.events.errors import RuleRefusal, UnknownRuleSet
from rollbook.events.game import GameStarted
from rollbook.events.log.messages import StartGame
from rollbook.events.message import Command, name_of
from rollbook.events.schema import SHIPPED, Vocabulary
from rollbook.projections.fold import Projection

Decider = Callable[[Any, Any, Any], Sequence[Item]]
"""``(state, asked, book) -> items``: a command's checks, then its first steps."""


@frozen
class RuleSet:
    """
    The rules of one game.

    *book* holds its tables, read and checked; *start* turns ``start_game``
    into ``GameStarted`` with the house rules written out; *deciders* hold one
    function a command.  *tables* is the text that *book* was read from, when
    it is not the shipped one, and *read_book* reads such a text.
    *check_shape* refuses ``BAD_VALUE`` where the shape of a shared command,
    such as the paths of a ruling, is the rule set's business.
    """

    name: str
    version: str
    vocabulary: Vocabulary
    projection: Projection[Any]
    deciders: Mapping[type[Command], Decider]
    start: Callable[[StartGame, Any], GameStarted]
    read_book: Callable[[str | None], Any]
    book: Any = None
    tables: str | None = None
    check_shape: Callable[[Command], None] = lambda _: None

    def decider(self, command: type[Command]) -> Decider:
        """Give the function that decides *command*; refuses ``UNKNOWN_COMMAND``."""
        try:
            return self.deciders[command]
        except KeyError:
            raise RuleRefusal(
                "UNKNOWN_COMMAND", f"{self.name} has no command {name_of(command)}"
            ) from None

    def with_tables(self, text: str | None) -> RuleSet:
        """
        Give the same rules over other tables.

        Raises :class:`~rollbook.engine.tables.TablesError` for a text that
        is not a full set of tables.
        """
        return attrs.evolve(self, book=self.read_book(text), tables=text)


_RULE_SETS: dict[str, RuleSet] = {}


def register(rules: RuleSet) -> RuleSet:
    """Make a rule set known by its name."""
    _RULE_SETS[rules.name] = rules if rules.book is not None else rules.with_tables(None)
    return _RULE_SETS[rules.name]


def rule_set(name: str) -> RuleSet:
    """
    Give the rule set *name* over its shipped tables.

    Raises :class:`~rollbook.events.errors.UnknownRuleSet`.
    """
    if name not in _RULE_SETS and name in SHIPPED:
        importlib.import_module(f"rollbook.engine.{name.replace('-', '')}")
    if name not in _RULE_SETS:
        raise UnknownRuleSet(name, tuple(sorted({*SHIPPED, *_RULE_SETS})))
    return _RULE_SETS[name]
