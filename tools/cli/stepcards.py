"""The unit cards beside a step: those concerned in full, all others in a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rollbook.events.message import Message, field_names
from rollbook.events.plain import to_plain
from rollbook.tools.cli.cards import owed_lines, unit_brief, unit_card
from rollbook.tools.cli.changewords import value_words
from rollbook.tools.cli.lines import BLANK, Line, line, wrapped
from rollbook.tools.cli.stepping import Step


def card_lines(step: Step, columns: int, rows: int) -> list[Line]:
    """Give the cards: those concerned in full, all others in a line, as far as there is room."""
    state = step.after
    if state is None:
        words = "How the units stand is not known here." if step.problem else "No game yet."
        return [line((words, "faint")), *[BLANK] * (rows - 1)][:rows]
    units = state.units
    concerned = concerned_units(step)
    others = [ident for ident in units if ident not in concerned]
    lines = _owed(step, columns)
    lines += _full_cards(step, concerned, columns, rows - len(lines) - len(others))
    left = max(rows - len(lines), 0)
    shown = others if len(others) <= left else others[: max(left - 1, 0)]
    names = min(max(columns - 20, 8), 16)
    lines += [unit_brief(ident, to_plain(units[ident]), columns, names) for ident in shown]
    if len(shown) < len(others):
        more = line((f"and {len(others) - len(shown)} more units", "faint"))
        lines = [*lines[: rows - 1], more]
    return [*lines[:rows], *[BLANK] * (rows - len(lines))]


def _full_cards(step: Step, concerned: list[str], columns: int, room: int) -> list[Line]:
    """Give the cards of the units concerned, in full only where there is room for all units."""
    lines: list[Line] = []
    for detail in (2, 1, 0):
        lines = []
        for ident in concerned:
            unit, was = to_plain(step.after.units[ident]), was_of(step, ident)
            owner = step.name(unit["owner"])
            lines += unit_card(ident, unit, columns, was, owner=owner, detail=detail)
            lines.append(BLANK)
        if len(lines) <= room:
            break
    return lines


def _owed(step: Step, columns: int) -> list[Line]:
    state = step.after
    if not getattr(state, "pending", ()) and getattr(state, "over", None) is None:
        return []
    plain = {
        "players": state.players,
        "units": {o.unit: {"name": step.name(o.unit)} for o in state.pending},
        "pending": to_plain(state.pending),
        "over": to_plain(state.over),
    }
    owed = [part for found in owed_lines(plain) for part in wrapped(found, columns, 2)]
    return [*owed[:4], BLANK]


def concerned_units(step: Step) -> list[str]:
    """Give the units whose state the event changes, then those that it only names."""
    units = step.after.units if step.after is not None else {}
    changed = dict.fromkeys(c.unit for c in step.changes if c.unit in units)
    if len(changed) > 3:
        # A new round changes a little of everybody; nobody is concerned more than others.
        changed = {}
    named = [value for value in _texts(step.event) if value in units]
    return [*dict.fromkeys([*(unit for unit in changed if unit is not None), *named])]


def _texts(event: Any) -> Iterator[str]:
    if isinstance(event, Message):
        values = (getattr(event, name) for name in field_names(type(event)))
        yield from (value for value in values if isinstance(value, str))


def was_of(step: Step, ident: str) -> dict[str, str]:
    """Give what stood in the changed fields of a unit before, in words; weapons by their id."""
    was: dict[str, str] = {}
    for change in step.changes:
        field, *deeper = change.inside or ("",)
        if change.unit != ident or not field:
            continue
        words = value_words([field, *deeper][-1], change.before, step.name)
        if field == "weapons" and deeper:
            was[f"weapons.{deeper[0]}"] = words
        elif field == "models" and deeper:
            was[deeper[-1]] = words
        else:
            was[field] = words
    return was
