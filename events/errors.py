"""
Everything that can go wrong, one class for each thing a caller can do about it.

The fields come first and the sentence is built from them: what, where, which
rule, what to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ENGINE = "ENGINE"
"""Rule id of a refusal that no page of rules names."""


class RollbookError(Exception):
    """The base of every error that Rollbook raises on purpose."""


class RuleRefusal(RollbookError):
    """The rules do not allow a command; nothing was recorded."""

    def __init__(self, code: str, message: str, rule: str = ENGINE, **extra: Any) -> None:
        """
        Say why a command was refused.

        *code* is one of the refusal codes of the rule set's page, *rule* the
        id of the rule that says no, *extra* what the page adds to the refusal
        (``field``, ``purpose``, ``count``, ``sides``, ``options``, ...).
        """
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule
        self.extra: Mapping[str, Any] = extra

    def to_json(self) -> dict[str, Any]:
        """Give the refusal object of the command interface."""
        return {"code": self.code, "rule": self.rule, "message": self.message, **self.extra}


class BadValue(RuleRefusal):
    """A field of a command has the wrong shape, type or range."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__("BAD_VALUE", f"{field}: {problem}" if field else problem, field=field)
        self.problem = problem


class NeedsDice(RuleRefusal):
    """The dice typed in ran out; says which roll could not be completed."""

    def __init__(self, purpose: str, count: int, sides: int) -> None:
        dice = "die" if count == 1 else "dice"
        super().__init__(
            "NEEDS_DICE",
            f"roll {count} {dice} with {sides} sides for {purpose.replace('_', ' ')}",
            purpose=purpose,
            count=count,
            sides=sides,
        )


class MessageError(RollbookError):
    """A row does not hold the message that the schema says it holds."""

    def __init__(self, message_type: str, problem: str) -> None:
        super().__init__(f"{message_type}: {problem}")
        self.message_type = message_type
        self.problem = problem


class UnknownMessage(RollbookError):
    """A message type has no number in a log's schema; the log must be extended first."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the schema of this log has no message {name}")
        self.name = name


class UnknownRuleSet(RollbookError):
    """No rule set of that name is known to this Rollbook."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"unknown rule set {name!r}; known are {', '.join(known)}")
        self.name = name


class MissingExtra(RollbookError):
    """A part of Rollbook that is installed on request is not here."""

    def __init__(self, extra: str, what: str) -> None:
        super().__init__(f'{what} needs the "{extra}" extra: pip install "rollbook[{extra}]"')
        self.extra = extra
