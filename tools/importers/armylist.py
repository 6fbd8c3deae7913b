"""An army list as list builders see it, whatever version or syntax it was saved in."""

from collections.abc import Iterator

from attrs import frozen


@frozen
class Profile:
    """A named row of characteristics: of a model, a weapon, a rule."""

    name: str
    kind: str
    """The list builder's type name: `Vehicle`, `Unit`, `Weapon`, ..."""
    values: dict[str, str]
    """Characteristics by lower-case name, texts as written."""


@frozen
class Selection:
    """A chosen entry: a unit, a model of it, or an upgrade, with what is chosen within."""

    name: str
    kind: str
    """`unit`, `model` or `upgrade`."""
    number: int | None
    """How many, None where the file holds no whole number from 1 to 1000."""
    profiles: tuple[Profile, ...] = ()
    rules: tuple[str, ...] = ()
    selections: tuple["Selection", ...] = ()

    def walk(self) -> Iterator["Selection"]:
        """Give this selection and everything below it, parents first."""
        yield self
        for child in self.selections:
            yield from child.walk()


@frozen
class ArmyList:
    """A whole list: its top selections, with those of nested forces behind their parents'."""

    name: str
    selections: tuple[tuple[str, Selection], ...]
    """Name of the force and selection."""
    dropped: tuple[str, ...] = ()
    """Personal details that were in the file and were not taken over."""


PERSONAL = {
    "customnotes": "custom notes",
    "notes": "notes",
    "authorname": "the author's name",
    "authorcontact": "the author's contact",
    "authorurl": "the author's page",
    "playername": "the player's name",
    "player": "the player",
    "owner": "the owner",
    "user": "the user",
    "username": "the user's name",
    "userid": "the user's id",
    "email": "a mail address",
    "mail": "a mail address",
    "phone": "a phone number",
    "tags": "tags",
    "description": "the description",
}
"""Fields, in lower case, that may say something of a person; their words for the report."""


def whole_number(text: str) -> int | None:
    """
    Read how many there are: 1 to 1000, also written `2.0`; else None.

    >>> whole_number("3"), whole_number("2.0"), whole_number(""), whole_number("1e9")
    (3, 2, None, None)
    """
    plain = text.strip().removesuffix(".0")
    if not (plain.isascii() and plain.isdigit() and len(plain) <= 4):
        return None
    number = int(plain)
    return number if 1 <= number <= 1000 else None
