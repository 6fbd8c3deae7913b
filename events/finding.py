"""Findings: what is wrong with a log, where, by which rule, and in words."""

from __future__ import annotations

from typing import Any

from attrs import frozen


@frozen(kw_only=True)
class Finding:
    """
    One thing that is not as it must be.

    *code* names the kind, *address* the entry or event (``""``: the whole
    log), *rule* the rule id or page, *expected* and *found* what should stand
    there and what does, *words* the sentence for people.
    """

    code: str
    address: str
    rule: str
    expected: str
    found: str
    words: str

    def to_plain(self) -> dict[str, Any]:
        """Give the object that ``audit --json`` prints."""
        return {
            "code": self.code,
            "address": self.address,
            "rule": self.rule,
            "expected": self.expected,
            "found": self.found,
            "words": self.words,
        }
