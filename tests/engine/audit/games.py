"""Games to audit: the demo battles with any dice source, and a press that forges logs."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest
from attrs import define

from rollbook.engine.dice.derive import commitment, judge_commitment
from rollbook.engine.dice.judge import JudgeSource
from rollbook.engine.dice.ladder import LadderSource
from rollbook.engine.dice.party import LadderParty, NonceParty, SeedJudge
from rollbook.engine.dice.source import DiceSource
from rollbook.engine.ruleset import rule_set
from rollbook.engine.session import Session
from rollbook.engine.starting import start
from rollbook.events.dicevalues import SystemDice
from rollbook.events.errors import RuleRefusal
from rollbook.events.log.entry import Entry
from rollbook.events.log.keys import KeyKind, SigningKey
from rollbook.events.log.log import MemoryLog, NewEntry

SEED_A, SEED_B, SEED_JUDGE = b"a" * 32, b"b" * 32, b"j" * 32
LENGTH = 256
RULES = rule_set("hull-points")
CHECK = {"do": "check", "by": "ann", "unit": "gertie", "characteristic": "grit"}
KEY_A = SigningKey.from_seed("ann.example", KeyKind.COSIGNATURE, b"A" * 32)
KEY_B = SigningKey.from_seed("ben.example", KeyKind.COSIGNATURE, b"B" * 32)


def demo_commands(rules: str = "hull-points") -> list[dict[str, Any]]:
    """Give the commands of a shipped demo battle."""
    text = resources.files(f"rollbook.engine.{rules.replace('-', '')}").joinpath("demo.jsonl")
    return [json.loads(line) for line in text.read_text().splitlines()]


def demo(rules: str = "hull-points", until: int | None = None) -> Session:
    """Play a demo battle, or its first *until* commands, with the dice that it has."""
    first, *rest = demo_commands(rules)[:until]
    session = start(first, None, game_id=b"g" * 16)
    for command in rest:
        session.submit(command)
    return session


def before_fire(number: int = 0) -> tuple[Session, dict[str, Any]]:
    """Give the demo battle just before its shot *number*, and that command without dice."""
    commands = demo_commands()
    shots = [i for i, c in enumerate(commands) if c["do"] == "fire_weapon"]
    session = demo(until=shots[number])
    shot = {k: v for k, v in commands[shots[number]].items() if k != "dice"}
    return session, shot


def commit_ladder(session: Session, *, keys: bool = False, aborts: str = "reroll") -> None:
    """Commit both players' ladders."""
    command: dict[str, Any] = {
        "do": "commit_dice", "by": "system", "source": "ladder", "length": LENGTH,
        "commit_a": commitment(SEED_A, LENGTH).hex(),
        "commit_b": commitment(SEED_B, LENGTH).hex(), "aborts": aborts,
    }  # fmt: skip
    if keys:
        command |= {"key_a": KEY_A.verifier.public.hex(), "key_b": KEY_B.verifier.public.hex()}
    session.submit(command)


def ladder(session: Session, *, keys: bool = False, **more: Any) -> LadderSource:
    """Commit ladders and make them the session's source."""
    commit_ladder(session, keys=keys, aborts=more.pop("aborts", "reroll"))
    parties = {
        1: LadderParty(SEED_A, LENGTH, KEY_A if keys else None),
        2: LadderParty(SEED_B, LENGTH, KEY_B if keys else None),
    }
    source = LadderSource(session.log, session.log.chain.players, parties, **more)
    session.source = source
    return source


def judge(session: Session) -> JudgeSource:
    """Commit the judge's seed and make it the session's source."""
    session.submit({
        "do": "commit_dice", "by": "judge", "source": "judge", "aborts": "forfeit",
        "commit_judge": judge_commitment(SEED_JUDGE).hex(),
    })  # fmt: skip
    source = JudgeSource(
        session.log, session.log.chain.players, {1: NonceParty(), 2: NonceParty()},
        SeedJudge(SEED_JUDGE),
    )  # fmt: skip
    session.source = source
    return source


class WrittenSource:
    """A source of one device that gives the faces written down for it, one after the other."""

    value = SystemDice
    name = "system"

    def __init__(self, *faces: int) -> None:
        self._faces = list(faces)

    def begin(self, request: bytes, by: str) -> WrittenSource:
        """Start the dice of one command."""
        del request, by
        return self

    def take(self, count: int, sides: int) -> tuple[int, ...]:
        """Give the next faces."""
        del sides
        taken, self._faces = self._faces[:count], self._faces[count:]
        assert len(taken) == count
        return tuple(taken)

    def proof(self) -> dict[str, Any]:
        """Prove nothing."""
        return {}


def held(*faces: int) -> tuple[Session, dict[str, Any]]:
    """Hold a roll: a flamer hits, and its player has not said who is under it; and that shot."""
    commands = demo_commands()
    place = next(i for i, x in enumerate(commands) if x.get("weapon") == "flamer")
    shot = {k: v for k, v in commands[place].items() if k not in ("dice", "wounded")}
    session = demo(until=place)
    session.source = WrittenSource(6, *faces)
    with pytest.raises(RuleRefusal, match="say in wounded"):
        session.submit(shot)
    return session, shot


