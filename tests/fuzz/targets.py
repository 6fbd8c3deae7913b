"""
Borders that take bytes from outside, as plain functions that a fuzzer can call.

Each takes any bytes, gives whether they were accepted, and lets only the
product's own errors end quietly: whatever else leaves a target is a fault.
Where a border promises more than not to crash, the target holds it to that
(what is printed is read back, a fast way gives what the plain one gives).
Targets import what they test themselves, so that a fuzzer can instrument it.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from typing import Any

from rollbook.events.errors import MessageError, RollbookError, RuleRefusal
from rollbook.events.log.errors import EntryError, LogError, NotALog

Target = Callable[[bytes], bool]


def frames(data: bytes) -> bool:
    """The frame reader: any bytes after the magic, both ways of reading, the same answer."""
    from rollbook.events.log.chain import Chain
    from rollbook.events.log.disk import Held
    from rollbook.events.log.frame import MAGIC
    from rollbook.events.log.recovery import check_magic, read_frames

    try:
        check_magic("fuzzed", data)
    except NotALog:
        return False
    found = []
    for strict in (False, True):
        leaves: list[bytes] = []
        source, offsets = Held(data), array("Q")
        condition = read_frames(
            source, Chain(), offsets, strict=strict, seen=lambda e, out=leaves: out.append(e.leaf)
        )
        assert condition.entries == len(leaves) == len(offsets)
        assert len(MAGIC) <= condition.offset <= len(data)
        found.append((condition, leaves))
    (loose, all_leaves), (tight, strict_leaves) = found
    assert all_leaves[: len(strict_leaves)] == strict_leaves
    assert loose.entries >= tight.entries
    return tight.status == "ok"


def entries(data: bytes) -> bool:
    """
    Rows of entries whose numbers and hashes are put right, so that fuzzing gets past them.

    The bytes are one msgpack list of rows of seven: parent, time, author, key,
    command, events, dice.  Read frame by frame and in one go: the same.
    """
    from rollbook.events.log.chain import Chain
    from rollbook.events.log.disk import Held
    from rollbook.events.log.frame import MAGIC, frame
    from rollbook.events.log.recovery import read_frames

    rows = _loose(data)
    if not isinstance(rows, list) or not rows:
        return False
    log = _toy_payloads()
    plain = Chain()
    for payload in log:
        plain.read(payload)
    before = plain.count
    stream = MAGIC + b"".join(frame(payload, _leaf(payload)) for payload in log)
    for row in rows[:20]:
        payload = _packed([plain.count, plain.last_leaf, *(row if isinstance(row, list) else [])])
        if payload is None:
            return False
        stream += frame(payload, _leaf(payload))
        try:
            entry = plain.read(payload, strict=True)
        except EntryError:
            break
        assert entry.leaf == plain.last_leaf
        entry.to_plain("main")
    fast = Chain()
    condition = read_frames(Held(stream), fast, array("Q"), strict=True)
    assert condition.entries == fast.count == plain.count
    assert fast.last_leaf == plain.last_leaf
    assert fast.timelines.heads == plain.timelines.heads
    return plain.count > before


def canonical(data: bytes) -> bool:
    """The canonical check: what passes is written back as the same bytes."""
    from rollbook.events.log.codec import check_values, is_canonical, pack, unpack

    try:
        value = unpack(data)
        check_values(value)
    except EntryError:
        return False
    if not is_canonical(data, value):
        assert len(pack(value)) <= len(data) or unpack(pack(value)) == value
        return False
    assert pack(unpack(pack(value))) == data
    return True


def schema(data: bytes) -> bool:
    """
    A schema from outside and rows by it: resolved by name, or refused.

    The bytes are a canonical list: the rows of a schema, then rows of messages.
    """
    from rollbook.events.log.chain import known_messages
    from rollbook.events.log.codec import unpack
    from rollbook.events.plain import to_plain
    from rollbook.events.schema import Codec
    from rollbook.events.schemarows import check_rows

    try:
        given = unpack(data)
        if type(given) is not tuple or len(given) < 2:
            return False
        check_rows(given[0], ())
        codec = Codec(given[0], known_messages("toy"))
    except (EntryError, MessageError):
        return False
    codec.unknown_names()
    taken = 0
    for row in given[1:]:
        try:
            message = codec.message(row)
        except MessageError:
            continue
        to_plain(message)
        taken += 1
    return taken > 0


def notes(data: bytes) -> bool:
    """One signed note or a row of them, their checkpoints: printed back the same."""
    from rollbook.events.log.checkpoint import Checkpoint
    from rollbook.events.log.note import NoteError, format_note, format_notes, parse_note
    from rollbook.events.log.note import parse_notes as parse

    read = []
    for take, write in ((parse_note, format_note), (parse, format_notes)):
        try:
            made: Any = take(data)
        except NoteError:
            continue
        assert write(made) == data
        read += [made] if take is parse_note else made
    for note in read:
        try:
            assert Checkpoint.parse(note.text).text == note.text
        except NoteError:
            return False
    return bool(read)


def keys(data: bytes) -> bool:
    """Key texts, of verifiers and of signers: printed back the same."""
    from rollbook.events.log.keys import KeyTextError, parse_signing_key, parse_verifier_key

    text = data.decode("utf-8", "replace")
    for parse in (parse_verifier_key, parse_signing_key):
        try:
            assert parse(text).text == text
        except KeyTextError:
            continue
        return True
    return False


def proofs(data: bytes) -> bool:
    """Rows of inclusion proofs: printed back the same."""
    from rollbook.events.log.tlogproof import TlogProofError, format_proofs, parse_proofs

    try:
        made = parse_proofs(data)
    except TlogProofError:
        return False
    assert format_proofs(made) == data
    return bool(made)


def exhibits(data: bytes) -> bool:
    """Exhibits of one entry, with every hash in them."""
    from rollbook.events.log.exhibit import read_exhibit

    try:
        exhibit = read_exhibit(data)
    except RollbookError:
        return False
    exhibit.entry.to_plain("main")
    return True


def notation(data: bytes) -> bool:
    """The battle notation: shown errors, or a document that is printed and played."""
    from rollbook.tools.cli.record import Recorder
    from rollbook.tools.notation import read, write
    from rollbook.tools.notation.playing import Playing

    document, errors = read(data.decode("utf-8", "replace"))
    for error in errors:
        assert all(line.isprintable() for line in error.shown("battle.txt"))
    if document is None or errors:
        return False
    made = write(document)
    again, problems = read(made, rules=document.rules)
    assert again is not None
    assert not problems
    assert write(again) == made
    for outcome in Playing(Recorder(None)).play(document):
        assert all(line.isprintable() for line in outcome.shown("battle.txt"))
    return True


def rosters(data: bytes) -> bool:
    """Rosters: own tables and texts, list builders' files, packed or not."""
    from rollbook.tools.importers.errors import ImportedFileError
    from rollbook.tools.importers.roster import read_roster

    return _imported(read_roster, data, ImportedFileError)


