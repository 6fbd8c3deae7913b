"""`rollbook tournament new | add | checkin | list | apart`: an event and who is in it."""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from collections.abc import Collection
from pathlib import Path
from typing import Any

import click

from rollbook.engine.session import Session
from rollbook.engine.starting import start
from rollbook.events.errors import RuleRefusal
from rollbook.events.tournament.values import SYSTEMS
from rollbook.tools.cli.common import FINE, JSON_OPTION, LOG_ARGUMENT, print_json
from rollbook.tools.cli.tournament_desk import (
    BY_OPTION,
    TIMELINE_OPTION,
    Desk,
    find_player,
    one,
    refused,
    run_at_desk,
)

START = {"do": "start_game", "by": "system", "rules": "tournament", "players": {}}
MAX_LIST_BYTES = 16_000_000
_OPTIONS = (
    click.option("--name", required=True, help="What the event is called."),
    click.option("--from", "starts", help="The first day, as 2026-11-30."),
    click.option("--to", "ends", help="The last day."),
    click.option("--rounds", type=int, help="How many rounds are planned."),
    click.option(
        "--system",
        type=click.Choice(SYSTEMS),
        default="swiss",
        show_default=True,
        help="How rounds are paired.",
    ),
    click.option("--seed", help="Any text that decides among equals; drawn if left out."),
    click.option("--points", help="Match points of win, draw and loss, as 2-1-0."),
    click.option("--unit", type=int, help="How many of these make one point as shown (2 for 1/2)."),
    click.option("--draw-margin", type=int, help="The largest difference that is a draw."),
    click.option("--cap", "raw_max", type=int, help="The most victory points that count."),
    click.option("--floor", "raw_min", type=int, help="The fewest victory points that count."),
    click.option("--battle-cap", "battle_max", type=int, help="The most battle points of a game."),
    click.option("--battle-floor", "battle_min", type=int, help="The fewest of a game."),
    click.option(
        "--table",
        type=click.Path(path_type=Path, exists=True, dir_okay=False),
        help="A file of lines 'from,to => loser,winner': difference to battle points.",
    ),
    click.option(
        "--bye", type=click.Choice(("win", "draw", "loss")), help="What a bye is worth [win]."
    ),
    click.option("--bye-battle", type=int, help="Battle points of a bye [0]."),
    click.option("--walkover-battle", help="Battle points of a walkover, as 10-0."),
    click.option("--keys", help="Ranking keys in their order, as match_points,battle_points."),
    click.option(
        "--unplayed",
        type=click.Choice(("own", "zero", "left_out")),
        help="What an unplayed round brings to Buchholz [own].",
    ),
    click.option(
        "--win-rate-floor", type=int, help="Least win rate of an opponent, in thousandths."
    ),
    click.option(
        "--pair-by",
        type=click.Choice(("match_points", "battle_points")),
        help="What score groups are made of [match_points].",
    ),
    click.option("--mates", help="Keep club and team mates apart: always, first, never, or 3."),
    click.option("--tables", help="Tables that can be used, as 1-30 or 1-10,15."),
    click.option("--same-tables", is_flag=True, help="Somebody may sit at a table again."),
    click.option("--laps", type=int, help="How often everybody meets in a round robin [1]."),
    click.option("--check-in", is_flag=True, help="Pair only who has checked in."),
    click.option(
        "--teams",
        type=click.Choice(("boards", "match_points", "battle_points")),
        help="An event of teams, whose matches are scored by this.",
    ),
)


def _options(function: Any) -> Any:
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


@click.command()
@LOG_ARGUMENT
@_options
@JSON_OPTION
def new(log: Path, as_json: bool, **given: Any) -> int:
    """
    Start an event in the new file LOG.

    Every setting is kept in entry 1 and printed with every table and pairing.
    """
    command = start_command(**given)
    try:
        session = begin(log, command)
    except RuleRefusal as refusal:
        return refused(refusal, as_json)
    session.close()
    if as_json:
        print_json({"log": str(log), "seed": command["seed"]})
    else:
        click.echo(f"{log} is ready: {command['name']}, seed {command['seed']}")
        click.echo(f"Go on with: rollbook tournament add {log} NAME ...")
    return FINE


def begin(path: Path, command: dict[str, Any]) -> Session:
    """
    Make the log of an event: entry 0 and ``start_tournament``.

    Raises ``RuleRefusal`` for settings that are refused; no file is made then.
    """
    trial = start(START, None)
    trial.submit(command)
    session = start(START, path)
    session.submit(command)
    return session


