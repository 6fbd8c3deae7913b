"""The reducers of a rule set: one for each event, found by the name of the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rollbook.events.errors import UnknownRuleSet
from rollbook.events.frozen import EMPTY
from rollbook.events.game import GameStarted
from rollbook.projections import fold
from rollbook.projections.fold import Folder, FoldError, Projection, projection_of
from tests.toylog import PROJECTION as TOY
from tests.toylog import RULES, Everything, Poked

Claim = Callable[[Projection[Any]], object]
CLAIMS: dict[str, Claim] = {
    "of a unit": lambda rules: rules.unit(Poked)(lambda unit, _: unit),
    "of the game": lambda rules: rules.game(Poked)(lambda state, _: state),
    "that changes nothing": lambda rules: rules.record(Poked),
}


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> Projection[Any]:
    """Rules without reducers, known only as long as the test runs."""
    monkeypatch.setattr(fold, "_PROJECTIONS", {RULES: TOY})
    return Projection("bare", 1)


class TestReducers:
    @pytest.mark.parametrize("second", CLAIMS.values(), ids=CLAIMS)
    @pytest.mark.parametrize("first", CLAIMS.values(), ids=CLAIMS)
    def test_an_event_has_one_reducer(
        self, rules: Projection[Any], first: Claim, second: Claim
    ) -> None:
        """Whatever kind the first is, a second one of any kind is refused."""
        first(rules)
        with pytest.raises(TypeError, match="Poked has a reducer already"):
            second(rules)
        rules.record(Everything)
        assert {Poked, Everything} < rules.handled()

    def test_rules_are_found_by_their_name(self, rules: Projection[Any]) -> None:
        """Those of another name are unknown, and the known ones are named."""
        assert projection_of("bare") is rules
        with pytest.raises(UnknownRuleSet, match=r"no-such.*bare.*toy"):
            projection_of("no-such")


class TestFolder:
    def test_a_fold_that_failed_goes_no_further(self) -> None:
        """Given an event that no state fits, then the first error answers for the fold."""
        folder: Folder[Any] = Folder(TOY)
        wrong = Poked(unit="u", amount=1, roll=None)
        with pytest.raises(FoldError) as failed:
            folder.apply(wrong)
        assert failed.value.event is wrong
        started = GameStarted(rules=RULES, players=EMPTY, house_rules=EMPTY)
        with pytest.raises(FoldError) as again:
            folder.apply_all((started,))
        assert again.value is failed.value
        with pytest.raises(FoldError) as asked:
            assert folder.state is None
        assert asked.value is failed.value
