"""Verify in the page: bytes that were changed, and a page that shows what its bytes do not say."""

from __future__ import annotations

import random
import re
from base64 import b64decode
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgpack
import pytest

from rollbook.engine.session import Session
from rollbook.events.errors import RollbookError
from rollbook.events.log.file import FileLog
from rollbook.events.log.frame import MAGIC, frame, leaf_of
from rollbook.events.log.merkle import root
from rollbook.events.log.verify import verify_file
from rollbook.events.message import name_of
from rollbook.events.schema import Codec, schema_rows, vocabulary_of, with_values
from rollbook.tools.viewer.bundle import script
from rollbook.tools.viewer.document import export_page
from tests.battles import demo
from tests.tools.viewer.opened import verified, with_bytes, with_data

HULL_LOST = 33
"""The entry of the demo battle whose event 5 is the first hull loss."""


def forged(log: Path, seq: int, change: Callable[[list[Any]], object]) -> bytes:
    """Give the bytes of a log in which one payload was changed and all after it chained anew."""
    made, prev = [MAGIC], b""
    with FileLog.read(log) as good:
        for number in range(len(good)):
            values = msgpack.unpackb(good.payload(number))
            if number == seq:
                change(values)
            values[1] = prev or values[1]
            payload = msgpack.packb(values)
            prev = leaf_of(payload)
            made.append(frame(payload, prev))
    return b"".join(made)


def told_of(data: bytes, path: Path) -> dict[str, Any]:
    """Give what a page says about a log of these bytes as a whole."""
    path.write_bytes(data)
    with FileLog.read(path) as log:
        leaves = [log.leaf(seq) for seq in range(len(log))]
    return {
        "leaf": leaves[-1].hex(),
        "root": root(leaves).hex(),
        "sha256": sha256(data).hexdigest(),
        "bytes": len(data),
    }


def opened_with(opened: Any, html: Path, text: str) -> Any:
    """Open a page of this text."""
    html.write_text(text, encoding="utf-8")
    return opened.go(html)


EDGES = [side * 2**bits + by for bits in (7, 15, 31, 52) for side in (-1, 1) for by in (-1, 0, 1)]
NUMBERS = [0, -1, -5_000_000_001, 1 - 2**53, 2**53 - 1, *EDGES]


def test_every_number_is_read_exactly(opened: Any) -> None:
    """The page reads each number that its JSON can hold out of the bytes, down to the last bit."""
    read = f"held => {{ {script('decode.js')} return unpack(new Uint8Array(held)); }}"
    assert opened.page.evaluate(read, list(msgpack.packb(NUMBERS[:15]))) == NUMBERS[:15]
    assert opened.page.evaluate(read, list(msgpack.packb(NUMBERS[15:]))) == NUMBERS[15:]


@pytest.mark.parametrize("place", [0.3, 0.9])
def test_a_changed_byte_is_named(
    opened: Any, pages: dict[str, Path], tmp_path: Path, place: float
) -> None:
    """A page whose log was damaged names the first bad entry and warns."""
    text = pages["hull-points"].read_text(encoding="utf-8")
    data = bytearray(b64decode(text.partition('id="bytes">')[2].partition("<")[0]))
    data[int(len(data) * place)] ^= 1
    log = tmp_path / "bad.rbk"
    log.write_bytes(data)
    page = opened_with(opened, tmp_path / "bad.html", with_bytes(text, bytes(data)))
    found = re.search(r"Entry (\d+)", verified(page))
    assert found is not None
    assert int(found[1]) == verify_file(log).entries
    assert "damaged" in page.text_content(".problem")


def test_changed_words_are_named(opened: Any, pages: dict[str, Path], tmp_path: Path) -> None:
    """A page whose words and states were damaged says so instead of showing them as true."""
    text = pages["armour-value"].read_text(encoding="utf-8")
    at = text.index(">", text.index('id="data"')) + 9000
    changed = text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :]
    page = opened_with(opened, tmp_path / "bad.html", changed)
    page.wait_for_selector(".problem:not([hidden])")
    assert "damaged" in page.text_content(".problem")


def hull_one(entry: dict[str, Any]) -> None:
    """Make the walker that lost a hull point lose more."""
    entry["events"][5]["hull"] = 1


def other_face(entry: dict[str, Any]) -> None:
    """Make a die show another face."""
    entry["dice"]["faces"][0] = 6


def added_field(entry: dict[str, Any]) -> None:
    """Add a field that the log does not have."""
    entry["events"][0]["rerolled"] = True


def event_left_out(entry: dict[str, Any]) -> None:
    """Leave the last event out, with all that belongs to it."""
    for name in ("events", "said", "patches"):
        entry[name].pop()