def start_command(**given: Any) -> dict[str, Any]:
    """Give ``start_tournament`` from the options of the command line."""
    command: dict[str, Any] = {"do": "start_tournament", "by": "judge"}
    command |= {k: given[k] for k in _PLAIN if given[k] is not None}
    command["seed"] = given["seed"] or secrets.token_hex(8)
    if given["points"] is not None:
        command |= zip(
            ("win", "draw", "loss"), _numbers(given["points"], 3, "--points"), strict=True
        )
    if given["walkover_battle"] is not None:
        command["walkover_battle"] = _numbers(given["walkover_battle"], 2, "--walkover-battle")
    if given["table"] is not None:
        command["table"] = _table(given["table"])
    if given["keys"] is not None:
        command["keys"] = [key.strip() for key in given["keys"].split(",")]
    if given["win_rate_floor"] is not None:
        command["win_rate_floor_permille"] = given["win_rate_floor"]
    if given["mates"] is not None:
        command["mates_rounds"] = _mates(given["mates"])
    if given["tables"] is not None:
        command["tables"] = read_ranges(given["tables"], "--tables")
    if given["same_tables"]:
        command["fresh_tables"] = False
    if given["check_in"]:
        command["check_in"] = True
    return command


_PLAIN = (
    "name",
    "starts",
    "ends",
    "rounds",
    "system",
    "unit",
    "draw_margin",
    "raw_max",
    "raw_min",
    "battle_max",
    "battle_min",
    "bye",
    "bye_battle",
    "unplayed",
    "pair_by",
    "laps",
    "teams",
)


def _numbers(text: str, many: int, option: str) -> list[int]:
    parts = text.split("-")
    if len(parts) != many or not all(p.isascii() and p.isdecimal() and len(p) < 8 for p in parts):
        raise click.UsageError(f"{option}: write {many} whole numbers with dashes, not {text!r}")
    return [int(part) for part in parts]


def _mates(text: str) -> int | None:
    if text == "always":
        return None
    if text in ("first", "never"):
        return 1 if text == "first" else 0
    if not text.isascii() or not text.isdecimal() or len(text) > 3:
        raise click.UsageError(f"--mates: write always, first, never or a number, not {text!r}")
    return int(text)


def _table(path: Path) -> list[str]:
    try:
        lines = path.read_text("utf-8").splitlines()
    except UnicodeDecodeError:
        raise click.UsageError(f"{path} is no text in UTF-8") from None
    if len(lines) > 1000:
        raise click.UsageError(f"{path} has more than 1000 lines")
    # Blank lines stay, so that a refusal names the line of the file.
    return [line[:500] for line in lines] or [""]


def read_ranges(text: str, option: str) -> list[int]:
    """
    Read ranges of numbers.

    >>> read_ranges("1-3,7", "--tables")
    [1, 2, 3, 7]
    """
    found: list[int] = []
    for part in text.split(","):
        bounds = re.fullmatch(r"\s*([0-9]{1,4})\s*(?:-\s*([0-9]{1,4})\s*)?", part)
        if bounds is None:
            raise click.UsageError(f"{option}: write 1-30 or 1-10,15, not {text!r}")
        first = int(bounds[1])
        found.extend(range(first, int(bounds[2] or first) + 1))
    return found


@click.command()
@LOG_ARGUMENT
@click.argument("names", nargs=-1, required=True)
@click.option("--id", "ident", help="The player's id; made of the name if left out.")
@click.option("--club", help="His club.")
@click.option("--team", help="His team.")
@click.option("--rating", type=int, help="His rating.")
@click.option("--round", "first", type=int, help="His first round; the next one if left out.")
@TIMELINE_OPTION
@JSON_OPTION
def add(
    log: Path,
    names: tuple[str, ...],
    ident: str | None,
    club: str | None,
    team: str | None,
    rating: int | None,
    first: int | None,
    timeline: str | None,
    as_json: bool,
) -> int:
    """Register players by NAMES; after the first round they are late entries."""
    if len(names) > 1 and ident is not None:
        raise click.UsageError("--id is for one name")

    def work(desk: Desk) -> Any:
        taken = set(desk.state.entered)
        players = []
        for name in names:
            made = ident or id_for(name, taken)
            taken.add(made)
            about = {"club": club, "team": team, "rating": rating}
            players.append({"player": made, "name": name, **about})
        command = {"do": "register_players", "by": "judge", "players": players, "round": first}
        yield desk.submit(command), ()

    return run_at_desk(log, timeline, as_json, work)


