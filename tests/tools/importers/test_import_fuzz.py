"""Mutated files give a result or an error of the project, in time and memory."""

from __future__ import annotations

import contextlib
import io
import os
import random
import re
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from rollbook.tools.importers.dice import read_dice
from rollbook.tools.importers.errors import ImportedFileError
from rollbook.tools.importers.owntoml import write_toml_roster
from rollbook.tools.importers.roster import read_roster
from rollbook.tools.importers.text import clean_text

pytestmark = pytest.mark.fuzz

SEEDS = sorted((Path(__file__).parent / "seeds").iterdir())
ROUNDS = int(os.environ.get("ROLLBOOK_FUZZ_ROUNDS", "10000"))
LIMIT = 200 * 1024 * 1024
TOKENS = (
    *(b'"', b"<", b">", b"&", b"/", b"=", b"\\", b"\x1b", b"\n", b"\x00", b"\xff", b"[", b"]"),
    *(b"{", b"}", b"<!DOCTYPE a>", b"<![CDATA[", b"]]>", b"<!--", b"<?x", b"&#0;", b"&#x202e;"),
    *(b"-1", b"99999999999999999999", b"1e9", b"null", b"true", b"NaN", b"0", b"\\ud800"),
    *(b"\xef\xbb\xbf", b"\xff\xfe", b"!VCSK", b"2d6", b"d", b",,,,", b"<selection>", b"[[unit]]"),
)

VALUE = re.compile(r'(?<=[=\s:{,]")[^"<>{}\[\],:?=]+(?=")|(?<=>)[^<>\s][^<>]*(?=<)')
VALUES = (
    *("", "-", "0", "1", "3", "7", "10", "11", "999", "1000", "1.0", "2.0", "-1", "4+", "D6", "x2"),
    *("Heavy 2", "Heavy 1000", "Assault 1, Blast, Lance", "Rapid Fire", "Melee", "Template", "24"),
    *("unit", "model", "upgrade", "Walker", "Vehicle (Fast, Tank)", "Infantry", "Bike", "Fearless"),
    *("WS", "BS", "S", "Front", "HP", "Type", "Range", "T", "Ld", "Krak Grenades", "Melta Bombs"),
    *("\u202e", "é" * 600, "鉄の象", "ann@example.org", "krak", "Extra Armour", "Smoke Launchers"),
)


def mutate(data: bytes, dice: random.Random) -> bytes:
    """Change, cut, double and insert a few pieces of *data*."""
    out = bytearray(data)
    for _ in range(dice.choice((1, 1, 2, 4, 16))):
        at = dice.randrange(len(out) + 1)
        end = min(len(out), at + dice.choice((1, 1, 4, 32, 300)))
        match dice.randrange(6):
            case 0:
                out[at:end] = dice.randbytes(end - at)
            case 1:
                del out[at:end]
            case 2:
                out[at:at] = out[at:end] * dice.choice((1, 2, 50))
            case 3:
                out[at:end] = dice.choice(TOKENS)
            case 4:
                out[at:at] = dice.choice(TOKENS) * dice.choice((1, 1, 3, 100))
            case _:
                other = dice.randrange(len(out) + 1)
                out[at:at] = out[other : other + 40]
        if not out:
            out += b"<"
    return bytes(out)


def mutate_values(data: bytes, dice: random.Random) -> bytes:
    """Replace a few attributes and texts of a list, which stays well-formed."""
    text = data.decode()
    spans = [match.span() for match in VALUE.finditer(text)]
    for start, end in sorted(dice.sample(spans, dice.choice((1, 2, 5, 20))), reverse=True):
        text = text[:start] + dice.choice(VALUES) + text[end:]
    return text.encode()


def packed(name: str, data: bytes) -> bytes:
    """A zip file around *data*."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
    return out.getvalue()


def check(read: Callable[[bytes], object], data: bytes, seed: str) -> bool:
    """Read *data*; whether it was accepted. Anything but the project's error is a failure."""
    started = time.monotonic()
    result: object = None
    with contextlib.suppress(ImportedFileError):
        result = read(data)
    assert time.monotonic() - started < 5, seed
    # Strict, so that half a character in a result does not pass.
    str(result).encode("utf-8", "strict")
    return result is not None


def run(read: Callable[[bytes], object], seeds: list[bytes], name: str) -> None:
    """Throw `ROUNDS` mutated inputs at *read*, spread over *seeds*."""
    accepted = 0
    tracemalloc.start()
    for number in range(ROUNDS):
        dice = random.Random(f"{name} {number}")
        data = mutate(seeds[number % len(seeds)], dice)
        accepted += check(read, data, f"{name} {number}")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < LIMIT
    # A run that refuses everything, or nothing, tests only the door.
    assert 0 < accepted < ROUNDS


def test_rosters_mutated() -> None:
    """Every seed as it is, mutated."""
    run(read_roster, [path.read_bytes() for path in SEEDS if path.name != "rolls.csv"], "plain")


def test_packed_rosters_mutated() -> None:
    """The zip file around a list, mutated."""
    run(read_roster, [packed("a.ros", p.read_bytes()) for p in SEEDS if p.suffix == ".ros"], "zip")


def test_units_of_mutated_lists_fit_the_command() -> None:
    """Written as an own roster, whose fields are those of the command, they are read unchanged."""
    seeds = [path.read_bytes() for path in SEEDS if path.suffix in (".json", ".ros")]
    fitting = 0
    for number in range(ROUNDS):
        data = mutate_values(seeds[number % len(seeds)], random.Random(f"units {number}"))
        try:
            result = read_roster(data)
        except ImportedFileError:
            continue
        assert read_roster(write_toml_roster(result).encode()).units == result.units, number
        shown = [text for each in result.unmapped for text in (each.where, each.what, each.why)]
        assert all(clean_text(text, limit=1000).text == text for text in shown), number
        fitting += len(result.units)
    assert fitting > ROUNDS // 2


def test_logs_mutated() -> None:
    """A log's savedGame mutated inside its zip file, plain and hidden, and a table of rolls."""
    chat = ["*** 2d6 = 3,5 *** <Ann>", "*** 1d6 = 7 *** <Ben>", "<b>* 4D6: 1 2 3 4</b>", "hi"]
    plain = "\x1b".join(["begin_save", *(f"LOG\tCHAT{line}" for line in chat)]).encode()
    hidden = b"!VCSK5a" + bytes(each ^ 0x5A for each in plain).hex().encode()
    table = next(path for path in SEEDS if path.name == "rolls.csv").read_bytes()

    def read(data: bytes) -> object:
        return read_dice(data if data[:3] == table[:3] else packed("savedGame", data))

    run(read, [plain, hidden, table], "log")
    run(read_dice, [packed("savedGame", hidden)], "vlog")