def other_target(entry: dict[str, Any]) -> None:
    """Make the command ask for something else."""
    entry["command"]["target"] = "gertie"


def other_author(entry: dict[str, Any]) -> None:
    """Say that somebody else asked for it."""
    entry["by"] = "ann"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (hull_one, "shows events 5 hull as 1, its bytes say 2"),
        (other_face, "shows dice faces 0 as 6, its bytes say 2"),
        (added_field, "shows events 0 rerolled as true, its bytes say nothing"),
        (event_left_out, "shows events 8 as nothing"),
        (other_target, 'shows command target as "gertie", its bytes say "stilts"'),
        (other_author, 'shows by as "ann", its bytes say "ben"'),
    ],
)
def test_shown_otherwise_than_recorded(
    opened: Any, pages: dict[str, Path], tmp_path: Path, change: Any, said: str
) -> None:
    """Good bytes do not cover for a page that shows an entry otherwise: the first one is named."""

    def changed(data: dict[str, Any]) -> None:
        for seq in (HULL_LOST, 90):
            if seq == HULL_LOST:
                change(data["entries"][seq])
            else:
                data["entries"][seq]["at"] += 1

    text = with_data(pages["hull-points"].read_text(encoding="utf-8"), changed)
    page = opened_with(opened, tmp_path / "bad.html", text)
    assert verified(page) == f"✗ Entry {HULL_LOST} is bad"
    assert said in page.text_content(".problem")


def test_recorded_otherwise_than_shown(
    opened: Any, pages: dict[str, Path], logs: dict[str, Path], tmp_path: Path
) -> None:
    """Bytes that were forged, chained and hashed anew do not fit what the page shows."""

    def fewer(values: list[Any]) -> None:
        assert values[7][5][-1] == 2
        values[7][5][-1] = 1

    data = forged(logs["hull-points"], HULL_LOST, fewer)
    about = told_of(data, tmp_path / "forged.rbk")
    good = pages["hull-points"].read_text(encoding="utf-8")
    text = with_bytes(with_data(good, lambda plain: plain["log"].update(about)), data)
    page = opened_with(opened, tmp_path / "bad.html", text)
    assert verified(page) == f"✗ Entry {HULL_LOST} is bad"
    assert "shows events 5 hull as 2, its bytes say 1" in page.text_content(".problem")
    # The forgery is whole in itself: only what the page shows gives it away.
    own = export_page(tmp_path / "forged.rbk")
    assert verified(opened_with(opened, tmp_path / "own.html", own)) == "✓ Bytes verified"


def swap(by: dict[str, int]) -> None:
    """Say of what was withdrawn that the entry after did it."""
    by.update({seq: mover + 1 for seq, mover in by.items()})


def turned(holder: dict[str, Any]) -> None:
    """Name the players the other way round."""
    holder["players"] = dict(reversed(holder["players"].items()))


def turned_everywhere(data: dict[str, Any]) -> None:
    """Name the players the other way round wherever they are named."""
    first = data["entries"][0]
    for holder in (data["log"], first["command"], *first["events"]):
        if "players" in holder:
            turned(holder)


@pytest.mark.parametrize(
    ("change", "badge", "said"),
    [
        (lambda d: d["log"]["players"].update(ann="Zoe"), "✗ Entry 0 is bad", "players ann"),
        (lambda d: d["timelines"]["gone"].append(60), "✗ Not whole", "timelines gone"),
        (lambda d: d["timelines"]["heads"].update(main=120), "✗ Not whole", "heads main as 120"),
        (lambda d: d["entries"][45].update(timeline="what-if"), "✗ Entry 45 is bad", "timeline as"),
        (lambda d: d["timelines"].update(withdrawn={}), "✗ Not whole", "timelines withdrawn"),
        (lambda d: swap(d["timelines"]["withdrawn"]), "✗ Not whole", "timelines withdrawn"),
        (lambda d: turned(d["log"]), "✗ Entry 0 is bad", 'players order as ["ben","ann"]'),
        (lambda d: turned_everywhere(d), "✗ Entry 0 is bad", "players order"),
        (lambda d: d["log"].update(rules="armour-value"), "✗ Entry 0 is bad", "shows rules as"),
        (lambda d: d["log"].update(rules_version="9"), "✗ Entry 0 is bad", "rules_version as"),
        (lambda d: d["log"].update(writer="another"), "✗ Entry 0 is bad", "shows writer as"),
        (lambda d: d["log"]["house_rules"].clear(), "✗ Entry 0 is bad", "house_rules"),
        (lambda d: d["log"].update(leaf="00" * 32), "✗ Not whole", "shows leaf as"),
        (lambda d: d["log"].update(bytes=1), "✗ Not whole", "the page tells of 1"),
        (lambda d: d["entries"].append(d["entries"][-1]), "✗ Entry 167 is bad", "tells of 168"),
        (lambda d: d["log"].update(entries=166), "✗ Entry 166 is bad", "the page tells of 166"),
    ],
)
def test_players_and_timelines_are_compared_too(
    opened: Any, pages: dict[str, Path], tmp_path: Path, change: Any, badge: str, said: str
) -> None:
    """Who plays, what was withdrawn and where a timeline ends must be what the entries say."""
    text = with_data(pages["branched"].read_text(encoding="utf-8"), change)
    page = opened_with(opened, tmp_path / "bad.html", text)
    assert verified(page) == badge
    assert said in page.text_content(".problem")