def honest(rules: str, seed: int, make: Callable[[Session], DiceSource] | None) -> Session:
    """
    Play a wandering game: the demo's commands, refusals, take-backs, forks, held rolls.

    Whatever a session accepts is honest; *make* gives the dice source
    (``None``: the demo's own faces).
    """
    chance = random.Random(seed)
    first, *rest = demo_commands(rules)
    session = start(first, None)
    if make is not None:
        make(session)
    players = session.log.chain.players
    done: list[tuple[int, dict[str, Any]]] = []
    for command in rest:
        given = {k: v for k, v in command.items() if make is None or k != "dice"}
        _play(session, given, done)
        _settle_owed(session, done)
        if chance.random() < 0.1 and len(done) > 4:
            number = chance.randint(1, 3)
            by, other = chance.sample(players, 2)
            taken = done[-number:]
            back = session.log.chain.timelines.parent(taken[0][0])
            if _try(session, {"do": "take_back", "by": by, "to": back, "agreed": other,
                              "reason": "a slip of the hand"}):  # fmt: skip
                del done[-number:]
                for _, again in taken if chance.random() < 0.7 else ():
                    _play(session, again, done)
        if chance.random() < 0.05:
            _try(session, {"do": "fork", "by": "system", "name": f"f{len(session.log)}",
                           "at": session.head})  # fmt: skip
        if chance.random() < 0.05:
            rolled = [e for e in entries(session) if e.dice is not None][-3:]
            for entry in rolled:
                other = next(p for p in players if p != entry.by)
                _try(session, {"do": "confirm_rolls", "by": other, "entries": [entry.seq]})
    return session


def _play(
    session: Session, command: dict[str, Any], done: list[tuple[int, dict[str, Any]]]
) -> None:
    """Submit a command; complete it with a choice if one is asked for; give up what is held."""
    options: list[str] | None = None
    try:
        done.append((session.submit(command).entry.seq, command))
    except RuleRefusal as refusal:
        options = refusal.extra.get("options")
    if options:
        complete = {**command, "choices": [*command.get("choices", []), options[0]]}
        if (seq := _try(session, complete)) is not None:
            done.append((seq, complete))
    held = session._keeper.held(session.head)
    if held is not None:
        _try(session, {"do": "give_up_roll", "by": held.by, "reason": "wrong command"})
        done.clear()


def _settle_owed(session: Session, done: list[tuple[int, dict[str, Any]]]) -> None:
    """Settle what is owed in the plainest way."""
    for _ in range(6):
        if not session.state.pending:
            return
        owed = session.state.pending[0]
        command: dict[str, Any] = {"do": owed.do, "by": "judge", "unit": owed.unit}
        if owed.do == "resolve_explosion":
            command["hits"] = []
        elif owed.do == "resolve_timber":
            command |= {"angle_decideg": 0, "under": []}
        elif owed.do == "ram_response":
            command |= {"response": "none"}
        before = len(session.log)
        _play(session, command, done)
        if len(session.log) == before:
            _try(session, {"do": "ruling", "by": "judge", "reason": "on with the game",
                           "set": {f"units.{owed.unit}.status": "removed"}})  # fmt: skip
        if len(session.log) == before:
            return


def _try(session: Session, command: dict[str, Any]) -> int | None:
    try:
        return session.submit(command).entry.seq
    except RuleRefusal:
        return None


@define
class Forged:
    """One entry on the press: change any field; ``drop`` leaves it out."""

    seq: int
    by: str
    key: str | None
    command: Any
    events: tuple[Any, ...]
    dice: Any
    parent: int | None
    timeline: str
    at: int
    drop: bool = False


def press(log: Any, edit: Callable[[list[Forged]], object]) -> MemoryLog:
    """Write *log* again with some entries changed, and every hash made new."""
    lines = log.chain.timelines
    forged = [
        Forged(e.seq, e.by, e.key, e.command, e.events, e.dice, e.parent, lines.line(e.seq), e.at)
        for e in log.entries(range(len(log)))
    ]
    edit(forged)
    clock = {"at": 0}
    made = MemoryLog(lambda: clock["at"])
    places: dict[int, int] = {}
    for entry in forged:
        parent = entry.parent
        while parent is not None and parent not in places:
            parent = next((f.parent for f in forged if f.seq == parent), None)
        if entry.drop:
            continue
        new = NewEntry(
            entry.command, entry.events, entry.by, entry.key, entry.dice, entry.timeline,
            None if parent is None else places[parent],
        )  # fmt: skip
        clock["at"] = entry.at
        places[entry.seq] = made.append(new).seq
    return made


def first_with(forged: list[Forged], test: Callable[[Forged], object]) -> Forged:
    """Give the first entry that a test holds for."""
    return next(entry for entry in forged if test(entry))


def entries(session: Session) -> list[Entry]:
    """Give all entries of a session's log."""
    return list(session.log.entries(range(len(session.log))))
