"""`rollbook dice`: committed dice, from the secret to the reveal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rollbook.tools.cli.common import FINE, JSON_OPTION, LOG_ARGUMENT, print_json
from rollbook.tools.cli.moves import submit_one

FILE = click.Path(path_type=Path, dir_okay=False)
QR = click.option("--qr", is_flag=True, help="Show it as a QR code too.")
ROLE = click.option(
    "--role", required=True, type=click.Choice(("A", "B", "judge")),
    help="A is the first player of start_game, B the second.",
)  # fmt: skip
BY = click.option("--by", default="system", show_default=True, help="Who says so.")


@click.group()
def dice() -> None:
    """
    Committed dice: nobody can choose a face, and everybody can check it.

    Each player runs `new`, all give their COMMIT slips to `commit`, then play
    with `rollbook play LOG --dice ladder`. A player with a device of his own
    answers each request there with `reveal`.
    """


@dice.command()
@click.argument("file", type=FILE)
@ROLE
@click.option("--length", type=click.IntRange(1, 65_536), default=4_096, show_default=True,
              help="Steps of a player's ladder: the most rolls it is good for.")  # fmt: skip
@click.option("--key", type=FILE, help="The player's secret key, to sign reveals with.")
@QR
@JSON_OPTION
def new(file: Path, role: str, length: int, key: Path | None, qr: bool, as_json: bool) -> int:
    """Draw a dice secret into FILE and print its commitment as a slip."""
    from rollbook.engine.dice.secretfile import new_secret
    from rollbook.engine.dice.slips import write_slip

    made = new_secret(file, "judge" if role == "judge" else "ladder", length)
    public = _public(key)
    slip = write_slip("COMMIT", role, made.length, made.commitment, public)
    if as_json:
        print_json({"file": str(file), "role": role, "length": made.length,
                    "commitment": made.commitment.hex(), "slip": slip})  # fmt: skip
        return FINE
    click.echo(f"The secret is in {file}: keep it to yourself until the game is over.", err=True)
    _show(slip, qr)
    return FINE


def _public(key: Path | None) -> bytes | None:
    if key is None:
        return None
    from rollbook.events.log.signing import read_secret

    return read_secret(key).verifier.public


def _show(slip: str, qr: bool) -> None:
    from rollbook.tools.cli.qr import slip_lines

    for line in slip_lines(slip, qr=qr):
        click.echo(line)


@dice.command()
@LOG_ARGUMENT
@click.argument("slips", nargs=-1, required=True)
@click.option(
    "--aborts", required=True, type=click.Choice(("sealed", "forfeit", "reroll")),
    help="What happens when somebody walks away from a roll: the judge's sealed copy completes "
    "it, the judge rules against who left, or the roll is made again.",
)  # fmt: skip
@BY
@JSON_OPTION
def commit(log: Path, slips: tuple[str, ...], aborts: str, by: str, as_json: bool) -> int:
    """Put the commitments of SLIPS into LOG: A's and B's, or the judge's."""
    command = {"do": "commit_dice", "by": by, "aborts": aborts, **_commitments(slips)}
    return submit_one(log, command, as_json, None)


def _commitments(slips: tuple[str, ...]) -> dict[str, Any]:
    from rollbook.engine.dice.party import ROLE_NAMES
    from rollbook.engine.dice.slips import SlipError, read_slip, role_of

    made: dict[str, Any] = {}
    for text in slips:
        slip = read_slip(text, "COMMIT")
        who = ROLE_NAMES[role_of(slip.whose)].lower()
        if f"commit_{who}" in made:
            raise SlipError(f"two commitments of {who}")
        made[f"commit_{who}"] = slip.parts[0].hex()
        if who != "judge":
            if made.setdefault("length", slip.number) != slip.number:
                raise SlipError("the two ladders have different lengths")
            if len(slip.parts) > 1:
                made[f"key_{who}"] = slip.parts[1].hex()
    made["source"] = "judge" if "commit_judge" in made else "ladder"
    if made["source"] == "judge":
        # Players may add slips for their keys alone; the judge's dice need no ladders.
        for field in ("commit_a", "commit_b", "length"):
            made.pop(field, None)
    return made


@dice.command()
@click.argument("file", type=FILE)
@click.argument("ask")
@ROLE
@click.option("--key", type=FILE, help="The player's secret key, to sign the reveal with.")
@click.option("--burnt", is_flag=True, help="Pass over steps that were burnt meanwhile.")
@click.option("--nonce-a", help="With --role judge: A's nonce in hex.")
@click.option("--nonce-b", help="With --role judge: B's nonce in hex.")
@QR
@JSON_OPTION
def reveal(
    file: Path,
    ask: str,
    role: str,
    key: Path | None,
    burnt: bool,
    nonce_a: str | None,
    nonce_b: str | None,
    qr: bool,
    as_json: bool,
) -> int:
    """
    Answer the slip ASK with the secret in FILE.

    A ladder gives each step once, for one request only. The judge's seed
    stays secret: only the key of this roll is given.
    """
    from rollbook.engine.dice.party import ROLES
    from rollbook.engine.dice.slips import read_ask

    asked = read_ask(ask, ROLES[role])
    if role == "judge":
        slip = _judge_answer(file, asked, nonce_a, nonce_b)
    else:
        slip = _share_answer(file, asked, key, burnt)
    if as_json:
        print_json({"slip": slip, "index": asked.index, "request": asked.request.hex()})
        return FINE
    _show(slip, qr)
    return FINE


