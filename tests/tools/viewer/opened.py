"""What tests do with a page in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

HOSTILE = "<img src=x onerror=\"document.title='owned'\">\u202egnihton</script><!--"
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
