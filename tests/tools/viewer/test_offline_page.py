"""The offline page: whole without a network, safe with any words, honest about damage."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from rollbook.engine.starting import start
from rollbook.tools.viewer.document import export_page
from tests.battles import BOTH
from tests.tools.viewer.opened import HOSTILE, VIEWS, address, verified


@pytest.mark.parametrize("name", BOTH)
def test_it_asks_for_nothing(opened: Any, pages: dict[str, Path], name: str) -> None:
    """Without any network the page shows its game, asks for nothing, and its bytes prove whole."""
    page = opened.go(pages[name])
    assert verified(page) == "✓ Bytes verified"
    assert {
        url for url in opened.asked if not url.startswith(("file:", "data:", "about:"))
    } == set()
    assert page.locator(".card").count() == 0
    page.keyboard.press("End")
    assert page.locator(".card").count() >= 6


def test_the_log_comes_out_as_it_went_in(
    opened: Any, pages: dict[str, Path], logs: dict[str, Path], tmp_path: Path
) -> None:
    """The log that is saved from a page is the file, byte for byte."""
    page = opened.go(pages["branched"])
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save the log").click()
    waiting.value.save_as(tmp_path / "saved.rbk")
    assert (tmp_path / "saved.rbk").read_bytes() == logs["branched"].read_bytes()
    assert waiting.value.suggested_filename == "branched.rbk"


def test_the_same_log_makes_the_same_page(logs: dict[str, Path]) -> None:
    """Two exports of one log are equal, so that one can be held against the other."""
    assert export_page(logs["armour-value"]) == export_page(logs["armour-value"])


def test_all_words_stand_in_noscript(logs: dict[str, Path], pages: dict[str, Path]) -> None:
    """Without scripts the page is the list of all events, withdrawn ones marked."""
    text = pages["branched"].read_text(encoding="utf-8")
    listed = text.partition("<noscript>")[2].partition("</noscript>")[0]
    assert re.findall(r"<dt>(\d+)", listed) == [str(i) for i in range(listed.count("<dt>"))]
    assert listed.count("<dd>") > 350
    assert listed.count("(withdrawn)") == 37
    assert "<img" not in listed


def test_hostile_words_are_words(opened: Any, pages: dict[str, Path], tmp_path: Path) -> None:
    """Names and notes that look like HTML, or turn the direction of text, are shown as text."""
    path = tmp_path / "hostile.rbk"
    names = {"A": HOSTILE, "B": "constructor"}
    session = start({"do": "start_game", "by": "A", "rules": "hull-points", "players": names}, path)
    unit = {
        "do": "add_unit", "by": "A", "unit": "__proto__", "owner": "A", "kind": "infantry",
        "name": HOSTILE[:60], "models": ["m"], "ws": 3, "strength": 4, "initiative": 3,
        "wounds": 2, "toughness": None, "grit": 4, "sagacity": 4, "weapons": [],
    }  # fmt: skip
    session.submit(unit)
    session.submit({"do": "note", "by": "A", "text": HOSTILE})
    session.close()
    html = tmp_path / "hostile.html"
    html.write_text(export_page(path), encoding="utf-8")
    page = opened.go(html, "#e=1.0")
    for view in VIEWS:
        page.evaluate(f"document.querySelector('rb-now').player.setView('{view}')")
        assert page.locator("img").count() == 0
        assert "\u202e" not in page.evaluate("document.body.innerText")
    assert verified(page) == "✓ Bytes verified"
    assert "owned" not in page.title().partition("<")[0]
    page.keyboard.press("Escape")
    assert page.locator(".card .name").first.text_content().startswith("<img src=x onerror")
    assert page.evaluate("({}).hull") is None


def test_a_link_opens_where_it_was_copied(opened: Any, pages: dict[str, Path]) -> None:
    """The place is kept in the address while stepping, and opens there in another export."""
    page = opened.go(pages["branched"], "#e=33.0")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("t")
    page.wait_for_timeout(400)
    link = page.evaluate("location.hash")
    assert link.startswith("#e=33.1&t=main&v=tree&g=")
    page = opened.go(pages["branched"], link)
    assert (address(page), page.evaluate("document.body.dataset.view")) == ("33.1", "tree")
    page = opened.go(pages["armour-value"], link)
    assert "another log" in page.text_content(".toast")
    page = opened.go(pages["branched"], "#e=9999&t=main")
    assert "no entry 9999" in page.text_content(".toast")
    page = opened.go(pages["branched"], "#e=12&t=nowhere")
    assert "no timeline nowhere" in page.text_content(".toast")


def test_own_hash_equals_the_browsers(pages: dict[str, Path], tmp_path: Path) -> None:
    """The page's own SHA-256 and inflate agree with others, on every length near a block."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    folder = Path(__file__).parents[3] / "tools" / "viewer" / "page"
    script = tmp_path / "hash.mjs"
    script.write_text(
        f"""
        import {{ createHash }} from "node:crypto";
        import {{ deflateRawSync }} from "node:zlib";
        import {{ hex, sha256Plain }} from "{(folder / "sha256.js").as_uri()}";
        import {{ inflate }} from "{(folder / "inflate.js").as_uri()}";
        for (let n = 0; n < 200; n += 1) {{
          const bytes = Uint8Array.from({{ length: n * 3 }}, (_, i) => (i * 7 + n) & 255);
          if (hex(sha256Plain(bytes)) !== createHash("sha256").update(bytes).digest("hex")) throw n;
          for (const level of [0, 1, 9]) {{
            const again = inflate(deflateRawSync(bytes, {{ level }}), bytes.length);
            if (hex(again) !== hex(bytes)) throw new Error(`${{n}} ${{level}}`);
          }}
        }}
        """,
        encoding="utf-8",
    )
    # Modules without a package.json need to be told what they are.
    done = subprocess.run(
        [node, "--experimental-default-type=module", str(script)],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


def test_only_players_have_luck(opened: Any, pages: dict[str, Path]) -> None:
    """Who goes first is rolled for by the program: no player on the page of luck."""
    page = opened.go(pages["armour-value"], "#v=luck")
    names = page.locator("rb-luck section.luck h3").all_text_contents()
    assert sorted(names) == ["Ada Quist", "Ben Harrow"]
