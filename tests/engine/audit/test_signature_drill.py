"""The tamper drill on files: cut, rewritten, re-signed logs, and second histories."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from rollbook.engine.audit.wholefile import audit_file
from rollbook.engine.starting import start
from rollbook.events.log.errors import DamagedLog, ShorterThanSigned
from rollbook.events.log.file import FileLog, checkpoint_file
from rollbook.events.log.frame import MAGIC
from rollbook.events.log.keys import KeyKind, SigningKey, VerifierKey
from rollbook.events.log.log import MemoryLog, NewEntry
from rollbook.events.log.messages import Fork, TimelineForked
from rollbook.events.log.names import log_origin
from rollbook.events.log.note import Note, NoteSignature, format_notes
from rollbook.events.log.signed import read_notes
from rollbook.events.log.signing import WillNotSign, memory_of, sign_log, write_secret
from tests.engine.audit.games import Forged, demo_commands, press

ANN = SigningKey.from_seed("ann.example", KeyKind.COSIGNATURE, b"A" * 32)
UNTIL = 34


def made(path: Path, game_id: bytes = b"g" * 16) -> Path:
    """Play a part of the demo battle into a file."""
    first, *rest = demo_commands()[:UNTIL]
    session = start(first, path, game_id=game_id)
    for command in rest:
        session.submit(command)
    session.close()
    return path


class Table:
    """A log in a folder, a recorder and a player with their keys."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = made(folder / "game.rbk")
        self.recorder = self.key("recorder", b"R" * 32)
        self.ann = folder / "ann.key"
        write_secret(self.ann, ANN)

    def key(self, name: str, seed: bytes, game_id: bytes = b"g" * 16) -> Path:
        """Make a recorder's key."""
        path = self.folder / f"{name}.key"
        origin = log_origin("club.example", game_id)
        write_secret(path, SigningKey.from_seed(origin, KeyKind.ED25519, seed))
        return path

    @property
    def known(self) -> tuple[VerifierKey, ...]:
        """The public keys that a judge has."""
        origin = log_origin("club.example", b"g" * 16)
        return (SigningKey.from_seed(origin, KeyKind.ED25519, b"R" * 32).verifier, ANN.verifier)

    def sign(self) -> None:
        """The recorder signs, Ann cosigns."""
        sign_log(self.log, self.recorder, 1_700_000_000)
        sign_log(self.log, self.ann, 1_700_000_001)

    def codes(self, *, elsewhere: tuple[Note, ...] = ()) -> set[str]:
        """Audit the file and give the codes of its findings."""
        audited = audit_file(self.log, self.known, elsewhere)
        audited.close()
        return {f.code for f in audited.report.findings}

    def rewrite(self, edit: Callable[[list[Forged]], object]) -> None:
        """Forge the log and put it in the place of the honest one."""
        log = FileLog.read(self.log)
        forged = press(log, edit)
        log.close()
        self.put(forged)

    def put(self, log: MemoryLog) -> None:
        """Write another log into the file."""
        self.log.unlink()
        self.log.write_bytes(MAGIC + log.frames())


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A table with a signed log."""
    pytest.importorskip("cryptography")
    made_table = Table(tmp_path)
    made_table.sign()
    return made_table


def edit_note(forged: list[Forged]) -> None:
    """Change the last die and what followed: it stays a legal game."""
    forged[-1].drop = True


def test_an_honest_signed_log_gives_no_finding(table: Table) -> None:
    """Signatures of both hold, and the checkpoint fits the log."""
    audited = audit_file(table.log, table.known)
    assert audited.report.findings == ()
    assert len(audited.signatures.checkpoints[0].verified) == 2
    audited.close()


def test_head_changed_late(table: Table) -> None:
    """The last entry is rewritten after it was signed for."""

    def edit(forged: list[Forged]) -> None:
        forged[-1].key = "rewritten"

    table.rewrite(edit)
    assert table.codes() == {"SIGNED_HISTORY_CHANGED"}


def test_tail_cut_after_a_bad_roll(table: Table) -> None:
    """The end is cut off: the signed size shows it, and the log opens for no writing."""
    table.rewrite(edit_note)
    assert table.codes() == {"SHORTER_THAN_SIGNED"}
    with pytest.raises(ShorterThanSigned):
        FileLog.write(table.log)


def test_a_torn_end_below_the_signed_size_is_no_crash(table: Table) -> None:
    """Half of the last entry is cut off; below the signed size that is damage."""
    data = table.log.read_bytes()
    table.log.write_bytes(data[:-20])
    assert "LOG_DAMAGED" in table.codes()
    with pytest.raises(DamagedLog):
        FileLog.write(table.log)


def test_a_flipped_byte(table: Table) -> None:
    """A byte in the middle is changed."""
    data = bytearray(table.log.read_bytes())
    data[len(data) * 3 // 4] ^= 1
    table.log.write_bytes(bytes(data))
    assert "LOG_DAMAGED" in table.codes()


def test_resigned_with_another_key(table: Table) -> None:
    """The recorder rewrites the log and signs anew with another key."""
    table.rewrite(edit_note)
    checkpoint_file(table.log).unlink()
    sign_log(table.log, table.key("other", b"S" * 32), 1_700_000_002)
    assert "SIGNED_BY_ANOTHER_KEY" in table.codes()


def test_resigned_with_another_key_and_no_keys_known(table: Table) -> None:
    """Two keys of one recorder are seen even by somebody who knows none of them."""
    other = SigningKey.from_seed(log_origin("club.example", b"g" * 16), KeyKind.ED25519, b"S" * 32)
    notes = list(read_notes(checkpoint_file(table.log)))
    again = Note(notes[0].text, (NoteSignature(other.name, other.verifier.key_id,
                                               other.sign(notes[0].text.encode())),))  # fmt: skip
    checkpoint_file(table.log).write_bytes(format_notes([*notes, again]))
    audited = audit_file(table.log)
    audited.close()
    assert "SIGNED_BY_ANOTHER_KEY" in {f.code for f in audited.report.findings}


def test_two_histories_under_one_origin(table: Table) -> None:
    """Ann kept what she signed; the log shown to the judge is another history."""
    kept = read_notes(memory_of(table.ann))
    table.rewrite(lambda forged: setattr(forged[-1], "key", "rewritten"))
    checkpoint_file(table.log).unlink()
    sign_log(table.log, table.key("recorder2", b"R" * 32), 1_700_000_002)
    assert table.codes() == set()
    assert table.codes(elsewhere=kept) == {"SPLIT_HISTORY"}


def test_nobody_signs_a_second_history(table: Table) -> None:
    """Whoever signed before signs the next checkpoint only if the log continues it."""
    table.rewrite(lambda forged: setattr(forged[-1], "key", "rewritten"))
    checkpoint_file(table.log).unlink()
    sign_log(table.log, table.key("recorder2", b"R" * 32), 1_700_000_002)
    with pytest.raises(WillNotSign, match="does not continue"):
        sign_log(table.log, table.ann, 1_700_000_003)


def test_a_signature_that_does_not_fit(table: Table) -> None:
    """A cosignature is moved to another time."""
    note = read_notes(checkpoint_file(table.log))[0]
    first, second = note.signatures
    moved = NoteSignature(second.name, second.key_id, (5).to_bytes(8, "big") + second.value[8:])
    checkpoint_file(table.log).write_bytes(format_notes([Note(note.text, (first, moved))]))
    assert table.codes() == {"SIGNATURE_WRONG"}


def test_the_checkpoints_of_another_game(table: Table) -> None:
    """The checkpoints beside the log belong to another game."""
    other = made(table.folder / "other.rbk", b"h" * 16)
    sign_log(other, table.key("third", b"R" * 32, b"h" * 16), 1_700_000_000)
    checkpoint_file(table.log).write_bytes(checkpoint_file(other).read_bytes())
    assert "ORIGIN_OF_ANOTHER_LOG" in table.codes()


def test_the_recorder_did_not_sign(table: Table) -> None:
    """Only a player's cosignature is left."""
    note = read_notes(checkpoint_file(table.log))[0]
    checkpoint_file(table.log).write_bytes(format_notes([Note(note.text, note.signatures[1:])]))
    assert table.codes() == {"NOT_SIGNED_BY_RECORDER"}


