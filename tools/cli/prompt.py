"""`rollbook play LOG` at a terminal: starts or opens the game and sits down at the prompt."""

from __future__ import annotations

from typing import Any

from rollbook.events.quantities import JUDGE, SYSTEM
from rollbook.projections.printable import printable
from rollbook.tools.cli.common import FINDING, FINE, GAMES
from rollbook.tools.cli.record import Recorder
from rollbook.tools.prompt.completing import is_own
from rollbook.tools.prompt.lines import Lines, lines_for
from rollbook.tools.prompt.table import Table


def run_prompt(recorder: Recorder, *, by: str | None, plain: bool) -> int:
    """Ask for commands until the person is done; give the exit code."""
    tables: list[Table] = []
    lines = lines_for(lambda text: tables[0].complete(text) if tables else (0, []), plain=plain)
    try:
        if recorder.session is None and not _started(recorder, lines):
            return FINDING
    except (EOFError, KeyboardInterrupt):
        lines.say("No game was started.")
        return FINDING
    session = recorder.session
    if session is None:
        return FINDING
    if by is not None and by not in (*session.log.chain.players, JUDGE, SYSTEM):
        lines.say(f"{printable(by)} does not play in this game.")
        return FINDING
    tables.append(Table(session, lines, by))
    tables[0].run()
    lines.say(f"{recorder.path} holds {len(session.log)} entries.")
    return FINE


def _rules(lines: Lines) -> str:
    while (rules := lines.ask(f"Rules ({' or '.join(GAMES)}):").strip()) not in GAMES:
        if rules in ("quit", "exit"):
            raise EOFError
        lines.say(f"It is one of {', '.join(GAMES)}.")
    return rules


def _bare(name: str) -> str:
    """
    Give a name without the pair of quotation marks around it.

    >>> _bare('"Ben the Brick"'), _bare('Ben "Brick" Stone')
    ('Ben the Brick', 'Ben "Brick" Stone')
    """
    marked = len(name) > 1 and name[0] + name[-1] in ('""', "''", "\u201c\u201d")
    return name[1:-1].strip() if marked else name


def _started(recorder: Recorder, lines: Lines) -> bool:
    """Ask for what a game needs to begin."""
    lines.say(f"{recorder.path} is a new game.")
    rules = _rules(lines)
    players: dict[str, str] = {}
    while True:
        done = " (empty: no more)" if len(players) > 1 else ""
        text = lines.ask(f"Player {len(players) + 1}, id and name{done}:").strip()
        if not text:
            break
        if text in ("quit", "exit"):
            raise EOFError
        if text == "back":
            if players:
                players.popitem()
            else:
                rules = _rules(lines)
            continue
        if is_own(text):
            lines.say("A player is an id, and a name behind it, such as: ann Ann Oak")
            continue
        ident, _, name = text.partition(" ")
        if ident in players:
            number = list(players).index(ident) + 1
            lines.say(f"{printable(ident)} is Player {number} already.")
            continue
        players[ident] = _bare(name.strip()) or ident
    command: dict[str, Any] = {"do": "start_game", "by": SYSTEM, "rules": rules}
    result = recorder.submit({**command, "players": players})
    if "refused" in result:
        lines.say(f"No: {printable(result['refused']['message'])}")
        return False
    return True
