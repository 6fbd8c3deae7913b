"""Blocks that are set in: the lines of a forked timeline."""

from __future__ import annotations

from attrs import frozen

from rollbook.tools.notation.tokens import Token

MOST_DEEP = 64


@frozen
class Block:
    """Lines set in equally far, and the timeline that they are on."""

    indent: int
    timeline: str | None
    depth: int


class Blocks:
    """The blocks that are open, outermost first."""

    def __init__(self) -> None:
        self._open = [Block(0, None, 0)]
        self._announced: str | None = None

    @property
    def here(self) -> Block:
        """The block that the last line stands in."""
        return self._open[-1]

    def announce(self, timeline: str) -> None:
        """Say that lines set in further from here on are on *timeline*."""
        self._announced = timeline

    def enter(self, indent: int, token: Token) -> Block:
        """
        Give the block of a line that is set in by *indent*.

        Raises :class:`~rollbook.tools.notation.errors.NotationError` if no
        block can begin or go on there.
        """
        announced, self._announced = self._announced, None
        if indent > self.here.indent:
            if announced is None:
                raise token.error(
                    "set in further than the line above, which is neither fork NAME at N "
                    "nor on NAME"
                )
            if len(self._open) > MOST_DEEP:
                raise token.error("variations inside variations, too deep")
            self._open.append(Block(indent, announced, len(self._open)))
        while indent < self.here.indent:
            self._open.pop()
        if indent != self.here.indent:
            raise token.error("set in less than the block above and more than the one around it")
        return self.here

    def depth_of_comment(self, indent: int) -> int:
        """Give how deep a comment stands, which opens and closes nothing."""
        if indent > self.here.indent:
            return self.here.depth + (self._announced is not None)
        return max(block.depth for block in self._open if block.indent <= indent)
