"""The page itself: one HTML file, complete without any network."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterator
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from rollbook.events.log.file import FileLog
from rollbook.projections.printable import printable
from rollbook.tools.viewer.bundle import page_file, policy, script, style
from rollbook.tools.viewer.content import Content, Gatherer
from rollbook.tools.viewer.eventgames import GamePages
from rollbook.tools.viewer.story import Told


def export_page(path: Path) -> str:
    """
    Give the offline page of the log in the file *path*.

    Raises ``NotALog``, ``DamagedLog`` if not even its first entry is good,
    ``TooLongForAPage``.
    """
    with FileLog.read(path) as log:
        return page_of(log)


def page_of(
    log: FileLog,
    seen: Callable[[], object] = lambda: None,
    games: GamePages | None = None,
) -> str:
    """
    Give the offline page of an opened log; *seen* is called once for each entry.

    The page of an event links *games*.
    """
    return page(Gatherer(log, seen=seen, games=games).content())


def page(content: Content, *, served: bool = False, title: str | None = None) -> str:
    """
    Give the HTML of one page.

    A *served* page asks the server for entries that are written later.
    """
    data = json.dumps(content.plain, ensure_ascii=False, separators=(",", ":")).encode()
    parts = {
        "POLICY": escape(policy(served=served)),
        "TITLE": escape(title or title_of(content.plain)),
        "STYLE": style(),
        "SCRIPT": script(),
        "DATA": b64encode(deflated(data)).decode(),
        "DATASIZE": str(len(data)),
        "DATAHASH": sha256(data).hexdigest(),
        "BYTES": b64encode(content.log_bytes).decode(),
        "WORDS": "".join(words_html(content)),
        "FOLLOW": "follow" if served else "still",
    }
    text = page_file("page.html")
    pieces = text.split("%%")
    # Even pieces are the page's own text, odd ones name what stands there; nothing that
    # is put in is ever looked at again.
    return "".join(parts[piece] if i % 2 else piece for i, piece in enumerate(pieces))


def title_of(plain: dict[str, Any]) -> str:
    """Give the title of a page: who plays, or the event, or the file; and the rules."""
    about, event = plain["log"], plain.get("event")
    names = [printable(str(name)) for name in about["players"].values()]
    own = printable(event["name"]) if event else about["name"]
    return f"{' against '.join(names) or own}, {about['rules']}"


def deflated(data: bytes) -> bytes:
    """Give *data* as raw DEFLATE."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def words_html(content: Content) -> Iterator[str]:
    """Give every entry and event in words, as the list that a page without scripts shows."""
    gone = set(content.plain["timelines"]["gone"])
    for one in content.told:
        yield entry_html(one, one.seq in gone)


def entry_html(one: Told, gone: bool) -> str:
    """Give one entry in words: what was asked, then each event with its address."""
    mark = " (withdrawn)" if gone else ""
    events = "".join(f"<dd>{one.seq}.{i} {escape(text)}" for i, text in enumerate(one.said))
    return f"<dt>{one.seq}{mark} {escape(one.asked)}{events}\n"
