"""Which rule put two entrants together: what the best round without them would give up."""

import attrs
from attrs import frozen

from rollbook.engine.tournament.costs import BYE, Field, field_of
from rollbook.engine.tournament.pairing import plan_of
from rollbook.engine.tournament.problem import RULE, Cost, PairingError, Plan, Problem
from rollbook.projections.scoring import EDITION

REASONS: dict[str, tuple[int, str]] = {
    "rematches": (2, "any other round would have more rematches"),
    "second_byes": (3, "any other round would give more second byes"),
    "mates": (4, "any other round would bring more club or team mates together"),
    "touched": (11, "any other round would touch more tables"),
    "tables": (5, "any other round would put more players at a table again"),
    "bye_height": (3, "any other round would give the bye to a higher score"),
    "gaps": (6, "any other round would have larger score gaps"),
    "lot": (7, "the seed decided among rounds that are equal in every rule"),
}


@frozen(kw_only=True)
class Why:
    """
    The answer for one pair (or bye).

    ``level`` names the first level of `Cost` at which the best round without
    the pair is worse; None if there is no round without it.  ``with_pair``
    and ``without`` are the costs of both rounds; ``facts`` what is true of
    the pair itself.
    """

    a: str
    b: str | None
    level: str | None
    rule: str
    text: str
    facts: tuple[str, ...]
    with_pair: Cost
    without: Cost | None


def why(problem: Problem, a: str, b: str | None) -> Why:
    """
    Say which rule put *a* and *b* together (*b* None: gave *a* the bye).

    Raises `PairingError` if the derived round does not have that pair: then
    it was made by hand, and its reason stands in the record.  Rule: RB-PR-9.
    """
    field = field_of(problem)
    plan = plan_of(field)
    match = _find(field, plan, a, b)
    try:
        other = plan_of(field, frozenset({match}))
    except PairingError:
        return _answer(a, b, None, field, plan.cost, None)
    level = first_difference(plan.cost, other.cost)
    return _answer(a, b, level, field, plan.cost, other.cost)


def first_difference(less: Cost, more: Cost) -> str:
    """Name the most important level at which two costs differ (``lot`` if none)."""
    names = [a.name for a in attrs.fields(Cost)]
    return next((n for n in names if getattr(less, n) != getattr(more, n)), "lot")


def _find(field: Field, plan: Plan, a: str, b: str | None) -> tuple[int, int]:
    for name in (a, b):
        if name is not None and name not in field.index:
            raise PairingError(f"{name} is not paired in round {field.problem.round}")
    if b is None:
        if plan.bye != a:
            raise PairingError(f"the seed does not give {a} the bye of round {plan.round}")
        return BYE, field.index[a]
    if frozenset((a, b)) not in {pair.key for pair in plan.pairs}:
        raise PairingError(
            f"the seed does not pair {a} and {b} in round {plan.round}: "
            "the pair was made by hand, see the reason recorded with it"
        )
    i, j = field.index[a], field.index[b]
    return min(i, j), max(i, j)


def _answer(
    a: str, b: str | None, level: str | None, field: Field, cost: Cost, other: Cost | None
) -> Why:
    number, text = REASONS[level] if level is not None else (1, "there is no round without it")
    rule = RULE.rsplit("-", 1)[0] + f"-{number}/{EDITION}"
    return Why(
        a=a,
        b=b,
        level=level,
        rule=rule,
        text=text,
        facts=_facts(field, a, b),
        with_pair=cost,
        without=other,
    )


def _facts(field: Field, a: str, b: str | None) -> tuple[str, ...]:
    i = field.index[a]
    first = field.order[i]
    if b is None:
        groups = field.group[-1] - field.group[i]
        return (
            f"score {first.score}, {groups} score groups above the lowest",
            f"{first.byes} byes before",
        )
    j = field.index[b]
    other = field.order[j]
    met = field.met[i].get(j, 0)
    return (
        "the same score" if first.score == other.score else f"scores {first.score}, {other.score}",
        f"met {met} times before" if met else "never met before",
        "kept apart by the rules" if j in field.mates[i] else "no club or team in common",
    )
