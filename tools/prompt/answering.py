"""The questions of the prompt: every roll, choice and fact that a command needs, one by one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from attrs import evolve

from rollbook.engine.session import Session
from rollbook.events.errors import RuleRefusal
from rollbook.events.shape import Field
from rollbook.projections.causes import Causes
from rollbook.projections.printable import printable
from rollbook.projections.refusalwords import refusal_words
from rollbook.projections.words import names_of
from rollbook.tools.notation.commandline import field_value
from rollbook.tools.notation.document import Line, On
from rollbook.tools.notation.errors import NotationError
from rollbook.tools.notation.formtext import item_form
from rollbook.tools.notation.values import NONE, number_text, scale_of
from rollbook.tools.notation.verbs import (
    Verb,
    is_flag,
    is_mapping,
    mapping_item,
    short_name,
    verbs_of,
)
from rollbook.tools.prompt.asking import (
    Choice,
    Crowd,
    Fact,
    Need,
    Roll,
    crowd_missing,
    faces_of,
    fact_missing,
    need_of,
)
from rollbook.tools.prompt.completing import OWN_WORDS, shape_values
from rollbook.tools.prompt.helping import in_words
from rollbook.tools.prompt.lines import Lines

Json = dict[str, Any]


AT_A_QUESTION = (
    "This question comes first: answer it; back returns to the one before, "
    "and an empty answer drops the command."
)


class GivenUp(Exception):
    """The person answered nothing; the command is dropped."""


class Back(Exception):
    """The person wants to answer the question before again."""


class Questions:
    """
    Asks *lines* for what commands of *session* need.

    *read* reads one line of notation.
    """

    def __init__(self, session: Session, lines: Lines, read: Callable[[str], Line | On]) -> None:
        self._session = session
        self._lines = lines
        self._read = read

    def answered(self, command: Json, told: frozenset[str]) -> Json:
        """
        Ask for every roll, choice and fact that a command needs; ``back`` asks again.

        *told* are the fields that the line gave.
        """
        before: list[tuple[Json, frozenset[str]]] = []
        while (need := self._need(command, told)) is not None:
            try:
                answered = self._with_answer(command, need)
            except Back:
                command, told = before.pop() if before else (command, told)
                continue
            before.append((command, told))
            command = answered
            told |= {need.field} if isinstance(need, Crowd) else set()
        return command

    def _need(self, command: Json, told: frozenset[str]) -> Need | None:
        need = need_of(self._session, command)
        crowd = crowd_missing(command)
        if crowd is None or crowd.field in told:
            return need
        # Whom an explosion reaches is seen before it is rolled for.
        return crowd if need is None or crowd.field == "hits" else need

    def generated(
        self, command: Json, told: frozenset[str], record: Callable[[Json], None]
    ) -> None:
        """*record* a command whose dice a source makes; choices and facts are asked for."""
        while True:
            crowd = crowd_missing(command)
            try:
                if crowd is not None and crowd.field not in told:
                    need_of(self._session, command)
                    command = self._with_answer(command, crowd)
                    told |= {crowd.field}
                try:
                    record(command)
                except RuleRefusal as refusal:
                    command = self._with_answer(command, _need_in(refusal, command))
                else:
                    return
            except Back:
                raise GivenUp from None

    def _with_answer(self, command: Json, need: Need) -> Json:
        match need:
            case Roll():
                return {**command, "dice": [*command.get("dice", ()), *self._roll(need)]}
            case Choice():
                return {**command, "choices": [*command.get("choices", ()), self._choice(need)]}
            case Fact():
                return self._fact(command, need)
            case Crowd():
                return {**command, need.field: self._crowd(command, need)}

    def _name(self, ident: str) -> str:
        return names_of(self._session.state)(ident)

    def _in_words(self, message: str) -> str:
        return in_words(self._session.rules.name, message)

    def _verb(self, command: Json) -> Verb:
        return verbs_of(self._session.rules.name).by_command[command["do"]]

    def _roll(self, need: Roll) -> list[int]:
        while True:
            faces = faces_of(self.asked(f"{need.words(self._name)}:"), need)
            if isinstance(faces, list):
                return faces
            self._lines.say(faces)

    def _choice(self, need: Choice) -> str:
        options = ", ".join(need.options)
        while True:
            choice = self.asked(f"{self._name(need.unit)}, choose {options}:")
            if choice in need.options:
                return choice
            self._lines.say(f"It is one of {options}.")

    def _fact(self, command: Json, need: Fact) -> Json:
        """Ask for one field; raises the refusal again where the line itself must say it."""
        verb, name, given = self._verb(command), short_name(need.field), command.get(need.field)
        of = verb.shaped.named.get(name)
        if of is not None and is_mapping(of.shape):
            self._lines.say(printable(self._in_words(need.why)))
            return {**command, need.field: {**(given or {}), **self._pairs(of, name)}}
        if of is not None and given is None:
            return self._value(of, need, lambda value: {**command, need.field: value})
        return self._item_fact(command, need)

    def _value(self, of: Field, need: Fact, put: Callable[[Any], Json]) -> Json:
        """Ask for the value of a field, and *put* it into the command."""
        name, options = short_name(of.name), ", ".join(shape_values(of.shape))
        self._lines.say(printable(self._in_words(need.why)))
        while True:
            text = self.asked(f"{name} ({options}):" if options else f"{name}:")
            try:
                made = put(field_value(of, text))
                need_of(self._session, made)
            except NotationError as error:
                self._lines.say(printable(error.problem))
            except RuleRefusal as refusal:
                if refusal.code != "BAD_VALUE" or refusal.extra.get("field") != need.field:
                    raise
                self._lines.say(printable(self._in_words(refusal.message)))
            else:
                return made

    def _pairs(self, of: Field, name: str) -> Json:
        """Ask for values by key, such as ``spades/s1=yes``."""
        options = " or ".join(shape_values(mapping_item(of.shape))) or "VALUE"
        while True:
            words = self.asked(f"{name}, as ID={options}:").split()
            try:
                return dict(_pair(of, word) for word in words)
            except NotationError as error:
                self._lines.say(printable(error.problem))

    def _item_fact(self, command: Json, need: Fact) -> Json:
        """Ask for a field of the item that lacks it: the one with which it is no longer missed."""
        verb, name = self._verb(command), short_name(need.field)
        of = None if verb.items is None else verb.items[1].named.get(name)
        if verb.items is None or of is None or not is_flag(of.shape):
            raise need.refusal
        field = verb.items[0].name
        items = command.get(field) or []

        def put(place: int, value: Any) -> Json:
            item = {**items[place], need.field: value}
            return {**command, field: [*items[:place], item, *items[place + 1 :]]}

        for place, item in enumerate(items):
            if item.get(need.field) is None and need_of(self._session, put(place, True)) != need:
                return self._value(of, need, partial(put, place))
        raise need.refusal

    def _crowd(self, command: Json, need: Crowd) -> list[Json]:
        """Ask whom something reaches; nobody must be said, and hits strike somebody."""
        form = item_form(self._verb(command))
        shared = need.field == "allocation"
        expected = form if shared else f"{NONE}, or who as {form}"
        self._lines.say(f"Type {expected}, each behind a +")
        while True:
            text = self.asked(self._crowd_question(need))
            if text == NONE and not shared:
                return []
            listed = text.removeprefix("+").strip()
            line = f"{' '.join(self._verb(command).words)} {need.unit} + {listed}"
            try:
                item = self._read(line)
                found = item.command.get(need.field) if isinstance(item, Line) else None
                if not found:
                    raise NotationError(f"expected {expected}", 1, 1, text)
                need_of(self._session, {**command, need.field: found})
            except NotationError as error:
                self._lines.say(printable(error.problem))
            except RuleRefusal as refusal:
                said = self._in_words(refusal.message)
                self._lines.say(f"No: {printable(refusal_words(refusal, said))}")
            else:
                return list(found)

    def _crowd_question(self, need: Crowd) -> str:
        name = self._name(need.unit)
        if need.field == "allocation":
            return f"How are the hits of {name} shared, {self._session.state.combat.hits} in all?"
        if need.field == "under":
            return f"Who is under {name}, or {NONE}?"
        reach = self._reach(need)
        near = f"Who stands within {reach} of {name}" if reach else f"Whom does {name} reach"
        return f"{near}, or {NONE}?"

    def _reach(self, need: Crowd) -> str:
        """Give how far an explosion reaches, as the event says that made it due."""
        session = self._session
        owed = next((o for o in getattr(session.state, "pending", ()) if o.unit == need.unit), None)
        causes = Causes(session.log, session.rules.projection, session.states)
        place = None if owed is None else causes.owed_since(owed, session.head)
        if place is None or place.event is None:
            return ""
        event = session.log.entry(place.seq).events[place.event]
        for field, unit in (("radius", "yards"), ("radius_milli", "inches")):
            value = getattr(event, field, None)
            if isinstance(value, int):
                return f"{number_text(value, scale_of(field))} {unit}"
        return ""

    def asked(self, question: str) -> str:
        """
        Ask one question; raises :class:`GivenUp` or :class:`Back`.

        The prompt's own words are no answers: they are told what is, and asked again.
        """
        while True:
            text = self._lines.ask(question).strip()
            if not text:
                raise GivenUp
            if text == "back":
                raise Back
            if text not in OWN_WORDS and not text.startswith("?"):
                return text
            self._lines.say(AT_A_QUESTION)


def _pair(of: Field, word: str) -> tuple[str, Any]:
    key, sign, text = word.partition("=")
    if not key or not sign:
        raise NotationError("expected an id, = and a value, such as spades/s1=yes", 1, 1, word)
    return key, field_value(evolve(of, shape=mapping_item(of.shape)), text)


def _need_in(refusal: RuleRefusal, command: Json) -> Need:
    """Give the choice or fact that a refusal asks for; raises it if it asks for none."""
    if refusal.code == "NEEDS_CHOICE":
        return Choice(refusal.extra["unit"], tuple(refusal.extra["options"]))
    fact = fact_missing(refusal, command)
    if fact is None:
        raise refusal
    return fact
