"""The page's modules make one script that its own policy allows."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from importlib import resources

from rollbook.tools.viewer.bundle import STYLES, order, page_file, policy, script, style

TOP_LEVEL = re.compile(
    r"^(?:export )?(?:async )?(?:const|let|function\*?|class) "
    r"(?:(\w+)|\{([^}]*)\}|\[([^\]]*)\])",
    re.MULTILINE,
)


def files(end: str) -> set[str]:
    """Give the names of the page's files that end so."""
    folder = resources.files("rollbook.tools.viewer").joinpath("page")
    return {item.name for item in folder.iterdir() if item.name.endswith(end)}


def test_every_module_and_sheet_is_used() -> None:
    """No file of the page is left out, and each comes behind what it imports."""
    assert set(order()) == files(".js")
    assert set(STYLES) == files(".css")
    places = {name: i for i, name in enumerate(order())}
    for name in places:
        for other in re.findall(r'from "\./([a-z0-9-]+\.js)"', page_file(name)):
            assert places[other] < places[name]


def test_no_name_is_declared_twice() -> None:
    """The joined modules share one scope, so every top-level name stands once."""
    found: dict[str, str] = {}
    for name in order():
        for groups in TOP_LEVEL.findall(page_file(name)):
            for declared in re.findall(r"\w+", " ".join(groups)):
                assert declared not in found, f"{declared} in {name} and {found[declared]}"
                found[declared] = name


def test_nothing_but_text_goes_into_the_page() -> None:
    """No module reaches for a way to turn text into HTML or code."""
    forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|srcdoc"
    for name in order():
        assert not re.search(forbidden, page_file(name)), name


def test_the_policy_allows_just_the_two_texts() -> None:
    """Script and style are allowed by their hashes; nothing else is."""
    for text in (script(), style()):
        assert b64encode(sha256(text.encode()).digest()).decode() in policy(served=False)
    assert policy(served=False).startswith("default-src 'none';")
    assert "unsafe" not in policy(served=True)
    assert "connect-src" not in policy(served=False)
