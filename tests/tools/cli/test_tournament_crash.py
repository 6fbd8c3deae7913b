"""A laptop that dies while results are being entered."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rollbook.engine.session import Session
from rollbook.events.log.verify import verify_file
from rollbook.tools.cli.main import run

PLAYERS = 120


def _event(path: Path) -> None:
    assert run(["tournament", "new", str(path), "--name", "Cup", "--seed", "s"]) == 0
    assert run(["tournament", "add", str(path), *(f"Player{k}" for k in range(PLAYERS))]) == 0
    assert run(["tournament", "pair", str(path)]) == 0
    assert run(["tournament", "publish", str(path)]) == 0


@pytest.mark.crash
@pytest.mark.parametrize("acknowledged", [1, 7, 23, 40])
def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path, acknowledged, capsys):
    """Every result that was answered is there after kill -9, and work goes on at once."""
    path = tmp_path / "cup.rbk"
    _event(path)
    command = [sys.executable, "-m", "rollbook.tools.cli", "tournament", "result"]
    process = subprocess.Popen(
        [*command, str(path), "-", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    for k in range(1, PLAYERS // 2 + 1):
        process.stdin.write(f"r1-{k} {k} 0\n")
    process.stdin.flush()
    answers = [json.loads(process.stdout.readline()) for _ in range(acknowledged)]
    process.send_signal(signal.SIGKILL)
    rest, _ = process.communicate()
    answers += [json.loads(line) for line in rest.splitlines() if line.endswith("}")]
    assert process.returncode == -signal.SIGKILL
    session = Session.open(path)
    for answer in answers:
        event = answer["events"][0]
        game = session.state.played[0].games[event["game"]]
        assert game.result.score_a == event["result"]["score_a"]
    open_games = [i for i, g in session.state.played[0].games.items() if g.status == "open"]
    for ident in open_games:
        session.submit(
            {"do": "submit_result", "by": "judge", "game": ident, "score_a": 1, "score_b": 0}
        )
    session.submit({"do": "pair_round", "by": "judge"})
    session.close()
    assert verify_file(path).status == "ok"


@pytest.mark.crash
def test_the_lock_dies_with_its_laptop(tmp_path, capsys):
    """While a process has the event open nobody else writes; killed, it lets go."""
    path = tmp_path / "cup.rbk"
    _event(path)
    code = (
        "import sys, time\nfrom rollbook.engine.session import Session\n"
        "s = Session.open(sys.argv[1])\nprint('open', flush=True)\ntime.sleep(60)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    assert run(["tournament", "result", str(path), "r1-1", "3", "1"]) == 1
    assert str(process.pid) in capsys.readouterr().err
    process.kill()
    process.wait()
    process.stdout.close()
    for _ in range(50):
        if run(["tournament", "result", str(path), "r1-1", "3", "1"]) == 0:
            break
        time.sleep(0.1)
    else:
        pytest.fail("the lock of a dead process is still held")
