"""
One script and one style sheet out of the page's modules.

The modules under ``page/`` are plain ES modules, one subject each.  A page that
opens from a file cannot import others, so they are joined in the order of
their imports; ``import`` and ``export`` fall away.  They share one scope, so no
two of them may declare the same name: a test holds that.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any

ENTRY = "main.js"
STYLES = (
    "look.css",
    "frame.css",
    "timeline.css",
    "cards.css",
    "board.css",
    "views.css",
    "print.css",
)
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([a-z0-9-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:const|let|function|class|async) )", re.MULTILINE)


def page_file(name: str) -> str:
    """Give the text of one file of the page."""
    return resources.files("rollbook.tools.viewer").joinpath("page", name).read_text("utf-8")


def order(name: str = ENTRY) -> list[str]:
    """Give the modules that *name* needs and itself, each behind what it imports."""
    found: list[str] = []
    _visit(name, found, ())
    return found


def _visit(name: str, found: list[str], above: tuple[str, ...]) -> None:
    if name in found:
        return
    if name in above:
        raise ValueError(f"{name} imports itself through {' and '.join(above)}")
    for other in _IMPORT.findall(page_file(name)):
        _visit(other, found, (*above, name))
    found.append(name)


@cache
def script(entry: str = ENTRY) -> str:
    """Give a module and all that it needs as one script; the whole page's if none is named."""
    parts = (_EXPORT.sub("", _IMPORT.sub("", page_file(name))).strip() for name in order(entry))
    text = "\n".join(parts) + "\n"
    if "</script" in text.lower() or "<!--" in text:
        raise ValueError("the script would end the element that it stands in")
    return text


@cache
def style() -> str:
    """Give all style sheets as one."""
    return "\n".join(page_file(name).strip() for name in STYLES) + "\n"


def source_hash(text: str) -> str:
    """Give the source expression by which a policy allows one inline text."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def policy(*, served: bool) -> str:
    """
    Give the Content-Security-Policy: nothing but our own script and style.

    A *served* page may ask the server that it came from for new entries.
    """
    rules: dict[str, Any] = {
        "default-src": "'none'",
        "script-src": source_hash(script()),
        "style-src": source_hash(style()),
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    if served:
        rules["connect-src"] = "'self'"
    return "; ".join(f"{name} {value}" for name, value in rules.items())
