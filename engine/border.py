"""
Where commands come in: a JSON object becomes a checked command.

These are the checks 1 and 2 of every command, ``UNKNOWN_COMMAND`` and
``BAD_VALUE``; what they let through has the right shape, types and ranges.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any

from rollbook.engine.decide import Asked
from rollbook.events.dicevalues import VoidDie
from rollbook.events.errors import BadValue, RuleRefusal
from rollbook.events.log.messages import PROGRAM_ONLY, StartGame
from rollbook.events.message import Command
from rollbook.events.outside import Repeated, accept, structure
from rollbook.events.quantities import MAX_ITEMS, Count, Id, Int, KeyText, PlayerId

MAX_LINE_BYTES = 1_000_000
"""The longest line of JSON that is read at all."""

_BESIDE = ("do", "by", "dice", "choices", "key", "void")
Faces = Annotated[tuple[Int, ...], Count()]
Void = Annotated[tuple[VoidDie, ...], Count(0, 256)]
Choices = Annotated[tuple[Id, ...], Count()]


def parse_line(line: str | bytes, most: int = MAX_LINE_BYTES) -> Any:
    """
    Read one line of JSON of at most *most* bytes; an object in which a key repeats is marked.

    Raises :class:`~rollbook.events.errors.BadValue` for what is no JSON, too
    long or too deep.
    """
    if len(line) > most:
        raise BadValue("", f"the line is longer than {most} bytes")
    try:
        text = line.decode() if isinstance(line, bytes) else line
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise BadValue("", f"byte {error.start + 1} of the line is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise BadValue("", f"not JSON at character {error.colno}: {error.msg}") from None
    except (ValueError, RecursionError) as error:
        raise BadValue("", f"not usable JSON: {str(error)[:80]}") from None


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    seen: set[str] = set()
    repeated = Repeated(made)
    repeated.key = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
    return repeated


def read_command(value: Any, commands: Mapping[str, type[Command]]) -> Asked:
    """
    Make a command of a JSON object.

    *commands* are the command types that may come in, by name.  Raises
    :class:`~rollbook.events.errors.RuleRefusal` with ``UNKNOWN_COMMAND`` or
    ``BAD_VALUE``.
    """
    if not isinstance(value, dict):
        raise BadValue("", "a command is a JSON object")
    cls = _command_class(value.get("do"), commands)
    if isinstance(value, Repeated):
        raise BadValue(value.key, "stands there twice")
    fields = {k: v for k, v in value.items() if k not in _BESIDE}
    if cls is StartGame:
        # Its row has no optional fields and never will; only JSON may leave this out.
        fields.setdefault("house_rules", {})
    by = accept(PlayerId, _required(value, "by"), "by")
    dice = _faces(value["dice"]) if "dice" in value else None
    choices = accept(Choices, value["choices"], "choices") if "choices" in value else ()
    void = accept(Void, value["void"], "void") if "void" in value else ()
    if void and not dice:
        raise BadValue("void", "stands beside typed dice only")
    key = accept(KeyText, value["key"], "key") if value.get("key") is not None else None
    command = structure(cls, fields)
    check = getattr(command, "check_shape", None)
    if check is not None:
        check()
    return Asked(command, by, dice, choices, key, void)


def _faces(value: Any) -> tuple[int, ...]:
    """
    Read the faces, also more than an entry can hold.

    Whether they are too many is known only when they are used: ``TOO_LARGE``
    or ``UNUSED_DICE``.  The length of the line bounds them.
    """
    if not isinstance(value, list) or len(value) <= MAX_ITEMS:
        faces: tuple[int, ...] = accept(Faces, value, "dice")
        return faces
    parts = (value[at : at + MAX_ITEMS] for at in range(0, len(value), MAX_ITEMS))
    return tuple(face for part in parts for face in accept(Faces, part, "dice"))


def _command_class(name: Any, commands: Mapping[str, type[Command]]) -> type[Command]:
    cls = commands.get(name) if isinstance(name, str) else None
    if cls is None or cls in PROGRAM_ONLY:
        shown = repr(name) if len(repr(name)) < 40 else "that"
        raise RuleRefusal("UNKNOWN_COMMAND", f"there is no command {shown}")
    return cls


def _required(value: dict[str, Any], field: str) -> Any:
    if field not in value:
        raise BadValue(field, "is missing")
    return value[field]
