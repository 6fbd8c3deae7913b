"""What a roster import gives: units ready for `add_unit`, and all that was left out."""

from typing import TypeAlias

from attrs import frozen

from rollbook.tools.importers.text import clean_text

Value: TypeAlias = "int | bool | str | list[Value] | dict[str, Value] | None"
Unit: TypeAlias = dict[str, Value]
"""The fields of `add_unit` without `do`, `by`, `owner` and `position`."""

ARMOUR_VALUE = "armour-value"
HULL_POINTS = "hull-points"


@frozen
class Unmapped:
    """Something of the file that the units do not hold."""

    where: str
    """The unit, profile or line it stands in."""
    what: str
    """The thing itself, as far as it may be shown."""
    why: str
    """Why it was left out, or what was taken in its place."""


@frozen
class RosterResult:
    """A roster, whatever program wrote it."""

    rules: str
    """The rule set whose `add_unit` the units fit."""
    name: str
    units: tuple[Unit, ...]
    unmapped: tuple[Unmapped, ...]


class Remarks:
    """Collects what could not be mapped, in order, each once, and not without end."""

    LIMIT = 2000

    def __init__(self) -> None:
        self._found: dict[Unmapped, None] = {}

    def add(self, where: str, what: str, why: str) -> None:
        """Note one thing; after `LIMIT` of them only that there are more."""
        if len(self._found) < self.LIMIT:
            # Whatever comes out of a file, what is shown of it is clean.
            texts = (clean_text(text, limit=1000).text for text in (where, what, why))
            self._found[Unmapped(*texts)] = None
        else:
            self._found[Unmapped("roster", "further remarks", "there are too many to list")] = None

    def all(self) -> tuple[Unmapped, ...]:
        """Give everything noted."""
        return tuple(self._found)
