"""
Write the seeds of the corpus anew: ``python tests/fuzz/seeds.py``.

Needed when the shape of logs changes; what was found stays as it is.
"""

from __future__ import annotations

import base64
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from rollbook.events.log.codec import pack, unpack  # noqa: E402
from rollbook.events.log.frame import MAGIC, frame, leaf_of  # noqa: E402
from rollbook.events.log.log import MemoryLog  # noqa: E402
from tests.fuzz.corpus import CORPUS  # noqa: E402
from tests.fuzz.targets import TARGETS  # noqa: E402
from tests.toylog import toy_log  # noqa: E402

IMPORTED = ROOT / "tests" / "tools" / "importers" / "seeds"
START = {
    "do": "start_game",
    "by": "A",
    "rules": "hull-points",
    "players": {"A": "Ann", "B": "Ben"},
    "house_rules": {},
}


def payloads(log: MemoryLog) -> list[bytes]:
    """Give the payloads of a log."""
    return [log.payload(seq) for seq in range(len(log))]


def stream(log: MemoryLog) -> bytes:
    """Give the file that holds a log."""
    return MAGIC + b"".join(frame(p, leaf_of(p)) for p in payloads(log))


def frames() -> Iterator[bytes]:
    """Whole logs, a cut one, one with a zero tail."""
    whole = stream(toy_log(3))
    yield from (whole, stream(toy_log(12)), whole[:-5], whole + bytes(40), MAGIC)


def entries() -> Iterator[bytes]:
    """The rows that follow entry 4 of the toy log, one by one and together."""
    rows = [unpack(p)[2:] for p in payloads(toy_log(17))[5:]]
    yield pack([list(row) for row in rows])
    yield from (pack([list(row)]) for row in rows[:6])


def canonical() -> Iterator[bytes]:
    """Payloads."""
    yield from payloads(toy_log(12))[1:]


def schema() -> Iterator[bytes]:
    """The schema of the toy log with rows of it, and small ones with types nobody knows."""
    log = toy_log(17)
    rows = log.chain.codec.rows
    made = [row for p in payloads(log)[1:] for row in (unpack(p)[6], *unpack(p)[7])]
    wanted = [row for row in rows if row[0] in {m[0] for m in made} or row[2] == 2]
    yield pack((tuple(wanted), *made[:14]))
    unknown = ((0, "A", 1, ("x", "y?", "z:B", "v:[B]", "w:{B}", "o:*", "l:[*]", "m:{*}"), 1),)
    value = ((1, "B", 2, ("n",), 1),)
    row = (0, 1, None, (2,), ((3,), (4,)), (("k", (5,)),), (1, 6), ((1, 7), 8), (("q", 9),))
    yield pack((unknown + value, row))
    yield pack((((0, "Poke", 0, ("unit", "amount"), 1),), (0, "u", 3)))


def notes() -> Iterator[bytes]:
    """A signed checkpoint, a cosigned one, a row of three."""
    from tests.events.log.test_note import Note, NoteSignature, format_note, format_notes

    made = []
    for size in (1, 23, 300):
        text = f"club.example/game/{size:08x}\n{size}\n{base64.b64encode(bytes(32)).decode()}\n"
        signatures = (
            NoteSignature(f"club.example/game/{size:08x}", b"abcd", bytes(64)),
            NoteSignature("ann.example", b"efgh", bytes(72)),
        )
        made.append(Note(text, signatures))
    yield from (format_note(made[0]), format_note(made[1]), format_notes(made))


def keys() -> Iterator[bytes]:
    """A key of each kind."""
    from rollbook.events.log.keys import KeyKind, SigningKey

    for kind in KeyKind:
        key = SigningKey.from_seed("ann.example", kind, bytes(range(32)))
        yield key.text.encode()
        yield key.verifier.text.encode()


