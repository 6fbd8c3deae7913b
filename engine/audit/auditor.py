"""
The audit: every entry decided again, in file order, from what stood before it.

Withdrawn entries and forks are audited like all others: each from the state
at its parent, in front of the log as it was then.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from attrs import evolve

from rollbook.engine import logcommands
from rollbook.engine.audit.compare import called, differences, refused, shown
from rollbook.engine.audit.lists import Lists
from rollbook.engine.audit.prefix import Before, Prefix
from rollbook.engine.audit.proofs import (
    CONTRADICTED,
    GRADES,
    PAGE,
    PROVED,
    UNVERIFIABLE,
    Proof,
    Prover,
    entered_grade,
    judge_faces,
    kept_of,
)
from rollbook.engine.audit.report import Report, RollSeen
from rollbook.engine.decide import Asked
from rollbook.engine.dice.ledger import Ledger
from rollbook.engine.keeping import SIMULATED, Keeper, command_of
from rollbook.engine.replay import IMPOSSIBLE, Replayed, replay, undecidable
from rollbook.engine.ruleset import RuleSet
from rollbook.events.dicevalues import DICE_VALUES, EnteredDice, JudgeDice
from rollbook.events.errors import BadValue, RollbookError, RuleRefusal
from rollbook.events.finding import Finding
from rollbook.events.log.entry import Entry
from rollbook.events.log.errors import LogError
from rollbook.events.log.log import Log, hash_of_tables
from rollbook.events.log.messages import (
    LOG_MESSAGES,
    ConfirmRolls,
    ExtendSchema,
    GiveTables,
    HoldRoll,
    RecoverTail,
    Restored,
    RollHeld,
    Settle,
    StartGame,
    TakenBack,
    TimelineForked,
)
from rollbook.events.message import Command
from rollbook.events.outside import structure
from rollbook.events.plain import to_plain
from rollbook.events.quantities import JUDGE, SYSTEM
from rollbook.events.schema import Unknown
from rollbook.events.shape import fields_of
from rollbook.projections.fold import Folder, FoldError

Progress = Callable[[int], object]
_PROGRAM = (ExtendSchema, GiveTables, RecoverTail)
_TOUCHES_ROLL = frozenset(
    ("EVENT_MISSING", "EVENT_ADDED", "OUTCOME_DIFFERS", "FACES_DIFFER", "PURPOSE_DIFFERS",
     "ROLL_NOT_MADE", "ROLL_NOT_DUE", "BAD_FACE", "NOT_LEGAL", "KEPT_FACES_DIFFER",
     "FACES_NOT_REUSED", "SIMULATED_IN_PLAY", "SOURCE_MISLABELLED", "HELD_ROLL_WRONG",
     "HELD_ROLL_DROPPED", "STATE_IMPOSSIBLE")
)  # fmt: skip


class Auditor:
    """Goes through one log once; :meth:`report` gives what was found."""

    def __init__(self, log: Log, rules: RuleSet) -> None:
        self._log = log
        self._rules = rules
        self.prefix = Prefix(log)
        timelines = log.chain.timelines
        wanted = {
            p for s in range(len(log)) if (p := timelines.parent(s)) is not None and p != s - 1
        }
        self.states = Before(self.prefix, rules, wanted)
        self.ledger = Ledger()
        self._keeper = Keeper(self.prefix, rules, self.states)
        self._prover = Prover(self.ledger, log.chain.game_id)
        self.findings: list[Finding] = []
        self.differ: list[Finding] = []
        self._rolls: list[RollSeen] = []
        self._proofs: dict[int, Proof] = {}
        self._sides: dict[int, tuple[int, ...]] = {}
        self._keys: dict[str, int] = {}
        self._strangers: list[tuple[int, tuple[str, ...]]] = []
        self._lists = Lists(self.prefix, self.states)
        opened = log.chain.opened
        self._played = opened.rules_version if opened is not None else ""

    @property
    def rules(self) -> RuleSet:
        """The rules it audits by."""
        return self._rules

    def run(self, progress: Progress | None = None) -> Auditor:
        """Audit every entry; *progress* is called with the number of each."""
        for entry in self._log.entries(range(len(self._log))):
            self._audit(entry)
            if progress is not None:
                progress(entry.seq)
        self._check_tables()
        self._check_seeds()
        return self

    def _audit(self, entry: Entry) -> None:
        parent = self._log.chain.timelines.parent(entry.seq)
        before = self.states.at(parent)
        replayed: Replayed | None = None
        with self._whatever_it_holds(entry):
            self._check_key(entry)
            replayed = self._decide(entry, before, parent)
            self._check_dice(entry, before, parent, replayed)
            self._lists.see(entry, parent)
        line = self.prefix.take(entry)
        with self._whatever_it_holds(entry):
            self._note_rolls(entry, before, replayed, line)
        self.states.put(entry.seq, self._after(entry, before, replayed))
        with self._whatever_it_holds(entry):
            self.ledger.take(entry)

    @contextlib.contextmanager
    def _whatever_it_holds(self, entry: Entry) -> Iterator[None]:
        """Turn what no honest entry can cause into a finding; a forged one ends no audit."""
        try:
            yield
        except (RollbookError, *IMPOSSIBLE) as error:
            self._find(
                "STATE_IMPOSSIBLE", entry.seq, "ENGINE", "an entry that can be audited",
                type(error).__name__, f"no rules can decide this entry: {error}",
            )  # fmt: skip

    def _decide(self, entry: Entry, before: Any, parent: int | None) -> Replayed | None:
        """Decide an entry again and say what differs; gives the replay of a game command."""
        command = entry.command
        if isinstance(command, _PROGRAM):
            self._check_program(entry)
            return None
        strangers = _unknown(entry)
        if strangers:
            self._strangers.append((entry.seq, strangers))
            return None
        problem = _shape_problem(command)
        if problem is not None:
            self._find(
                "BAD_COMMAND", entry.seq, problem.rule, "refused: BAD_VALUE", "recorded",
                f"{called(command)} has a value that no command may have: {problem.message}",
            )  # fmt: skip
        if isinstance(command, HoldRoll):
            return self._held(entry, before, parent)
        if type(command) in LOG_MESSAGES and not isinstance(command, StartGame):
            self._log_command(entry, parent)
            return None
        asked = Asked(
            command, entry.by, _faces(entry), getattr(command, "choices", None) or (), entry.key
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
        self._differ(found)
        return replayed

    def _differ(self, found: list[Finding]) -> None:
        """Keep differences; those of another version of the rules apart."""
        same = self._played == self._rules.version
        (self.findings if same else self.differ).extend(found)

    def _check_waiting(self, entry: Entry, parent: int, asked: Asked) -> None:
        try:
            self._keeper.check_held(parent, asked)
        except RuleRefusal as refusal:
            self._find(
                "HELD_ROLL_DROPPED", entry.seq, PAGE, f"{refusal.extra.get('owed')}, corrected",
                called(entry.command), f"a held roll was passed over: {refusal.message}",
            )  # fmt: skip

    def _held(self, entry: Entry, before: Any, parent: int | None) -> Replayed:
        command, code = entry.command.command, entry.command.code
        asked = Asked(command, entry.by, _faces(entry), getattr(command, "choices", None) or ())
        replayed = replay(self._rules, before, asked)
        given = None if replayed.refusal is None else replayed.refusal.code
        if parent is not None:
            self._check_waiting(entry, parent, asked)
        same = entry.events == (_held_event(entry),)
        if given != code or entry.dice is None or not same:
            self._find(
                "HELD_ROLL_WRONG", entry.seq, PAGE, f"a refusal {code} after these dice",
                str(given), "the rules do not hold this roll",
            )  # fmt: skip
        return replayed

    def _check_program(self, entry: Entry) -> None:
        if entry.by != SYSTEM or entry.dice is not None:
            self._find(
                "WRITTEN_BY_HAND", entry.seq, "FORMAT 3", "written by the program",
                f"by {entry.by}", f"{called(entry.command)} is no command of a person",
            )  # fmt: skip

    def _log_command(self, entry: Entry, parent: int | None) -> None:
        """Decide a command of the log again, in front of the log as it was."""
        first = entry.events[0]
        timelines = self.prefix.chain.timelines
        if isinstance(first, TakenBack | Restored):
            line = first.timeline
        else:
            line = timelines.line(parent) if parent is not None else "main"
        at_head = isinstance(first, (TimelineForked, TakenBack | Restored))
        asked = Asked(entry.command, entry.by, (), (), entry.key)
        try:
            players = logcommands.players_of(self.prefix, self.states, line)
            new = logcommands.decide_log_command(self.prefix, line, asked, players)
        except RuleRefusal as refusal:
            self._log_refused(entry, refusal)
            return
        except LogError as error:
            # A forged row may name entries that no command could: below 0, say.
            self._log_refused(entry, undecidable(error))
            return
        events = new.events
        if isinstance(first, TimelineForked) and isinstance(events[0], TimelineForked):
            # A file of its own carries a random id, which nothing can be held against.
            events = (evolve_copy(events[0], first.copy),)
        if entry.dice is not None or events != entry.events or (at_head and new.parent != parent):
            self._find(
                "LOG_EVENT_DIFFERS", entry.seq, "ENGINE", shown(events[0]), shown(first),
                f"{called(first)} does not follow from {called(entry.command)}",
            )  # fmt: skip

    def _log_refused(self, entry: Entry, refusal: RuleRefusal) -> None:
        code = "LOG_COMMAND_NOT_ALLOWED"
        if isinstance(entry.events[0], TakenBack | Restored):
            code = "TAKE_BACK_NOT_ALLOWED"
        elif isinstance(entry.command, ConfirmRolls):
            code = "CONFIRMED_BY_WRONG_SIDE"
        elif isinstance(entry.command, Settle) and entry.by != JUDGE:
            code = "SETTLED_BY_WRONG_SIDE"
        self._find(
            code, entry.seq, refusal.rule, f"refused: {refusal.code}", f"done by {entry.by}",
            f"{called(entry.command).replace('_', ' ')} was not allowed: {refusal.message}",
        )  # fmt: skip

    def _check_key(self, entry: Entry) -> None:
        if entry.key is None:
            return
        first = self._keys.setdefault(entry.key, entry.seq)
        if first != entry.seq:
            self._find(
                "KEY_REUSED", entry.seq, "ENGINE", "a new key", f"the key of entry {first}",
                "a repeated key is answered with the first result and appends nothing",
            )  # fmt: skip

    def _check_dice(
        self, entry: Entry, before: Any, parent: int | None, replayed: Replayed | None
    ) -> None:
        if entry.dice is None:
            return
        if type(entry.dice) not in _KNOWN_DICE:
            self._proofs[entry.seq] = Proof(UNVERIFIABLE, "dice of a source unknown here")
            return
        asks = replayed.rolls if replayed is not None else ()
        sides = tuple(s for roll in asks for s in [roll.ask.sides] * roll.ask.count)
        self._sides[entry.seq] = sides
        played = self._kind_at(parent) != SIMULATED
        proof = self._prover.check(entry, self._log.payload(entry.seq), sides, played=played)
        players = getattr(before, "players", None) or {}
        if entry.dice.rolled_by not in (*players, JUDGE, SYSTEM):
            self._find(
                "ROLLED_BY_NOBODY", entry.seq, PAGE, "a player or the judge",
                entry.dice.rolled_by, "nobody of that name plays this game",
            )  # fmt: skip
        kept = self._kept(entry, before, parent, replayed, played=played)
        self.findings.extend((*proof.findings, *kept))
        self._proofs[entry.seq] = proof

    def _kind_at(self, parent: int | None) -> str:
        timelines = self.prefix.chain.timelines
        return timelines.kinds[timelines.line(parent)] if parent is not None else "played"

    def _kept(
        self,
        entry: Entry,
        before: Any,
        parent: int | None,
        replayed: Replayed | None,
        *,
        played: bool,
    ) -> list[Finding]:
        """Check that faces which fell before were used again, and no others were passed off."""
        if parent is None or replayed is None:
            return []
        del before
        value = entry.dice
        asked = Asked(command_of(entry), entry.by, _faces(entry))
        kept = self._keeper.kept(parent, asked, simulated=not played)
        used = getattr(value, "kept_from", None)
        number = getattr(value, "kept", None) or 0
        if kept is None:
            if used is None and not number:
                return []
            return [self._made("KEPT_FACES_DIFFER", entry, "fresh dice", f"faces of entry {used}",
                               "no roll was waiting to be used again")]  # fmt: skip
        due = _due(kept.asks, replayed)
        if not due and used is None:
            return []
        if used is None:
            what = "typed dice" if isinstance(value, EnteredDice) else "other faces"
            return [self._made("FACES_NOT_REUSED", entry, f"the faces of entry {kept.seq}", what,
                               f"this roll fell in entry {kept.seq} already and was rolled again"
                               )]  # fmt: skip
        right = self._keeper.root(used) == self._keeper.root(kept.seq)
        if right and number == due and tuple(value.faces[:due]) == kept.faces[:due]:
            return []
        return [self._made("KEPT_FACES_DIFFER", entry,
                           f"of entry {kept.seq}: {' '.join(map(str, kept.faces[:due]))}",
                           f"of entry {used}: {' '.join(map(str, value.faces[:number]))}",
                           "these are not the faces that fell")]  # fmt: skip

    def _made(self, code: str, entry: Entry, expected: str, found: str, words: str) -> Finding:
        return Finding(
            code=code,
            address=str(entry.seq),
            rule=PAGE,
            expected=expected,
            found=found,
            words=words,
        )

    def _find(self, code: str, seq: int, rule: str, expected: str, found: str, words: str) -> None:
        self.findings.append(
            Finding(
                code=code, address=str(seq), rule=rule, expected=expected, found=found, words=words
            )
        )

    def _after(self, entry: Entry, before: Any, replayed: Replayed | None) -> Any:
        if replayed is not None and replayed.refusal is None and replayed.events == entry.events:
            return replayed.state
        folder = Folder(self._rules.projection, before)
        try:
            folder.apply_all(entry.events)
        except FoldError as error:
            self._find(
                "STATE_IMPOSSIBLE", entry.seq, "ENGINE", "events that fit", called(error.event),
                str(error),
            )  # fmt: skip
            return before
        return folder.state

    def _note_rolls(self, entry: Entry, before: Any, replayed: Replayed | None, line: str) -> None:
        if entry.dice is None or replayed is None:
            return
        kept = kept_of(entry.dice)
        proof = self._proofs[entry.seq]
        held = isinstance(entry.command, HoldRoll)
        for thrown in replayed.rolls:
            event = None if held else thrown.event
            again = thrown.first < kept
            self._rolls.append(
                RollSeen(
                    address=str(entry.seq) if event is None else f"{entry.seq}.{event}",
                    place=len(self._rolls),
                    entry=entry,
                    thrown=thrown,
                    timeline=line,
                    round=getattr(before, "round", None),
                    phase=getattr(before, "phase", None),
                    grade=proof.grade,
                    why=proof.why,
                    held=held,
                    origin=entry.dice.kept_from if again else None,
                )
            )

    def _check_tables(self) -> None:
        opened = self._log.chain.opened
        lines = self._log.chain.table_lines
        if opened is None or opened.tables_hash is None:
            if lines:
                self._find("TABLES_DIFFER", 1, "FORMAT 3", "the shipped tables", "other tables",
                           "entry 0 names no tables, but some follow")  # fmt: skip
            return
        text = "\n".join(lines)
        if hash_of_tables(text) != opened.tables_hash:
            self._find(
                "TABLES_DIFFER", 0, "FORMAT 3", opened.tables_hash.hex(),
                hash_of_tables(text).hex(), "the rule tables are not those that entry 0 names",
            )  # fmt: skip

    def _check_seeds(self) -> None:
        """Prove the dice of the judge's source whose seed was revealed later."""
        for seq, proof in list(self._proofs.items()):
            entry = self.prefix.entry(seq)
            value = entry.dice
            if not isinstance(value, JudgeDice) or proof.grade != UNVERIFIABLE:
                continue
            seed = self.ledger.seeds.get((value.commit or 0, 3))
            if seed is None:
                continue
            wrong = judge_faces(entry, self._log.payload(seq), seed[1], self._sides[seq])
            self.findings.extend(wrong)
            self._proofs[seq] = (
                Proof(CONTRADICTED, wrong[0].words, tuple(wrong))
                if wrong
                else Proof(PROVED, f"the seed revealed in entry {seed[0]}")
            )

    def report(self) -> Report:
        """Give what was found."""
        players = getattr(self.states.at(0), "players", None) or {}
        if not players:
            # They registered later.
            timelines = self._log.chain.timelines
            newest = self.states.at(timelines.head(timelines.default))
            players = getattr(newest, "players", None) or {}
        gone = self._log.chain.timelines.withdrawn()
        rolls = tuple(self._graded(roll, roll.entry.seq in gone) for roll in self._rolls)
        opened = self._log.chain.opened
        return Report(
            rules=self._rules.name,
            played_version=self._played,
            audited_version=self._rules.version,
            players=dict(players),
            entries=len(self._log),
            timelines=tuple(self._log.chain.timelines.heads),
            findings=tuple(sorted(self.findings, key=_order)),
            other_version=tuple(self.differ),
            rolls=rolls,
            withdrawn=self._lists.withdrawn(gone),
            again=tuple(self._lists.again),
            given_up=self._lists.given_up(self.ledger),
            aborts=self._lists.aborts(self.ledger),
            owed=self._lists.owed(self.states),
            disputes=self._lists.disputes(self.ledger, self._log),
            notes=self._notes(opened is not None),
        )

    def _notes(self, opened: bool) -> tuple[str, ...]:
        said: list[str] = []
        if self._prover.unsigned_checks:
            said.append(
                "signatures of reveals were not checked: "
                'that needs the "sign" extra, pip install "rollbook[sign]"'
            )
        if self._strangers:
            names = sorted({name for _, found in self._strangers for name in found})
            said.append(
                f"{len(self._strangers)} entries hold {', '.join(names[:5])}, unknown to this "
                f"Rollbook, and were not decided again; the first is {self._strangers[0][0]}"
            )
        if opened and self._played != self._rules.version:
            said.append(
                f"played by version {self._played} of {self._rules.name}, "
                f"audited by version {self._rules.version}"
            )
        return tuple(said)

    def _graded(self, roll: RollSeen, withdrawn: bool) -> RollSeen:
        seq = roll.entry.seq
        proof = self._proof_of(roll)
        confirmed = tuple(self.ledger.confirmed.get(seq, {}).items())
        if isinstance(roll.entry.dice, EnteredDice):
            proof = entered_grade(roll.entry, [who for who, _ in confirmed])
        wrong = [f for f in self.findings if self._touches(f, roll)]
        if wrong:
            proof = Proof(CONTRADICTED, wrong[0].words)
        disputed = tuple(
            (d.by, d.seq) for d in self.ledger.disputes if d.about in (str(seq), roll.address)
        )
        return evolve(
            roll,
            grade=proof.grade,
            why=proof.why,
            confirmed=confirmed,
            disputed=disputed,
            withdrawn=withdrawn,
            follows=not wrong,
        )

    def _proof_of(self, roll: RollSeen) -> Proof:
        """Give the proof behind a roll: of the entry in which its faces fell first."""
        seq, place = roll.entry.seq, roll.thrown.first
        for _ in range(len(self._proofs)):
            value = self.prefix.entry(seq).dice
            kept_from = getattr(value, "kept_from", None)
            if kept_from is None or kept_from >= seq or place >= (value.kept or 0):
                break
            if kept_from not in self._proofs:
                break
            seq = kept_from
        return self._proofs[seq]

    def _touches(self, finding: Finding, roll: RollSeen) -> bool:
        seq = str(roll.entry.seq)
        if finding.address.partition(".")[0] != seq:
            return False
        if finding.address == seq:
            return finding.code in _TOUCHES_ROLL or finding.rule == PAGE
        return finding.address == roll.address and finding.code in _TOUCHES_ROLL


