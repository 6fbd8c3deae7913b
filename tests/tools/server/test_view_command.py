"""`rollbook view`: the page served on this machine, while the log is written."""

from __future__ import annotations

import http.client
import json
import re
import shutil
import socket
import subprocess
import sys
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rollbook.engine.session import Session
from rollbook.engine.starting import start
from rollbook.tools.cli.demo import commands_in
from rollbook.tools.cli.main import run
from rollbook.tools.cli.tournament_demo import keep_games
from rollbook.tools.server.run import Place
from tests.battles import demo

pytest.importorskip("uvicorn", reason='the extra "web" is not installed')
pytest.importorskip("starlette", reason='the extra "web" is not installed')


class Served:
    """A running `rollbook view`."""

    def __init__(self, log: Path, *options: str) -> None:
        self.log = log
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rollbook.tools.cli", "view", str(log), "--port", "0", *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        found = re.search(r"http://([^/]+):(\d+)/(?:\?token=(\S+))?", self.said)
        assert found is not None, self.said
        self.url, self.port, self.token = found[0], int(found[2]), found[3]

    def get(self, path: str, host: str | None = None) -> tuple[int, str, dict[str, str]]:
        """Ask for *path*, as if the server were called *host*."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", path, headers={"Host": host} if host else {})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text, {k.lower(): v for k, v in answer.getheaders()}

    def more(self, start: int, leaf: str) -> Any:
        """Ask for entries from *start* on."""
        status, text, _ = self.get(f"/more?from={start}&leaf={leaf}&token={self.token or ''}")
        assert status == 200, text
        return json.loads(text)

    def stop(self) -> None:
        """End the server as Ctrl+C does."""
        self.process.send_signal(2)
        _, errors = self.process.communicate(timeout=30)
        assert "Traceback" not in errors


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The beginning of a battle."""
    path = tmp_path / "live.rbk"
    demo("hull-points", path, count=30).close()
    return path


@pytest.fixture
def served(log: Path) -> Iterator[Served]:
    """That log, served to this machine."""
    running = Served(log)
    yield running
    running.stop()


def test_this_machine_needs_no_token(served: Served) -> None:
    """The page comes with a policy that lets it ask its own server and nobody else."""
    status, text, headers = served.get("/")
    assert status == 200
    assert served.token is None
    assert 'data-mode="follow"' in text
    rules = headers["content-security-policy"]
    assert rules.startswith("default-src 'none'")
    assert "connect-src 'self'" in rules
    assert "frame-ancestors 'none'" in rules
    assert headers["x-content-type-options"] == "nosniff"


def test_another_name_is_refused(served: Served) -> None:
    """A page elsewhere cannot reach the server through a name of its own."""
    assert served.get("/", host="evil.example")[0] == 400
    assert served.get("/", host=f"localhost:{served.port}")[0] == 200


def test_wrong_questions_get_words(served: Served) -> None:
    """What is no number, no place of this log, or no page at all is answered in words."""
    assert served.get("/more?from=x")[0] == 400
    assert served.get("/more?from=5&leaf=00")[0] == 409
    assert served.get("/more?from=999999999&leaf=00")[0] == 409
    assert served.get("/nothing")[0] == 404
    assert served.get("/%2e%2e/live.rbk")[0] == 404
    assert served.get("/games/r1-1/")[0] == 404


def test_it_follows_a_log_that_grows(served: Served) -> None:
    """What is written after the page was made is handed out: entries, odds, and its bytes."""
    session = Session.open(served.log)
    start, leaf = len(session.log), session.log.chain.last_leaf.hex()
    size = served.log.stat().st_size
    session.submit({"do": "note", "by": "ann", "text": "written while somebody watches"})
    more = served.more(start, leaf)
    session.close()
    assert [entry["said"] for entry in more["entries"]] == [
        ["Note: written while somebody watches"]
    ]
    assert b64decode(more["bytes"]) == served.log.read_bytes()[size:]
    assert more["log"]["entries"] == start + 1


def test_a_log_that_goes_away_is_said(served: Served, tmp_path: Path) -> None:
    """A log that is no log any more is an answer in words, and the server lives on."""
    shutil.move(served.log, tmp_path / "aside.rbk")
    served.log.write_bytes(b"no log")
    status, text, _ = served.get("/")
    assert status == 503
    assert "live.rbk" in text
    shutil.move(tmp_path / "aside.rbk", served.log)
    assert served.get("/")[0] == 200


