"""An army list turned into units of the rule set `armour-value`, with all that is left over."""

from collections import Counter
from copy import deepcopy

from attrs import evolve

from rollbook.tools.importers.armylist import ArmyList, Selection
from rollbook.tools.importers.bodies import Body, find_bodies, models_below
from rollbook.tools.importers.errors import FileTooLargeError
from rollbook.tools.importers.outfit import equip
from rollbook.tools.importers.result import ARMOUR_VALUE, Remarks, RosterResult, Unit
from rollbook.tools.importers.statlines import Statline, is_statline, read_statline
from rollbook.tools.importers.text import IdMaker, clean_text

MAX_UNITS = 500
MAX_SELECTIONS = 20_000
"""Ten times the longest lists that are played."""
_NAMELESS = "unnamed"


class Mapper:
    """Maps one list; keeps ids unique and collects what was left out."""

    def __init__(self) -> None:
        self.remarks = Remarks()
        self.ids = IdMaker()
        self.units: list[Unit] = []
        self._used: set[int] = set()

    def map(self, army: ArmyList) -> RosterResult:
        """Map every top selection of *army*, those of nested forces too."""
        if sum(1 for _, top in army.selections for _ in top.walk()) > MAX_SELECTIONS:
            raise FileTooLargeError(
                f"the roster has more than {MAX_SELECTIONS:,} selections", do="Split it"
            )
        name = self.clean(army.name, "roster")
        for what in army.dropped:
            self.remarks.add("roster", what, "personal details are not taken over")
        for force, selection in army.selections:
            self._top(self.clean(force, "force"), selection)
        return RosterResult(ARMOUR_VALUE, name, tuple(self.units), self.remarks.all())

    def clean(self, raw: str, fallback: str) -> str:
        """Clean a name, and say what went."""
        found = clean_text(raw)
        text = found.text or fallback
        for what in found.removed:
            self.remarks.add(text, what, "taken out of the name")
        return text

    def _top(self, force: str, selection: Selection) -> None:
        name = self.clean(selection.name, _NAMELESS)
        bodies = find_bodies(selection, self.remarks.add)
        if not bodies:
            where = f"{force} > {name}"
            self.remarks.add(where, "the whole selection", "it has no characteristics of a model")
        machines = [body for body in bodies if body.line.kind != "infantry"]
        soldiers = [body for body in bodies if body.line.kind == "infantry"]
        if sum(body.number or 0 for body in machines) > 1 and not soldiers:
            self.remarks.add(
                name,
                "squadron",
                "the list does not say that the machines fight as one; none is set",
            )
        for body in machines:
            self._machines(body)
        if soldiers:
            self._squad(name, selection, soldiers)
        self._unused(name, selection)

    def _unused(self, name: str, top: Selection) -> None:
        """List what hangs beside the models, once a unit was made of one of them."""
        everything = list(top.walk())
        if not any(id(selection) in self._used for selection in everything):
            return
        for selection in everything:
            if id(selection) not in self._used and (selection.profiles or selection.rules):
                what = self.clean(selection.name, _NAMELESS)
                if not any(is_statline(profile) for profile in selection.profiles):
                    self.remarks.add(name, what, "the list does not say which model has it")

    def _readable(self, where: str, body: Body) -> bool:
        odd = [word for word in body.line.words if _is_other_type(word)]
        for word in odd:
            self.remarks.add(
                where, word, "this unit type is not part of the rule set; no unit made"
            )
        for characteristic, text in body.line.unread:
            why = "is missing" if not text else f"cannot be read from {text[:40]!r}"
            self.remarks.add(where, characteristic, f"{why}; no unit made")
        if body.number is None:
            self.remarks.add(where, "number", "is not 1 to 1000; no unit made")
        return not (odd or body.line.unread) and body.number is not None

    def _surplus(self, where: str, line: Statline) -> None:
        for characteristic, text in line.surplus:
            shown = clean_text(f"{characteristic} {text}", limit=80).text
            self.remarks.add(where, shown, "the rule set has no field for it")

    def _machines(self, body: Body) -> None:
        name = self.clean(body.selection.name, _NAMELESS)
        if not self._readable(name, body) or body.number is None or body.line.armour is None:
            return
        self._surplus(name, body.line)
        unit: Unit = {"unit": "", "kind": body.line.kind, "name": name}
        unit |= {"armour_value": list(body.line.armour), **body.line.fields}
        carried = self._own(body.selection)
        self._used |= {id(each) for each in carried}
        equip(unit, carried, body.line, body.number, self.remarks)
        for _ in range(body.number):
            self._keep(deepcopy(unit), name)

    def _squad(self, name: str, top: Selection, bodies: list[Body]) -> None:
        if top.kind == "unit" and (top.number or 1) > 1:
            why = "so many squads or so many models, the list does not say which; no unit made"
            self.remarks.add(name, f"chosen {top.number} times", why)
            return
        readable = [body for body in bodies if self._readable(name, body)]
        if len(readable) < len(bodies):
            return
        counts = Counter[tuple[tuple[str, int], ...]]()
        total = 0
        for body in bodies:
            number = self._models(name, body)
            counts[tuple(sorted(body.line.fields.items()))] += number
            total += number
        (fields, most), *others = counts.most_common()
        if any(number == most for _, number in others):
            why = "as many models have one line as another, and a unit has one; no unit made"
            self.remarks.add(name, "characteristics", why)
            return
        if total > 100:
            self.remarks.add(name, f"{total} models", "a unit has 1 to 100; no unit made")
            return
        self._differences(name, dict(fields), bodies)
        for body in bodies:
            self._surplus(name, body.line)
        unit: Unit = {"unit": "", "kind": "infantry", "name": name}
        unit |= {"models": total, **dict(fields)}
        carried = self._own(top, machines=False)
        self._used |= {id(each) for each in carried}
        words = dict.fromkeys(word for body in bodies for word in body.line.words)
        equip(unit, carried, evolve(bodies[0].line, words=tuple(words)), 1, self.remarks)
        self._keep(unit, name)

    def _models(self, name: str, body: Body) -> int:
        children = models_below(body.selection)
        number = body.number or 1
        if body.selection.kind == "model" or not children:
            if body.selection.kind != "model":
                what = f"number of models, {number} taken"
                self.remarks.add(name, what, "no models are listed; the selection's number counts")
            return number
        return sum(child.number or 1 for child in children)

    def _differences(self, name: str, fields: dict[str, int], bodies: list[Body]) -> None:
        for body in bodies:
            other = {k: v for k, v in body.line.fields.items() if fields[k] != v}
            if other:
                what = ", ".join(f"{field} {value}" for field, value in other.items())
                who = self.clean(body.selection.name, _NAMELESS)
                why = "a unit has one line for all its models: that of the most"
                self.remarks.add(f"{name} > {who}", what, why)

    def _own(self, selection: Selection, *, machines: bool = True) -> list[Selection]:
        """Give *selection* and what it carries, without other models or machines in it."""
        found = [selection]
        for child in selection.selections:
            lines = [read_statline(p) for p in child.profiles if is_statline(p)]
            stop = bool(lines) if machines else any(x.kind != "infantry" for x in lines)
            if not stop:
                found += self._own(child, machines=machines)
        return found

    def _keep(self, unit: Unit, name: str) -> None:
        unit["unit"] = self.ids.make(name)
        self.units.append(unit)
        if len(self.units) > MAX_UNITS:
            raise FileTooLargeError(f"the roster has more than {MAX_UNITS} units", do="Split it")


# Words of a unit type that name a kind of model which the rule set lacks.
_OTHER_TYPES = (
    "jump",
    "jet",
    "bike",
    "cavalry",
    "beast",
    "monstrous",
    "artillery",
    "flyer",
    "swarm",
    "gargantuan",
    "super-heavy",
    "chariot",
)


def _is_other_type(word: str) -> bool:
    return any(other in word for other in _OTHER_TYPES)
