"""The files beside a log that say who signed, and whose keys are known."""

from __future__ import annotations

from pathlib import Path

import pytest

from rollbook.events.log.errors import LogError
from rollbook.events.log.keys import KeyKind, KeyTextError, VerifierKey
from rollbook.events.log.signed import MAX_KEYS_BYTES, keys_file, read_keys

ANN = VerifierKey("ann.example", KeyKind.COSIGNATURE, bytes(range(32)))
BEN = VerifierKey("ben.example", KeyKind.COSIGNATURE, bytes(range(1, 33)))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The list of keys beside a log."""
    return keys_file(tmp_path / "game.rbk")


class TestKeys:
    def test_one_key_a_line_among_remarks(self, file: Path) -> None:
        """Empty lines and those that begin with # are passed over."""
        file.write_text(f"# club members\n\n{ANN.text}\n  {BEN.text}  \n")
        assert read_keys(file) == (ANN, BEN)

    def test_a_list_has_so_many_bytes_and_no_more(self, file: Path) -> None:
        """The last byte that fits is read; one more is refused, whatever letter it cuts."""
        lead = f"{ANN.text}\n#"
        for letter in ("x", "ü", "字"):
            text = lead + letter * ((MAX_KEYS_BYTES - len(lead)) // len(letter.encode()))
            file.write_text(text, encoding="utf-8")
            assert read_keys(file) == (ANN,)
            file.write_text(text + letter, encoding="utf-8")
            with pytest.raises(LogError, match="larger than a list of keys"):
                read_keys(file)

    def test_what_is_no_list_of_keys(self, file: Path) -> None:
        """Each way in its own words."""
        with pytest.raises(LogError, match="cannot be read: No such file"):
            read_keys(file)
        file.write_bytes(b"\xff\xfe")
        with pytest.raises(LogError, match="is no text"):
            read_keys(file)
        file.write_text("ann.example\n")
        with pytest.raises(KeyTextError, match="<name>"):
            read_keys(file)
