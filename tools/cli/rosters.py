"""Units of rosters enter a game through the normal commands, and what was left out is said."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from attrs import frozen

from rollbook.engine.session import Session
from rollbook.events.errors import RuleRefusal
from rollbook.projections.printable import printable
from rollbook.projections.refusalwords import refusal_words
from rollbook.tools.cli.common import print_json
from rollbook.tools.importers.result import ARMOUR_VALUE, RosterResult

EDGE_MILLI, APART_MILLI, PLACES = 24_000, 6_000, 11


@frozen
class OwnedRoster:
    """A roster that was read, whose it is, and the file that it came from."""

    owner: str
    file: Path
    roster: RosterResult


def read_rosters(given: tuple[str, ...], players: tuple[str, ...]) -> list[OwnedRoster]:
    """
    Read the rosters named as ``OWNER=FILE``; a bare FILE is the next player's in order.

    Raises ``click.UsageError``, ``OSError`` or ``ImportedFileError``.
    """
    from rollbook.tools.importers.roster import MAX_BYTES, read_roster

    made: list[OwnedRoster] = []
    for text in given:
        owner, sign, name = text.partition("=")
        if not sign or owner not in players:
            if sign and not Path(text).exists():
                raise click.UsageError(f"{text}: {owner} is none of {', '.join(players)}")
            name, owner = text, _next_owner(made, players)
        path = Path(name)
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
        made.append(OwnedRoster(owner, path, read_roster(data, path.name)))
    return made


def _next_owner(made: list[OwnedRoster], players: tuple[str, ...]) -> str:
    if len(made) >= len(players):
        raise click.UsageError("more rosters than players; say whose each is: --roster OWNER=FILE")
    return players[len(made)]


def check_rules(rosters: list[OwnedRoster], rules: str) -> None:
    """Refuse rosters of other rules than those of the game."""
    for owned in rosters:
        if owned.roster.rules != rules:
            raise click.UsageError(
                f"{owned.file} is a roster for {owned.roster.rules}, this game is {rules}"
            )


def add_rosters(
    session: Session, rosters: list[OwnedRoster], *, by: str | None, as_json: bool
) -> bool:
    """
    Add the units of *rosters* to a game and print what came of each.

    Everything that a unit does not hold is printed too.  Tells whether all
    units were taken.
    """
    fine = True
    for owned in rosters:
        entered: list[str] = []
        refused: list[dict[str, Any]] = []
        for command, renamed in _commands(session, owned):
            try:
                session.submit({**command, "by": by or owned.owner})
                entered.append(command["unit"])
            except RuleRefusal as refusal:
                refused.append({"unit": command["unit"], **refusal.to_json()})
            if renamed and not as_json:
                click.echo(f"  {renamed} is called {command['unit']}: the other id is taken")
        fine = fine and not refused
        _say(owned, entered, refused, as_json)
    return fine


def _commands(session: Session, owned: OwnedRoster) -> Iterator[tuple[dict[str, Any], str]]:
    for number, unit in enumerate(owned.roster.units):
        ident = str(unit.get("unit", f"unit-{number + 1}"))
        free = _free_id(ident, session.state.units)
        command: dict[str, Any] = {"do": "add_unit", **unit, "unit": free, "owner": owned.owner}
        if owned.roster.rules == ARMOUR_VALUE:
            command["position"] = _place(session, owned.owner)
        yield command, ident if free != ident else ""


def _free_id(ident: str, taken: Any) -> str:
    made, number = ident, 2
    while made in taken:
        made = f"{ident[:28]}-{number}"
        number += 1
    return made


def _place(session: Session, owner: str) -> dict[str, int]:
    """
    Give the next place of a row along the owner's table edge, facing the other one.

    Units of armour-value stand somewhere from the start, and rosters do not
    say where; the first move or a ruling puts them where they really are.
    """
    state = session.state
    there = sum(unit.owner == owner for unit in state.units.values())
    first = next(iter(state.players)) == owner
    row, column = divmod(there, PLACES)
    y = EDGE_MILLI + row * APART_MILLI
    return {
        "x_milli": (column - PLACES // 2) * APART_MILLI,
        "y_milli": -y if first else y,
        "facing_decideg": 0 if first else 1800,
    }


def _say(
    owned: OwnedRoster, entered: list[str], refused: list[dict[str, Any]], as_json: bool
) -> None:
    roster = owned.roster
    if as_json:
        left = [{"where": u.where, "what": u.what, "why": u.why} for u in roster.unmapped]
        print_json(
            {
                "roster": str(owned.file),
                "owner": owned.owner,
                "units": entered,
                "refused": refused,
                "unmapped": left,
            }
        )
        return
    name = f" {printable(roster.name)}" if roster.name else ""
    click.echo(f"{owned.file}:{name}: {len(entered)} units for {owned.owner}")
    if entered:
        click.echo(f"  {', '.join(entered)}")
    for refusal in refused:
        why = refusal_words(refusal)
        click.echo(f"  refused {printable(refusal['unit'])}: {printable(why)}")
    if roster.unmapped:
        click.echo(f"  left out of the record ({len(roster.unmapped)}):")
        for item in roster.unmapped:
            where, what = printable(item.where), printable(item.what)
            click.echo(f"    {where}: {what}: {printable(item.why)}")
