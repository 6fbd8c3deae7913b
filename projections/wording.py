"""
Every sentence about luck and faces that may be printed.

The sentences say what was counted and what chance does, never what somebody did.
All of them come from :data:`TEMPLATES`; output that needs another sentence
adds it there, where the tests read it.  Names of players are put in as they
are: whoever prints escapes control characters.
"""

import math
from fractions import Fraction

from rollbook.projections.dicetests import DieFaces, Evidence, FacesReport
from rollbook.projections.luck import Luck, Unlikely
from rollbook.projections.onelook import OneLook, Power

TEMPLATES = {
    "luck_below": (
        "{name}'s {kind}rolls came out {amount} below expectation; {odds} this way or worse."
    ),
    "luck_above": (
        "{name}'s {kind}rolls came out {amount} above expectation; {odds} this way or better."
    ),
    "luck_at": "{name}'s {kind}rolls came out exactly at expectation.",
    "luck_unknown": "{name} made no roll whose chances are known.",
    "odds_often": "more than half of all games go",
    "odds_one_in": "1 in {n} games goes",
    "odds_about": "about 1 in {n} games goes",
    "unlikely_low": "Roll {address}: {name} had {value} for {kind}; so low or lower is 1 in {n}.",
    "unlikely_high": (
        "Roll {address}: {name} had {value} for {kind}; so high or higher is 1 in {n}."
    ),
    "unlikely_usual": "Among {rolls} rolls one of 1 in {rolls} is nothing unusual.",
    "faces_nothing": "{name}: nothing to report on the faces of {dice} (E = {e}).",
    "faces_look": "{name}: look closer at the faces of {dice} (E = {e}).",
    "faces_judge": "{name}: put the faces of {dice} before the judge (E = {e}).",
    "rates_nothing": "{name}: nothing to report on the successes of {rolls} (E = {e}).",
    "rates_look": "{name}: look closer at the successes of {rolls} (E = {e}).",
    "rates_judge": "{name}: put the successes of {rolls} before the judge (E = {e}).",
    "order_nothing": "{name}: nothing to report on the order of {dice} (E = {e}).",
    "order_look": "{name}: look closer at the order of {dice} (E = {e}).",
    "order_judge": "{name}: put the order of {dice} before the judge (E = {e}).",
    "order_typed": "The order of typed dice is not tested.",
    "once": (
        "D{sides}, looked at once: fair dice are at least this uneven in {percent} of cases{how}."
    ),
    "power": (
        "With {dice}, one face of a D{sides} falling {factor} times as often as it should"
        " would have been noticed in {anytime} of cases ({once} when looked at once)."
    ),
    "group_none": "Looked at together, none of {players} stands out.",
    "group_some": "Looked at together, of {players} these stand out: {names}.",
    "untested": "The faces of dice with one side or more than 256 are not tested ({dice}).",
    "left_out": "Rolls of what-if timelines are left out; withdrawn rolls count.",
    "causes": (
        "Chance aside, other causes are a worn die, habits of rolling, mistyped or missing"
        " rolls, and picking this player because of the result."
    ),
}


_NEARLY_ALL = 0.9995
"""Simulated rates are never printed as certain."""


def luck_sentence(luck: Luck) -> str:
    """
    Give one plain sentence of luck.

    For example: Ann's rolls came out 3.2 below expectation; 1 in 14 games goes
    this way or worse.
    """
    return _say(
        f"luck_{luck.side}",
        name=luck.player,
        kind=f"{luck.purpose.replace('_', ' ')} " if luck.purpose else "",
        amount=_amount(abs(luck.luck)),
        odds=_games(luck.tail, "odds_one_in" if luck.exact else "odds_about"),
    )


def luck_sentences(luck: tuple[Luck, ...]) -> tuple[str, ...]:
    """Give a player's sentences of luck, and the other causes."""
    return (*(luck_sentence(one) for one in luck), TEMPLATES["causes"])


def no_luck_sentence(player: str) -> str:
    """Say that none of *player*'s rolls has known chances."""
    return _say("luck_unknown", name=player)


def unlikely_sentences(found: tuple[Unlikely, ...], rolls: int) -> tuple[str, ...]:
    """Say how unlikely each roll was, and what is usual among so many *rolls*."""
    if not found:
        return ()
    usual = _say("unlikely_usual", rolls=f"{rolls:,}")
    return (*(_unlikely(one) for one in found), usual, TEMPLATES["causes"])


