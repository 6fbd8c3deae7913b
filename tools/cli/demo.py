"""`rollbook demo`: a whole battle, played into a real log, and what can be asked of it."""

from __future__ import annotations

import contextlib
import io
import json
import shlex
import tempfile
import textwrap
from importlib import resources
from pathlib import Path

import click

from rollbook.events.log.file import FileLog
from rollbook.tools.cli.common import FINDING, FINE

BATTLES = {"hull-points": "hullpoints", "armour-value": "armourvalue"}
LINES = 14


@click.command()
@click.argument("directory", type=click.Path(path_type=Path, file_okay=False), required=False)
@click.option(
    "--rules",
    type=click.Choice(list(BATTLES)),
    default="hull-points",
    show_default=True,
    help="Whose battle.",
)
@click.option("--tournament", is_flag=True, help="A whole event instead of a battle.")
def demo(directory: Path | None, rules: str, tournament: bool) -> int:
    """Play the shipped battle into DIRECTORY/demo.rbk and look around in it."""
    folder = directory or Path(tempfile.mkdtemp(prefix="rollbook-demo-"))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "demo.rbk"
    if path.exists():
        raise click.UsageError(f"{path} is there already; name another folder")
    if tournament:
        from rollbook.tools.cli.tournament_demo import event

        return event(path, shown)
    say = click.echo
    commands = battle(rules)
    say(f"A battle by the {rules} rules: {len(commands)} commands, every die of it recorded.\n")
    file = folder / "battle.jsonl"
    file.write_text("".join(json.dumps(command) + "\n" for command in commands))
    if shown(["play", str(path), str(file), "--jsonl"], lines=2) != FINE:
        return FINDING
    say("\nWhere it ended. The state is nothing but a fold over the events:\n")
    shown(["show", str(path)], lines=24)
    roll, last = _interesting(path)
    say("\nThe log in words, around one roll on the damage table:\n")
    shown(["log", str(path)], around=f" {roll} ")
    say("\nWhy was that roll due, and what came of it?\n")
    shown(["explain", str(path), roll], lines=24)
    say("\nA take-back erases nothing. The judge withdraws the last entry, and puts it back:\n")
    shown(["take-back", str(path), "--ruling", "--to", str(last - 1), "--reason", "demo"])
    shown(["restore", str(path), "--ruling", "--entry", str(last), "--reason", "as it was played"])
    say("\nEvery byte of it proves whole:\n")
    shown(["verify", str(path)])
    say("\nNow try yourself:\n")
    for words in (
        f"step {path}",
        f"log {path} --all",
        f"show {path} --at {roll}",
        f"explain {path} {roll}",
        f"fork {path} --at {roll.partition('.')[0]} what-if --by judge",
    ):
        say(f"  rollbook {words}")
    return FINE


def battle(rules: str) -> list[dict[str, object]]:
    """Give the commands of the battle that is shipped with a rule set."""
    return commands_in(f"rollbook.engine.{BATTLES[rules]}")


def commands_in(package: str) -> list[dict[str, object]]:
    """Give the commands of the demo that is shipped in a package."""
    text = resources.files(package).joinpath("demo.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def _interesting(path: Path) -> tuple[str, int]:
    """Give the address of the roll that did most harm, and the number of the last entry."""
    found = "0"
    with FileLog.read(path) as log:
        for entry in log.entries(range(len(log))):
            names = [type(event).__name__ for event in entry.events]
            rolls = [i for i, name in enumerate(names) if name == "DamageTableRolled"]
            if rolls:
                found = f"{entry.seq}.{rolls[-1]}"
            if rolls and "UnitExploded" in names:
                break
        return found, len(log) - 1


def shown(
    args: list[str], *, lines: int = LINES, around: str | None = None, wrap: bool = False
) -> int:
    """Run a command of our own and print it and the start of what it says."""
    from rollbook.tools.cli.main import run

    click.echo(f"$ rollbook {shlex.join(args)}")
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code = run(args)
    output = said.getvalue().splitlines()
    first = 0
    if around is not None:
        at = next((i for i, line in enumerate(output) if around in f" {line} "), 0)
        first = max(0, at - lines // 2)
    for line in output[first : first + lines]:
        for part in textwrap.wrap(line, 110, subsequent_indent=" " * 12) if wrap else [line[:110]]:
            click.echo(f"  {part}")
    left = len(output) - lines
    if left > 0:
        click.echo(f"  ... {left} more lines")
    return code
