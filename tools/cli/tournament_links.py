"""`rollbook tournament link`: a game of the event and its Rollbook log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click
from attrs import frozen

from rollbook.events.errors import RollbookError
from rollbook.events.game import Over
from rollbook.events.log.file import FileLog
from rollbook.events.log.merkle import root
from rollbook.events.log.verify import verify_file
from rollbook.projections.fold import projection_of
from rollbook.projections.printable import printable
from rollbook.projections.state import States
from rollbook.projections.tournament.state import (
    PairedGame,
    TournamentState,
    any_game,
)
from rollbook.projections.words import names_of
from rollbook.tools.cli.common import JSON_OPTION, LOG_ARGUMENT, print_json
from rollbook.tools.cli.tournament_desk import (
    BY_OPTION,
    TIMELINE_OPTION,
    Desk,
    Done,
    find_game,
    one,
    run_at_desk,
)

MAX_LOGS = 10_000
"""Files of a folder that are looked at."""


class BadLink(RollbookError):
    """A log cannot be linked to a game."""


@frozen(kw_only=True)
class GameLog:
    """What a game's log says: checked bytes, players by id, how the game ended."""

    rules: str
    game_id: bytes
    size: int
    root: bytes
    players: dict[str, str]
    over: Over | None


def read_game_log(path: Path) -> GameLog:
    """
    Check every byte of a log and read how its game ended.

    Raises :class:`BadLink` for a log that is not whole, or of a tournament.
    """
    found = verify_file(path)
    if found.status != "ok":
        raise BadLink(
            f"{path} is {found.status} at byte {found.offset}: {found.reason}; "
            "link it once it is whole (rollbook verify tells more)"
        )
    with FileLog.read(path) as log:
        rules = log.chain.rules
        if rules == "tournament":
            raise BadLink(f"{path} is the log of a tournament, not of a game")
        states = States(log, projection_of(rules))
        state = states.at(log.timelines.head(log.timelines.default))
        return GameLog(
            rules=rules,
            game_id=log.chain.game_id,
            size=found.entries,
            root=found.root,
            players=dict(state.players),
            over=state.over,
        )


@click.command()
@LOG_ARGUMENT
@click.argument("game")
@click.argument("gamelog", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--first", help="Which player of GAMELOG is the first of the pairing.")
@BY_OPTION
@TIMELINE_OPTION
@JSON_OPTION
def link(
    log: Path,
    game: str,
    gamelog: Path,
    first: str | None,
    by: str,
    timeline: str | None,
    as_json: bool,
) -> int:
    """
    Bind GAME of the event LOG to GAMELOG, after checking all of it.

    Its id, size and root hash are kept. If the game is over and has no result
    in the event yet, its scores are submitted.
    """
    said = read_game_log(gamelog)

    def work(desk: Desk) -> Iterable[Done]:
        state = desk.state
        ident = find_game(state, game)
        paired = any_game(state, ident)
        command: dict[str, Any] = {"do": "link_game", "by": by, "game": ident, "rules": said.rules}
        command |= {"game_id": said.game_id.hex(), "size": said.size, "root": said.root.hex()}
        if paired is not None and paired.b is not None and said.over is not None:
            sides = sides_of(state, paired, said, first)
            command |= _scores(said.over, sides)
        return one(command)(desk)

    return run_at_desk(log, timeline, as_json, work)


def sides_of(
    state: TournamentState, game: PairedGame, said: GameLog, first: str | None
) -> tuple[str, str]:
    """
    Give the ids that the two players of a pairing have in the game's log.

    They are found by id or by name, or *first* says who is the first of the
    pairing.  Raises :class:`BadLink`.
    """
    ids = tuple(said.players)
    if len(ids) != 2:
        raise BadLink(f"the log has {len(ids)} players; a game of the event has two")
    if first is not None:
        if first not in ids:
            raise BadLink(f"--first: the log has no player {printable(first)}, but {ids}")
        return (first, ids[1] if first == ids[0] else ids[0])
    wanted = [game.a, game.b or ""]
    for one_, other in (ids, ids[::-1]):
        if all(
            _same(state, ident, theirs, said)
            for ident, theirs in zip(wanted, (one_, other), strict=True)
        ):
            return one_, other
    shown = ", ".join(f"{printable(n)} ({i})" for i, n in said.players.items())
    raise BadLink(
        f"the players of the log are {shown}; say with --first which of them is "
        f"{printable(state.players[game.a])}"
    )


def _same(state: TournamentState, ident: str, theirs: str, said: GameLog) -> bool:
    return ident == theirs or state.players[ident].casefold() == said.players[theirs].casefold()


def _scores(over: Over, sides: tuple[str, str]) -> dict[str, Any]:
    """
    Give the scores as the game's log has them, and who won where they do not say.

    A game that ended without winner and scores says nothing about points.
    """
    a, b = sides
    fields: dict[str, Any] = {}
    if a in over.scores and b in over.scores:
        fields |= {"score_a": over.scores[a], "score_b": over.scores[b]}
        ahead = a if over.scores[a] > over.scores[b] else b
        level = over.scores[a] == over.scores[b]
        if over.winner is not None and (level or over.winner != ahead):
            fields["winner"] = "a" if over.winner == a else "b"
    elif over.winner is not None:
        fields["winner"] = "a" if over.winner == a else "b"
    return fields


def check_links(state: TournamentState, folder: Path, as_json: bool) -> bool:
    """
    Say for every linked game whether the log in *folder* still matches.

    Gives whether any does not.
    """
    logs = dict(_logs(folder))
    wrong = False
    title = names_of(state)
    for played in state.played:
        for ident, game in played.games.items():
            if game.link is None:
                continue
            path = logs.get(game.link.game_id)
            status, words = (
                ("missing", "no log of that id in the folder")
                if path is None
                else compare(path, game.link.size, game.link.root)
            )
            wrong |= status not in ("same", "grown")
            if as_json:
                file = None if path is None else str(path)
                print_json({"game": ident, "status": status, "log": file, "words": words})
            else:
                click.echo(f"{title(ident)}: {status}: {words}")
    return wrong


def _logs(folder: Path) -> Iterator[tuple[bytes, Path]]:
    for number, path in enumerate(sorted(folder.glob("*.rbk"))):
        if number >= MAX_LOGS:
            raise BadLink(f"{folder} holds more than {MAX_LOGS} logs")
        try:
            with FileLog.read(path) as log:
                yield log.chain.game_id, path
        except RollbookError:
            # What cannot be opened is told when a linked game is not found.
            continue


def compare(path: Path, size: int, expected: bytes) -> tuple[str, str]:
    """Compare a log with the size and root that were stored when it was linked."""
    with FileLog.read(path, seen=lambda *_: None) as log:
        entries = len(log)
        if entries < size:
            return "shorter", f"{path} has {entries} entries, {size} were linked"
        if root([log.leaf(seq) for seq in range(size)]) != expected:
            return "different", f"{path} is not the log that was linked: its root differs"
        if log.condition.status != "ok":
            return log.condition.status, f"{path}: {log.condition.reason}"
        if entries > size:
            return "grown", f"{path} has {entries - size} entries more; those linked are unchanged"
    return "same", f"{path} is as it was linked"
