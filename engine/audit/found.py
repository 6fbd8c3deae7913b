"""What an audit found so far, and the one way to name a finding about an entry."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from rollbook.events.finding import Finding

PAGE = "EVIDENCE 2"
"""The rule of findings about dice and their proof."""
ENGINE = "ENGINE"
"""The rule of findings about what no honest Rollbook writes."""


def finding_at(
    code: str, seq: int, expected: str, found: str, words: str, rule: str = PAGE
) -> Finding:
    """Give a finding about entry *seq*."""
    return Finding(
        code=code, address=str(seq), rule=rule, expected=expected, found=found, words=words
    )


@define
class Found:
    """
    Findings in the order in which they were found.

    *differ* are differences that come from another version of the rules than
    the log was played by: those are no findings.
    """

    findings: list[Finding] = field(factory=list)
    differ: list[Finding] = field(factory=list)

    def add(
        self, code: str, seq: int, expected: str, found: str, words: str, rule: str = PAGE
    ) -> None:
        """Add a finding about entry *seq*."""
        self.findings.append(finding_at(code, seq, expected, found, words, rule))

    def extend(self, findings: Iterable[Finding]) -> None:
        """Add several findings."""
        self.findings.extend(findings)
