"""One door to the matching library, with whole-number weights of any length it can hold."""

from collections.abc import Sequence
from types import ModuleType

from rollbook.engine.tournament.problem import PairingError
from rollbook.events.errors import MissingExtra

MAX_WEIGHT_BITS = 118
"""The library computes in 128 bits; the rest is room for its sums of weights."""

Edge = tuple[int, int, int]
"""Two node numbers and the cost of joining them, 0 or more."""


def cheapest_matching(
    nodes: int, edges: Sequence[Edge], pairs: int | None = None
) -> list[tuple[int, int]] | None:
    """
    Match as many of *nodes* as can be at the least total cost.

    Gives None unless that makes *pairs* pairs (every node matched if None).
    The library checks its own answer by its dual variables before giving it.

    Raises `MissingExtra` when the extra ``tournament`` is not installed, and
    `PairingError` when a cost is too large.
    """
    rustworkx = _library()
    most = max((cost for _, _, cost in edges), default=0) + 1
    if most.bit_length() > MAX_WEIGHT_BITS:
        raise PairingError(f"a pair's cost needs {most.bit_length()} bits, {MAX_WEIGHT_BITS} fit")
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from([(i, j, most - cost) for i, j, cost in edges])
    try:
        found = rustworkx.max_weight_matching(
            graph, max_cardinality=True, weight_fn=int, verify_optimum=True
        )
    except BaseException as error:
        # The library's own check ends in a panic, which is no Exception.
        if type(error).__name__ != "PanicException":
            raise
        raise PairingError(f"the matching library failed its own check: {error}") from error
    if len(found) != (nodes // 2 if pairs is None else pairs):
        return None
    return sorted((min(pair), max(pair)) for pair in found)


def check_library() -> None:
    """Raise `MissingExtra` where what pairs a Swiss round is not installed."""
    _library()


def _library() -> ModuleType:
    try:
        import rustworkx
    except ImportError:
        raise MissingExtra("tournament", "pairing a Swiss round") from None
    return rustworkx
