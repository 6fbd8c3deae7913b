"""
Commands about dice: commitments, reveals, aborts, confirmations, given-up rolls.

Who may say what is decided here; what it proves is the audit's business.
"""

from __future__ import annotations

from collections.abc import Callable

from rollbook.engine.decide import Asked
from rollbook.engine.dice.derive import commitment, judge_commitment
from rollbook.engine.dice.ledger import JUDGE_SOURCE, LADDER, Committed, Ledger
from rollbook.engine.keeping import Keeper
from rollbook.events.errors import BadValue, RuleRefusal
from rollbook.events.log.entry import Entry
from rollbook.events.log.log import Log, NewEntry
from rollbook.events.log.messages import (
    AbortRoll,
    CommitDice,
    ConfirmRolls,
    DiceCommitted,
    GiveUpRoll,
    RevealSeed,
    RollAborted,
    RollGivenUp,
    RollsConfirmed,
    SeedRevealed,
)
from rollbook.events.message import Command, Event
from rollbook.events.quantities import JUDGE, SYSTEM

LogDecider = Callable[[Log, str, tuple[str, ...], Asked], NewEntry]


def _new(asked: Asked, event: Event, timeline: str) -> NewEntry:
    return NewEntry(asked.command, (event,), asked.by, asked.key, timeline=timeline)


def _commit(log: Log, timeline: str, players: tuple[str, ...], asked: Asked) -> NewEntry:
    """Fix commitments; a source that is in use keeps those it has, unless the judge says so."""
    command = asked.command
    assert isinstance(command, CommitDice)  # noqa: S101
    if len(players) != 2:
        raise RuleRefusal("NOT_ALLOWED", "committed dice are for exactly two players")
    ledger = Ledger().read(log)
    current = ledger.current(command.source)
    if current is not None and asked.by != JUDGE and not _used_up(ledger, current):
        raise RuleRefusal(
            "NOT_ALLOWED",
            f"entry {current.seq} committed the dice of this source already; "
            "only the judge may begin anew",
            needs="ruling",
        )
    for field in ("commit_a", "commit_b", "commit_judge"):
        value = getattr(command, field)
        if value is not None and value in _known_commitments(ledger):
            raise BadValue(field, "was committed to before; its shares may be known")
    event = DiceCommitted(
        source=command.source,
        commit_a=command.commit_a,
        commit_b=command.commit_b,
        length=command.length,
        commit_judge=command.commit_judge,
        aborts=command.aborts,
        key_a=command.key_a,
        key_b=command.key_b,
    )
    return _new(asked, event, timeline)


def _known_commitments(ledger: Ledger) -> set[bytes | None]:
    events = [c.event for c in ledger.commits]
    return {v for e in events for v in (e.commit_a, e.commit_b, e.commit_judge)}


def _used_up(ledger: Ledger, commit: Committed) -> bool:
    if any((commit.seq, role) in ledger.seeds for role in (1, 2, 3)):
        return True
    used = ledger.next_index(commit) > (commit.event.length or 0)
    return commit.event.source == LADDER and used


def _reveal(log: Log, timeline: str, players: tuple[str, ...], asked: Asked) -> NewEntry:
    """Reveal a committed seed after its last roll."""
    command = asked.command
    assert isinstance(command, RevealSeed)  # noqa: S101
    ledger = Ledger().read(log)
    commit = ledger.current(JUDGE_SOURCE if command.role == 3 else LADDER)
    if commit is None:
        raise RuleRefusal("NOT_PENDING", "nothing was committed that this seed could reveal")
    owner = JUDGE if command.role == 3 else players[command.role - 1]
    if asked.by not in (owner, JUDGE, SYSTEM):
        raise RuleRefusal("NOT_ALLOWED", f"that is {owner}'s seed", needs="ruling")
    if (commit.seq, command.role) in ledger.seeds:
        raise RuleRefusal("NOT_PENDING", "this seed is revealed already")
    if not seed_fits(commit, command.role, command.seed):
        raise BadValue("seed", f"does not fit the commitment in entry {commit.seq}")
    return _new(asked, SeedRevealed(role=command.role, seed=command.seed), timeline)


def seed_fits(commit: Committed, role: int, seed: bytes) -> bool:
    """Tell whether *seed* is the one that *role* committed to."""
    if len(seed) != 32:
        return False
    event = commit.event
    if role == 3:
        return judge_commitment(seed) == event.commit_judge
    first = event.commit_a if role == 1 else event.commit_b
    return commitment(seed, event.length or 1) == first