def signed() -> tuple[MemoryLog, Any]:
    """Give a toy log and the note of a checkpoint over all of it."""
    from rollbook.events.log.checkpoint import Checkpoint, sign
    from rollbook.events.log.keys import KeyKind, SigningKey
    from rollbook.events.log.merkle import root
    from rollbook.events.log.note import Note

    log = toy_log(9)
    origin = f"club.example/game/{log.chain.game_id.hex()}"
    leaves = [log.leaf(seq) for seq in range(len(log))]
    key = SigningKey.from_seed(origin, KeyKind.ED25519, bytes(32))
    return log, sign(Note(Checkpoint(origin, len(log), root(leaves)).text), key)


def exhibits() -> Iterator[bytes]:
    """The exhibits of a roll and of a note."""
    from rollbook.events.log.exhibit import make_exhibit

    log, note = signed()
    leaves = [log.leaf(seq) for seq in range(len(log))]
    yield from (make_exhibit(log, leaves, [note], seq) for seq in (3, 1))


def proofs() -> Iterator[bytes]:
    """A proof with its entry, one without."""
    from rollbook.events.log.merkle import inclusion_proof
    from rollbook.events.log.tlogproof import TlogProof, format_proof

    log, note = signed()
    leaves = [log.leaf(seq) for seq in range(len(log))]
    for extra in (log.payload(3), None):
        proof = tuple(inclusion_proof(leaves, 3, len(log)))
        yield format_proof(TlogProof(3, proof, note, extra))


def notation() -> Iterator[bytes]:
    """The battles of the page on notation."""
    page = (ROOT / "docs" / "notation.md").read_text()
    found = re.findall(r"^```battle\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    yield from (text.encode() for text in found)


def rosters() -> Iterator[bytes]:
    """The rosters of the importers' tests."""
    yield from (p.read_bytes() for p in sorted(IMPORTED.iterdir()) if p.name != "rolls.csv")


def rolls() -> Iterator[bytes]:
    """A table of rolls, and a saved log."""
    import io
    import zipfile

    yield (IMPORTED / "rolls.csv").read_bytes()
    saved = "begin_save\x1bLOG\tCHAT*** 2d6 = 3,5 *** <Ann>\x1bLOG\tCHAT<b>* 4D6: 1 2 3 4</b>"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(zipfile.ZipInfo("savedGame"), saved)
    yield out.getvalue()


def trf() -> Iterator[bytes]:
    """A report file of each kind, written by the exporter."""
    from rollbook.projections.standings import RankingSettings
    from rollbook.projections.tournament_record import Game, Player, Record
    from rollbook.tools.exporters.trf import write_trf

    record = Record(
        name="Spring",
        players=(
            Player(id="a", name="A", club="c"),
            Player(id="b", name="B"),
            Player(id="c", name="C"),
        ),
        games=(Game(round=1, a="a", b="b", score_a=3, score_b=1, table=1),),
        rounds=1,
    )
    yield write_trf(record, RankingSettings()).encode()
    yield write_trf(record, RankingSettings(), dialect="TRF26").encode()


def pairings() -> Iterator[bytes]:
    """A list of three pairs and a bye."""
    yield b"4\n1 7\n2 6\n3 4\n5 0\n"


def commands() -> Iterator[bytes]:
    """The start of a battle of each rule set."""
    for rules, name in (("hull-points", "demo_battle"), ("armour-value", "demo_battle")):
        lines = (ROOT / "tests" / "cases" / rules / f"{name}.jsonl").read_text().splitlines()
        yield "\n".join(lines[:16]).encode()
    take_back = {"do": "take_back", "by": "A", "to": 1, "reason": "r"}
    note = {"do": "note", "by": "A", "text": "t", "key": "k"}
    fork = {"do": "fork", "by": "A", "name": "f", "at": 1}
    yield "\n".join(json.dumps(c) for c in (START, note, note, take_back, fork)).encode()


def main() -> None:
    """Write the seeds of every target that is here."""
    for name in TARGETS:
        folder = CORPUS / name
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("seed-*"):
            old.unlink()
        for number, data in enumerate(globals()[name]()):
            (folder / f"seed-{number:02}").write_bytes(data)


if __name__ == "__main__":
    main()
