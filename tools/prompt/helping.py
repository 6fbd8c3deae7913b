"""Answers to ``?`` and ``help``: where the game stands, what is possible, how a line is written."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rollbook.engine.session import Session
from rollbook.events.errors import ENGINE, RuleRefusal
from rollbook.projections.printable import printable
from rollbook.projections.refusalwords import refusal_words
from rollbook.projections.words import names_of
from rollbook.tools.notation.document import Line, On
from rollbook.tools.notation.formtext import form_of
from rollbook.tools.notation.verbs import Slot, Verb, is_log_verb, short_name, verbs_of
from rollbook.tools.prompt.asking import Crowd, Fact, Roll, need_of
from rollbook.tools.prompt.completing import OWN_WORDS, shape_values
from rollbook.tools.prompt.possible import Answer, answers

_NAME = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")
HELP = (
    "Type a command as it is said, such as: move gertie forward 3.5",
    "Dice may stand behind it in brackets, [3 4]; what is missing is asked for.",
    "ann: makes Ann the one who asks; so do who ann, and any line that begins with ann:",
    "? what is possible now; ? gertie, ? fire: why something is not; ? and a whole line tries it.",
    "undo takes back the newest entry; odds and a line tells its chances before it is recorded.",
    "show, show gertie, log 10, on TIMELINE, help fire, quit.",
    "At a question, back returns to the one before, and an empty answer drops the command.",
    "Nothing is recorded before a command is whole.",
)


def in_words(rules: str, message: str) -> str:
    """Give *message* with the words that are typed in place of the names of commands and fields."""
    verbs = verbs_of(rules).by_command
    return _NAME.sub(
        lambda m: " ".join(verbs[m[0]].words) if m[0] in verbs else short_name(m[0]), message
    )


def begun(rules: str, text: str) -> Verb | None:
    """Give the command that *text* begins to say, behind who asks; ``None`` if it says none."""
    first, _, rest = text.strip().partition(" ")
    said = (rest if first.endswith(":") else text).split()
    found = [v for v in verbs_of(rules).by_command.values() if said and said[0] == v.words[0]]
    return max(found, key=lambda v: tuple(said[: len(v.words)]) == tuple(v.words), default=None)


def where_lines(session: Session) -> Iterator[str]:
    """Say where the game stands: round, phase, turn, what is owed."""
    state = session.state
    moment = "Round {}, {}".format(
        getattr(state, "round", "-"), getattr(state, "phase", None) or "no phase"
    )
    turn = getattr(state, "active_player", None)
    whose = f", {names_of(state)(turn)}'s turn" if turn else ""
    line = "" if session.timeline == "main" else f" on timeline {session.timeline}"
    yield f"{moment}{whose}; entry {session.head}{line}."
    for item in getattr(state, "pending", ()):
        verb = verbs_of(session.rules.name).by_command[item.do]
        yield f"Owed next: {' '.join(verb.words)} {item.unit}"
        yield f"  {form_of(verb)}"
    if state.over is not None:
        yield "The game is over; notes can still be added."
    else:
        yield from units_first(session)


def units_first(session: Session) -> Iterator[str]:
    """Say how units come, as long as none is there."""
    if getattr(session.state, "units", None) == {}:
        yield "No unit is there yet, and units come first: help add shows how one is added;"
        yield "  with rosters: rollbook import LOG --roster OWNER=FILE, after quit."


_NO_ORDERS = frozenset(
    {"apply_damage", "apply_damage_roll", "check", "resolve_explosion", "resolve_timber"}
)
"""What befalls a unit: anybody at the table types that."""


def orders_of_another(session: Session, line: Line) -> Iterator[str]:
    """Say it when a player gives orders to a unit of somebody else, and whose the dice become."""
    command, players = line.command, session.log.chain.players
    if command["do"] in _NO_ORDERS or is_log_verb(command["do"]) or line.who not in players:
        return
    ident = command.get("unit") or command.get("attacker")
    unit = (getattr(session.state, "units", None) or {}).get(ident)
    owner = getattr(unit, "owner", line.who)
    if owner != line.who:
        name = names_of(session.state)
        whose = f"Mind: {name(str(ident))} is {name(owner)}'s, and {name(line.who)} asks"
        if _rolls(session, line):
            whose += f": dice count as {name(line.who)}'s; type {owner}: ... for {name(owner)}'s"
        yield f"{whose}."


def _rolls(session: Session, line: Line) -> bool:
    """Tell whether a line has dice, or asks for some or for a fact that comes before them."""
    command = line.submitted()
    try:
        return bool(command.get("dice")) or need_of(session, command) is not None
    except RuleRefusal:
        return False


def question_lines(session: Session, who: str, text: str, line: Line | On | None) -> Iterator[str]:
    """Answer ``?``: about everything, a unit, a verb, or a whole line."""
    if isinstance(line, Line):
        yield from _whole_line(session, line)
    elif not text:
        yield from where_lines(session)
        yield from _everything(session, who)
    elif text in session.state.units:
        yield from _unit(session, who, text)
    else:
        yield from _verb(session, who, text)


def _whole_line(session: Session, line: Line) -> Iterator[str]:
    try:
        need = need_of(session, line.submitted())
    except RuleRefusal as refusal:
        yield _why(session, refusal)
        return
    if isinstance(need, Roll):
        yield f"Possible; it asks for {need.words(names_of(session.state))}."
    elif isinstance(need, Fact):
        yield f"Possible; it asks for {short_name(need.field)}."
    elif isinstance(need, Crowd):
        yield "Possible; it asks whom it strikes."
    elif need is not None:
        yield "Possible; it asks for more after dice."
    else:
        yield "Possible as it stands."


def _why(session: Session, refusal: RuleRefusal) -> str:
    said = in_words(session.rules.name, refusal.message)
    return f"No: {printable(refusal_words(refusal, said))}"


def _everything(session: Session, who: str) -> Iterator[str]:
    by_verb: dict[str, list[Answer]] = {}
    for answer in answers(session, who):
        by_verb.setdefault(" ".join(answer.verb.words), []).append(answer)
    able = {words: [a for a in found if a.refusal is None] for words, found in by_verb.items()}
    yield "Now:"
    for words, found in able.items():
        if found:
            units = ", ".join(a.unit for a in found if a.unit)
            yield f"  {words}" + (f": {units}" if units else "")
    also = "also " if any(able.values()) else ""
    before_the_end = "add, ruling (judge), end game, " if session.state.over is None else ""
    yield f"  {also}note, {before_the_end}take back, fork"
    verbs = verbs_of(session.rules.name).by_command
    owed = {" ".join(verbs[i.do].words) for i in getattr(session.state, "pending", ())}
    not_now = {w: found for w, found in by_verb.items() if not able[w] and w not in owed}
    yield from _refused(session, not_now)


def _refused(session: Session, by_verb: dict[str, list[Answer]]) -> Iterator[str]:
    """Say what is not possible, the commands with the same reason together."""
    by_reason: dict[str, list[str]] = {}
    for words, found in by_verb.items():
        if found:
            reason = in_words(session.rules.name, _reason(found))
            by_reason.setdefault(reason, []).append(words)
    if by_reason:
        yield "Not now:"
    for reason, verbs in by_reason.items():
        yield f"  {', '.join(verbs)}: {reason}"


def _reason(found: list[Answer]) -> str:
    """Give the reason that most units have."""
    refusals = [a.refusal for a in found if a.refusal is not None]
    said = [r.message if r.rule == ENGINE else f"{r.message} ({r.rule})" for r in refusals]
    return printable(max(dict.fromkeys(said), key=said.count))


def _unit(session: Session, who: str, unit: str) -> Iterator[str]:
    state = session.state
    owner = getattr(state.units[unit], "owner", who)
    asker = who if who in ("judge", "system") else owner
    found = {" ".join(a.verb.words): a for a in answers(session, asker, unit=unit)}
    able = [words for words, answer in found.items() if answer.refusal is None]
    yield f"{names_of(state)(unit)} can now: {', '.join(able) or 'nothing'}"
    yield from _refused(session, {words: [a] for words, a in found.items() if words not in able})


def _verb(session: Session, who: str, text: str) -> Iterator[str]:
    verbs = verbs_of(session.rules.name)
    verb = verbs.by_words.get(tuple(text.split()))
    if verb is None:
        yield f"There is no unit and no command {printable(text)}."
        return
    yield form_of(verb)
    for answer in answers(session, who):
        if answer.verb is verb:
            said = "yes" if answer.refusal is None else _why(session, answer.refusal)
            yield f"  {answer.unit}: {said}" if answer.unit else f"  {said}"


def help_lines(rules: str, text: str) -> Iterator[str]:
    """Explain the prompt, or how one command is written."""
    verbs = verbs_of(rules)
    if text in OWN_WORDS:
        yield next(line for line in HELP if re.search(rf"(?<!\w){re.escape(text)}(?!\w)", line))
        return
    if text:
        verb = verbs.by_words.get(tuple(text.split()))
        if verb is None:
            yield f"There is no command {printable(text)}."
            return
        yield form_of(verb)
        for part in verb.shaped.parts:
            values = shape_values(part.field.shape) if isinstance(part, Slot) else []
            if isinstance(part, Slot) and values:
                yield f"{short_name(part.field.name).upper()} is one of {', '.join(values)}"
        for example in verb.form.examples:
            yield f"such as: {example}"
        if verb.form.examples:
            yield "[ ] depends on the kind: each line above has all that its kind needs."
        return
    yield from HELP
    yield "Commands: " + ", ".join(sorted(" ".join(v.words) for v in verbs.by_command.values()))
