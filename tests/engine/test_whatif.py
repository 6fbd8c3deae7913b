"""What-if: a fork with other faces, the rest played again, the played log untouched."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rollbook.engine.rollsseen import rolls_seen
from rollbook.engine.session import Session
from rollbook.engine.starting import start
from rollbook.engine.throws import NoThrow
from rollbook.engine.whatif import WhatIf, what_if
from rollbook.events.errors import NeedsDice, RuleRefusal
from rollbook.events.log.errors import LogExists
from rollbook.events.log.file import FileLog
from rollbook.projections.rollseen import counted
from rollbook.projections.state import States
from tests.battles import BOTH, battle, demo
from tests.engine.test_rollsseen import DAMAGE, WALKER


def played(path: Path | None = None) -> Session:
    """Give a game with one roll at 2.4, its morale check, and three commands after it."""
    players = {"ann": "Ann", "ben": "Ben"}
    first = {"do": "start_game", "by": "ann", "rules": "hull-points", "players": players}
    session = start(first, path)
    session.submit(WALKER)
    session.submit({**DAMAGE, "dice": [2, 3, 6]})
    session.submit({"do": "note", "by": "ben", "text": "close"})
    session.submit({**DAMAGE, "amount": 1, "dice": [4, 5, 1]})
    session.submit({"do": "note", "by": "ann", "text": "closer"})
    return session


def imagine(session: Session, seq: int, *faces: int, **how: Any) -> WhatIf:
    """Change the faces of an entry."""
    return what_if(session.log, session.rules, seq, faces, **how)


def state_of(result: WhatIf, session: Session) -> Any:
    """Give the state at the end of the fork."""
    head = result.log.chain.timelines.head(result.timeline)
    return States(result.log, session.rules.projection).at(head)


def test_the_rest_is_played_again() -> None:
    """A control hit instead of a flesh wound: less skill, everything else is as it was."""
    session = played()
    result = imagine(session, 2, 5, 6, event=3)
    assert (result.replayed, result.stopped, result.made) == (3, None, 0)
    assert result.before == (2, 3, 6)
    assert result.after == (5, 6, 6)
    unit, before = state_of(result, session).units["w"], session.state.units["w"]
    assert (unit.ws_melee, unit.ws_shooting) == (before.ws_melee - 1, before.ws_shooting - 1)
    assert (unit.hull, unit.movement) == (before.hull, before.movement)


def test_it_stops_where_a_command_no_longer_applies() -> None:
    """An exploded walker takes no more damage; what comes before that is played."""
    session = played()
    result = imagine(session, 2, 1, 1, event=3)
    assert result.after == (1, 1)
    assert result.replayed == 1
    assert result.stopped is not None
    assert result.stopped.entry == 4
    assert state_of(result, session).units["w"].status == "exploding"


def test_the_played_log_is_untouched() -> None:
    """Nothing is appended to it, in memory either."""
    session = played()
    count, head = len(session.log), session.head
    imagine(session, 2, 5, 6, event=3)
    assert (len(session.log), session.head) == (count, head)
    assert list(session.log.chain.timelines.heads) == ["main"]


def test_into_a_new_file(tmp_path: Path) -> None:
    """With a target the fork is a new log; the old file keeps its bytes."""
    path, target = tmp_path / "game.rbk", tmp_path / "what.rbk"
    session = played(path)
    session.close()
    before = path.read_bytes()
    log = FileLog.read(path)
    result = what_if(log, session.rules, 2, (5, 6), event=3, target=target)
    result.log.close()
    assert path.read_bytes() == before
    kept = FileLog.read(target)
    assert kept.timelines.kinds["what-if"] == "simulated"
    assert target.read_bytes().startswith(before)
    with pytest.raises(LogExists):
        what_if(log, session.rules, 2, (5, 6), event=3, target=target)


def test_nothing_of_it_counts_in_statistics() -> None:
    """All dice of the fork are simulated."""
    session = played()
    result = imagine(session, 2, 5, 6, event=3)
    rolls = rolls_seen(result.log, session.rules)
    assert counted(rolls) == counted(rolls_seen(session.log, session.rules))
    assert sum(roll.source == "simulated" for roll in rolls) == 4


def test_dice_that_are_missing_are_asked_for() -> None:
    """A weapon shot needs a die that never fell: given, simulated, or it is refused."""
    session = played()
    with pytest.raises(NeedsDice):
        imagine(session, 2, 1, 3, event=3)
    given = imagine(session, 2, 1, 3, 2, event=3)
    assert given.after == (1, 3, 2, 6)
    made = imagine(session, 2, 1, 3, event=3, seed=b"1")
    assert made.made >= 1
    assert imagine(session, 2, 1, 3, event=3, seed=b"1").after == made.after


@pytest.mark.parametrize("faces", [(7, 1), (0, 1), (5, 6, 6, 1, 1)])
def test_faces_that_do_not_fit(faces: tuple[int, ...]) -> None:
    """Faces off the die, and faces that nothing asks for, are refused."""
    with pytest.raises(RuleRefusal):
        imagine(played(), 2, *faces, event=3)


@pytest.mark.parametrize(
    ("seq", "how"), [(1, {}), (3, {}), (2, {"event": 0}), (2, {"event": 3, "part": 2}), (0, {})]
)
def test_where_no_dice_fell(seq: int, how: dict[str, Any]) -> None:
    """An address without dice says where they fell, if anywhere."""
    with pytest.raises(NoThrow):
        imagine(played(), seq, 1, 1, **how)


@pytest.mark.parametrize("rules", BOTH)
def test_the_same_faces_change_nothing(rules: str) -> None:
    """Every roll of a battle, thrown again as it fell, leads to the same end."""
    session = demo(rules)
    diced = [e for e in session.log.entries(range(len(session.log))) if e.dice is not None]
    for entry in diced[::9]:
        result = imagine(session, entry.seq, *entry.dice.faces)
        assert result.stopped is None
        assert state_of(result, session) == session.state


@pytest.mark.parametrize("rules", BOTH)
@pytest.mark.parametrize("seed", range(2))
def test_any_other_faces_are_told_or_refused(rules: str, seed: int) -> None:
    """Lowest and highest faces anywhere give a fork that ends well, or a refusal."""
    session = battle(rules, seed)
    diced = [e for e in session.log.entries(range(len(session.log))) if e.dice is not None]
    for entry in diced[::7]:
        for face in (1, 6):
            faces = (face,) * len(entry.dice.faces)
            try:
                result = imagine(session, entry.seq, *faces, seed=b"more")
            except RuleRefusal:
                continue
            assert result.after[: len(faces)] == faces[: len(result.after)]
            assert state_of(result, session) is not None