def test_nobody_known_signed(table: Table) -> None:
    """Keys are known, but none of them signed."""
    audited = audit_file(
        table.log, [SigningKey.from_seed("eve.example", KeyKind.COSIGNATURE, b"E" * 32).verifier]
    )
    audited.close()
    assert "NO_KNOWN_SIGNATURE" in {f.code for f in audited.report.findings}


def test_a_copy_signed_under_the_origin_of_its_parent(table: Table) -> None:
    """From its fork on, a copy is signed under an origin of its own."""
    copy = table.folder / "copy.rbk"
    copy.write_bytes(table.log.read_bytes())
    log = FileLog.write(copy)
    event = TimelineForked(name="what-if", at=10, kind="played", copy=b"c" * 16)
    log.append(NewEntry(Fork(name="what-if", at=10), (event,), "system", None, None, "what-if", 10))
    log.close()
    with pytest.raises(WillNotSign, match="this key signs for"):
        sign_log(copy, table.recorder, 1_700_000_003)
    from rollbook.events.log.checkpoint import Checkpoint, sign
    from rollbook.events.log.merkle import root
    from rollbook.events.log.signing import facts_of, read_secret

    facts, log = facts_of(copy)
    log.close()
    key = read_secret(table.recorder)
    note = sign(Note(Checkpoint(key.name, len(facts.leaves), root(facts.leaves)).text), key)
    checkpoint_file(copy).write_bytes(format_notes([note]))
    audited = audit_file(copy, table.known)
    audited.close()
    assert {f.code for f in audited.report.findings} == {"WRONG_ORIGIN"}


