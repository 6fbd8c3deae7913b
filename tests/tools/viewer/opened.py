"""What tests do with a page in a browser."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from rollbook.tools.viewer.document import deflated

HOSTILE = "<img src=x onerror=\"document.title='owned'\">\u202egnihton</script><!--"
AXE = Path(__file__).parent / "axe" / "node_modules" / "axe-core" / "axe.min.js"
SCHEMES: dict[str, tuple[str, ...]] = {"light": (), "dark": ("color-contrast",)}
"""Colour schemes, and the checks that each needs: in the dark only colours differ."""
VIEWS = ("play", "log", "tree", "diff", "judge", "luck", "sheet")


class Opened:
    """A page in a browser that may reach nothing: what it asked for and complained of is kept."""

    def __init__(self, browser: Any, **options: Any) -> None:
        self.context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}} | options)
        self.context.set_offline(True)
        self.page = self.context.new_page()
        self.page.set_default_timeout(10_000)
        self.asked: list[str] = []
        self.errors: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on(
            "console",
            lambda said: self.errors.append(said.text) if said.type == "error" else None,
        )

    def go(self, path: Path, hash_: str = "") -> Any:
        """Open a file, at a place in it."""
        self.page.goto(f"about:blank{hash_}")
        self.page.goto(f"{path.as_uri()}{hash_}")
        return self.page


def address(page: Any) -> str:
    """Give the address that the page shows."""
    return str(page.evaluate("document.querySelector('rb-now').player.stop.address"))


def verified(page: Any) -> str:
    """Wait for the proof, and give what it says."""
    page.wait_for_selector(".proof.good, .proof.bad")
    return str(page.text_content(".proof"))


def serious(page: Any, *rules: str) -> list[Any]:
    """Give what the accessibility checker finds on a page that is serious or worse."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    # Naming every element that passes takes longer than all the checks.
    options = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
    found = page.evaluate("options => axe.run(document, options).then(r => r.violations)", options)
    return [
        (one["id"], [node["target"] for node in one["nodes"]][:3])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def _swapped(text: str, ident: str, change: Callable[[str], str]) -> str:
    """Give the text of a page with the content of one of its data elements changed."""
    found = re.search(rf'<script [^>]*id="{ident}"[^>]*>([^<]*)', text)
    assert found is not None
    return text[: found.start(1)] + change(found[1]) + text[found.end(1) :]


def with_data(text: str, change: Callable[[Any], object]) -> str:
    """Give a page whose shown data were changed, with a hash that fits them again."""
    made: dict[str, str] = {}

    def changed(held: str) -> str:
        plain = json.loads(zlib.decompress(b64decode(held), -15))
        change(plain)
        data = json.dumps(plain, ensure_ascii=False).encode()
        made.update(size=str(len(data)), sha256=sha256(data).hexdigest())
        return b64encode(deflated(data)).decode()

    text = _swapped(text, "data", changed)
    for name, value in made.items():
        text = re.sub(rf'data-{name}="[^"]*"', f'data-{name}="{value}"', text, count=1)
    return text


def with_bytes(text: str, data: bytes) -> str:
    """Give a page that carries other bytes."""
    return _swapped(text, "bytes", lambda _: b64encode(data).decode())
