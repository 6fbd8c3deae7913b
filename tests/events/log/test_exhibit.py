"""An exhibit proves one entry without its log, and nothing else passes for one."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from attrs import evolve

from rollbook.events.log.checkpoint import Checkpoint
from rollbook.events.log.exhibit import ExhibitError, make_exhibit, read_exhibit
from rollbook.events.log.log import MemoryLog
from rollbook.events.log.merkle import ProofError, root
from rollbook.events.log.names import log_origin
from rollbook.events.log.note import Note, NoteSignature
from rollbook.events.log.tlogproof import TlogProof, format_proofs, parse_proofs
from tests.toylog import GAME_ID, note, toy_log

SEQ = 2


def leaves(log: MemoryLog) -> list[bytes]:
    """Give the leaf of every entry."""
    return [log.leaf(seq) for seq in range(len(log))]


def signed(log: MemoryLog, size: int, game_id: bytes = GAME_ID) -> Note:
    """Give a checkpoint of the first *size* entries; exhibits leave its signature to others."""
    origin = log_origin("club.example", game_id)
    text = Checkpoint(origin, size, root(leaves(log)[:size])).text
    return Note(text, (NoteSignature(origin, bytes(4), bytes(64)),))


@pytest.fixture
def log() -> MemoryLog:
    """A game of an opening and some notes."""
    made = toy_log(2)
    for text in ("one", "two", "three"):
        made.append(note(text))
    return made


def parts(log: MemoryLog, *notes: Note) -> tuple[TlogProof, ...]:
    """Give the proofs of the exhibit of one entry."""
    return parse_proofs(make_exhibit(log, leaves(log), notes or [signed(log, 4)], SEQ))


class TestMade:
    def test_an_exhibit_is_read_back_with_its_entry(self, log: MemoryLog) -> None:
        """Entry 0 stands in it for the schema; the entry itself is the last."""
        found = read_exhibit(make_exhibit(log, leaves(log), [signed(log, 4)], SEQ))
        assert found.entry == log.entry(SEQ)
        assert found.opened == log.entry(0)
        assert sorted(found.payloads) == [0, SEQ]
        assert found.checkpoint.size == 4

    def test_the_newest_checkpoint_that_covers_the_entry_is_taken(self, log: MemoryLog) -> None:
        """Those that end before the entry, or after the log, are of no use to it."""
        longer = evolve(signed(log, 4), text=signed(log, 4).text.replace("\n4\n", "\n9\n"))
        found = parts(log, signed(log, 2), signed(log, 3), signed(log, 4), longer)
        assert {proof.checkpoint.size for proof in found} == {4}

    def test_without_a_checkpoint_there_is_no_exhibit(self, log: MemoryLog) -> None:
        """The entry after the last signed one is covered by nothing."""
        with pytest.raises(ExhibitError, match=r"covers entry 2; the recorder signs"):
            make_exhibit(log, leaves(log), [signed(log, SEQ)], SEQ)


class TestForged:
    """Parts that are good in themselves make no exhibit together."""

    def refused(self, made: Sequence[TlogProof], words: str) -> None:
        """Check that an exhibit of these parts is refused."""
        with pytest.raises(ExhibitError, match=words):
            read_exhibit(format_proofs(made))

    def test_an_empty_file(self) -> None:
        """No proof at all proves nothing."""
        self.refused([], "the file is empty")

    def test_two_checkpoints(self, log: MemoryLog) -> None:
        """Its parts could come from two histories."""
        first, last = parts(log)
        longer, _ = parts(log, signed(log, 5))
        self.refused([longer, last], "under different checkpoints")
        self.refused([first, last, longer], "under different checkpoints")

    def test_a_proof_without_its_entry(self, log: MemoryLog) -> None:
        """A hash alone says nothing about the game."""
        first, last = parts(log)
        self.refused([first, evolve(last, extra=None)], "entry 2 is not in it, only its proof")

    def test_an_entry_twice(self, log: MemoryLog) -> None:
        """Which of the two would be meant?"""
        first, last = parts(log)
        self.refused([first, last, last], "entry 2 stands in it twice")

    def test_no_entry_0(self, log: MemoryLog) -> None:
        """Without the schema nobody can name a field."""
        self.refused(parts(log)[1:], "entry 0, which names every field, is not in it")

    def test_the_checkpoint_of_another_game(self, log: MemoryLog) -> None:
        """The same tree signed under the id of another game."""
        other = parts(log, signed(log, 4, b"another toy game"))
        self.refused(other, f"not for game {GAME_ID.hex()}")

    def test_another_payload_does_not_lead_to_the_root(self, log: MemoryLog) -> None:
        """The bytes of the entry are hashed; no other entry passes for it."""
        made = parts(log)
        with pytest.raises(ProofError, match="does not lead to the root"):
            read_exhibit(format_proofs([made[0], evolve(made[1], extra=log.payload(1))]))
