"""
The same game under other rules: where would they have parted from it?

Each entry of a timeline is decided again by other tables or house rules, from
the state that stands in the log, so that one difference does not hide the
next.  The first is where the games part.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from attrs import frozen

from rollbook.engine.audit.auditor import Auditor
from rollbook.engine.audit.compare import differences, refused
from rollbook.engine.decide import Asked
from rollbook.engine.replay import replay
from rollbook.engine.ruleset import RuleSet
from rollbook.engine.tables import TablesError
from rollbook.events.errors import BadValue, RollbookError
from rollbook.events.finding import Finding
from rollbook.events.frozen import FrozenDict
from rollbook.events.log.messages import LOG_MESSAGES, StartGame
from rollbook.events.message import changed
from rollbook.events.schema import SHIPPED

MAX_FILE = 1 << 20


class NoSuchRules(RollbookError):
    """What a game is to be held against is no version, tables or house rules known here."""


@frozen
class Other:
    """Other rules: what they are called, and how to put a state under them."""

    called: str
    rules: RuleSet
    house_rules: FrozenDict[Any] | None = None

    def under(self, state: Any) -> Any:
        """Give *state* as it would stand under these rules."""
        if state is None or self.house_rules is None:
            return state
        return changed(state, house_rules=self.house_rules)


@frozen
class Parting:
    """
    How far a game is the same under other rules.

    *same* entries up to entry *parted* (``None``: never); *differ* lists
    every entry that these rules would have decided otherwise from the state
    in the log.
    """

    called: str
    decided: int
    same: int
    parted: int | None
    differ: tuple[Finding, ...]

    def to_plain(self) -> dict[str, Any]:
        """Give the object that ``audit --against --json`` prints."""
        return {
            "against": self.called,
            "decided": self.decided,
            "same": self.same,
            "parted": self.parted,
            "differ": [f.to_plain() for f in self.differ],
        }


def other_rules(rules: RuleSet, start: StartGame, text: str) -> Other:
    """
    Read what a game is to be held against: a version, or a TOML file.

    A version is written ``1``, ``v1``, ``version 1`` or ``hull-points 1``.  A
    file whose names are all house rules is that, any other is a full set of
    rule tables.  Raises :class:`NoSuchRules`.
    """
    version = _version_in(text, rules)
    if version == rules.version:
        return Other(f"version {version} of {rules.name}", rules)
    path = Path(text)
    if not path.is_file():
        raise NoSuchRules(
            f"there is no file {text[:80]!r}, and this Rollbook has only version {rules.version} "
            f"of {rules.name}; other rules go into a TOML file, of house rules or of all tables"
        )
    if path.stat().st_size > MAX_FILE:
        raise NoSuchRules(f"{path} is larger than rules can be")
    try:
        content = path.read_text()
        given = tomllib.loads(content)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise NoSuchRules(f"{path}: {error}") from None
    return _house_rules(rules, start, path, given) or _tables(rules, path, content)


def _version_in(text: str, rules: RuleSet) -> str | None:
    """Give the version that *text* names, if it names one."""
    names = "|".join(map(re.escape, (*SHIPPED, rules.name)))
    form = rf"(?:({names})[ @]+)?(?:v|version )?(\d{{1,6}}(?:\.\d{{1,6}})*?)(?:\.0)*"
    found = re.fullmatch(form, text.strip().lower())
    if found is None:
        return None
    named = found[1] or rules.name
    if named != rules.name:
        raise NoSuchRules(f"this game is played by {rules.name}, not by {named}")
    return found[2]


def _house_rules(
    rules: RuleSet, start: StartGame, path: Path, given: dict[str, Any]
) -> Other | None:
    known = rules.start(start, rules.book).house_rules
    if not given or not set(given) <= set(known):
        return None
    values = {k: tuple(v) if isinstance(v, list) else v for k, v in given.items()}
    asked = changed(start, house_rules=FrozenDict({**start.house_rules, **values}))
    try:
        started = rules.start(asked, rules.book)
    except BadValue as error:
        raise NoSuchRules(f"{path}: {error.message}") from None
    return Other(f"house rules of {path.name}", rules, started.house_rules)


def _tables(rules: RuleSet, path: Path, content: str) -> Other:
    try:
        return Other(f"tables of {path.name}", rules.with_tables(content))
    except TablesError as error:
        raise NoSuchRules(f"{path} holds neither house rules nor tables: {error}") from None


def against(
    auditor: Auditor,
    other: Other,
    timeline: str | None = None,
    progress: Callable[[int], object] | None = None,
) -> Parting:
    """Hold the path of a timeline (default: the log's) against *other* rules."""
    prefix = auditor.prefix
    timelines = prefix.chain.timelines
    head = timelines.head(timeline or timelines.default)
    decided, same, parted = 0, 0, None
    differ: list[Finding] = []
    for seq in timelines.path(head):
        entry = prefix.entry(seq)
        if progress is not None:
            progress(seq)
        if type(entry.command) in LOG_MESSAGES:
            continue
        decided += 1
        before = other.under(auditor.states.at(timelines.parent(seq)))
        faces = () if entry.dice is None else tuple(entry.dice.faces)
        choices = getattr(entry.command, "choices", None) or ()
        asked = Asked(entry.command, entry.by, faces, choices)
        replayed = replay(other.rules, before, asked)
        found = (
            [refused(seq, replayed.refusal, entry.command)]
            if replayed.refusal is not None
            else differences(seq, entry.events, replayed)
        )
        if found:
            differ.append(found[0])
            parted = seq if parted is None else parted
        elif parted is None:
            same += 1
    return Parting(other.called, decided, same, parted, tuple(differ))
