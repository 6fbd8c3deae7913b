"""A refusal as people read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rollbook.events.errors import ENGINE, RuleRefusal

OWN_RULE = "by Rollbook itself"
"""What people read where no rule of the game says no."""


def refusal_words(refusal: RuleRefusal | Mapping[str, Any], message: str | None = None) -> str:
    """
    Give why a command was refused, with the code and the rule.

    *refusal* may be its JSON object, *message* what is said instead of its own.

    >>> refusal_words(RuleRefusal("NOT_ALLOWED", "ben must agree"))
    'ben must agree (NOT_ALLOWED, by Rollbook itself)'
    >>> refusal_words({"code": "SHAKEN", "rule": "FE-DMG-3", "message": "the crew is shaken"})
    'the crew is shaken (SHAKEN, FE-DMG-3)'
    """
    said = refusal.to_json() if isinstance(refusal, RuleRefusal) else refusal
    message = said["message"] if message is None else message
    return f"{message} ({said['code']}, {rule_words(said['rule'])})"


def rule_words(rule: str) -> str:
    """
    Give the id of a rule, or words where it is none of the game.

    >>> rule_words("HW-DMG-3"), rule_words(ENGINE)
    ('HW-DMG-3', 'by Rollbook itself')
    """
    return OWN_RULE if rule == ENGINE else rule