def faces_sentences(player: str, report: FacesReport) -> tuple[str, ...]:
    """Say what the faces show, what would have been seen, and the other causes."""
    said = [_evidence("faces", player, report.evidence)]
    for die in report.dice:
        said += _die(die)
    if report.untested:
        said.append(_say("untested", dice=_dice(report.untested)))
    return (*said, TEMPLATES["left_out"], TEMPLATES["causes"])


def rates_sentences(player: str, evidence: Evidence) -> tuple[str, ...]:
    """Say what the rate of successes shows, and the other causes."""
    return (_evidence("rates", player, evidence), TEMPLATES["causes"])


def order_sentences(player: str, evidence: Evidence) -> tuple[str, ...]:
    """Say what the order of faces shows, and the other causes."""
    found = _evidence("order", player, evidence)
    return (found, TEMPLATES["order_typed"], TEMPLATES["causes"])


def group_sentences(players: int, names: tuple[str, ...]) -> tuple[str, ...]:
    """Say who stands out among *players*, and the other causes."""
    crowd = _plural(players, "player")
    if not names:
        return (_say("group_none", players=crowd), TEMPLATES["causes"])
    return (_say("group_some", players=crowd, names=", ".join(names)), TEMPLATES["causes"])


def one_in(chance: Fraction) -> str:
    """
    Give the n of "1 in n".

    >>> one_in(Fraction(1, 14)), one_in(Fraction(1, 10**20))
    ('14', 'more than 1,000,000,000')
    """
    if chance * 10**9 < 1:
        return "more than 1,000,000,000"
    return f"{round(1 / chance):,}"


def e_text(log_e: float) -> str:
    """
    Give an e-value in at most a few characters.

    >>> e_text(0.0), e_text(math.log(1234)), e_text(5000.0)
    ('1.0', '1,234', 'more than 1,000,000,000')
    """
    if log_e > math.log(1e9):
        return "more than 1,000,000,000"
    value = math.exp(log_e)
    if value >= 100:
        return f"{math.floor(value):,}"
    # Rounded down, so that 19.96 is never printed as the 20 that it is not.
    return f"{math.floor(value * 10 + 1e-9) / 10:.1f}" if value >= 0.1 else "less than 0.1"


def percent(chance: float) -> str:
    """
    Give a chance in percent.

    >>> percent(0.425), percent(0.0004), percent(1.0)
    ('42 %', 'less than 0.1 %', '100 %')
    """
    if chance < 0.001:
        return "less than 0.1 %"
    if 0.999 < chance < 1:
        return "more than 99.9 %"
    return (
        f"{chance:.1%}".replace("%", " %") if chance < 0.1 else f"{chance:.0%}".replace("%", " %")
    )


def _say(template: str, **words: str) -> str:
    return TEMPLATES[template].format(**words)


def _games(tail: Fraction, template: str) -> str:
    if tail > Fraction(1, 2):
        return TEMPLATES["odds_often"]
    return _say(template, n=one_in(tail))


def _amount(size: Fraction) -> str:
    return f"{float(size):.1f}" if size >= Fraction(1, 10) else "less than 0.1"


def _unlikely(one: Unlikely) -> str:
    return _say(
        "unlikely_low" if one.lower else "unlikely_high",
        address=one.roll.address,
        name=one.roll.player,
        value=str(one.roll.value),
        kind=one.roll.purpose.replace("_", " "),
        n=one_in(one.tail),
    )


def _evidence(test: str, player: str, evidence: Evidence) -> str:
    return _say(
        f"{test}_{evidence.verdict}",
        name=player,
        dice=_dice(evidence.rolls),
        rolls=_plural(evidence.rolls, "roll"),
        e=e_text(evidence.log_e),
    )


def _die(die: DieFaces) -> list[str]:
    said = [_once(die.sides, die.once)] if die.once and sum(die.counts) else []
    return said + [_power(die.sides, power) for power in die.powers]


def _once(sides: int, once: OneLook) -> str:
    how = "" if once.exact else f" ({once.samples:,} simulated)"
    return _say("once", sides=str(sides), percent=percent(float(once.p)), how=how)


def _power(sides: int, power: Power) -> str:
    return _say(
        "power",
        dice=_dice(power.rolls),
        sides=str(sides),
        factor=f"{float(power.factor):g}",
        anytime=percent(min(power.anytime, _NEARLY_ALL)),
        once=percent(min(power.one_look, _NEARLY_ALL)),
    )


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count:,} dice"


def _plural(count: int, word: str) -> str:
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"
