"""A roll: purpose, sides, and the raw faces in the order rolled.  Rule: CM-DIE-1."""

from rollbook.events.message import Value, message


@message
class Roll(Value):
    """
    The dice that decided the event they stand in.

    Re-rolled faces stay in the list, after the ones they replace or add to,
    as the rule that asked for them says.  Rule: CM-DIE-1.
    """

    purpose: str
    sides: int
    faces: tuple[int, ...]

    @property
    def total(self) -> int:
        """The sum of all faces."""
        return sum(self.faces)
