"""Cheats with dice that have a proof: ladders, seeds of a judge, held rolls."""

from __future__ import annotations

from rollbook.engine.dice.derive import dice as derive_dice
from rollbook.engine.dice.derive import prk, request_hash, share
from rollbook.engine.session import Session
from rollbook.events.dicevalues import SimulatedDice
from rollbook.events.log import messages as m
from rollbook.events.log.log import MemoryLog
from rollbook.events.message import changed
from tests.engine.audit.cheat import Cheat, demo_shot, forged, recheck
from tests.engine.audit.games import (
    LENGTH,
    SEED_A,
    SEED_B,
    SEED_JUDGE,
    Forged,
    before_fire,
    first_with,
    held,
    judge,
    ladder,
    press,
)


def ladder_shot(*, keys: bool = False) -> Session:
    session, _ = before_fire()
    ladder(session, keys=keys)
    for unit in ("gertie", "stilts"):
        session.submit({"do": "check", "by": "ann", "unit": unit, "characteristic": "grit"})
    return session


def ladder_faces_changed() -> Cheat:
    """Faces and outcome agree, but do not follow from the shares."""

    def edit(log: list[Forged]) -> None:
        face = log[-1].dice.faces[0] % 6 + 1
        log[-1].dice = changed(log[-1].dice, faces=(face,))
        recheck(log[-1], face)

    return Cheat(forged(ladder_shot(), edit), "FACES_NOT_PROVED")


def share_replaced() -> Cheat:
    """A share is not on the committed ladder."""

    def edit(log: list[Forged]) -> None:
        log[-1].dice = changed(log[-1].dice, share_b=b"x" * 32)

    return Cheat(forged(ladder_shot(), edit), "SHARE_WRONG")


def share_missing() -> Cheat:
    """A roll is said to be proved, but one share is not there."""

    def edit(log: list[Forged]) -> None:
        log[-1].dice = changed(log[-1].dice, share_a=None)

    return Cheat(forged(ladder_shot(), edit), "SHARE_WRONG")


def index_reused() -> Cheat:
    """A step of the ladders is used a second time, with faces that follow from it."""

    def edit(log: list[Forged]) -> None:
        entry = log[-1]
        a, b = share(SEED_A, LENGTH, 1), share(SEED_B, LENGTH, 1)
        entry.dice = changed(entry.dice, index=1, share_a=a, share_b=b)

    log = forged(ladder_shot(), edit)
    return Cheat(_follow(log), "INDEX_REUSED")


def _follow(log: MemoryLog) -> MemoryLog:
    """Make the faces of the last entry follow from its shares."""
    entry = log.entry(len(log) - 1)
    row = log.chain.codec.row(entry.command)
    request = request_hash(entry.seq, entry.prev, None, entry.by, row)
    shares = {1: entry.dice.share_a, 2: entry.dice.share_b}
    face = derive_dice(prk(request, shares), (6,))[0]

    def edit(forged: list[Forged]) -> None:
        forged[-1].dice = changed(forged[-1].dice, faces=(face,))
        recheck(forged[-1], face)

    return press(log, edit)


def not_committed() -> Cheat:
    """The commitment is written after the roll."""

    def edit(log: list[Forged]) -> None:
        commit = first_with(log, lambda x: isinstance(x.command, m.CommitDice))
        commit.drop = True

    return Cheat(forged(ladder_shot(), edit), "NOT_COMMITTED")


def request_changed_after_the_share() -> Cheat:
    """The recorder words the command anew when a share is known; the signature tells."""

    def edit(log: list[Forged]) -> None:
        entry = log[-1]
        entry.command = changed(entry.command, unit="gertie")
        entry.events = (changed(entry.events[0], unit="gertie"),)

    log = forged(ladder_shot(keys=True), edit)
    return Cheat(_follow(log), "REVEAL_SIGNATURE_WRONG")


def reveal_not_signed() -> Cheat:
    """Keys are in use, but a reveal is not signed."""

    def edit(log: list[Forged]) -> None:
        log[-1].dice = changed(log[-1].dice, signature_b=None)

    return Cheat(forged(ladder_shot(keys=True), edit), "REVEAL_NOT_SIGNED")


def simulated_in_play() -> Cheat:
    """Faces of a what-if stand on a played timeline."""
    session, _ = before_fire()
    demo_shot(session)

    def edit(log: list[Forged]) -> None:
        faces = log[-1].dice.faces
        log[-1].dice = SimulatedDice(source="simulated", faces=faces, rolled_by=log[-1].by)

    return Cheat(forged(session, edit), "SIMULATED_IN_PLAY")


def source_mislabelled() -> Cheat:
    """Dice of one source are called by the name of a better one."""
    session, _ = before_fire()
    demo_shot(session)

    def edit(log: list[Forged]) -> None:
        log[-1].dice = changed(log[-1].dice, source="ladder")

    return Cheat(forged(session, edit), "SOURCE_MISLABELLED")