def test_the_checkpoint_grows_with_the_log(table: Table) -> None:
    """After more entries the recorder signs again, and Ann cosigns by consistency proof."""
    session = start_again(table.log)
    session.submit({"do": "note", "by": "ann", "text": "round two"})
    session.close()
    table.sign()
    notes = read_notes(checkpoint_file(table.log))
    assert [note.text.split("\n")[1] for note in notes] == [str(UNTIL), str(UNTIL + 1)]
    assert table.codes() == set()


def start_again(path: Path):
    """Open a log for play."""
    from rollbook.engine.session import Session

    return Session.open(path)


def test_what_signatures_leave_open_is_said(table: Table) -> None:
    """Entries behind the last checkpoint, and signatures of which nobody knows the keys."""

    def notes(*keys: VerifierKey) -> tuple[str, ...]:
        audited = audit_file(table.log, keys)
        audited.close()
        return audited.report.notes

    assert notes(*table.known) == ()
    unknown = "signatures were not checked: no public keys are known; give --keys FILE"
    assert notes() == (unknown,)
    session = start_again(table.log)
    session.submit({"do": "note", "by": "ann", "text": "round two"})
    session.close()
    last = "the last 1 entries are not signed: cut off, they would look like a crash"
    assert notes(*table.known) == (last,)
    assert notes() == (last, unknown)
    checkpoint_file(table.log).unlink()
    (unsigned,) = notes(*table.known)
    assert unsigned.startswith("nobody signed this log")


def test_a_changed_report_is_json(table: Table) -> None:
    """The report of a file can be printed as JSON."""
    from rollbook.engine.audit.details import Details
    from rollbook.engine.audit.wholefile import report_plain

    audited = audit_file(table.log, table.known)
    details = Details(audited.auditor, audited.report)
    plain = report_plain(audited, [details.plain(roll) for roll in audited.report.rolls])
    audited.close()
    assert json.loads(json.dumps(plain))["findings"] == []
