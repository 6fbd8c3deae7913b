"""
The fold: events become state, and nothing else does.

A rule set hands in its reducers.  A *unit reducer* is ``(unit, event) ->
unit`` for the unit that the event names in ``unit``; a *game reducer* is
``(state, event) -> state``; an event that changes nothing is *recorded*.
There are two ways through the same reducers: :meth:`Projection.reduce`, the
plain one, and :class:`Folder`, which keeps the units in a dict of its own
while it runs.  A test holds them equal.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from rollbook.events.build import changer
from rollbook.events.errors import RollbookError, UnknownRuleSet
from rollbook.events.frozen import FrozenDict
from rollbook.events.game import GameStarted
from rollbook.events.message import Event, Message, name_of
from rollbook.events.owned import OwnedDict, owned, release
from rollbook.events.schema import SHIPPED, Unknown


class HasUnits(Protocol):
    """A state that keeps its units by id."""

    @property
    def units(self) -> FrozenDict[Any]:
        """The units, in order of entry."""


S = TypeVar("S", bound=HasUnits)
F = TypeVar("F", bound=Callable[..., Any])

FEW = 100
"""Events folded in, with no state handed out, before it pays to own copies of all units."""

_with_units = changer("units")
_set = dict.__setitem__
_PROJECTIONS: dict[str, Projection[Any]] = {}


class FoldError(RollbookError):
    """An event does not fit the state before it: the log holds a game that cannot be."""

    def __init__(self, event: Any, reason: str) -> None:
        name = event.name if isinstance(event, Unknown) else name_of(type(event))
        super().__init__(f"{name} does not fit the state before it: {reason}")
        self.event = event
        self.reason = reason


class Projection(Generic[S]):
    """
    The reducers of one rule set.

    *rules* is its name; *version* rises whenever a reducer gives another
    state for the same events, so that stored snapshots of an older one are
    thrown away; *state* is the class of its states, for such snapshots.
    *in_place* says that no reducer uses a state, unit or part of one again
    that it has changed, nor keeps one elsewhere, so that a long fold need not
    copy them.
    """

    def __init__(
        self,
        rules: str,
        version: int,
        state: type[Message] | None = None,
        *,
        in_place: bool = False,
    ) -> None:
        self.rules = rules
        self.in_place = in_place
        self.version = version
        self.state = state
        self.unit_reducers: dict[type, Callable[[Any, Any], Any]] = {}
        self.game_reducers: dict[type, Callable[[Any, Any], Any]] = {}
        self.recorded: set[type] = set()
        self._start: Callable[[GameStarted], S] | None = None
        _PROJECTIONS[rules] = self

    def start(self, function: Callable[[GameStarted], S]) -> Callable[[GameStarted], S]:
        """Register the function that gives the first state."""
        self._start = function
        return function

    def unit(self, *events: type[Event]) -> Callable[[F], F]:
        """Register a reducer of the unit that *events* name in their field ``unit``."""
        return self._register(self.unit_reducers, events)

    def game(self, *events: type[Event]) -> Callable[[F], F]:
        """Register a reducer of the whole state."""
        return self._register(self.game_reducers, events)

    def record(self, *events: type[Event]) -> None:
        """Say that *events* change nothing."""
        for event in events:
            self._claim(event)
            self.recorded.add(event)

    def _register(
        self, table: dict[type, Any], events: tuple[type[Event], ...]
    ) -> Callable[[F], F]:
        def register(function: F) -> F:
            for event in events:
                self._claim(event)
                table[event] = function
            return function

        return register

    def _claim(self, event: type[Event]) -> None:
        if event in self.unit_reducers or event in self.game_reducers or event in self.recorded:
            raise TypeError(f"{event.__name__} has a reducer already")

    def handled(self) -> set[type]:
        """Give every event type that has a reducer or is recorded."""
        return {GameStarted, *self.unit_reducers, *self.game_reducers, *self.recorded}

    def reduce(self, state: S | None, event: Any) -> S | None:
        """
        Give the state after *event*, the plain way.

        Events of the log itself, and those of a type that nobody here knows,
        change nothing.  Raises :class:`FoldError`.
        """
        folder = Folder(self, state)
        folder.apply(event)
        return folder.state


def projection_of(rules: str) -> Projection[Any]:
    """
    Give the reducers of the rule set *rules*.

    Raises :class:`~rollbook.events.errors.UnknownRuleSet`.
    """
    if rules not in _PROJECTIONS and rules in SHIPPED:
        importlib.import_module(f"rollbook.projections.{rules.replace('-', '')}")
    if rules not in _PROJECTIONS:
        raise UnknownRuleSet(rules, tuple(sorted({*SHIPPED, *_PROJECTIONS})))
    return _PROJECTIONS[rules]


class Folder(Generic[S]):
    """
    Folds events into a state, keeping the units in a private mapping meanwhile.

    While it folds, the mapping of units belongs to the folder alone and is
    changed in place; as soon as a state is handed out it is never touched
    again.

    >>> from rollbook.projections.fold import Folder, Projection
    >>> Folder(Projection("none", 1)).state is None
    True
    """

    def __init__(self, projection: Projection[S], state: S | None = None) -> None:
        self._projection = projection
        self._state: Any = state
        self._own: FrozenDict[Any] | None = None
        self._folded = 0
        self._failed: FoldError | None = None

    @property
    def state(self) -> S | None:
        """The state now.  Raises the :class:`FoldError` that ended the fold, if one did."""
        if self._failed is not None:
            raise self._failed
        self._let_go()
        state: S | None = self._state
        return state

    def apply(self, event: Any) -> None:
        """Fold one event in.  Raises :class:`FoldError`."""
        self.apply_all((event,))

    def apply_all(self, events: Sequence[Any]) -> None:
        """
        Fold *events* in, one after the other.

        Raises :class:`FoldError`; no more can be folded in then.
        """
        if self._failed is not None:
            raise self._failed
        projection = self._projection
        units_of, recorded = projection.unit_reducers, projection.recorded
        games_of = projection.game_reducers
        own, event = self._own, None
        if self._folded < FEW <= self._folded + len(events):
            own = None
        self._folded += len(events)
        try:
            for event in events:
                kind = type(event)
                reducer = units_of.get(kind)
                if reducer is not None:
                    if own is None:
                        own = self._take_over()
                    name = event.unit
                    unit = own[name]
                    made = reducer(unit, event)
                    if made is not unit:
                        _set(own, name, made)
                elif kind not in recorded:
                    reducer = games_of.get(kind)
                    if reducer is not None:
                        state = self._state = reducer(self._state, event)
                        if own is not None and state.units is not own:
                            own = None
                    elif kind is GameStarted and projection._start is not None:
                        self._state, own = projection._start(event), None
        except (KeyError, AttributeError, TypeError, ValueError, IndexError) as error:
            self._failed = FoldError(event, f"{type(error).__name__} {error}")
            raise self._failed from error
        finally:
            self._own = own

    def _take_over(self) -> FrozenDict[Any]:
        """Give a mapping of the units that is nobody else's, and have it in the state."""
        if not self._projection.in_place or self._folded < FEW:
            own = FrozenDict(self._state.units)
            self._state = _with_units(self._state, own)
            return own
        self._state = owned(self._state)
        units: FrozenDict[Any] = self._state.units
        if type(units) is not OwnedDict:
            self._state = _with_units(self._state, OwnedDict(units))
            units = self._state.units
        return units

    def _let_go(self) -> None:
        """Never again touch what the state is made of."""
        self._own, self._folded = None, 0
        if self._state is not None:
            release(self._state)