def rolls(data: bytes) -> bool:
    """Dice of other programs: tables and saved logs."""
    from rollbook.tools.importers.dice import read_dice
    from rollbook.tools.importers.errors import ImportedFileError

    return _imported(read_dice, data, ImportedFileError)


def trf(data: bytes) -> bool:
    """Tournament report files."""
    from rollbook.tools.importers.trf import read_trf
    from rollbook.tools.importers.trf_model import TrfError

    return _imported(read_trf, data, TrfError)


def pairings(data: bytes) -> bool:
    """Lists of pairs that pairing engines print."""
    from rollbook.tools.importers.trf import read_pairing_list
    from rollbook.tools.importers.trf_model import TrfError

    return _imported(lambda given: read_pairing_list(given.decode("latin-1")), data, TrfError)


def commands(data: bytes) -> bool:
    """Lines of JSON, played into a game in memory: an answer each, nothing half done."""
    from rollbook.engine.border import parse_line
    from rollbook.engine.starting import start

    session, taken = None, 0
    for line in data.splitlines()[:30]:
        count = 0 if session is None else len(session.log)
        try:
            value = parse_line(line)
            if session is None:
                session = start(value, None)
            else:
                json.dumps(session.submit(value).to_plain(), ensure_ascii=False).encode()
        except RuleRefusal as refusal:
            json.dumps(refusal.to_json())
            assert session is None or len(session.log) == count
            continue
        taken += 1
    return taken > 0


def _imported(read: Callable[[bytes], object], data: bytes, error: type[Exception]) -> bool:
    try:
        result = read(data)
    except error:
        return False
    # Half a character in a result would break whoever prints it.
    str(result).encode()
    return True


def _loose(data: bytes) -> Any:
    """Read msgpack of any kind, if it is."""
    import msgpack

    try:
        return msgpack.unpackb(data, strict_map_key=False)
    except Exception:  # whatever msgpack says: these bytes are no rows
        return None


def _packed(row: Any) -> bytes | None:
    """Pack a row that may hold what no payload may, if it fits a frame at all."""
    import msgpack

    try:
        packed: bytes = msgpack.packb(row)
    except (TypeError, ValueError, OverflowError):
        return None
    return packed if len(packed) <= 65_535 else None


def _leaf(payload: bytes) -> bytes:
    from rollbook.events.log.frame import leaf_of

    return leaf_of(payload)


@cache
def _toy_payloads() -> tuple[bytes, ...]:
    from tests.toylog import toy_log

    log = toy_log(5)
    return tuple(log.payload(seq) for seq in range(len(log)))


_NEEDS = {
    "exhibits": "rollbook.events.log.exhibit",
    "notation": "rollbook.tools.notation",
}
_ALL: tuple[Target, ...] = (
    *(frames, entries, canonical, schema, notes, keys, proofs, exhibits),
    *(notation, rosters, rolls, trf, pairings, commands),
)
TARGETS: dict[str, Target] = {
    target.__name__: target
    for target in _ALL
    if target.__name__ not in _NEEDS or find_spec(_NEEDS[target.__name__]) is not None
}
"""Every target by name, those of parts that are installed."""

__all__ = ["LogError", "TARGETS", "Target"]
