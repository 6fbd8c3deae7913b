"""
VASSAL logs (`.vlog`): a zip file whose member `savedGame` holds the commands.

The member is plain text; or `!VCSK`, two hex digits of a key, and hex pairs
each XORed with it (until VASSAL 3.7); or an XZ stream (since 3.8).  The text is
a sequence of commands between escape characters; a character inside a nested
command has a backslash in front.  A recorded command starts with `LOG` and a
tab, a line of the chat with `CHAT`.  Dice buttons report, unless a module
says otherwise, as `*** 2d6 = 3,5 *** <Name>`.
"""

import lzma
import re
from collections.abc import Iterator

from rollbook.tools.importers.dice import Collector, DiceResult
from rollbook.tools.importers.errors import DamagedFileError, FileTooLargeError
from rollbook.tools.importers.text import clean_text
from rollbook.tools.importers.zipped import member

MAX_SAVED = 16 * 1024 * 1024
"""Largest `savedGame` in bytes; in hex two are one of text."""
MAX_TEXT = 8 * 1024 * 1024
MAX_CHAT_LINE = 8000
_MAX_COMMANDS = 300_000
_HEADER = b"!VCSK"
_XZ = b"\xfd7zXZ\x00"
_XZ_MEMORY = 64 * 1024 * 1024
_ESCAPE = "\x1b"

_CHAT = re.compile(r"(?:LOG\t)?CHAT(.*)\Z", re.DOTALL)
_TAG = re.compile(r"<(/?[A-Za-z][^<>]{0,200})>")
_NAMED = (
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", '"'),
    ("&#39;", "'"),
    ("&nbsp;", " "),
    ("&amp;", "&"),
)
_DICE = re.compile(r"(?<![A-Za-z0-9])([0-9]{1,3})?d([0-9]{1,4})(?![A-Za-z0-9])", re.IGNORECASE)
_REPORT = re.compile(
    r"^\*{1,3}\s*(?P<label>[^=*]{1,200}?)\s*(?:=|:)\s*(?P<faces>[-0-9,;+ |\[\]()]{1,4000}?)\s*"
    r"(?:\*{1,3}\s*(?:<(?P<who>[^<>]{0,200})>)?\s*)?$"
)


def read_vlog(data: bytes, where: str) -> DiceResult:
    """
    Read the rolls of a VASSAL log; *where* names the file in messages.

    Every line of the chat with a die in it (`2d6`) is a roll or is listed as
    unreadable.  Raises what `read_dice` raises.
    """
    saved = member(data, _is_saved_game, "a VASSAL savedGame", MAX_SAVED, where)
    text = plain_text(saved, where).decode("utf-8", "replace")
    collector = Collector()
    for number, line in enumerate(chat_lines(text, where), 1):
        _take(collector, line, number)
    return collector.result()


def _is_saved_game(name: str) -> bool:
    return name == "savedGame"


def plain_text(saved: bytes, where: str) -> bytes:
    """Undo the obfuscation or compression of a `savedGame`."""
    if saved.startswith(_XZ):
        return _unpack_xz(saved, where)
    if not saved.startswith(_HEADER):
        if b"\x1b" not in saved and b"begin_save" not in saved:
            raise DamagedFileError(
                "savedGame is in no known form", where=where, do="Save the log again"
            )
        return _short(saved, where)
    try:
        digits = saved[len(_HEADER) :].strip()
        key = int(digits[:2].decode("ascii"), 16)
        body = bytes.fromhex(digits[2:].decode("ascii"))
    except ValueError:
        raise DamagedFileError(
            "savedGame is cut short or not hexadecimal", where=where, do="Save the log again"
        ) from None
    return _short(body.translate(bytes(each ^ key for each in range(256))), where)


def _short(text: bytes, where: str) -> bytes:
    if len(text) > MAX_TEXT:
        raise FileTooLargeError(
            f"savedGame has more than {MAX_TEXT:,} bytes", where=where, do="Split the log"
        )
    return text


def _unpack_xz(saved: bytes, where: str) -> bytes:
    try:
        unpacker = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_XZ_MEMORY)
        text = unpacker.decompress(saved, MAX_TEXT + 1)
    except (lzma.LZMAError, EOFError, MemoryError) as error:
        raise DamagedFileError(
            f"savedGame cannot be unpacked ({error})", where=where, do="Save the log again"
        ) from None
    _short(text, where)
    if not unpacker.eof:
        raise DamagedFileError("savedGame is cut short", where=where, do="Save the log again")
    return text


def chat_lines(text: str, where: str) -> Iterator[str]:
    """Give what the chat showed, in order; lines undone later are not taken away."""
    if text.count(_ESCAPE) > _MAX_COMMANDS:
        raise FileTooLargeError(
            f"more than {_MAX_COMMANDS:,} commands", where=where, do="Split the log"
        )
    for command in text.split(_ESCAPE):
        # A nested command keeps the backslashes of its separators at both ends.
        match = _CHAT.match(command.strip("\\").strip("'"))
        if match:
            yield match[1]


def _take(collector: Collector, raw: str, number: int) -> None:
    if len(raw) > MAX_CHAT_LINE:
        what = clean_text(raw, limit=200).text
        collector.refuse(
            f"chat line {number}", what, f"it has more than {MAX_CHAT_LINE} characters"
        )
        return
    line = _without_markup(raw)
    shown = clean_text(line).text
    report = _REPORT.match(line)
    dice = _DICE.search(report["label"] if report else line)
    if not dice:
        return
    where = f"chat line {number}"
    if not report:
        # Talk about dice is no roll; a report has a mark in front.
        if line.startswith("*") and re.search(r"[=:]\s*[0-9]", line):
            why = "the faces of the roll cannot be told from other numbers"
            collector.refuse(where, shown, why)
        return
    count = int(dice[1] or 1)
    faces = re.findall(r"[0-9]+", report["faces"])
    if "-" in report["faces"] or len(faces) != count:
        why = f"{len(faces)} numbers for {count} dice: a sum or a modified roll"
        collector.refuse(where, shown, why)
        return
    speaker = report["who"] or ""
    collector.take(
        who=speaker,
        when=where,
        purpose=report["label"],
        sides=dice[2],
        faces=" ".join(faces),
        where=where,
        line=shown,
    )


def _without_markup(raw: str) -> str:
    # Markup that is written as such goes; the name in escaped angles stays.
    text = _TAG.sub(lambda m: "" if _MARKUP.match(m[1]) else m[0], raw)
    for name, character in _NAMED:
        text = text.replace(name, character)
    return text.strip().lstrip("|!?~`").strip()


# What report formats of modules are dressed in.
_MARKUP = re.compile(
    r"/?(?:b|i|u|br|p|span|font|div|html|body|a|img|center|table|tr|td|hr|h[1-6])(?=[\s/]|\Z)",
    re.IGNORECASE,
)
