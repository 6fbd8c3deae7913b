"""Proofs that travel without their log."""

import base64
import json
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rollbook.events.log import merkle, tlogproof
from rollbook.events.log.checkpoint import Checkpoint
from rollbook.events.log.merkle import ProofError, leaf_hash
from rollbook.events.log.note import Note, parse_note
from rollbook.events.log.tlogproof import (
    HEADER,
    MAX_EXTRA_BYTES,
    TlogProof,
    TlogProofError,
    format_proof,
    format_proofs,
    parse_proof,
    parse_proofs,
)

VECTORS = json.loads((Path(__file__).parents[2] / "vectors/evidence.json").read_text())
NOTE = parse_note(VECTORS["checkpoint"]["note"].encode())
PAYLOADS = [bytes.fromhex(text) for text in VECTORS["proofs"]["leaf_data_hex"]]
LEAVES = [leaf_hash(payload) for payload in PAYLOADS]


def proof_of(index: int, extra: bool = True) -> TlogProof:
    hashes = tuple(merkle.inclusion_proof(LEAVES, index, len(LEAVES)))
    return TlogProof(index, hashes, NOTE, PAYLOADS[index] if extra else None)


DATA = format_proof(proof_of(7))
PLAIN = format_proof(proof_of(7, extra=False))


class TestForm:
    def test_the_lines_of_a_proof(self):
        """Header, payload, index, hashes from the leaf upwards, the note as it stands."""
        case = next(c for c in VECTORS["proofs"]["inclusion"] if c["index"] == 7)
        hashes = [base64.b64encode(bytes.fromhex(text)).decode() for text in case["proof"]]
        payload = base64.b64encode(PAYLOADS[7]).decode()
        expected = [HEADER, f"extra {payload}", "index 7", *hashes, ""]
        assert DATA.decode() == "\n".join(expected) + "\n" + VECTORS["checkpoint"]["note"]
        assert DATA.replace(f"extra {payload}\n".encode(), b"") == PLAIN

    @given(st.integers(0, 22), st.booleans())
    def test_every_proof_is_read_back_and_holds(self, index, extra):
        """With its payload or without; it proves its own leaf only."""
        proof = proof_of(index, extra)
        assert parse_proof(format_proof(proof)) == proof
        assert proof.verify(LEAVES[index]) == Checkpoint.parse(NOTE.text)
        with pytest.raises(ProofError):
            proof.verify(LEAVES[(index + 1) % 23])
        with pytest.raises(ProofError):
            evolve(proof, index=(index + 1) % 23).verify(LEAVES[index])

    def test_a_tree_of_one_leaf_needs_no_hashes(self):
        """Then the empty line follows the index."""
        note = evolve(NOTE, text=Checkpoint(proof_of(0).checkpoint.origin, 1, LEAVES[0]).text)
        data = format_proof(TlogProof(0, (), note))
        assert data.startswith(f"{HEADER}\nindex 0\n\nclub".encode())
        parse_proof(data).verify(LEAVES[0])

    @given(st.integers(0, len(DATA) - 1), st.binary(max_size=3), st.integers(0, 3))
    def test_a_proof_that_is_read_is_printed_the_same(self, at, put, cut):
        """Any small damage is refused, or gives another proof of just this form."""
        damaged = DATA[:at] + put + DATA[at + cut :]
        try:
            found = parse_proof(damaged)
        except TlogProofError:
            return
        assert format_proof(found) == damaged

    @given(st.binary(max_size=200))
    def test_any_bytes_raise_the_named_error_only(self, data):
        """Behind the header as well as alone."""
        for hostile in (data, HEADER.encode() + b"\n" + data, data + b"\n\n" + data):
            for read in (parse_proof, parse_proofs):
                try:
                    read(hostile)
                except TlogProofError:
                    continue


