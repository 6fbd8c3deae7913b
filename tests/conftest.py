"""What many tests share."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from hypothesis import Phase, settings

from rollbook.engine.border import read_command
from rollbook.engine.decide import Decision, decide
from rollbook.engine.dice.entered import Entered
from rollbook.engine.ruleset import RuleSet
from rollbook.events.errors import RuleRefusal
from rollbook.events.log.messages import StartGame
from rollbook.events.message import Command, name_of
from rollbook.events.plain import to_plain

# Machines are noisy: how long one example takes says nothing about the code.
settings.register_profile("rollbook", deadline=None)
# What a test finds only by luck holds no guard: the mutation check draws no examples.
settings.register_profile("written", deadline=None, phases=[Phase.explicit])
settings.load_profile("rollbook")

# Compiling takes longer than most tests: where no compiled modules may lie beside the
# sources, those of the tests and of the programs that tests start lie in the build folder.
if sys.dont_write_bytecode and sys.pycache_prefix is None:
    sys.pycache_prefix = str(Path(__file__).parents[1] / "build" / "compiled")
    sys.dont_write_bytecode = False
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

CASES = Path(__file__).parent / "cases"


class Game:
    """A game without a log: commands as JSON objects in, results as JSON objects out."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.state: Any = None
        messages = (StartGame, *rules.vocabulary.messages)
        self.commands = {name_of(m): m for m in messages if issubclass(m, Command)}

    def decide(self, command: dict[str, Any]) -> Decision:
        """Decide a command without keeping what it caused."""
        asked = read_command(command, self.commands)
        answers = Entered(asked.dice or (), asked.choices)
        return decide(self.rules, self.state, asked, answers)

    def submit(self, command: dict[str, Any]) -> dict[str, Any]:
        """Decide a command and keep what it caused."""
        try:
            decision = self.decide(command)
        except RuleRefusal as refusal:
            return {"refused": refusal.to_json()}
        self.state = decision.state
        return {"events": [to_plain(event) for event in decision.events]}


def case_files(rules: str) -> list[Path]:
    """Give the acceptance cases of a rule set, in order of name."""
    return sorted((CASES / rules / "handed").glob("*.json"))


def load(path: Path) -> Any:
    """Read a JSON file."""
    return json.loads(path.read_text())


def check_result(result: dict[str, Any], expected: dict[str, Any], where: str) -> None:
    """Hold a result against what a case expects of it, as the cases define it."""
    if "refused" in expected:
        assert "refused" in result, f"{where}: accepted, but {expected['refused']} was expected"
        given = {k: result["refused"].get(k) for k in expected["refused"]}
        assert given == expected["refused"], where
        return
    assert "events" in result, f"{where}: {result}"
    wanted = expected["events"]
    shown = [
        event if isinstance(want, dict) else event["type"]
        for event, want in zip(result["events"], wanted, strict=False)
    ]
    assert shown == wanted, where
    assert len(result["events"]) == len(wanted), where
