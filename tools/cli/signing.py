"""`rollbook keys` and `rollbook sign`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import click

from rollbook.tools.cli.common import FINE, JSON_OPTION, LOG_ARGUMENT, print_json

KEY_FILE = click.Path(path_type=Path, dir_okay=False)


@click.group()
def keys() -> None:
    """Make and show keys: secret ones sign, public ones are given to others."""


@keys.command(name="new")
@click.argument("file", type=KEY_FILE)
@click.option("--name", help="Whose key: a player or judge, such as ann.example.")
@click.option("--recorder", metavar="ORGANISER", help="A recorder's key, such as club.example.")
@click.option("--tournament", default="game", show_default=True, help="With --recorder.")
@click.option("--log", type=KEY_FILE, help="With --recorder: the log that it signs.")
@JSON_OPTION
def new(
    file: Path,
    name: str | None,
    recorder: str | None,
    tournament: str,
    log: Path | None,
    as_json: bool,
) -> int:
    """
    Make a secret key in FILE and print its public key.

    A recorder's key signs one log, by its origin; a player's or judge's key
    cosigns any.
    """
    from rollbook.events.log.keys import KeyKind, SigningKey
    from rollbook.events.log.signing import write_secret

    if (name is None) == (recorder is None):
        raise click.UsageError("say whose key: --name NAME, or --recorder ORGANISER --log LOG")
    if recorder is not None and log is None:
        raise click.UsageError("a recorder's key is for one log: --log LOG")
    if log is not None and recorder is not None:
        key = SigningKey.generate(_origin(recorder, tournament, log), KeyKind.ED25519)
    else:
        key = SigningKey.generate(name or "", KeyKind.COSIGNATURE)
    write_secret(file, key)
    _show(key.verifier, as_json, str(file))
    return FINE


def _origin(organiser: str, tournament: str, log: Path) -> str:
    """Give the origin of a log as it is now, with its forks into files."""
    from rollbook.events.log.names import fork_origin, log_origin
    from rollbook.events.log.signing import facts_of

    facts, opened = facts_of(log)
    opened.close()
    origin = log_origin(organiser, facts.game_id, tournament)
    for _, copy in facts.copies:
        origin = fork_origin(origin, copy)
    return origin


@keys.command()
@click.argument("file", type=KEY_FILE)
@JSON_OPTION
def show(file: Path, as_json: bool) -> int:
    """Print the public key of the secret key in FILE."""
    from rollbook.events.log.signing import read_secret

    _show(read_secret(file).verifier, as_json, str(file))
    return FINE


def _show(public: Any, as_json: bool, file: str) -> None:
    if as_json:
        print_json({"file": file, "name": public.name, "kind": public.kind, "public": public.text})
        return
    click.echo(public.text)
    click.echo(f"The secret is in {file}: keep it. Give the line above to the others.", err=True)


@click.command()
@LOG_ARGUMENT
@click.option("--key", required=True, type=KEY_FILE, help="The file of a secret key.")
@click.option("--qr", is_flag=True, help="Show the checkpoint as a QR code too.")
@JSON_OPTION
def sign(log: Path, key: Path, qr: bool, as_json: bool) -> int:
    """
    Sign LOG as it is now.

    The recorder signs first and makes a checkpoint; players and judge then
    cosign it, each with the time of their own clock.  Good moments: after
    set-up, at the end of every round, when a judge is called, on each
    ruling, at the end.
    """
    from rollbook.events.log.note import format_note
    from rollbook.events.log.signing import sign_log

    done = sign_log(log, key, int(time.time()))
    if as_json:
        print_json({
            "size": done.size, "entries": done.entries, "first": done.first,
            "note": format_note(done.note).decode(),
        })  # fmt: skip
        return FINE
    click.echo(f"Signed: the first {done.size} of {done.entries} entries of {log}")
    if done.size < done.entries:
        click.echo("The log has grown since; the recorder signs again for the rest.")
    if done.first:
        click.echo("This key signed this log for the first time; nothing older was compared.")
    click.echo()
    click.echo(format_note(done.note).decode(), nl=False)
    if qr:
        from rollbook.tools.cli.qr import qr_lines

        for line in qr_lines(format_note(done.note).decode()):
            click.echo(line)
    return FINE
