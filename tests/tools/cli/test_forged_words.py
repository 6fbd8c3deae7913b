"""Words that no engine wrote, under right hashes, neither steer a terminal nor crash."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rollbook.events.armourvalue.happenings import DamageTableRolled
from rollbook.events.armourvalue.happenings import PhaseStarted as ArmourPhase
from rollbook.events.hullpoints.events import PhaseStarted, TurnDeclared, WeaponFired, WoundsLost
from rollbook.events.log.frame import MAGIC
from rollbook.events.message import changed
from rollbook.tools.cli.main import run
from tests.battles import demo
from tests.engine.audit.games import Forged, press

EVIL = "\x1b[2J\u202e"
FORGED = [
    ("hull-points", PhaseStarted, "phase"),
    ("hull-points", WeaponFired, "weapon"),
    ("hull-points", WoundsLost, "model"),
    ("hull-points", TurnDeclared, "band"),
    ("armour-value", ArmourPhase, "phase"),
    ("armour-value", DamageTableRolled, "result"),
]


@pytest.mark.parametrize(("rules", "kind", "field"), FORGED)
def test_forged_words(rules: str, kind: type, field: str, tmp_path: Path, capsys: Any) -> None:
    """Given a forged value where a word must stand, every view of the log shows it written out."""
    session = demo(rules, tmp_path / "honest.rbk")
    where: list[int] = []

    def forge(entries: list[Forged]) -> None:
        for entry in entries:
            for n, event in enumerate(entry.events):
                if type(event) is kind and not where:
                    new = changed(event, **{field: EVIL})
                    entry.events = (*entry.events[:n], new, *entry.events[n + 1 :])
                    where.append(entry.seq)

    pressed = press(session.log, forge)
    session.close()
    path = tmp_path / "forged.rbk"
    path.write_bytes(MAGIC + pressed.frames())
    seq = where[0]
    for words in (["log"], ["explain", str(seq)], ["show"], ["timelines"], ["verify"]):
        run([words[0], str(path), *words[1:]])
        said = capsys.readouterr()
        for line in (said.out + said.err).splitlines():
            assert [c for c in line if not c.isprintable()] == [], (words, line)
    assert run(["log", str(path)]) == 0
    assert "\\x1b[2j" in capsys.readouterr().out.lower()
