"""What was withdrawn, by which entry, and what came back."""

from __future__ import annotations

from rollbook.projections.withdrawn import withdrawals, withdrawn_by
from tests.battles import demo


def test_a_take_back_withdraws_what_lies_behind_its_goal():
    """The entries, in rows, with how many of them hold a roll."""
    session = demo("hull-points", count=40)
    session.submit({"do": "take_back", "by": "judge", "to": 35, "reason": "slip"})
    (item,) = withdrawals(session.log)
    assert (item.seqs, item.runs, item.rolls) == ((36, 37, 38, 39), ((36, 39),), 4)
    assert (item.by.seq, item.timeline) == (40, "main")


def test_a_restore_brings_them_back_and_withdraws_what_came_since():
    """The take-back itself is off the path then, by the restore."""
    session = demo("hull-points", count=40)
    session.submit({"do": "take_back", "by": "judge", "to": 35, "reason": ""})
    session.submit({"do": "note", "by": "ann", "text": ""})
    session.submit({"do": "restore", "by": "judge", "entry": 39, "reason": ""})
    assert {seq: entry.seq for seq, entry in withdrawn_by(session.log).items()} == {40: 42, 41: 42}


def test_what_a_fork_still_holds_is_not_withdrawn():
    """It lies on the path of a head."""
    session = demo("hull-points", count=40)
    session.submit({"do": "take_back", "by": "judge", "to": 35, "reason": ""})
    session.submit({"do": "fork", "by": "ann", "name": "try", "at": 37})
    assert sorted(withdrawn_by(session.log)) == [38, 39]


def test_every_withdrawn_entry_has_one_that_withdrew_it():
    """In a log with all kinds of moves nothing is withdrawn by nobody."""
    session = demo("hull-points", count=40)
    for command in (
        {"do": "take_back", "to": 35},
        {"do": "fork", "name": "try", "at": 20},
        {"do": "take_back", "to": 30},
        {"do": "restore", "entry": 38},
        {"do": "note", "text": ""},
        {"do": "restore", "entry": 40},
        {"do": "take_back", "to": 10},
    ):
        reason = {} if command["do"] in ("note", "fork") else {"reason": ""}
        session.submit({"by": "judge", **command, **reason})
    gone = session.log.chain.timelines.withdrawn()
    assert gone
    assert set(withdrawn_by(session.log)) == gone
