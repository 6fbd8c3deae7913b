"""What can stand at the end of a line that is being typed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rollbook.events.quantities import JUDGE, OneOf
from rollbook.events.shape import Listing, Scalar, Shape
from rollbook.tools.notation.commandline import Cursor, read_command
from rollbook.tools.notation.errors import NotationError
from rollbook.tools.notation.tokens import Token, tokens_of
from rollbook.tools.notation.verbs import Verb, Verbs, inner, is_flag, is_mapping, parts_of

UNITS = frozenset({"unit", "target", "attacker", "defender", "vehicle", "others", "scattered_onto"})
PLAYERS = frozenset({"owner", "player", "winner", "agreed"})
OWN_WORDS = ("?", "undo", "odds", "show", "log", "who", "help", "quit")
"""What the prompt itself understands."""
WITH_A_LINE = ("?", "odds")


def is_own(text: str) -> bool:
    """Tell whether a line is one that the prompt itself understands, and no command of the game."""
    return text.startswith("?") or text.partition(" ")[0] in OWN_WORDS


def completions(text: str, verbs: Verbs, state: Any) -> tuple[int, list[str]]:
    """
    Give where the last word of *text* begins, and the words that could stand there.

    *state* is the state of the game, for units, weapons and players.
    """
    start = _last_word(text)
    word, before = text[start:], text[:start]
    words = _words(before, word, verbs, state)
    return start, [w for w in dict.fromkeys(words) if w.startswith(word) and w != word]


def _last_word(text: str) -> int:
    quoted = False
    start = 0
    for at, char in enumerate(text):
        if char == '"':
            quoted = not quoted
        elif char in " \t" and not quoted:
            start = at + 1
    return start


def _words(before: str, word: str, verbs: Verbs, state: Any) -> Iterable[str]:
    try:
        tokens = list(tokens_of(before, 1))
    except NotationError:
        return []
    first = not tokens
    if tokens and tokens[0].text in WITH_A_LINE:
        asks = tokens.pop(0).text == "?"
        if not tokens:
            units = getattr(state, "units", None) or {}
            return [*_verb_words(tokens, verbs), *(units if asks else ())]
    if tokens and tokens[0].text.endswith(":"):
        del tokens[0]
    elif first:
        people = [f"{player}:" for player in (*_players(state), JUDGE)]
        return [*_verb_words(tokens, verbs), *OWN_WORDS, *people]
    end = Token("end", "", 1, len(before) + 1, before)
    cursor = Cursor(tokens, end)
    try:
        read_command(cursor, verbs)
    except NotationError as error:
        if not cursor.done:
            return _verb_words(tokens, verbs) if error.kind == "verb" else []
        if error.kind == "verb":
            return _verb_words(tokens, verbs)
        return error.words or _named_values(error.kind, tokens, verbs, state)
    return _more(tokens, word, verbs, state)


def _verb_words(tokens: list[Token], verbs: Verbs) -> list[str]:
    """Give the next words of the verbs that begin with what stands there."""
    typed = tuple(token.text for token in tokens)
    return sorted(
        verb.words[len(typed)]
        for verb in verbs.by_command.values()
        if len(verb.words) > len(typed) and verb.words[: len(typed)] == typed
    )


def _verb_of(tokens: list[Token], verbs: Verbs) -> Verb | None:
    typed = tuple(token.text for token in tokens)
    for length in range(min(len(typed), verbs.most_words), 0, -1):
        if typed[:length] in verbs.by_words:
            return verbs.by_words[typed[:length]]
    return None


def _more(tokens: list[Token], word: str, verbs: Verbs, state: Any) -> Iterable[str]:
    """Give the fields that may follow a whole command, or the values of the one begun."""
    verb = _verb_of(tokens, verbs)
    if verb is None:
        return []
    named = dict(verb.shaped.named)
    if verb.items is not None and any(token.text == "+" for token in tokens):
        named = dict(verb.items[1].named)
    name, sign, _ = word.partition("=")
    if sign and name in named:
        values = shape_values(named[name].shape) or _named_values(
            named[name].name, tokens, verbs, state
        )
        return [f"{name}={value}" for value in values]
    there = {token.text.partition("=")[0].partition(".")[0] for token in tokens}
    plus = ["+"] if verb.items is not None else []
    return [
        *(_field_word(n, f.shape) for n, f in named.items() if n not in there),
        *plus,
    ]


def _field_word(name: str, shape: Shape) -> str:
    if is_flag(shape):
        return name
    return f"{name}." if is_mapping(shape) or parts_of(shape) is not None else f"{name}="


def shape_values(shape: Shape) -> list[str]:
    """Give the values that a field takes, where they are few words."""
    held = inner(shape)
    if isinstance(held, Listing) and held.item is not None:
        held = held.item
    if isinstance(held, Scalar):
        if held.kinds == (bool,):
            return ["yes", "no"]
        for check in held.checks:
            if isinstance(check, OneOf):
                return [str(value) for value in check.values]
    return []


def _named_values(name: str, tokens: list[Token], verbs: Verbs, state: Any) -> list[str]:
    """Give the values of a field by its name: units, weapons, players, and the like."""
    units = getattr(state, "units", None) or {}
    typed = [token.text for token in tokens]
    mine = next((units[text] for text in typed if text in units), None)
    if name in UNITS:
        return list(units)
    if name in PLAYERS:
        return _players(state)
    if name == "weapon":
        return list(mine.weapons) if mine is not None else []
    if name == "models":
        return [
            f"{ident}/{model}"
            for ident, unit in units.items()
            if not isinstance(getattr(unit, "models", 0), int)
            for model in unit.models
        ]
    if name == "direction":
        return ["forward", "backward", "any"]
    if name == "access":
        return list(getattr(mine, "access", ()))
    if name == "combat":
        return list(getattr(state, "combats", ()))
    verb = _verb_of(tokens, verbs)
    if verb is not None:
        from rollbook.events.shape import fields_of

        for field in fields_of(verb.shaped.cls):
            if field.name == name:
                return shape_values(field.shape)
    return []


def _players(state: Any) -> list[str]:
    return list(getattr(state, "players", None) or ())
