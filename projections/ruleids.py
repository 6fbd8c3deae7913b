"""The rules that events, commands and steps name: ids at the end of their docstrings."""

from __future__ import annotations

import re
from functools import lru_cache

_RULES = re.compile(r"Rule:\s*(.*)", re.DOTALL)
_ID = re.compile(r"\b[A-Z]{2}-[A-Z]+-\d+\b")


def rule_ids(named: type) -> tuple[str, ...]:
    """
    Give the ids of the rules that the docstring of a class names.

    >>> from rollbook.events.message import Event, message
    >>> @message
    ... class Fell(Event):
    ...     '''It fell.  Rule: XX-FALL-1, XX-FALL-2.'''
    >>> rule_ids(Fell)
    ('XX-FALL-1', 'XX-FALL-2')
    """
    return _ids(named.__doc__ or "")


@lru_cache(maxsize=1024)
def _ids(text: str) -> tuple[str, ...]:
    found = _RULES.search(text)
    return tuple(dict.fromkeys(_ID.findall(found[1]))) if found else ()
