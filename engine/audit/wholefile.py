"""The audit of a log file: its bytes, its signatures, its game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from rollbook.engine.audit.auditor import Auditor, Progress
from rollbook.engine.audit.report import Listed, Report
from rollbook.engine.ruleset import RuleSet, rule_set
from rollbook.engine.session import rules_of
from rollbook.engine.tables import TablesError
from rollbook.events.finding import Finding
from rollbook.events.log.file import FileLog
from rollbook.events.log.keys import VerifierKey
from rollbook.events.log.note import Note
from rollbook.events.log.signed import Facts, Signatures, signatures_of
from rollbook.events.log.signing import facts_of


@frozen
class Audited:
    """One audited file; *auditor* answers further questions."""

    path: Path
    report: Report
    signatures: Signatures
    auditor: Auditor
    log: FileLog

    def close(self) -> None:
        """Let go of the file."""
        self.log.close()


def audit_file(
    path: Path,
    keys: Sequence[VerifierKey] = (),
    elsewhere: Sequence[Note] = (),
    progress: Progress | None = None,
) -> Audited:
    """
    Audit the log in the file *path*.

    *keys* are the known public keys, *elsewhere* checkpoints that somebody
    kept.  Raises ``NotALog``, ``DamagedLog`` if not even entry 0 is good,
    ``UnknownRuleSet``, ``TablesError``, ``NoteError``.
    """
    facts, log = facts_of(path)
    try:
        auditor = Auditor(log, _rules(log)).run(progress)
        report = auditor.report()
        signatures = signatures_of(path, facts, keys, elsewhere)
    except BaseException:
        log.close()
        raise
    findings = (*_condition(log), *signatures.findings, *report.findings)
    report = evolve(
        report, findings=findings, signatures=signed_lines(signatures), notes=(
            *report.notes, *signature_notes(signatures, facts)
        )
    )  # fmt: skip
    return Audited(path, report, signatures, auditor, log)


def _rules(log: FileLog) -> RuleSet:
    """Give the rules of a log; over other tables than entry 0 names if those were changed."""
    try:
        return rules_of(log)
    except TablesError:
        shipped = rule_set(log.chain.rules)
        try:
            return shipped.with_tables("\n".join(log.chain.table_lines))
        except TablesError:
            return shipped


def _condition(log: FileLog) -> list[Finding]:
    found = log.condition
    if found.status == "ok":
        return []
    code = "LOG_TORN" if found.status == "torn" else "LOG_DAMAGED"
    return [
        Finding(
            code=code,
            address=str(found.entries),
            rule="FORMAT 5",
            expected="a whole entry",
            found=f"byte {found.offset}: {found.reason}",
            words=f"the file is {found.status} at byte {found.offset}; "
            f"{found.entries} entries before that are good",
        )
    ]


def signed_lines(signatures: Signatures) -> tuple[Listed, ...]:
    """Give one line a checkpoint: its size, and who signed it when."""
    lines: list[Listed] = []
    for point in signatures.checkpoints:
        who = ", ".join(
            f"{v.name}{'' if v.time is None else f' at {_when(v.time)}'}" for v in point.verified
        )
        unknown = ", ".join(point.unknown)
        said = [f"signed by {who}"] if who else []
        said += [f"keys not known here: {unknown}"] if unknown else []
        holds = "fits the log" if point.holds else "DOES NOT FIT the log"
        lines.append(
            Listed(
                address=str(point.size - 1) if point.size else "",
                by=who or unknown,
                words=f"checkpoint of {point.size} entries {holds}; {'; '.join(said)}",
            )
        )
    return tuple(lines)


def _when(seconds: int) -> str:
    import time

    try:
        return time.strftime("%Y-%m-%d %H:%M:%SZ", time.gmtime(seconds))
    except (OverflowError, ValueError, OSError):
        return f"second {seconds}"


def signature_notes(signatures: Signatures, facts: Facts) -> tuple[str, ...]:
    """Say what signatures leave open."""
    said: list[str] = []
    if not signatures.checkpoints:
        said.append(
            "nobody signed this log: a rewritten copy, or one with its end cut off, "
            "could look the same"
        )
    elif signatures.size < len(facts.leaves):
        said.append(
            f"the last {len(facts.leaves) - signatures.size} entries are not signed: "
            "cut off, they would look like a crash"
        )
    if not signatures.checked:
        said.append(
            'signatures were not checked: that needs the "sign" extra, pip install "rollbook[sign]"'
        )
    elif signatures.checkpoints and not signatures.keys:
        said.append("signatures were not checked: no public keys are known; give --keys FILE")
    return tuple(said)


def report_plain(audited: Audited, rolls: list[dict[str, Any]] | None) -> dict[str, Any]:
    """Give the object that ``audit --json`` prints; *rolls* as the details give them."""
    report = audited.report
    plain: dict[str, Any] = {
        "log": str(audited.path),
        "rules": report.rules,
        "version": report.played_version,
        "audited_by": report.audited_version,
        "players": report.players,
        "entries": report.entries,
        "timelines": list(report.timelines),
        "findings": [f.to_plain() for f in report.findings],
        "other_version": [f.to_plain() for f in report.other_version],
        "grades": report.grades,
    }
    for name in ("withdrawn", "again", "given_up", "aborts", "owed", "disputes", "signatures"):
        plain[name] = [item.to_plain() for item in getattr(report, name)]
    plain["notes"] = list(report.notes)
    if rolls is not None:
        plain["rolls"] = rolls
    return plain
