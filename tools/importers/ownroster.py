"""Rollbook's own rosters: what TOML and CSV have in common."""

from rollbook.tools.importers.errors import BadRosterError, FileTooLargeError
from rollbook.tools.importers.ownfields import (
    KINDS,
    UNITS,
    check_unit,
    check_weapon,
    check_weapons,
)
from rollbook.tools.importers.result import Remarks, RosterResult, Unit, Value
from rollbook.tools.importers.text import IdMaker, clean_text

VERSION = 1
MAX_BYTES = 256 * 1024
MAX_LINE = 4000
MAX_UNITS = 500
MAX_WEAPONS = 50


def bounded(data: bytes, where: str) -> None:
    """Refuse a roster that no hand has written: more bytes or longer lines than that."""
    if len(data) > MAX_BYTES:
        raise FileTooLargeError(
            f"it has {len(data):,} bytes; an own roster has at most {MAX_BYTES:,}",
            where=where,
            do="Split it",
        )
    for number, line in enumerate(data.split(b"\n"), 1):
        if len(line) > MAX_LINE:
            raise FileTooLargeError(
                f"the line is longer than {MAX_LINE:,} bytes",
                where=f"{where}, line {number}",
                do="Break it up",
            )


def rule_set(value: object, where: str) -> str:
    """Check the name of a rule set."""
    if isinstance(value, str) and value in UNITS:
        return value
    raise BadRosterError(
        f"rules must be one of {', '.join(UNITS)}", where=where, do="Name the rule set on top"
    )


class OwnRoster:
    """Takes units one by one and gives the result."""

    def __init__(self, rules: str, name: str) -> None:
        self._rules = rules
        self._remarks = Remarks()
        self._name = self._clean(name, "roster")
        self._ids = IdMaker()
        self._taken: set[str] = set()
        self._units: list[Unit] = []

    def _clean(self, raw: str, where: str) -> str:
        found = clean_text(raw)
        for what in found.removed:
            self._remarks.add(found.text or where, what, "taken out of the name")
        return found.text

    def add(self, given: dict[str, Value], weapons: list[dict[str, Value]], where: str) -> None:
        """
        Take a unit: `kind`, `name`, perhaps `id`, the fields of its kind, and its weapons.

        Raises `BadRosterError` at *where*.
        """
        try:
            self._units.append(self._unit(dict(given), weapons, where))
        except ValueError as error:
            raise BadRosterError(str(error), where=where, do="Correct it") from None
        if len(self._units) > MAX_UNITS:
            raise FileTooLargeError(
                f"more than {MAX_UNITS} units", where=where, do="Split the roster"
            )

    def _unit(self, given: dict[str, Value], weapons: list[dict[str, Value]], where: str) -> Unit:
        kind = given.pop("kind", None)
        if not isinstance(kind, str) or kind not in KINDS:
            raise ValueError(f"kind must be one of {', '.join(KINDS)}")
        raw = given.pop("name", "")
        if not isinstance(raw, str):
            raise ValueError("name must be a text")
        name = self._clean(raw, where)
        own_id = given.pop("id", None)
        fields = check_unit(self._rules, kind, given)
        if len(weapons) > MAX_WEAPONS:
            raise ValueError(f"a unit has at most {MAX_WEAPONS} weapons")
        checked = [self._weapon(kind, weapon, at) for at, weapon in enumerate(weapons, 1)]
        check_weapons(self._rules, checked)
        unit: Unit = {"unit": self._id(own_id, name), "kind": kind, "name": name, **fields}
        if checked or self._rules == "hull-points":
            unit["weapons"] = [*checked]
        return unit

    def _weapon(self, kind: str, weapon: dict[str, Value], at: int) -> dict[str, Value]:
        try:
            return check_weapon(self._rules, kind, weapon)
        except ValueError as error:
            raise ValueError(f"weapon {at}: {error}") from None

    def _id(self, own_id: Value, name: str) -> str:
        from rollbook.tools.importers.ownkinds import identifier

        if own_id is None:
            return self._ids.make(name)
        try:
            text = str(identifier().check(own_id))
        except ValueError as error:
            raise ValueError(f"id {error}") from None
        if self._ids.make(text) != text:
            raise ValueError(f"the id {text!r} is used twice")
        return text

    def result(self) -> RosterResult:
        """Give what was taken."""
        return RosterResult(self._rules, self._name, tuple(self._units), self._remarks.all())
