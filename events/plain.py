"""Messages as plain JSON-ready objects, the way people and programs are shown them."""

from __future__ import annotations

from typing import Any

from rollbook.events.message import Command, Event, Message, field_names, name_of
from rollbook.events.schema import Unknown
from rollbook.events.shape import fields_of


def to_plain(value: Any) -> Any:
    """
    Turn a message, or anything inside one, into dicts, lists and scalars.

    Events get a ``type``, commands a ``do``; absent fields are left out; bytes
    become hexadecimal text.
    """
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: to_plain(item) for key, item in value.items()}
    if isinstance(value, Unknown):
        return {"type": value.name, **{k: to_plain(v) for k, v in value.fields.items()}}
    if isinstance(value, Message):
        return _message(value)
    if isinstance(value, bytes):
        return value.hex()
    raise TypeError(f"{value!r} has no plain form")


_LABEL = {Command: "do", Event: "type"}


def _message(value: Message) -> dict[str, Any]:
    cls = type(value)
    plain: dict[str, Any] = {}
    for base, label in _LABEL.items():
        if isinstance(value, base):
            plain[label] = name_of(cls)
    absent = _absent_names(cls)
    for name in field_names(cls):
        item = getattr(value, name)
        if item is not None or name not in absent:
            plain[name] = to_plain(item)
    return plain


_ABSENT: dict[type, frozenset[str]] = {}


def _absent_names(cls: type[Message]) -> frozenset[str]:
    names = _ABSENT.get(cls)
    if names is None:
        names = _ABSENT[cls] = frozenset(f.name for f in fields_of(cls) if f.absent)
    return names