def id_for(name: str, taken: Collection[str]) -> str:
    """
    Make an id of a name: its first word, and a number where it is taken.

    >>> id_for("Zoë Müller", {"zoe"})
    'zoe-m'
    """
    spread = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words: list[str] = re.findall("[a-z0-9]+", spread) or ["player"]
    tries = [words[0][:20]]
    if len(words) > 1:
        tries.append(f"{words[0][:20]}-{words[-1][0]}")
    tries += [f"{words[0][:20]}-{k}" for k in range(2, len(taken) + 3)]
    return next(t for t in tries if t not in (*taken, "judge", "system"))


@click.command()
@LOG_ARGUMENT
@click.argument("players", nargs=-1)
@click.option("--all", "everybody", is_flag=True, help="Everybody who is registered.")
@click.option("--out", is_flag=True, help="They are not here any more.")
@BY_OPTION
@TIMELINE_OPTION
@JSON_OPTION
def checkin(
    log: Path,
    players: tuple[str, ...],
    everybody: bool,
    out: bool,
    by: str,
    timeline: str | None,
    as_json: bool,
) -> int:
    """Note that PLAYERS are here; without any, list who is and who is not."""
    if not players and not everybody:
        return _present(log, as_json)

    def work(desk: Desk) -> Any:
        state = desk.state
        here = [p for p, e in state.entered.items() if e.status == "playing"]
        named = here if everybody else [find_player(state, text) for text in players]
        for first in range(0, len(named), 1000):
            some = named[first : first + 1000]
            yield desk.submit({"do": "check_in", "by": by, "players": some, "here": not out}), ()

    return run_at_desk(log, timeline, as_json, work)


def _present(log: Path, as_json: bool) -> int:
    from rollbook.tools.cli.tournament_desk import look, table_lines

    _, state, _ = look(log)
    rows = [
        (p, e.name, e.status, "yes" if e.checked_in else "no", "yes" if e.list_hash else "no")
        for p, e in state.entered.items()
    ]
    head = ("id", "name", "status", "here", "list")
    if as_json:
        for row in rows:
            print_json(dict(zip(head, row, strict=True)))
        return FINE
    for line in table_lines(head, rows):
        click.echo(line)
    return FINE


@click.command(name="list")
@LOG_ARGUMENT
@click.argument("player", required=False)
@click.argument(
    "file", required=False, type=click.Path(path_type=Path, exists=True, dir_okay=False)
)
@click.option("--lock", is_flag=True, help="Lock the list of PLAYER, or all that were handed in.")
@BY_OPTION
@TIMELINE_OPTION
@JSON_OPTION
def list_(
    log: Path,
    player: str | None,
    file: Path | None,
    lock: bool,
    by: str,
    timeline: str | None,
    as_json: bool,
) -> int:
    """
    Hand in the list in FILE for PLAYER, or lock lists.

    Only the SHA-256 of the file is kept: enough to tell later whether a list
    was changed.
    """
    if lock == (file is not None) or (not lock and player is None):
        raise click.UsageError("say PLAYER and FILE, or --lock")

    def work(desk: Desk) -> Any:
        named = None if player is None else find_player(desk.state, player)
        if lock:
            who = None if named is None else [named]
            yield desk.submit({"do": "lock_lists", "by": by, "players": who}), ()
        elif file is not None:
            with file.open("rb") as source:
                data = source.read(MAX_LIST_BYTES + 1)
            if len(data) > MAX_LIST_BYTES:
                raise click.UsageError(f"{file} is larger than {MAX_LIST_BYTES} bytes")
            digest = hashlib.sha256(data).hexdigest()
            command = {"do": "submit_list", "by": by, "player": named, "sha256": digest}
            yield desk.submit(command), ()

    return run_at_desk(log, timeline, as_json, work)


@click.command()
@LOG_ARGUMENT
@click.argument("a")
@click.argument("b")
@click.option("--last", type=int, help="The last round in which they shall not meet.")
@TIMELINE_OPTION
@JSON_OPTION
def apart(log: Path, a: str, b: str, last: int | None, timeline: str | None, as_json: bool) -> int:
    """Keep players A and B apart from the next round on."""

    def work(desk: Desk) -> Any:
        one_, other = find_player(desk.state, a), find_player(desk.state, b)
        command = {"do": "keep_apart", "by": "judge", "a": one_, "b": other, "last": last}
        return one(command)(desk)

    return run_at_desk(log, timeline, as_json, work)