def test_others_need_the_token(log: Path) -> None:
    """Where more than this machine can reach it, every question needs the token."""
    running = Served(log, "--host", "0.0.0.0")  # noqa: S104
    try:
        assert len(running.token) >= 20
        assert running.get("/")[0] == 403
        assert running.get("/?token=wrong")[0] == 403
        assert running.get("/more?from=5&leaf=00")[0] == 403
        assert running.get(f"/?token={running.token}")[0] == 200
    finally:
        running.stop()


@pytest.mark.parametrize("name", ["nothing.rbk", "empty.rbk"])
def test_a_wrong_log_is_said_before_serving(tmp_path: Path, name: str) -> None:
    """A log that cannot be read is said at once, with an exit code."""
    (tmp_path / "empty.rbk").write_bytes(b"")
    done = subprocess.run(
        [sys.executable, "-m", "rollbook.tools.cli", "view", str(tmp_path / name), "--port", "0"],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode in (2, 3)
    assert name in done.stderr
    assert "Traceback" not in done.stderr


def test_a_page_in_a_browser_follows(served: Served, browser: Any) -> None:
    """A reader at the last event sees the next one as it is written, and it verifies."""
    page = browser.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    page.goto(served.url)
    page.wait_for_selector(".proof.good")
    page.keyboard.press("End")
    session = Session.open(served.log)
    session.submit({"do": "note", "by": "ann", "text": "watched live"})
    session.close()
    page.locator("rb-now .sentence", has_text="Note: watched live").wait_for()
    page.wait_for_selector(".proof.good")
    assert page.text_content(".proof") == "✓ Bytes verified"
    page.get_by_role("button", name="Audit sheet").click()
    assert "As of entry 29" in page.text_content("rb-sheet .stale")
    assert page.locator("rb-sheet .qr").count() == 0
    page.wait_for_url(re.compile("v=sheet"))
    page.reload()
    page.wait_for_selector("rb-sheet .qr")
    assert page.locator(".stale").count() == 0
    page.close()
    assert errors == []


def address(page: Any) -> str:
    """Give the address that the page shows."""
    return str(page.evaluate("document.querySelector('rb-now').player.stop.address"))


def test_a_live_page_opens_at_the_end_and_stays_there(served: Served, browser: Any) -> None:
    """The newest event is shown, and the next; whoever steps back stays until he asks."""
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(served.url)
    page.wait_for_selector(".proof.good")
    begun = page.evaluate("document.querySelector('rb-now').player.log.entries.length")
    assert address(page).startswith(f"{begun - 1}.")
    session = Session.open(served.log)
    session.submit({"do": "note", "by": "ann", "text": "one"})
    page.locator("rb-now .sentence", has_text="Note: one").wait_for()
    assert page.get_by_role("button", name="● Live").is_visible()
    page.keyboard.press("ArrowLeft")
    back = address(page)
    session.submit({"do": "note", "by": "ann", "text": "two"})
    session.close()
    page.locator(".toast", has_text="One new entry").wait_for()
    assert address(page) == back
    page.get_by_role("button", name="Live: go to the end").click()
    page.locator("rb-now .sentence", has_text="Note: two").wait_for()
    page.wait_for_url(re.compile("#t="))
    page.reload()
    page.locator("rb-now .sentence", has_text="Note: two").wait_for()
    page.goto(f"{served.url}#e=3.0")
    page.reload()
    page.wait_for_selector(".proof.good")
    assert address(page) == "3.0"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.close()


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped event, the log of its first game linked and in a folder beside it."""
    path = tmp_path_factory.mktemp("event") / "event.rbk"
    first, *rest = commands_in("rollbook.engine.tournament")
    session = start(first, path)
    for command in rest:
        session.submit(command)
    session.close()
    for name, game in keep_games(path, path.parent / "games").items():
        assert run(["tournament", "link", str(path), name, str(game)]) == 0
    return path


def test_the_games_of_an_event(event: Path) -> None:
    """An event's games are served beside it, and follow their own logs; no other log is."""
    games = event.parent / "games"
    demo("hull-points", games / "unlinked.rbk", count=5).close()
    running = Served(event, "--games", str(games))
    try:
        assert running.get("/")[0] == 200
        status, text, headers = running.get("/games/r1-1/")
        assert status == 200
        assert "Finn Ostrander against Lena Fuchs" in text
        assert "connect-src 'self'" in headers["content-security-policy"]
        for nowhere in ("r1-2", "r9-1", "unlinked", "..%2fevent", "r1-1.rbk", "__proto__"):
            assert running.get(f"/games/{nowhere}/")[0] == 404, nowhere
        session = Session.open(games / "r1-1.rbk")
        start_, leaf = len(session.log), session.log.chain.last_leaf.hex()
        session.submit({"do": "note", "by": "ann", "text": "watched"})
        session.close()
        status, text, _ = running.get(f"/games/r1-1/more?from={start_}&leaf={leaf}")
        assert status == 200
        assert json.loads(text)["entries"][0]["said"] == ["Note: watched"]
        (games / "r1-6.rbk").rename(games / "r1-6.aside")
        assert running.get("/games/r1-6/")[0] == 404
        (games / "r1-6.aside").rename(games / "r1-6.rbk")
        assert running.get("/games/r1-6/")[0] == 200
    finally:
        running.stop()


def test_standings_follow_the_event(event: Path, tmp_path: Path) -> None:
    """A result that is corrected while somebody watches changes the standings on the page."""
    log = tmp_path / "event.rbk"
    shutil.copy(event, log)
    running = Served(log)
    try:
        session = Session.open(log)
        start_, leaf = len(session.log), session.log.chain.last_leaf.hex()
        correct = {"do": "correct_result", "by": "judge", "game": "r4-6", "reason": "misread"}
        session.submit({**correct, "score_a": 1, "score_b": 2})
        session.close()
        event_now = running.more(start_, leaf)["event"]
        (game,) = [game for game in event_now["games"] if game["game"] == "r4-6"]
        assert game["score"] == [1, 2]
        assert {game["log"]["status"] for game in event_now["games"] if game["log"]} == {"missing"}
    finally:
        running.stop()


@pytest.mark.parametrize("host", ["0.0.0.0", "0", "::"])  # noqa: S104
def test_other_devices_are_given_an_address_of_this_machine(log: Path, host: str) -> None:
    """Where every address is listened on, none that stands for all of them is given out."""
    if host == "::" and not socket.has_dualstack_ipv6():
        pytest.skip("this system has no IPv6")
    running = Served(log, "--host", host)
    try:
        here = "[::1]" if host == "::" else "127.0.0.1"
        assert running.url == f"http://{here}:{running.port}/?token={running.token}"
        assert running.process.stdout is not None
        line = running.process.stdout.readline().strip()
        assert line.startswith("on this network: http://")
        assert line.endswith(f":{running.port}/?token={running.token}")
        assert not line.startswith((f"on this network: http://{here}", "on this network: http://0"))
        assert "[::]" not in line
    finally:
        running.stop()


@pytest.mark.parametrize(
    ("host", "found"),
    [("0.0.0.0", "192.0.2.7"), ("::", "[2001:db8::7]"), ("::", "192.0.2.7"),  # noqa: S104
     ("0.0.0.0", "shed")],  # noqa: S104
)  # fmt: skip
def test_which_address_of_this_machine(
    host: str, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of the way to others, of either kind; without a way, its name."""
    bare = found.strip("[]")

    def own(family: socket.AddressFamily) -> str | None:
        six = family is socket.AF_INET6
        return bare if bare != "shed" and six == (":" in bare) else None

    monkeypatch.setattr("rollbook.tools.server.run._own_address", own)
    monkeypatch.setattr(socket, "gethostname", lambda: "shed")
    assert Place(host, 80, "t").network_url == f"http://{found}:80/?token=t"
    assert Place("192.0.2.9", 80, "t").network_url is None


def test_the_games_of_an_event_need_the_token_too(event: Path) -> None:
    """Where others can reach the server, a game is as guarded as its event."""
    running = Served(event, "--host", "0.0.0.0", "--games", str(event.parent / "games"))  # noqa: S104
    try:
        assert running.get("/games/r1-1/")[0] == 403
        assert running.get("/games/r1-1/more?from=5&leaf=00")[0] == 403
        assert running.get(f"/games/r1-1/?token={running.token}")[0] == 200
    finally:
        running.stop()


def test_from_the_event_to_a_game_in_a_browser(browser: Any, event: Path) -> None:
    """With the token in the address the link to a game works, and the game is the linked one."""
    running = Served(event, "--host", "0.0.0.0", "--games", str(event.parent / "games"))  # noqa: S104
    page = browser.new_page()
    try:
        page.goto(f"http://127.0.0.1:{running.port}/?token={running.token}")
        page.get_by_role("link", name="Watch Bo Lindqvist").first.click()
        page.wait_for_selector(".claimed.good")
        assert f"/games/r1-6/?token={running.token}#" in page.url
    finally:
        page.close()
        running.stop()