def _share_answer(file: Path, asked: Any, key: Path | None, burnt: bool) -> str:
    from rollbook.engine.dice.party import NonceParty
    from rollbook.engine.dice.secretfile import FileParty
    from rollbook.engine.dice.slips import write_reveal
    from rollbook.events.log.signing import read_secret

    signer = None if key is None else read_secret(key)
    if asked.source == "judge":
        return write_reveal(asked, NonceParty(signer).reveal(asked))
    return write_reveal(asked, FileParty(file, signer, burnt).reveal(asked))


def _judge_answer(file: Path, asked: Any, nonce_a: str | None, nonce_b: str | None) -> str:
    from rollbook.engine.dice.party import SeedJudge
    from rollbook.engine.dice.secretfile import read_secret
    from rollbook.engine.dice.slips import write_slip

    if nonce_a is None or nonce_b is None:
        raise click.UsageError("the judge needs both nonces: --nonce-a HEX --nonce-b HEX")
    try:
        nonces = {1: bytes.fromhex(nonce_a), 2: bytes.fromhex(nonce_b)}
    except ValueError:
        raise click.UsageError("a nonce is hexadecimal text") from None
    key = SeedJudge(read_secret(file).seed).key(asked, nonces)
    return write_slip("KEY", "judge", 0, key)


@dice.command(name="reveal-seed")
@LOG_ARGUMENT
@click.argument("file", type=FILE)
@ROLE
@BY
@JSON_OPTION
def reveal_seed(log: Path, file: Path, role: str, by: str, as_json: bool) -> int:
    """Reveal the secret in FILE in LOG, after the last roll."""
    from rollbook.engine.dice.party import ROLES
    from rollbook.engine.dice.secretfile import read_secret

    command = {
        "do": "reveal_seed", "by": by, "role": ROLES[role], "seed": read_secret(file).seed.hex(),
    }  # fmt: skip
    return submit_one(log, command, as_json, None)


@dice.command()
@LOG_ARGUMENT
@click.option("--source", type=click.Choice(("ladder", "judge")), default="ladder")
@ROLE
@click.option("--reason", required=True, help="What happened; it is kept in the log.")
@BY
@JSON_OPTION
def abort(log: Path, source: str, role: str, reason: str, by: str, as_json: bool) -> int:
    """Log that ROLE walked away from a roll in LOG; that burns its index."""
    from rollbook.engine.dice.party import ROLES

    command = {
        "do": "abort_roll", "by": by, "source": source, "role": ROLES[role], "reason": reason,
    }  # fmt: skip
    return submit_one(log, command, as_json, None)


@dice.command(name="give-up")
@LOG_ARGUMENT
@click.option("--by", required=True, help="Who gives it up: a player's id, or judge.")
@click.option("--entry", type=click.IntRange(0), help="The entry whose roll is set aside.")
@click.option("--agreed", help="The other player, who agrees.")
@click.option("--reason", required=True, help="Why; it is kept in the log.")
@JSON_OPTION
def give_up(
    log: Path, by: str, entry: int | None, agreed: str | None, reason: str, as_json: bool
) -> int:
    """Give up the held roll of LOG, or set a known roll aside by agreement or ruling."""
    command: dict[str, Any] = {"do": "give_up_roll", "by": by, "reason": reason}
    command |= {"entry": entry} if entry is not None else {}
    command |= {"agreed": agreed} if agreed is not None else {}
    return submit_one(log, command, as_json, None)


@dice.command()
@LOG_ARGUMENT
@click.argument("command")
@QR
@JSON_OPTION
def ask(log: Path, command: str, qr: bool, as_json: bool) -> int:
    """Show what the next roll of COMMAND (a JSON object) would ask of the players."""
    from rollbook.engine.border import parse_line
    from rollbook.engine.dice.ledger import Ledger
    from rollbook.engine.dice.party import RevealAsk
    from rollbook.engine.dice.slips import write_ask
    from rollbook.engine.session import Session

    session = Session.open(log)
    try:
        request = session.request(parse_line(command))
        ledger = Ledger().read(session.log)
        current = ledger.current("ladder")
        index = 0 if current is None else ledger.next_index(current)
        source = "judge" if current is None else "ladder"
        slip = write_ask(RevealAsk(session.log.chain.game_id, request, 1, index, source))
    finally:
        session.close()
    if as_json:
        print_json({"slip": slip, "index": index, "request": request.hex()})
        return FINE
    _show(slip, qr)
    return FINE
