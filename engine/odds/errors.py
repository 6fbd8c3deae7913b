"""What can keep odds from being exact."""

from __future__ import annotations

from rollbook.events.errors import RollbookError


class OddsTooLarge(RollbookError):
    """The exact chances would take too long, or no end of rolls leads to them."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"the exact odds are too large: {reason}; take samples instead")
        self.reason = reason