HASH = base64.b64encode(bytes(32)).decode()
TAIL = VECTORS["checkpoint"]["note"]
TOO_LONG = base64.b64encode(bytes(MAX_EXTRA_BYTES + 1)).decode()
MALFORMED = {
    "nothing": ("", "no empty line"),
    "no checkpoint": (f"{HEADER}\nindex 7\n\n", "checkpoint"),
    "another version": (f"c2sp.org/tlog-proof@v2\nindex 7\n\n{TAIL}", "does not start"),
    "no index": (f"{HEADER}\n{HASH}\n\n{TAIL}", "index"),
    "no index at all": (f"{HEADER}\n\n{TAIL}", "index"),
    "an index without its word": (f"{HEADER}\n7\n\n{TAIL}", "line 2: expected .index"),
    "leading zero": (f"{HEADER}\nindex 07\n\n{TAIL}", "index"),
    "sign": (f"{HEADER}\nindex +7\n\n{TAIL}", "index"),
    "huge index": (f"{HEADER}\nindex {2**63}\n\n{TAIL}", "index"),
    "empty extra": (f"{HEADER}\nextra \nindex 7\n\n{TAIL}", "extra"),
    "extra twice": (f"{HEADER}\nextra AAAA\nextra AAAA\nindex 7\n\n{TAIL}", "index"),
    "extra after index": (f"{HEADER}\nindex 7\nextra AAAA\n\n{TAIL}", "base64"),
    "extra not base64": (f"{HEADER}\nextra A\nindex 7\n\n{TAIL}", "base64"),
    "extra too long": (f"{HEADER}\nextra {TOO_LONG}\nindex 7\n\n{TAIL}", "65536"),
    "short hash": (f"{HEADER}\nindex 7\nAAAA\n\n{TAIL}", "3 bytes"),
    "hash not base64": (f"{HEADER}\nindex 7\n{HASH[:-1]}\n\n{TAIL}", "base64"),
    "too many hashes": (f"{HEADER}\nindex 7\n" + 64 * f"{HASH}\n" + f"\n{TAIL}", "line 66: .*63"),
    "not ASCII": (f"{HEADER}\nindex ٧\n\n{TAIL}", "ASCII"),
    "carriage returns": (f"{HEADER}\r\nindex 7\r\n\r\n{TAIL}", "does not start"),
    "no empty line": (f"{HEADER}\nindex 7\n{TAIL}", "base64|ASCII|origin|index"),
    "two empty lines": (f"{HEADER}\nindex 7\n\n\n{TAIL}", "checkpoint"),
    "extension line": (f"{HEADER}\nindex 7\n\n" + TAIL.replace("\n\n", "\nmore\n\n"), "no more"),
    "unsigned checkpoint": (f"{HEADER}\nindex 7\n\n{NOTE.text}\n", "no signature"),
    "more behind": (DATA.decode() + "\n", "checkpoint"),
    "too long": (DATA.decode() + "x" * 500_000, "refused: more than 393214 bytes"),
}


class TestMalformed:
    @pytest.mark.parametrize(("data", "word"), MALFORMED.values(), ids=MALFORMED)
    def test_each_is_refused_with_its_reason(self, data, word):
        """One kind of malformed proof after the other."""
        with pytest.raises(TlogProofError, match=word):
            parse_proof(data.encode())

    def test_the_line_is_named(self):
        """Counted over the whole proof, its checkpoint included."""
        with pytest.raises(TlogProofError) as caught:
            parse_proof(DATA.replace(b"\n23\n", b"\n023\n"))
        assert DATA.split(b"\n")[(caught.value.line or 0) - 1] == b"23"

    def test_the_line_of_the_extra_is_named(self):
        """An empty one is left out, never written empty."""
        with pytest.raises(TlogProofError) as caught:
            parse_proof(MALFORMED["empty extra"][0].encode())
        assert caught.value.line == 2

    @pytest.mark.parametrize(
        "change",
        [
            {"index": -1},
            {"index": 2**63 - 1},
            {"hashes": (bytes(31),)},
            {"hashes": (bytes(32),) * 64},
            {"extra": b""},
            {"extra": bytes(65_536)},
            {"note": Note("no checkpoint\n", NOTE.signatures)},
        ],
    )
    def test_a_proof_that_could_not_be_read_back_is_not_made(self, change):
        """The same checks hold for proofs that are made."""
        with pytest.raises(TlogProofError):
            evolve(proof_of(7), **change)


class TestRows:
    @given(st.lists(st.builds(proof_of, st.integers(0, 22), st.booleans()), max_size=5))
    def test_rows_are_read_back(self, proofs):
        """Several proofs in one file, as an exhibit has them."""
        assert list(parse_proofs(format_proofs(proofs))) == proofs

    def test_a_row_of_another_version_is_refused(self):
        """The first line is looked at, not only counted."""
        with pytest.raises(TlogProofError, match=f"line 1: it does not start with {HEADER}"):
            parse_proofs(DATA.replace(b"@v1", b"@v2"))

    def test_a_row_holds_so_many_proofs(self, monkeypatch):
        """More than a file may hold are neither written nor read."""
        made = [proof_of(index) for index in range(4)]
        data = format_proofs(made)
        monkeypatch.setattr(tlogproof, "MAX_PROOFS", 3)
        assert len(parse_proofs(format_proofs(made[:3]))) == 3
        with pytest.raises(TlogProofError, match="more than 3 proofs"):
            format_proofs(made)
        with pytest.raises(TlogProofError, match="more than 3 proofs"):
            parse_proofs(data)

    def test_a_row_holds_so_many_bytes(self, monkeypatch):
        """A file that is too long is refused before its lines are looked at."""
        monkeypatch.setattr(tlogproof, "MAX_FILE_BYTES", len(DATA) - 1)
        with pytest.raises(TlogProofError, match="bytes in a row"):
            format_proofs([proof_of(7)])
        with pytest.raises(TlogProofError, match="bytes in a row"):
            parse_proofs(b"x" * len(DATA))

    @pytest.mark.parametrize("data", [b"x" + DATA, DATA + b"\n" + DATA, DATA + DATA[:-1], b"\n"])
    def test_damaged_rows_are_refused(self, data):
        """Anything between, before or behind the proofs."""
        with pytest.raises(TlogProofError):
            parse_proofs(data)