def tangled(path: Path) -> None:
    """Play a game of notes, take-backs, restores and forks, chosen by one fixed chance."""
    chance = random.Random(5)
    demo("hull-points", path, count=3).close()
    for turn in range(100):
        with FileLog.read(path) as log:
            timelines = log.timelines
            name = chance.choice(timelines.names)
            at = timelines.head(name) - chance.randrange(1, 5)
            gone = sorted(timelines.withdrawn()) or [0]
        commands = (
            {"do": "note", "by": "ann", "text": "what we saw"},
            {"do": "take_back", "by": "judge", "to": at, "reason": "wrong"},
            {"do": "restore", "by": "judge", "entry": chance.choice(gone), "reason": "right"},
            {"do": "fork", "by": "ann", "at": at, "name": f"t{turn}"},
        )
        session = Session.open(path, timeline=name)
        with suppress(RollbookError):
            session.submit(*chance.choices(commands, [6, 3, 6, 1]))
        session.close()


def test_a_tangle_of_timelines_is_what_it_is(opened: Any, tmp_path: Path) -> None:
    """What took each entry off its timeline is worked out in the page as it is outside of it."""
    log = tmp_path / "tangled.rbk"
    tangled(log)
    text = export_page(log)
    held: dict[str, Any] = {}
    with_data(text, held.update)
    kinds = [entry["events"][0]["type"] for entry in held["entries"]]
    assert min(kinds.count(kind) for kind in ("TakenBack", "Restored", "TimelineForked")) > 2
    assert len(set(held["timelines"]["withdrawn"].values())) > 3
    page = opened_with(opened, tmp_path / "tangled.html", text)
    assert verified(page) == "✓ Bytes verified", page.text_content(".problem")


def test_signatures_are_not_said_to_be_checked(
    opened: Any, pages: dict[str, Path], tmp_path: Path
) -> None:
    """Whoever signed a checkpoint beside the log: the page says that it did not check that."""

    def signed(data: dict[str, Any]) -> None:
        data["signed"] = [{"size": 6, "origin": "cup", "by": ["Judge Dora"]}]

    text = with_data(pages["hull-points"].read_text(encoding="utf-8"), signed)
    page = opened_with(opened, tmp_path / "signed.html", text)
    assert verified(page) == "✓ Bytes verified"
    page.locator(".proof").click()
    assert "Signatures are not checked by this page" in page.text_content("dialog.why")


def test_types_of_another_form_are_hashed_and_said(
    opened: Any, pages: dict[str, Path], logs: dict[str, Path], tmp_path: Path
) -> None:
    """What a page shows in another form than it is written is not compared, and that is said."""

    def unlike(data: dict[str, Any]) -> None:
        data["log"]["unlike"] = ["MoraleChecked"]

    with FileLog.read(logs["hull-points"]) as log:
        holds = [
            any(type(event).__name__ == "MoraleChecked" for event in entry.events)
            for entry in log.entries(range(len(log)))
        ]
    text = with_data(pages["hull-points"].read_text(encoding="utf-8"), unlike)
    page = opened_with(opened, tmp_path / "unlike.html", text)
    assert verified(page) == f"✓ Bytes verified, {sum(holds)} not compared"
    page.locator(".proof").click()
    said = page.text_content("dialog.why")
    assert f"{sum(holds)} entries are of a form" in said
    assert f"{len(holds) - sum(holds)} hold the command" in said
    assert "before, holds the command" not in said
    assert "Every entry matches its hash" in said


def test_a_type_of_another_form_is_found_when_the_page_is_made() -> None:
    """A log whose rows lack a field, or hold a type that nobody knows, names these types."""
    whole = with_values(vocabulary_of("hull-points").messages)
    rows = [list(row) for row in schema_rows(whole)]
    place = next(i for i, row in enumerate(rows) if row[1] == "HullPointLost")
    rows[place][3] = ("unit",)
    rows[place + 1][1] = "Nobody"
    codec = Codec(tuple((*row,) for row in rows), {name_of(cls): cls for cls in whole})  # type: ignore[misc]
    assert codec.unlike_names() == ("HullPointLost", "Nobody")
