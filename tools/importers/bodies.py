"""Which selections of a unit are models, with which line, and how many of each there are."""

from collections.abc import Callable

from attrs import frozen

from rollbook.tools.importers.armylist import Profile, Selection
from rollbook.tools.importers.statlines import Statline, is_statline, read_statline

Note = Callable[[str, str, str], None]
"""Takes a remark: the selection's name, what, why."""


@frozen
class Body:
    """A selection that is a model or several, and the line that holds for it."""

    selection: Selection
    line: Statline
    number: int | None
    """None where the file holds no usable number."""


def find_bodies(top: Selection, note: Note) -> list[Body]:
    """Give the bodies in *top*, outer ones first."""
    found: list[Body] = []
    for selection in top.walk():
        lines = _distinct(selection)
        if len(lines) > 1:
            found += _by_name(selection, lines, note)
        elif lines and not _repeated_below(selection, lines[0]):
            found.append(Body(selection, read_statline(lines[0]), selection.number))
    return found


def _distinct(selection: Selection) -> list[Profile]:
    """Give the lines of a selection, each once: the same line twice says nothing more."""
    found = {
        (profile.name.casefold(), tuple(sorted(profile.values.items()))): profile
        for profile in selection.profiles
        if is_statline(profile)
    }
    return list(found.values())


def models_below(selection: Selection) -> list[Selection]:
    """Give the models within *selection* that have no line of their own."""
    found: list[Selection] = []
    for child in selection.selections:
        if any(is_statline(profile) for profile in child.profiles):
            continue
        if child.kind == "model":
            found.append(child)
        found += models_below(child)
    return found


def _by_name(selection: Selection, lines: list[Profile], note: Note) -> list[Body]:
    """Give each model below the line that is called like it; all must have one."""
    named = {profile.name.strip().casefold(): profile for profile in lines}
    models = models_below(selection)
    bodies = [
        Body(model, read_statline(named[name]), model.number)
        for model in models
        if (name := model.name.strip().casefold()) in named
    ]
    if bodies and len(bodies) == len(models) and len(named) == len(lines):
        return bodies
    what = ", ".join(profile.name for profile in lines)
    note(selection.name, what, "several lines, and which is whose is not said; no unit made")
    return []


def _repeated_below(selection: Selection, line: Profile) -> bool:
    """Tell whether a unit only repeats the line of a model in it."""
    if selection.kind != "unit":
        return False
    return any(
        is_statline(profile) and profile.name == line.name and profile.values == line.values
        for below in selection.walk()
        if below is not selection
        for profile in below.profiles
    )