def _judge_shot() -> Session:
    session, _ = before_fire()
    judge(session)
    session.submit({"do": "check", "by": "ann", "unit": "gertie", "characteristic": "grit"})
    session.submit({"do": "reveal_seed", "by": "judge", "role": 3, "seed": SEED_JUDGE.hex()})
    return session


def judge_faces_changed() -> Cheat:
    """The faces do not follow from the seed that the judge reveals later."""

    def edit(log: list[Forged]) -> None:
        entry = log[-2]
        face = entry.dice.faces[0] % 6 + 1
        entry.dice = changed(entry.dice, faces=(face,))
        recheck(entry, face)

    return Cheat(forged(_judge_shot(), edit), "FACES_NOT_PROVED")


def rolled_after_the_reveal() -> Cheat:
    """A roll leans on the judge's seed when everybody knows it."""

    def swap(log: list[Forged]) -> None:
        roll, reveal = log[-2], log[-1]
        roll.seq, reveal.seq = reveal.seq, roll.seq
        roll.parent, reveal.parent = reveal.parent, roll.parent
        log[-2:] = [reveal, roll]

    return Cheat(forged(_judge_shot(), swap), "ROLLED_AFTER_REVEAL")


def ladder_roll_after_its_reveal() -> Cheat:
    """A ladder roll leans on a seed that its player has shown before."""
    session = ladder_shot()
    session.submit({"do": "reveal_seed", "by": "ann", "role": 1, "seed": SEED_A.hex()})

    def swap(log: list[Forged]) -> None:
        roll, reveal = log[-2], log[-1]
        roll.seq, reveal.seq = reveal.seq, roll.seq
        roll.parent, reveal.parent = reveal.parent, roll.parent
        log[-2:] = [reveal, roll]

    return Cheat(forged(session, swap), "ROLLED_AFTER_REVEAL")


def another_seed_revealed() -> Cheat:
    """The judge reveals another seed than the committed one."""

    def edit(log: list[Forged]) -> None:
        log[-1].command = changed(log[-1].command, seed=b"k" * 32)
        log[-1].events = (changed(log[-1].events[0], seed=b"k" * 32),)

    return Cheat(forged(_judge_shot(), edit), "LOG_COMMAND_NOT_ALLOWED")


def committed_anew() -> Cheat:
    """A player commits a second ladder when the first has steps left."""
    session, _ = before_fire()
    ladder(session)

    def edit(log: list[Forged]) -> None:
        log[-1].by = "ann"

    session.submit({
        "do": "commit_dice", "by": "judge", "source": "ladder", "length": 9, "aborts": "reroll",
        "commit_a": "11" * 32, "commit_b": "22" * 32,
    })  # fmt: skip
    return Cheat(forged(session, edit), "LOG_COMMAND_NOT_ALLOWED")


def held_roll_passed_over() -> Cheat:
    """A held roll was not to the player's liking: the game goes on as if it had not fallen."""
    session, _ = held(3)
    session.submit({"do": "give_up_roll", "by": "ann", "reason": "wrong target"})
    session.submit({"do": "check", "by": "ann", "unit": "gertie", "characteristic": "grit"})

    def edit(log: list[Forged]) -> None:
        first_with(log, lambda x: isinstance(x.command, m.GiveUpRoll)).drop = True

    return Cheat(forged(session, edit), "HELD_ROLL_DROPPED")


def held_for_no_reason() -> Cheat:
    """A roll is put away as held, although its command was complete."""
    session, _ = held()

    def edit(log: list[Forged]) -> None:
        command = changed(log[-1].command.command, wounded=0)
        log[-1].command = changed(log[-1].command, command=command)
        log[-1].events = (changed(log[-1].events[0], command=command),)

    return Cheat(forged(session, edit), "HELD_ROLL_WRONG")


def held_and_rolled_again() -> Cheat:
    """A held roll is given up, and the same command has fresh faces."""
    session, shot = held()
    session.submit({"do": "give_up_roll", "by": "ann", "reason": "wrong target"})
    session.submit({**shot, "wounded": 0})

    def edit(log: list[Forged]) -> None:
        log[-1].dice = changed(log[-1].dice, kept_from=None, kept=None)

    return Cheat(forged(session, edit), "FACES_NOT_REUSED")


CHEATS = (
    ladder_roll_after_its_reveal,
    ladder_faces_changed,
    share_replaced,
    share_missing,
    index_reused,
    not_committed,
    request_changed_after_the_share,
    reveal_not_signed,
    simulated_in_play,
    source_mislabelled,
    judge_faces_changed,
    rolled_after_the_reveal,
    another_seed_revealed,
    committed_anew,
    held_roll_passed_over,
    held_for_no_reason,
    held_and_rolled_again,
)
