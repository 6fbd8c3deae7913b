"""The prompt's own commands and the way of a line: read, ask for what it needs, record, tell."""

from __future__ import annotations

from typing import Any

from rollbook.engine.session import Session
from rollbook.events.errors import RollbookError, RuleRefusal
from rollbook.events.quantities import JUDGE, SYSTEM
from rollbook.projections.printable import printable
from rollbook.projections.refusalwords import refusal_words
from rollbook.projections.words import names_of, sentence
from rollbook.tools.cli.signhint import sign_hint
from rollbook.tools.notation.document import Line, On
from rollbook.tools.notation.errors import NotationError
from rollbook.tools.notation.formtext import form_of
from rollbook.tools.notation.reading import read
from rollbook.tools.notation.verbs import is_log_verb, verbs_of
from rollbook.tools.prompt.answering import Back, GivenUp, Questions
from rollbook.tools.prompt.completing import completions, is_own
from rollbook.tools.prompt.helping import (
    begun,
    help_lines,
    in_words,
    orders_of_another,
    question_lines,
    units_first,
    where_lines,
)
from rollbook.tools.prompt.lines import Lines, compact

SAMPLES = 20_000


class Table:
    """One game at the prompt."""

    def __init__(self, session: Session, lines: Lines, who: str | None = None) -> None:
        """Play *session*; *who* asks until somebody else is named (default: the first player)."""
        self.session = session
        self.lines = lines
        self.who = who or next(iter(session.log.chain.players), SYSTEM)
        self._questions = Questions(session, lines, self.read)

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
        who, _, behind = text.partition(" ")
        if who.endswith(":") and is_own(behind.strip()):
            if not self._become(who[:-1]):
                return
            text = behind.strip()
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
        self.lines.say(f"No: {printable(refusal_words(refusal, said))}")
        if refusal.code == "UNKNOWN_UNIT" and self.session.state.units:
            self.lines.say(f"There are {', '.join(self.session.state.units)}.")
        for hint in units_first(self.session):
            self.lines.say(hint)

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
        for said in orders_of_another(self.session, item):
            self.lines.say(said)
        if self.session.source is not None and "dice" not in command:
            self._questions.generated(command, frozenset(item.columns), self._record)
        else:
            self._record(self._questions.answered(command, frozenset(item.columns)))

    def _record(self, command: dict[str, Any]) -> None:
        result = self.session.submit(command)
        entry = result.entry
        name = names_of(self.session.states.at(entry.seq))
        if result.repeated:
            self.lines.say(f"That key was used for entry {entry.seq}; nothing new was recorded.")
        for event in entry.events:
            self.lines.say(f"{entry.seq}: {sentence(self.session.rules.name, event, name)}")
        hint = sign_hint(self.session.log, entry.events)
        if hint is not None and not result.repeated:
            self.lines.say(hint)
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

    def _become(self, who: str) -> bool:
        people = (*self.session.log.chain.players, JUDGE, SYSTEM)
        if who not in people:
            self.lines.say(f"Nobody of that id here; there are {', '.join(people)}.")
            return False
        self.who = who
        return True

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
                agreed = self._agreement(others)
            except Back:
                raise GivenUp from None
            self._record({**command, "agreed": agreed})

    def _agreement(self, others: list[str]) -> str:
        names = ", ".join(others)
        while True:
            agreed = self._questions.asked(f"Who agrees ({names})? Nothing: leave it.")
            if agreed in others:
                return agreed
            self.lines.say(f"{printable(agreed)} is none of {names}.")

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
            shown = state_lines(self.session.rules.name, state, head, line, columns)
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
