"""The prompt's own commands and the way of a line: read, ask for what it needs, record, tell."""

from __future__ import annotations

from typing import Any

from rollbook.engine.session import Session
from rollbook.events.errors import RollbookError, RuleRefusal
from rollbook.events.quantities import JUDGE, SYSTEM
from rollbook.projections.printable import printable
from rollbook.projections.words import names_of, sentence
from rollbook.tools.notation.commandline import field_value
from rollbook.tools.notation.document import Line, On
from rollbook.tools.notation.errors import NotationError
from rollbook.tools.notation.formtext import form_of
from rollbook.tools.notation.reading import read
from rollbook.tools.notation.verbs import is_log_verb, short_name, verbs_of
from rollbook.tools.prompt.asking import Choice, Fact, Need, Roll, faces_of, need_of
from rollbook.tools.prompt.completing import completions
from rollbook.tools.prompt.helping import (
    begun,
    help_lines,
    in_words,
    question_lines,
    where_lines,
)
from rollbook.tools.prompt.lines import Lines, compact

SAMPLES = 20_000


class GivenUp(Exception):
    """The person answered nothing; the command is dropped."""


class Back(Exception):
    """The person wants to answer the question before again."""


class Table:
    """One game at the prompt."""

    def __init__(self, session: Session, lines: Lines, who: str | None = None) -> None:
        """Play *session*; *who* asks until somebody else is named (default: the first player)."""
        self.session = session
        self.lines = lines
        self.who = who or next(iter(session.log.chain.players), SYSTEM)

    def name(self, ident: str) -> str:
        """Give the name that people know a unit or player by."""
        return names_of(self.session.state)(ident)

    def complete(self, text: str) -> tuple[int, list[str]]:
        """Give the words that could stand at the end of *text*."""
        return completions(text, verbs_of(self.session.rules.name), self.session.state)

    def run(self) -> None:
        """Take lines until the end of input or ``quit``."""
        for text in where_lines(self.session):
            self.lines.say(text)
        self.lines.say("? says what is possible, help explains the rest.")
        while True:
            try:
                text = self.lines.ask(f"{self.who}>", line=True).strip()
            except EOFError:
                return
            except KeyboardInterrupt:
                continue
            if text in ("quit", "exit"):
                return
            if text:
                self.take(text)

    def take(self, text: str) -> None:
        """Do what one line says."""
        word, _, rest = text.partition(" ")
        if text.startswith("?") and word != "?":
            word, rest = "?", text[1:]
        own = {
            "?": self._question,
            "help": self._help,
            "undo": self._undo,
            "odds": self._odds,
            "show": self._show,
            "log": self._log,
            "who": self._become,
        }.get(word)
        try:
            if own is not None:
                own(rest.strip())
            elif text.endswith(":") and " " not in text:
                self._become(text[:-1])
            else:
                self._line(text)
        except NotationError as error:
            self._say_error(error)
        except RuleRefusal as refusal:
            self._say_refused(refusal)
        except RollbookError as error:
            self.lines.say(printable(str(error)))
        except (GivenUp, EOFError, KeyboardInterrupt):
            self.lines.say("Nothing was recorded.")

    def _say_error(self, error: NotationError) -> None:
        for line in error.caret():
            self.lines.say(line)
        self.lines.say(f"{printable(error.problem)} (at character {error.column})")
        verb = begun(self.session.rules.name, error.text)
        if verb is not None and error.column > len(error.text.rstrip()):
            self.lines.say(form_of(verb))

    def _say_refused(self, refusal: RuleRefusal) -> None:
        said = in_words(self.session.rules.name, refusal.message)
        self.lines.say(f"No: {printable(said)} ({refusal.code}, {refusal.rule})")
        if refusal.code == "UNKNOWN_UNIT" and self.session.state.units:
            self.lines.say(f"There are {', '.join(self.session.state.units)}.")

    def read(self, text: str) -> Line | On:
        """Read one line; raises :class:`NotationError`."""
        document, errors = read(text, rules=self.session.rules.name, who=self.who)
        if errors:
            raise errors[0]
        items = [i for i in (document.items if document else ()) if isinstance(i, Line | On)]
        if len(items) != 1:
            raise NotationError("expected one command", 1, 1, text)
        return items[0]

    def _line(self, text: str) -> None:
        item = self.read(text)
        if isinstance(item, On):
            self.session.log.chain.timelines.head(item.timeline)
            self.session.timeline = item.timeline
            self.lines.say(f"Going on with timeline {item.timeline}.")
            return
        self.who = item.who
        command = item.submitted()
        if self.session.source is not None and "dice" not in command:
            self._generated(command)
        else:
            self._record(self._answered(command))

    def _answered(self, command: dict[str, Any]) -> dict[str, Any]:
        """Ask for every roll, choice and fact that a command needs; ``back`` asks again."""
        before: list[dict[str, Any]] = []
        while (need := need_of(self.session, command)) is not None:
            try:
                answered = self._with_answer(command, need)
            except Back:
                command = before.pop() if before else command
                continue
            before.append(command)
            command = answered
        return command

    def _generated(self, command: dict[str, Any]) -> None:
        """Record a command whose dice a source makes; choices and facts are asked for."""
        while True:
            try:
                self._record(command)
            except RuleRefusal as refusal:
                extra = refusal.extra
                need: Need
                if refusal.code == "NEEDS_CHOICE":
                    need = Choice(extra["unit"], tuple(extra["options"]))
                elif refusal.code == "NEEDS_FIELD":
                    need = Fact(str(extra.get("field")), refusal.message)
                else:
                    raise
                try:
                    command = self._with_answer(command, need)
                except Back:
                    raise GivenUp from None
            else:
                return

    def _with_answer(self, command: dict[str, Any], need: Need) -> dict[str, Any]:
        if isinstance(need, Roll):
            return {**command, "dice": [*command.get("dice", ()), *self._roll(need)]}
        if isinstance(need, Choice):
            return {**command, "choices": [*command.get("choices", ()), self._choice(need)]}
        return {**command, need.field: self._fact(command, need)}

    def _roll(self, need: Roll) -> list[int]:
        while True:
            faces = faces_of(self._asked(f"{need.words(self.name)}:"), need)
            if isinstance(faces, list):
                return faces
            self.lines.say(faces)

    def _choice(self, need: Choice) -> str:
        options = ", ".join(need.options)
        while True:
            choice = self._asked(f"{self.name(need.unit)}, choose {options}:")
            if choice in need.options:
                return choice
            self.lines.say(f"It is one of {options}.")

    def _fact(self, command: dict[str, Any], need: Fact) -> Any:
        """Ask for one field; raises the refusal again where the line itself must say it."""
        verbs = verbs_of(self.session.rules.name)
        shaped = verbs.by_command[command["do"]].shaped
        if short_name(need.field) not in shaped.named or need.field in command:
            raise RuleRefusal("NEEDS_FIELD", need.why, field=need.field)
        self.lines.say(need.why)
        while True:
            text = self._asked(f"{short_name(need.field)}:")
            try:
                return field_value(shaped.named[short_name(need.field)], text)
            except NotationError as error:
                self.lines.say(printable(error.problem))

    def _asked(self, question: str) -> str:
        text = self.lines.ask(question).strip()
        if not text:
            raise GivenUp
        if text == "back":
            raise Back
        return text

    def _record(self, command: dict[str, Any]) -> None:
        result = self.session.submit(command)
        entry = result.entry
        name = names_of(self.session.states.at(entry.seq))
        if result.repeated:
            self.lines.say(f"That key was used for entry {entry.seq}; nothing new was recorded.")
        for event in entry.events:
            self.lines.say(f"{entry.seq}: {sentence(self.session.rules.name, event, name)}")
        if "name" in command and command["do"] == "fork":
            self.lines.say(f"To go on there: on {command['name']}")

    def _question(self, text: str) -> None:
        line = None
        if len(text.split()) > 1:
            line = self.read(text)
        for said in question_lines(self.session, self.who, text, line):
            self.lines.say(said)

    def _help(self, text: str) -> None:
        for line in help_lines(self.session.rules.name, text):
            self.lines.say(line)

    def _become(self, who: str) -> None:
        people = (*self.session.log.chain.players, JUDGE, SYSTEM)
        if who not in people:
            self.lines.say(f"Nobody of that id here; there are {', '.join(people)}.")
            return
        self.who = who

    def _undo(self, text: str) -> None:
        """Take back the newest entry; ask for the agreement that it needs."""
        timelines = self.session.log.chain.timelines
        head = self.session.head
        to = timelines.parent(head)
        if to is None:
            self.lines.say("There is nothing to take back.")
            return
        command: dict[str, Any] = {"do": "take_back", "by": self.who, "to": to}
        command["reason"] = text or "undo"
        try:
            self._record(command)
        except RuleRefusal as refusal:
            if refusal.extra.get("needs") != "agreement":
                raise
            others = [p for p in self.session.log.chain.players if p != self.who]
            try:
                agreed = self._asked(f"Who agrees ({', '.join(others)})? Nothing: leave it.")
            except Back:
                raise GivenUp from None
            self._record({**command, "agreed": agreed})

    def _odds(self, text: str) -> None:
        from attrs import evolve

        from rollbook.engine.border import read_command
        from rollbook.engine.odds.command import best_odds
        from rollbook.engine.session import commands_of
        from rollbook.tools.cli.oddslines import odds_lines

        item = self.read(text)
        if not isinstance(item, Line) or is_log_verb(item.command["do"]):
            raise NotationError("expected a command of the game", 1, 1, text)
        rules, state = self.session.rules, self.session.state
        asked = read_command(item.submitted(), commands_of(rules.name))
        found = best_odds(rules, state, evolve(asked, dice=None), SAMPLES)
        for line in odds_lines(found, asked, rules.name):
            self.lines.say(compact(line) if self.lines.narrow else line)

    def _show(self, text: str) -> None:
        import shutil

        from rollbook.events.plain import to_plain
        from rollbook.tools.cli.cards import state_lines, unit_card
        from rollbook.tools.cli.lines import text_of

        state = to_plain(self.session.state)
        columns = min(shutil.get_terminal_size().columns, 100)
        if not text:
            head, line = str(self.session.head), self.session.timeline
            shown = state_lines(state, head, line, columns)
        elif text in state["units"]:
            shown = unit_card(text, state["units"][text], columns)
        else:
            self.lines.say(f"No unit {printable(text)}; there are {', '.join(state['units'])}.")
            return
        for spans in shown:
            self.lines.say(text_of(spans).rstrip())

    def _log(self, text: str) -> None:
        most = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 5
        timelines = self.session.log.chain.timelines
        seqs = list(timelines.path(self.session.head))[-most:] if most else []
        for entry in self.session.log.entries(seqs):
            name = names_of(self.session.states.at(entry.seq))
            for event in entry.events:
                self.lines.say(f"{entry.seq}: {sentence(self.session.rules.name, event, name)}")
