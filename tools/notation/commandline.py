"""One command, read from its tokens: the parts of its form, named fields, dice, choices, key."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import Any

from attrs import define, field

from rollbook.events.shape import Field, fields_of
from rollbook.tools.notation.dicetext import dice_of
from rollbook.tools.notation.errors import NotationError
from rollbook.tools.notation.tokens import Token
from rollbook.tools.notation.values import Raw, decoded, place_of, raw_of, scale_of
from rollbook.tools.notation.verbs import (
    PlaceSlot,
    Shaped,
    Slot,
    Verb,
    Verbs,
    Word,
    is_flag,
    is_mapping,
    mapping_item,
    parts_of,
    short_name,
)

Json = dict[str, Any]
CHOICE, KEY = "choose", "key"


@define
class Command:
    """A command as far as it was read."""

    json: Json
    dice: tuple[tuple[int, ...], ...] | None = None
    choices: tuple[str, ...] = ()
    key: str | None = None
    count: int | None = None
    heading: bool = False
    columns: dict[str, tuple[int, int]] = field(factory=dict)


class Cursor:
    """Tokens of one command, taken from the front."""

    def __init__(self, tokens: Sequence[Token], end: Token) -> None:
        self.tokens = tokens
        self.at = 0
        self._end = end

    @property
    def here(self) -> Token:
        """The next token, or the place behind the last one."""
        if self.at < len(self.tokens):
            return self.tokens[self.at]
        return self.tokens[-1].end if self.tokens else self._end

    @property
    def done(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.tokens)

    def take(self) -> Token:
        """Give the next token and go on."""
        token = self.here
        self.at += 1
        return token

    def is_word(self, text: str) -> bool:
        """Tell whether the next token is this word."""
        return not self.done and self.here.kind == "word" and self.here.text == text

    def expected(self, what: str, *, kind: str = "", words: tuple[str, ...] = ()) -> NotationError:
        """Give the error that something else was expected here."""
        token = self.here
        found = "the end of the line" if self.done else repr(token.text[:30])
        return token.error(f"expected {what}, found {found}", kind=kind, words=words)


def read_verb(cursor: Cursor, verbs: Verbs) -> Verb:
    """Take the words of a verb, the longest that fit."""
    ahead = [t.text for t in cursor.tokens[cursor.at : cursor.at + verbs.most_words]]
    for length in range(len(ahead), 0, -1):
        verb = verbs.by_words.get(tuple(ahead[:length]))
        if verb is not None:
            cursor.at += length
            return verb
    begun = _begun(ahead, verbs)
    if begun:
        cursor.at += begun
        following = {w[begun] for w in verbs.by_words if w[:begun] == tuple(ahead[:begun])}
        words = tuple(sorted(following))
        raise cursor.expected(" or ".join(map(repr, words)), kind="word", words=words)
    words = tuple(sorted(" ".join(v.words) for v in verbs.by_command.values()))
    close = _close(ahead[0] if ahead else "", words)
    raise cursor.expected(f"a command{close}", kind="verb", words=words)


def _begun(ahead: list[str], verbs: Verbs) -> int:
    """Give how many words of a verb of several words stand there."""
    for length in range(min(len(ahead), verbs.most_words - 1), 0, -1):
        if any(words[:length] == tuple(ahead[:length]) for words in verbs.by_words):
            return length
    return 0


def _close(text: str, words: Iterable[str]) -> str:
    found = difflib.get_close_matches(text[:40], list(words), n=3, cutoff=0.6)
    return f" ({' or '.join(found)}?)" if found else ""


def read_command(cursor: Cursor, verbs: Verbs) -> Command:
    """
    Read one command to the end of its tokens.

    Raises :class:`NotationError`.
    """
    start = cursor.here
    verb = read_verb(cursor, verbs)
    made = Command({"do": verb.name}, heading=verb.form.heading)
    made.columns[""] = (start.row, start.column)
    _read_parts(cursor, verb.shaped, made.json, made.columns, "")
    if verb.form.count is not None:
        made.count = _count(cursor, verb.form.count)
    _read_named(cursor, verb, made)
    if verb.items is not None:
        _read_items(cursor, verb, made)
    if not cursor.done:
        raise cursor.expected("the end of the command")
    _fill_nulls(verb.shaped, made.json)
    return made


def _count(cursor: Cursor, word: str) -> int | None:
    if word:
        if not cursor.is_word(word):
            return None
        cursor.take()
    token = cursor.here
    if not cursor.done and token.text.isascii() and token.text.isdigit() and len(token.text) < 10:
        cursor.take()
        return int(token.text)
    if word:
        raise cursor.expected("the number of the round")
    return None


def _read_parts(
    cursor: Cursor, shaped: Shaped, into: Json, columns: dict[str, tuple[int, int]], path: str
) -> None:
    for part in shaped.parts:
        token = cursor.here
        if isinstance(part, Word):
            if not cursor.is_word(part.text):
                raise cursor.expected(repr(part.text), kind="word", words=(part.text,))
            cursor.take()
            continue
        if isinstance(part, PlaceSlot):
            _read_place(cursor, part, into, columns, path)
            continue
        name = part.field.name
        if part.loose and not token.text.startswith('"'):
            continue
        if cursor.done or token.kind != "word":
            raise cursor.expected(short_name(name), kind=name)
        cursor.take()
        columns[path + name] = (token.row, token.column)
        into[name] = _value(part.field, raw_of(token))


def _read_place(
    cursor: Cursor,
    slot: PlaceSlot,
    into: Json,
    columns: dict[str, tuple[int, int]],
    path: str,
) -> None:
    from rollbook.events.game import Position

    if cursor.done or cursor.here.kind != "word":
        raise cursor.expected("a place as x,y@facing such as 12,30.5@90", kind="place")
    token = cursor.take()
    place = place_of(Position, raw_of(token))
    for name, value in zip(slot.names, place.values(), strict=True):
        into[name] = value
        columns[path + name] = (token.row, token.column)


def _value(of: Field, raw: Raw) -> Any:
    return decoded(of.shape, raw, scale_of(of.name))


def _read_named(cursor: Cursor, verb: Verb, made: Command) -> None:
    while not cursor.done:
        token = cursor.here
        if token.kind == "dice":
            cursor.take()
            if made.dice is not None:
                raise token.error("the dice of a command stand in one pair of brackets")
            made.dice = dice_of(token)
        elif token.text == "+":
            if verb.items is None:
                raise token.error("this command takes no items")
            return
        elif not _beside(token, made):
            _named(token, verb.shaped, made.json, made.columns, "", verb.spread)
            cursor.take()
            continue
        else:
            cursor.take()


def _beside(token: Token, made: Command) -> bool:
    """Read ``choose=`` or ``key=``; tell whether it was one of them."""
    name, sign, _ = token.text.partition("=")
    if not sign or name not in (CHOICE, KEY):
        return False
    raw = raw_of(token, len(name) + 1)
    if (name == KEY and made.key is not None) or (name == CHOICE and made.choices):
        raise token.error(f"{name} stands there twice")
    if name == KEY:
        if raw.items is not None:
            raise raw.error("a key is one word or text in quotation marks")
        made.key = raw.text
    else:
        parts = raw.items if raw.items is not None else (raw,)
        if any(part.items is not None for part in parts):
            raise raw.error("choices are words with commas between them")
        made.choices = tuple(part.text for part in parts)
    return True


def _named(
    token: Token,
    shaped: Shaped,
    into: Json,
    columns: dict[str, tuple[int, int]],
    path: str,
    spread: Field | None = None,
) -> None:
    """Read ``field=value``, or a bare field that is thereby said to be so."""
    if token.kind != "word" or token.text.startswith('"'):
        raise token.error(
            f"expected field=value, dice or the end of the line, found {token.text[:30]!r}",
            kind="field",
            words=tuple(shaped.named),
        )
    name, sign, _ = token.text.partition("=")
    raw = raw_of(token, len(name) + 1) if sign else None
    first, dot, rest = name.partition(".")
    of = shaped.named.get(first)
    if of is None and spread is not None and raw is not None:
        _into_mapping(token, spread, name, raw, into)
        columns[path + spread.name] = (token.row, token.column)
        return
    if of is None:
        words = tuple(shaped.named)
        has = f"; it takes {', '.join(words)}" if words else "; it takes no more"
        raise token.error(
            f"no field {first[:30]!r} here{_close(first, words)}{has}", kind="field", words=words
        )
    columns[path + of.name] = (token.row, token.column)
    if dot:
        _part(token, of, rest, raw, into)
        return
    if of.name in into:
        raise token.error(f"{first} stands there twice")
    if raw is None:
        if not is_flag(of.shape):
            raise token.end.error(f"expected = and a value behind {first}", kind=of.name)
        into[of.name] = True
    else:
        into[of.name] = _value(of, raw)


def _part(token: Token, of: Field, rest: str, raw: Raw | None, into: Json) -> None:
    """Read one part of a field that has parts: ``driver.grit=4``, ``scores.ann=3``."""
    if is_mapping(of.shape):
        if raw is None:
            raise token.end.error(f"expected = and a value behind {token.text[:40]}")
        _into_mapping(token, of, rest, raw, into)
        return
    cls = parts_of(of.shape)
    if cls is None:
        raise token.error(f"{short_name(of.name)} has no parts")
    named = {short_name(f.name): f for f in fields_of(cls)}
    held = into.setdefault(of.name, {})
    if not isinstance(held, dict):
        raise token.error(f"{short_name(of.name)} stands there twice")
    inside = token if raw is None else raw.token
    at = token.text.index(".") + 1
    shifted = Token("word", token.text[at:], inside.row, inside.column + at, inside.line)
    _named(shifted, Shaped(cls, (), named), held, {}, "")


def _into_mapping(token: Token, of: Field, key: str, raw: Raw, into: Json) -> None:
    held = into.setdefault(of.name, {})
    if not isinstance(held, dict) or key in held:
        raise token.error(f"{key} stands there twice")
    if not key:
        raise token.error("expected a name before the =")
    held[key] = decoded(mapping_item(of.shape), raw, 1)


def _read_items(cursor: Cursor, verb: Verb, made: Command) -> None:
    if verb.items is None:
        raise TypeError("this verb takes no items")
    of, shaped = verb.items
    if not cursor.is_word("+"):
        _empty_items(of, made.json)
        return
    if of.name in made.json:
        raise cursor.here.error(f"{short_name(of.name)}=() says that there are none")
    items: list[Json] = []
    made.json[of.name] = items
    while cursor.is_word("+"):
        cursor.take()
        item: Json = {}
        where = f"{of.name}[{len(items)}]"
        made.columns[where] = (cursor.here.row, cursor.here.column)
        _read_parts(cursor, shaped, item, made.columns, f"{where}.")
        _read_item_fields(cursor, shaped, item, made, f"{where}.")
        _fill_nulls(shaped, item)
        items.append(item)


def _read_item_fields(cursor: Cursor, shaped: Shaped, item: Json, made: Command, path: str) -> None:
    while not cursor.done and not cursor.is_word("+"):
        token = cursor.take()
        if token.kind == "dice":
            if made.dice is not None:
                raise token.error("the dice of a command stand in one pair of brackets")
            made.dice = dice_of(token)
        elif not _beside(token, made):
            _named(token, shaped, item, made.columns, path)


def _empty_items(of: Field, into: Json) -> None:
    """A list that must be there and has no items is empty; one that may be left out is left out."""
    if of.name not in into and not of.absent:
        into[of.name] = []


def _fill_nulls(shaped: Shaped, into: Json) -> None:
    """Write null where a field that may be null, but not left out, was left out."""
    from rollbook.events.shape import Nullable

    named = (*shaped.named.values(), *(p.field for p in shaped.parts if isinstance(p, Slot)))
    for of in named:
        if not of.absent and isinstance(of.shape, Nullable):
            into.setdefault(of.name, None)


def field_value(of: Field, text: str) -> Any:
    """
    Read the value of one field by itself.

    Raises :class:`NotationError`.
    """
    return _value(of, raw_of(Token("word", text, 1, 1, text)))