_KNOWN_DICE = frozenset(DICE_VALUES)


def _unknown(entry: Entry) -> tuple[str, ...]:
    """Give the names of types in an entry that this Rollbook does not know."""
    held = getattr(entry.command, "command", None)
    parts = (
        entry.command,
        held,
        *entry.events,
        *(getattr(e, "command", None) for e in entry.events),
    )
    return tuple(part.name for part in parts if isinstance(part, Unknown))


def _shape_problem(command: Any) -> BadValue | None:
    """Give what the border would have said to a recorded command, if anything."""
    if not isinstance(command, Command):
        return BadValue("do", "is unknown to this Rollbook")
    if isinstance(command, HoldRoll):
        return _shape_problem(command.command)
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


def _faces(entry: Entry) -> tuple[int, ...]:
    return () if entry.dice is None else tuple(getattr(entry.dice, "faces", ()))


def _held_event(entry: Entry) -> Any:
    return RollHeld(command=entry.command.command, code=entry.command.code)


def evolve_copy(event: TimelineForked, copy: bytes | None) -> TimelineForked:
    """Give a fork event with the id of the file that it begins."""
    return TimelineForked(name=event.name, at=event.at, kind=event.kind, copy=copy)


def _due(asks: tuple[tuple[str, int, int], ...], replayed: Replayed) -> int:
    """Count the faces that must be used again: as far as the rolls ask for the same."""
    number = 0
    for mine, thrown in zip(asks, replayed.rolls, strict=False):
        ask = thrown.ask
        if mine != (ask.purpose, ask.count, ask.sides):
            break
        number += ask.count
    return number


def _order(finding: Finding) -> tuple[int, int, int]:
    entry, _, event = finding.address.partition(".")
    number = int(entry) if entry.isdigit() else -1
    return number, int(event) if event.isdigit() else -1, GRADES.index(CONTRADICTED)


def audit_log(log: Log, rules: RuleSet, progress: Progress | None = None) -> Report:
    """
    Audit *log* by *rules*, over the tables that it carries.

    Raises only what reading the log raises; whatever is wrong with the game
    is a finding.
    """
    return Auditor(log, rules).run(progress).report()