def _abort(log: Log, timeline: str, players: tuple[str, ...], asked: Asked) -> NewEntry:  # noqa: ARG001
    """Log that somebody walked away; under ``ladder`` that burns the index."""
    command = asked.command
    assert isinstance(command, AbortRoll)  # noqa: S101
    for field, sizes in (("request", (32, 32)), ("share", (16, 64))):
        value = getattr(command, field)
        if value is not None and not sizes[0] <= len(value) <= sizes[1]:
            raise BadValue(field, f"is {len(value)} bytes")
    ledger = Ledger().read(log)
    commit = ledger.current(command.source)
    if commit is None:
        raise RuleRefusal("NOT_PENDING", f"no dice of the source {command.source} are committed")
    index = None
    if command.source == LADDER:
        index = ledger.next_index(commit)
        if index > (commit.event.length or 0):
            raise RuleRefusal("NOT_PENDING", "the ladders are used up")
    event = RollAborted(
        source=command.source,
        commit=commit.seq,
        index=index,
        role=command.role,
        aborts=commit.event.aborts,
        request=command.request,
        share=command.share,
        reason=command.reason,
    )
    return _new(asked, event, timeline)


def _confirm(log: Log, timeline: str, players: tuple[str, ...], asked: Asked) -> NewEntry:  # noqa: ARG001
    """The other side saw these faces."""
    command = asked.command
    assert isinstance(command, ConfirmRolls)  # noqa: S101
    for seq in command.entries:
        if not 0 <= seq < len(log):
            raise RuleRefusal("UNKNOWN_ENTRY", f"there is no entry {seq}", field="entries")
        entry = log.entry(seq)
        if entry.dice is None:
            raise RuleRefusal("UNKNOWN_ENTRY", f"entry {seq} has no dice", field="entries")
        if asked.by == SYSTEM or asked.by in sides_of(entry):
            raise RuleRefusal(
                "NOT_ALLOWED",
                f"the dice of entry {seq} are {entry.dice.rolled_by}'s; "
                "the other side or the judge confirms them",
                needs="agreement",
            )
    return _new(asked, RollsConfirmed(entries=command.entries), timeline)


def sides_of(entry: Entry) -> tuple[str, ...]:
    """Give who stands behind the dice of an entry already: who rolled and who typed."""
    return (entry.dice.rolled_by, entry.by)


def _give_up(log: Log, timeline: str, players: tuple[str, ...], asked: Asked) -> NewEntry:
    """Give up a held roll, or set the faces of any roll aside by agreement or ruling."""
    command = asked.command
    assert isinstance(command, GiveUpRoll)  # noqa: S101
    if command.agreed is not None and (command.agreed not in players or command.agreed == asked.by):
        raise RuleRefusal(
            "UNKNOWN_PLAYER", f"{command.agreed} is no other player of this game", field="agreed"
        )
    held = Keeper.held_at(log, log.chain.timelines.head(timeline))
    entry = held if command.entry is None else _entry_with_dice(log, command.entry)
    if entry is None:
        raise RuleRefusal(
            "NOT_PENDING", "no roll is held here; name an entry to set its roll aside"
        )
    waits = held is not None and held.seq == entry.seq
    agreed = asked.by == JUDGE or command.agreed is not None
    if command.agreed is not None and entry.by not in (asked.by, command.agreed, SYSTEM):
        agreed = asked.by == JUDGE
    if not agreed and not (waits and asked.by in (entry.by, SYSTEM)):
        raise RuleRefusal(
            "NOT_ALLOWED",
            f"the roll of entry {entry.seq} is set aside by agreement or ruling",
            needs="agreement",
        )
    event = RollGivenUp(
        held=entry.seq, reason=command.reason, agreed=command.agreed, set_aside=agreed
    )
    return _new(asked, event, timeline)


def _entry_with_dice(log: Log, seq: int) -> Entry:
    if not 0 <= seq < len(log):
        raise RuleRefusal("UNKNOWN_ENTRY", f"there is no entry {seq}", field="entry")
    entry = log.entry(seq)
    if entry.dice is None:
        raise RuleRefusal("UNKNOWN_ENTRY", f"entry {seq} has no dice", field="entry")
    return entry


DICE_DECIDERS: dict[type[Command], LogDecider] = {
    CommitDice: _commit,
    RevealSeed: _reveal,
    AbortRoll: _abort,
    ConfirmRolls: _confirm,
    GiveUpRoll: _give_up,
}
