"""What tests of tournaments share."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rollbook.engine.tournament import swiss, tables
from rollbook.engine.tournament.matching import Edge, cheapest_matching


@pytest.fixture
def matchings(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of edges of every matching that is worked out: what pairing costs."""
    found: list[int] = []

    def counted(
        nodes: int, edges: Sequence[Edge], pairs: int | None = None
    ) -> list[tuple[int, int]] | None:
        found.append(len(edges))
        return cheapest_matching(nodes, edges, pairs)

    for module in (swiss, tables):
        monkeypatch.setattr(module, "cheapest_matching", counted)
    return found
