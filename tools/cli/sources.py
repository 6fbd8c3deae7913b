"""Dice sources from the options of `rollbook play`."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import click
from attrs import frozen

from rollbook.engine.dice.party import ROLE_NAMES, Judge, Party, Reveal, RevealAsk, WalkedAway
from rollbook.engine.dice.slips import SlipError, read_reveal, read_slip, write_ask
from rollbook.engine.dice.source import DiceSource
from rollbook.events.errors import RollbookError
from rollbook.events.log.log import Log

NAMES = ("entered", "system", "ladder", "judge", "simulated")


@frozen
class SourceOptions:
    """What `play` was told about its dice: the source, and the secrets on this device."""

    name: str = "entered"
    seed_a: Path | None = None
    seed_b: Path | None = None
    seed_judge: Path | None = None
    sealed_a: Path | None = None
    sealed_b: Path | None = None
    key_a: Path | None = None
    key_b: Path | None = None
    qr: bool = False
    simulate: str | None = None


def source_of(log: Log, options: SourceOptions) -> DiceSource | None:
    """
    Make the dice source for *log*; ``None`` for typed dice.

    Parties whose secrets are not here are asked on the terminal.
    """
    if options.name == "entered":
        return None
    if options.name == "system":
        from rollbook.engine.dice.source import SystemSource

        return SystemSource()
    if options.name == "simulated":
        from rollbook.engine.dice.source import SimulatedSource

        seed = options.simulate.encode() if options.simulate else secrets.token_bytes(32)
        return SimulatedSource(seed)
    players = log.chain.players
    if options.name == "ladder":
        from rollbook.engine.dice.ladder import LadderSource

        sealed = {
            role: _file_party(path, None)
            for role, path in ((1, options.sealed_a), (2, options.sealed_b))
            if path is not None
        }
        return LadderSource(log, players, _parties(options), sealed)
    from rollbook.engine.dice.judge import JudgeSource

    return JudgeSource(log, players, _nonce_parties(options), _judge(options))


def _file_party(path: Path, key: Path | None) -> Party:
    from rollbook.engine.dice.secretfile import FileParty

    return FileParty(path, _key(key), burnt=True)


def _key(path: Path | None) -> Any:
    if path is None:
        return None
    from rollbook.events.log.signing import read_secret

    return read_secret(path)


def _parties(options: SourceOptions) -> dict[int, Party]:
    made: dict[int, Party] = {}
    given = ((1, options.seed_a, options.key_a), (2, options.seed_b, options.key_b))
    for role, seed, key in given:
        made[role] = _file_party(seed, key) if seed is not None else AskParty(options.qr)
    return made


def _nonce_parties(options: SourceOptions) -> dict[int, Party]:
    from rollbook.engine.dice.party import NonceParty

    made: dict[int, Party] = {}
    for role, key in ((1, options.key_a), (2, options.key_b)):
        made[role] = NonceParty(_key(key)) if key is not None else AskParty(options.qr)
    return made


def _judge(options: SourceOptions) -> Judge:
    if options.seed_judge is None:
        return AskJudge(options.qr)
    from rollbook.engine.dice.party import SeedJudge
    from rollbook.engine.dice.secretfile import read_secret

    return SeedJudge(read_secret(options.seed_judge).seed)


@frozen
class AskParty:
    """A player with another device: reads the request here, and sends a slip back."""

    qr: bool = False

    def reveal(self, ask: RevealAsk) -> Reveal:
        """Show what is asked for, and read the answer until it is one."""
        who = ROLE_NAMES[ask.role]
        _show(f"{who} is asked for a share. On the device of {who}: rollbook dice reveal",
              write_ask(ask), self.qr)  # fmt: skip
        while True:
            text = _answer(f"slip of {who} (empty: {who} walks away)")
            if not text:
                raise WalkedAway(ask.role)
            try:
                return read_reveal(text, ask)
            except SlipError as error:
                click.echo(str(error), err=True)


@frozen
class AskJudge:
    """A judge with another device, who answers with the key of the roll."""

    qr: bool = False

    def key(self, ask: RevealAsk, nonces: dict[int, bytes]) -> bytes:
        """Show the request and the nonces, and read the key of the roll."""
        given = " ".join(
            f"--nonce-{'ab'[role - 1]} {n.hex()}" for role, n in sorted(nonces.items())
        )
        _show(f"The judge is asked: rollbook dice reveal --role judge {given}",
              write_ask(ask), self.qr)  # fmt: skip
        while True:
            text = _answer("slip of the judge (empty: the judge walks away)")
            if not text:
                raise WalkedAway(ask.role)
            try:
                slip = read_slip(text, "KEY")
            except SlipError as error:
                click.echo(str(error), err=True)
                continue
            if [len(p) for p in slip.parts] == [32]:
                return slip.parts[0]
            click.echo("a key has 32 bytes", err=True)


def _show(words: str, slip: str, qr: bool) -> None:
    from rollbook.tools.cli.qr import slip_lines

    click.echo(words, err=True)
    for line in slip_lines(slip, qr=qr):
        click.echo(line, err=True)


def _answer(prompt: str) -> str:
    """Read one line from the terminal, even when commands come in through a pipe."""
    try:
        # A terminal cannot seek, so it is opened once for each direction.
        with Path("/dev/tty").open("w") as out, Path("/dev/tty").open() as terminal:
            out.write(f"{prompt}: ")
            out.flush()
            return terminal.readline(2_000).strip()
    except OSError:
        raise RollbookError(
            "no terminal to ask at; give the secrets with --seed-a, --seed-b, --seed-judge"
        ) from None


def dice_options(function: Any) -> Any:
    """Add the options that choose a dice source; they arrive as one ``dice`` argument."""
    from functools import wraps

    path = click.Path(path_type=Path, exists=True, dir_okay=False)

    @wraps(function)
    def collected(*args: Any, **values: Any) -> Any:
        fields = ("seed_a", "seed_b", "seed_judge", "sealed_a", "sealed_b", "key_a", "key_b",
                  "qr", "simulate")  # fmt: skip
        given = {name: values.pop(name) for name in fields}
        return function(
            *args, dice=SourceOptions(name=values.pop("dice_source"), **given), **values
        )

    for name, words in (
        ("--key-b", "The secret signing key of B."),
        ("--key-a", "The secret signing key of A."),
        ("--sealed-b", "The judge's sealed copy of B's ladder, if B walks away."),
        ("--sealed-a", "The judge's sealed copy of A's ladder, if A walks away."),
        ("--seed-judge", "The judge's dice secret, if it is on this device."),
        ("--seed-b", "B's ladder, if it is on this device; else B is asked for slips."),
        ("--seed-a", "A's ladder, if it is on this device; else A is asked for slips."),
    ):
        collected = click.option(name, type=path, help=words)(collected)
    collected = click.option("--simulate", help="Seed text of simulated dice.")(collected)
    collected = click.option("--qr", is_flag=True, help="Show requests as QR codes too.")(collected)
    return click.option(
        "--dice", "dice_source", type=click.Choice(NAMES), default="entered", show_default=True,
        help="Where dice come from that a command does not bring.",
    )(collected)  # fmt: skip
