"""
Every sentence about odds that may be printed; all come from :data:`TEMPLATES`.

They say what the dice can do and how often, and nothing about who threw them.
"""

from __future__ import annotations

from fractions import Fraction

TEMPLATES = {
    "exact": "Exact, over {count}.",
    "sampled": (
        "Too large for exact odds; from {samples} simulated commands, so each chance may be"
        " off by {error}."
    ),
    "certain": "No die decides anything here.",
    "nothing": "Nothing about any unit can change.",
    "choice": "In {percent} a choice comes up, which has no odds: {unit} chooses one of {options}.",
    "choice_how": "Give the choices with the command to go on from there.",
    "fact": "In {percent} the table must say {field}, which has no odds: {message}.",
    "refused": "In {percent} the command is refused after the dice: {message} ({code}).",
    "rest": "The chances below leave those out; they sum to {percent}.",
    "roll": "{name} threw {faces} for {purpose}, reading {value}.",
    "roll_count": "{name} threw {faces} for {purpose}: {value} of {count} for {name}.",
    "roll_faces": "{name} threw {faces} for {purpose}.",
    "roll_this": "Exactly this",
    "roll_good": "At least this good",
    "roll_bad": "At least this bad",
    "roll_high": "This high or higher",
    "roll_low": "This low or lower",
    "roll_same": "The same result",
    "roll_better": "For {name} more is better.",
    "roll_worse": "For {name} less is better.",
    "roll_neither": "Neither high nor low is better here.",
    "chain_odds": "(odds {odds})",
    "chain_unknown": "(no odds: {why})",
}


def say(template: str, **words: str) -> str:
    """Give one sentence of the list."""
    return TEMPLATES[template].format(**words)


def percent(chance: Fraction | float) -> str:
    """
    Give a chance in percent with two decimals, never rounded to certain or never.

    >>> percent(Fraction(919, 5832)), percent(Fraction(1, 10**6)), percent(Fraction(1))
    ('15.76 %', '< 0.01 %', '100 %')
    """
    if chance in (0, 1):
        return "100 %" if chance else "0 %"
    if chance < Fraction(1, 10_000):
        return "< 0.01 %"
    if chance > Fraction(9_999, 10_000):
        return "> 99.99 %"
    return f"{float(chance):.2%}".replace("%", " %")


def short_fraction(chance: Fraction, longest: int = 16) -> str:
    """
    Give a fraction as text, or nothing if it is too long to read.

    >>> short_fraction(Fraction(1, 18))
    '1/18'
    """
    # Digits are guessed first: writing out a number of thousands of digits takes long.
    if chance.denominator.bit_length() > 4 * longest:
        return ""
    text = f"{chance.numerator}/{chance.denominator}"
    return text if len(text) <= longest else ""


def purpose_words(purpose: str) -> str:
    """Give a purpose as people write it."""
    return purpose.replace("_", " ")
