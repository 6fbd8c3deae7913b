"""Signatures beside a log, as `rollbook verify` shows them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import frozen

from rollbook.engine.audit.wholefile import signature_notes, signed_lines
from rollbook.events.log.file import checkpoint_file
from rollbook.events.log.signed import Facts, Signatures, keys_file, read_keys, read_notes
from rollbook.events.log.signed import signatures_of as hold
from rollbook.events.log.signing import facts_of
from rollbook.tools.cli.wrap import wrapped


@frozen
class Shown:
    """What the checkpoints beside a log say, and what is wrong with them."""

    found: Signatures
    facts: Facts

    def to_plain(self) -> dict[str, Any]:
        """Give what ``verify --json`` adds when there are checkpoints."""
        return {
            "checkpoints": [line.to_plain() for line in signed_lines(self.found)],
            "findings": [f.to_plain() for f in self.found.findings],
            "notes": list(signature_notes(self.found, self.facts)),
        }

    def lines(self) -> Iterator[str]:
        """Give the lines for a terminal."""
        for line in signed_lines(self.found):
            yield from wrapped(f"  {line.words}")
        for finding in self.found.findings:
            yield from wrapped(f"  {finding.code}: {finding.words}")
        for note in signature_notes(self.found, self.facts):
            yield from wrapped(f"  {note}")


def signatures_for(log: Path, entries: int, keys: Path | None, kept: Path | None) -> Shown | None:
    """
    Hold the checkpoints of a log against it; ``None`` if there are none to hold.

    Raises ``NoteError``, ``KeyTextError`` or ``LogError`` if they cannot be read.
    """
    if not entries or not (checkpoint_file(log).exists() or kept is not None):
        return None
    facts, opened = facts_of(log)
    opened.close()
    known = keys or (keys_file(log) if keys_file(log).exists() else None)
    public = read_keys(known) if known is not None else ()
    return Shown(hold(log, facts, public, read_notes(kept) if kept is not None else ()), facts)
