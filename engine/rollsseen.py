"""
The rolls of a log as the statistics see them: what fell, and what could have.

Each throw is decided once more, so its chances are those of its own moment.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, cast

from attrs import evolve, frozen

from rollbook.engine.odds.errors import OddsTooLarge
from rollbook.engine.odds.faces import chances_of, value_read
from rollbook.engine.ruleset import RuleSet
from rollbook.engine.step import EachReaching, RollAsk
from rollbook.engine.throws import NoThrow, Throw, throws_of
from rollbook.events.log.entry import Entry
from rollbook.events.log.log import Log
from rollbook.projections import exact
from rollbook.projections.rollmeaning import NOBODY, Meaning, helps, meaning_of
from rollbook.projections.rolls import rolls_of_entry
from rollbook.projections.rollseen import Better, RollSeen, Source
from rollbook.projections.state import States


@frozen
class Judged:
    """The number that mattered in a throw, its chances, and whether high is good."""

    value: int | None
    expected: Mapping[int, Fraction] | None
    better: Better
    successes: bool = False


def rolls_seen(log: Log, rules: RuleSet, states: States | None = None) -> tuple[RollSeen, ...]:
    """
    Give every throw of a log file, in order, withdrawn ones too.

    Players are named as the game names them.  An entry that today's rules
    cannot decide again gives its faces without chances.
    """
    states = states or States(log, rules.projection)
    names = player_names(log)
    gone = log.chain.timelines.withdrawn()
    seen: dict[str, RollSeen] = {}
    addresses: dict[int, list[str]] = {}
    for entry in log.entries(range(len(log))):
        if entry.dice is None:
            continue
        for roll in _of_entry(log, rules, states, entry, addresses):
            one = evolve(
                roll,
                player=names.get(roll.player, roll.player),
                withdrawn=entry.seq in gone,
                # Whatever is typed on a what-if timeline, it did not fall in the game.
                source="simulated" if what_if(log, entry.seq) else roll.source,
            )
            known = seen.get(one.address)
            if known is None:
                seen[one.address] = one
            elif known.better == "neither" and known.faces == one.faces:
                # It fell for a command that was held; only now is it known for what.
                seen[one.address] = evolve(one, withdrawn=known.withdrawn and one.withdrawn)
    return tuple(seen.values())


def what_if(log: Log, seq: int) -> bool:
    """Tell whether an entry belongs to a simulated timeline."""
    timelines = log.chain.timelines
    return timelines.kinds[timelines.line(seq)] == "simulated"


def player_names(log: Log) -> dict[str, str]:
    """Give the names of a game's players by id, with the id behind names that are not unique."""
    players = dict(log.entry(0).command.players)
    names = list(players.values())
    return {
        ident: name if names.count(name) == 1 and name.strip() else f"{name} ({ident})".strip()
        for ident, name in players.items()
    }


def _of_entry(
    log: Log, rules: RuleSet, states: States, entry: Entry, addresses: dict[int, list[str]]
) -> Iterator[RollSeen]:
    state = states.at(log.chain.timelines.parent(entry.seq))
    try:
        throws = throws_of(rules, state, entry)
    except NoThrow:
        yield from _as_recorded(entry)
        return
    kept, earlier = _kept(entry, addresses)
    addresses[entry.seq] = here = []
    for number, throw in enumerate(throws):
        again = throw.last <= kept and number < len(earlier)
        here.append(earlier[number] if again else throw.address)
        event = None if throw.event is None else entry.events[throw.event]
        judged = judge(rules.name, throw, event, throw.state, entry.dice.rolled_by)
        yield RollSeen(
            address=here[-1],
            player=entry.dice.rolled_by,
            purpose=throw.ask.purpose,
            sides=throw.ask.sides,
            faces=throw.faces,
            source=cast("Source", entry.dice.source),
            expected=judged.expected,
            value=judged.value,
            better=judged.better,
            successes=judged.successes,
        )


def _kept(entry: Entry, addresses: dict[int, list[str]]) -> tuple[int, list[str]]:
    """Give how many faces were taken over, and the addresses of the throws they fell in."""
    origin = getattr(entry.dice, "kept_from", None)
    if origin is None:
        return 0, []
    return entry.dice.kept or 0, addresses.get(origin, [])


def _as_recorded(entry: Entry) -> Iterator[RollSeen]:
    """Give the rolls of an entry by what its events say alone."""
    parts: dict[str, int] = {}
    for rolled in rolls_of_entry(entry):
        part = parts[rolled.address] = parts.get(rolled.address, 0) + 1
        yield RollSeen(
            address=rolled.address if part == 1 else f"{rolled.address}/{part}",
            player=rolled.by,
            purpose=rolled.roll.purpose,
            sides=rolled.roll.sides,
            faces=rolled.roll.faces,
            source=cast("Source", rolled.source),
            better="neither",
        )


def judge(rules: str, throw: Throw, event: Any, state: Any, player: str) -> Judged:
    """
    Give the number of a throw that mattered, seen by *player*.

    Counts are turned so that they count what is good for the player.
    """
    meaning = meaning_of(rules, throw.ask.purpose) if event is not None else NOBODY
    good = helps(meaning, event, state, player)
    value, expected = read_of(throw.ask, throw.faces, meaning)
    if value is None or expected is None:
        return Judged(None, None, "neither")
    if good is None:
        return Judged(value, expected, "neither")
    if not isinstance(throw.ask.reads, int | EachReaching):
        return Judged(value, expected, "high" if good else "low")
    if good:
        return Judged(value, expected, "high", successes=True)
    count = throw.ask.count
    turned = {count - number: chance for number, chance in expected.items()}
    return Judged(count - value, turned, "high", successes=True)


def read_of(
    ask: RollAsk, faces: tuple[int, ...], meaning: Meaning
) -> tuple[int | None, Mapping[int, Fraction] | None]:
    """Give the number that a roll comes down to, and its chances; nothing if it is not one."""
    if meaning.contest and ask.count == 2:
        die = exact.uniform(ask.sides)
        return faces[0] - faces[1], exact.convolve([die, exact.negated(die)])
    try:
        return value_read(ask, faces), chances_of(ask)
    except OddsTooLarge:
        return None, None


def entry_of(roll: RollSeen) -> int:
    """Give the number of the entry in which a roll of :func:`rolls_seen` fell."""
    return int(roll.address.partition("/")[0].partition(".")[0])
