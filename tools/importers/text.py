"""Names and ids out of foreign text: decoding, cleaning, and ids made from names."""

import re
import unicodedata

from attrs import frozen

from rollbook.tools.importers.errors import DamagedFileError

NAME_LENGTH = 500
"""Longest name in characters, as for every text of a command."""
ID_LENGTH = 32
ID_PATTERN = re.compile(r"[a-z0-9_-]{1,32}\Z")

# Joiners shape letters in several scripts and in emoji; every other invisible
# format character is dropped, the bidirectional ones among them.
_JOINERS = "\u200c\u200d"
_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Every part is bounded, so that no text makes the search slow.
_MAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}")


@frozen
class CleanText:
    """A text fit to be shown, and what was taken out of it in words."""

    text: str
    removed: tuple[str, ...] = ()


def clean_text(raw: str, *, limit: int = NAME_LENGTH) -> CleanText:
    r"""
    Make one line of NFC text without control, format or private characters.

    Mail addresses go as well: a name that people see needs none.  *limit* is
    the longest result in characters.

    >>> clean_text("Old\u202e Gertie <g@example.org>")
    CleanText(text='Old Gertie <>', removed=('invisible or control characters', 'a mail address'))
    """
    if len(raw) <= limit and raw.isascii() and raw.isprintable() and "@" not in raw:
        # Nearly every text of a file: the way below would give the same.
        return CleanText(" ".join(raw.split()))
    removed: list[str] = []
    # Cut before the work, so that a giant text costs no more than a long one.
    text = raw[: limit * 4]
    spaced = re.sub(r"[\t\n\r]+", " ", text)
    kept = "".join(c for c in spaced if c in _JOINERS or unicodedata.category(c) not in _DROPPED)
    if kept != spaced:
        removed.append("invisible or control characters")
    mailed = _MAIL.sub("", kept)
    if mailed != kept:
        removed.append("a mail address")
    whole = " ".join(unicodedata.normalize("NFC", mailed).split())
    short = whole[:limit].strip()
    if short != whole or len(raw) > limit * 4:
        removed.append(f"everything after {limit} characters")
    return CleanText(short, tuple(removed))


def slug(name: str, fallback: str = "unit") -> str:
    """
    Derive an id of `[a-z0-9_-]{1,32}` from *name*; *fallback* where no letter is left.

    >>> slug("Große Dampf-Kröte No. 2"), slug("鉄の象")
    ('grosse-dampf-krote-no-2', 'unit')
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFC", name)).casefold()
    letters = "".join(c for c in plain if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:ID_LENGTH].strip("-") or fallback


class IdMaker:
    """Hands out ids that differ from each other and from *reserved* ones."""

    def __init__(self, reserved: tuple[str, ...] = ()) -> None:
        self._used = set(reserved)
        self._next: dict[str, int] = {}

    def make(self, name: str, fallback: str = "unit") -> str:
        """Give an unused id for *name*: `gertie`, then `gertie-2`, `gertie-3`, ..."""
        base = slug(name, fallback)
        found = base
        number = self._next.get(base, 1)
        while found in self._used:
            number += 1
            ending = f"-{number}"
            found = base[: ID_LENGTH - len(ending)].strip("-") + ending
        self._next[base] = number
        self._used.add(found)
        return found


_DECLARED = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z0-9._-]{1,40})[\"']")
_ENCODINGS = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "us-ascii": "ascii",
    "ascii": "ascii",
    "iso-8859-1": "latin-1",
    "windows-1252": "cp1252",
}


def decode(data: bytes, where: str) -> str:
    """
    Decode *data* by its byte order mark, its XML declaration, or as UTF-8.

    Raises `DamagedFileError` where the bytes do not fit, or the declared encoding
    is none of UTF-8, UTF-16 with a mark, ASCII, ISO-8859-1, Windows-1252.
    """
    encoding = _encoding(data, where)
    try:
        return data.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise DamagedFileError(
            f"byte {error.start} is not {encoding} text",
            where=where,
            do="Save the file as UTF-8 and try again",
        ) from None


def _encoding(data: bytes, where: str) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    declared = _DECLARED.match(data.removeprefix(b"\xef\xbb\xbf"))
    if declared is None:
        return "utf-8"
    name = declared.group(1).decode("ascii").lower()
    if name not in _ENCODINGS:
        raise DamagedFileError(
            f"the encoding {name} is not read", where=where, do="Save the file as UTF-8"
        )
    return _ENCODINGS[name]
