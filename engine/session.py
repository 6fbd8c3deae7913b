"""
A session: one log, its rules, and commands going in.

This is the one door through which anything is recorded.  It reads commands,
answers repeated keys, decides, and appends; it keeps the state at the head so
that nothing is folded twice.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attrs import frozen

from rollbook.engine import logcommands
from rollbook.engine.border import read_command
from rollbook.engine.decide import Asked, Decision, decide
from rollbook.engine.dice.derive import request_hash
from rollbook.engine.dice.entered import Entered
from rollbook.engine.dice.generated import Generated, Kept
from rollbook.engine.dice.party import WalkedAway
from rollbook.engine.dice.source import DiceSource, Rolling
from rollbook.engine.keeping import SIMULATED, Keeper, KeptOnly, check_no_typed
from rollbook.engine.ruleset import RuleSet, rule_set
from rollbook.engine.tables import TablesError
from rollbook.events.dicevalues import Dice, EnteredDice
from rollbook.events.errors import RuleRefusal
from rollbook.events.log.entry import Entry
from rollbook.events.log.errors import EntryTooLarge
from rollbook.events.log.file import FileLog
from rollbook.events.log.log import Log, NewEntry, hash_of_tables
from rollbook.events.log.messages import (
    LOG_MESSAGES,
    AbortRoll,
    ExtendSchema,
    HoldRoll,
    LogOpened,
    RollHeld,
    SchemaExtended,
)
from rollbook.events.message import Command, changed, field_names, name_of
from rollbook.events.plain import to_plain
from rollbook.events.quantities import SYSTEM
from rollbook.events.schema import vocabulary_of
from rollbook.projections.state import States


@frozen
class Result:
    """What an accepted command gave: its entry and events, and if it was a repetition."""

    entry: Entry
    repeated: bool = False
    withdrawn: bool = False

    def to_plain(self) -> dict[str, Any]:
        """Give the result object of ``play --jsonl``."""
        events = [e for e in self.entry.events if not isinstance(e, LogOpened)]
        plain: dict[str, Any] = {
            "entry": self.entry.seq,
            "events": [to_plain(event) for event in events],
        }
        if self.repeated:
            plain["repeated"] = True
        if self.withdrawn:
            plain["withdrawn"] = True
        return plain


def commands_of(rules: str) -> dict[str, type[Command]]:
    """Give the command types that a log of *rules* takes, by name."""
    messages = (*LOG_MESSAGES, *vocabulary_of(rules).messages)
    return {name_of(m): m for m in messages if issubclass(m, Command)}


def rules_of(log: Log) -> RuleSet:
    """
    Give the rule set that a log is played by, over the tables it carries.

    Raises ``UnknownRuleSet`` or ``TablesError``.
    """
    rules = rule_set(log.chain.rules)
    wanted = log.chain.opened.tables_hash if log.chain.opened is not None else None
    if wanted is None:
        return rules
    text = "\n".join(log.chain.table_lines)
    if hash_of_tables(text) != wanted:
        raise TablesError(
            "the tables in the log", "are not those it was opened with", "start the game again"
        )
    return rules.with_tables(text)


class Session:
    """Commands for one timeline of one log."""

    def __init__(
        self,
        log: Log,
        rules: RuleSet,
        timeline: str | None = None,
        source: DiceSource | None = None,
    ) -> None:
        """
        Take commands for *timeline* (default: the log's) of *log*.

        *source* makes the dice of commands that bring none; without it dice
        are typed in.
        """
        self.log = log
        self.rules = rules
        self.timeline = timeline or log.chain.timelines.default
        self.source = source
        self.states = States(log, rules.projection)
        self._keeper = Keeper(log, rules, self.states)
        self._extended = False
        self._commands = commands_of(rules.name)
        log.chain.timelines.head(self.timeline)

    @classmethod
    def open(cls, path: Path | str, timeline: str | None = None) -> Session:
        """Open a log file for writing; raises what ``FileLog.write`` raises."""
        log = FileLog.write(path)
        try:
            return cls(log, rules_of(log), timeline)
        except BaseException:
            log.close()
            raise

    @property
    def head(self) -> int:
        """The number of the entry that the next command continues."""
        return self.log.chain.timelines.head(self.timeline)

    @property
    def state(self) -> Any:
        """The state at the head."""
        return self.states.at(self.head)

    def submit(self, value: Any) -> Result:
        """
        Take one command object, and record what it causes.

        Raises :class:`~rollbook.events.errors.RuleRefusal`; nothing is
        recorded then.
        """
        asked = read_command(value, self._commands)
        earlier = self._earlier(asked)
        if earlier is not None:
            return earlier
        if logcommands.is_log_command(asked.command):
            return self._append(self._decide_log_command(asked))
        self._keeper.check_held(self.head, asked)
        simulated = self.log.chain.timelines.kinds[self.timeline] == SIMULATED
        kept = self._keeper.kept(self.head, asked, simulated=simulated)
        if kept is not None:
            check_no_typed(kept, asked)
        source = self._source_for(asked, kept)
        if source is not None:
            return self._play_generated(asked, source, kept)
        decision = decide(self.rules, self.state, asked, Entered(asked.dice or (), asked.choices))
        return self._record(asked, decision, entered_dice(asked))

    def _source_for(self, asked: Asked, kept: Kept | None) -> DiceSource | None:
        """Give the source of a command's dice; none where they are typed in."""
        if kept is not None and self.source is None:
            dice = self.log.entry(kept.seq).dice
            return KeptOnly(type(dice), dice.source)
        if asked.dice is not None:
            return None
        source = self.source
        kind = self.log.chain.timelines.kinds[self.timeline]
        if source is not None and source.name == SIMULATED and kind != SIMULATED:
            raise RuleRefusal(
                "NO_DICE",
                f"simulated dice are for simulated timelines; {self.timeline} is played",
            )
        return source

    def _decide_log_command(self, asked: Asked) -> NewEntry:
        """Decide one of the log's own commands, again if an older schema had to grow for it."""
        line = logcommands.line_of(self.log, asked.command, self.timeline)
        players = logcommands.players_of(self.log, self.states, line)
        new = logcommands.decide_log_command(self.log, self.timeline, asked, players)
        if self.log.extend_for(new):
            new = logcommands.decide_log_command(self.log, self.timeline, asked, players)
        return new

    def _play_generated(self, asked: Asked, source: DiceSource, kept: Kept | None) -> Result:
        """Decide with dice that the source makes; a refusal after dice loses none of them."""
        self._extend_schema()
        asked_for: list[bytes] = []

        def begin() -> Rolling:
            asked_for.append(self._request(asked))
            return source.begin(asked_for[-1], asked.by)

        answers = Generated(source, begin, asked.choices, kept)
        try:
            decision = decide(self.rules, self.state, asked, answers)
        except WalkedAway as gone:
            raise self._abort(gone, source.name, asked_for[-1]) from None
        except RuleRefusal as refusal:
            if answers.fresh:
                self._hold(asked, refusal, answers)
            raise
        return self._record(asked, decision, answers.value(asked.by))

    def _request(self, asked: Asked) -> bytes:
        """Give the hash that commits to a command and its place before any die falls."""
        command = with_choices(asked.command, asked.choices)
        chain = self.log.chain
        parent = self.head if self.head != chain.count - 1 else None
        return request_hash(
            chain.count, chain.last_leaf, parent, asked.by, chain.codec.row(command)
        )

    def _extend_schema(self) -> None:
        """
        Add what an older log's schema lacks before a request is made.

        The request commits to the number of its entry, so nothing may come
        between.
        """
        if self._extended:
            return
        rows = self.log.chain.codec.rows_for(
            (*LOG_MESSAGES, *vocabulary_of(self.rules.name).messages)
        )
        if rows:
            line = self.log.chain.timelines.line(len(self.log) - 1)
            command, event = ExtendSchema(rows=rows), SchemaExtended(rows=rows)
            self.log.append(NewEntry(command, (event,), SYSTEM, timeline=line))
        self._extended = True

    def request(self, value: Any) -> bytes:
        """
        Give the request of a command object: what all parties see before any die.

        Raises :class:`~rollbook.events.errors.RuleRefusal` for a malformed one.
        """
        self._extend_schema()
        return self._request(read_command(value, self._commands))

    def _abort(self, gone: WalkedAway, source: str, request: bytes) -> RuleRefusal:
        """Log that a party walked away from a roll, and give the refusal that says so."""
        command = AbortRoll(
            source=source,
            role=gone.role,
            request=request,
            share=next(iter(gone.shares.values()), None),
            reason=str(gone),
        )
        asked = Asked(command, SYSTEM)
        new = self._decide_log_command(asked)
        seq = self.log.append(new).seq
        return RuleRefusal(
            "ROLL_ABORTED",
            f"{gone}; entry {seq} says so. The rule agreed for this: {new.events[0].aborts}",  # type: ignore[attr-defined]
            role=gone.role,
            aborted=seq,
        )

    def _hold(self, asked: Asked, refusal: RuleRefusal, answers: Generated) -> None:
        command = with_choices(asked.command, asked.choices)
        new = NewEntry(
            HoldRoll(command=command, code=refusal.code),
            (RollHeld(command=command, code=refusal.code),),
            asked.by,
            dice=answers.value(asked.by),
            timeline=self.timeline,
        )
        refusal.extra = {**refusal.extra, "held": self.log.append(new).seq}

    def _record(self, asked: Asked, decision: Decision, dice: Dice | None) -> Result:
        new = NewEntry(
            with_choices(asked.command, asked.choices),
            decision.events,
            asked.by,
            asked.key,
            dice,
            self.timeline,
        )
        result = self._append(new)
        self.states.put(result.entry.seq, decision.state)
        return result

    def _append(self, new: NewEntry) -> Result:
        try:
            entry = self.log.append(new)
            self._keeper.see(entry)
            return Result(entry)
        except EntryTooLarge as error:
            raise RuleRefusal("TOO_LARGE", str(error)) from None

    def _earlier(self, asked: Asked) -> Result | None:
        """Give the first result of a repeated key; refuse another command under it."""
        if asked.key is None or asked.key not in self.log.chain.keys:
            return None
        entry = self.log.entry(self.log.chain.keys[asked.key])
        faces = tuple(entry.dice.faces) if entry.dice is not None else ()
        same = (
            entry.by == asked.by
            and entry.command == with_choices(asked.command, asked.choices)
            and (asked.dice if asked.dice is not None else faces) == faces
        )
        if not same:
            raise RuleRefusal(
                "KEY_USED", f"entry {entry.seq} used the key {asked.key!r} for another command"
            )
        timelines = self.log.chain.timelines
        line = timelines.line(entry.seq)
        live = timelines.is_on_path(entry.seq, timelines.head(line))
        return Result(entry, repeated=True, withdrawn=not live)

    def close(self) -> None:
        """Let go of the log."""
        self.log.close()


def with_choices(command: Command, choices: tuple[str, ...]) -> Command:
    """Give *command* as the log keeps it, with the choices that were taken."""
    if choices and "choices" in field_names(type(command)):
        return changed(command, choices=choices)
    return command


def entered_dice(asked: Asked) -> Dice | None:
    """Give the dice of an entry whose faces were typed in."""
    if not asked.dice:
        return None
    return EnteredDice(
        source="entered", faces=asked.dice, rolled_by=asked.by, void=asked.void or None
    )
