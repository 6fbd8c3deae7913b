"""The page of an event: its standings are those of the command line, its games can be opened."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from rollbook.engine.session import Session
from rollbook.engine.starting import start
from rollbook.events.log.file import FileLog
from rollbook.tools.cli.demo import commands_in
from rollbook.tools.cli.main import run
from rollbook.tools.gamelogs import GameLogs
from rollbook.tools.viewer.document import export_page, page_of
from rollbook.tools.viewer.eventgames import GamePages
from rollbook.tools.viewer.eventpages import is_file_name
from tests.tools.viewer.opened import AXE, HOSTILE, SCHEMES, Opened, address, serious, verified

LINKED = "This is the log that the event’s result names"
OTHER = "This is not the log that the event’s result names"

FIRST_GAME = "Finn Ostrander against Lena Fuchs (r1-1)"


def row_of(page: Any, names: str) -> Any:
    """Give the line of a game in the list of rounds."""
    return page.locator(".games tbody tr").filter(has_text=names)


def test_standings_and_crosstable(
    opened: Any, event: Path, event_page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Places, names and values stand there as `tournament standings` prints them."""
    page = opened.go(event_page)
    assert verified(page) == "✓ Bytes verified"
    assert run(["tournament", "standings", str(event), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    table, cross = page.locator("table.standings"), page.locator("table.cross")
    shown = [line.locator("th, td").all_text_contents() for line in table.locator("tbody tr").all()]
    assert len(shown) == len(rows) > 8
    for line, row in zip(shown, rows, strict=True):
        assert line[0].split()[0] == str(row["rank"])
        assert line[1].startswith(row["name"])
        assert line[2:5] == [str(row[n]) for n in ("wins", "draws", "losses")]
        assert line[5:] == list(row["values"].values())
    assert cross.locator("tbody tr").count() == len(rows)
    assert "bye, a draw" in cross.text_content()
    page.locator("rb-standings button").first.click()
    assert page.evaluate("document.body.dataset.view") == "log"
    assert page.locator("rb-list .events li").count() > 2


def test_every_game_with_its_result(
    opened: Any, event: Path, event_page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rounds list the games that `tournament pairings` prints, with their results."""
    page = opened.go(event_page)
    for number in (1, 2, 3, 4):
        assert run(["tournament", "pairings", str(event), "--round", str(number), "--json"]) == 0
        games = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        lines = page.get_by_label(f"Games of round {number}").locator("tbody tr")
        shown = [line.locator("td.number").text_content() for line in lines.all()]
        assert len(shown) == len(games)
        for text, game in zip(shown, games, strict=True):
            result = game["result"]
            if game["b"] is not None and result["score_a"] is not None:
                assert text.startswith(f"{result['score_a']} : {result['score_b']}")


@pytest.mark.parametrize(
    ("names", "said", "opens", "then"),
    [
        ("Finn Ostrander v Lena Fuchs", "✓ linked log", True, LINKED),
        ("Bo Lindqvist v Cleo Adeyemi", "✓ linked log, longer now", True, "1 were written since"),
        ("Dov Perlman v Ada Marsh", "✗ not the linked log", True, OTHER),
        (
            "Gus Tremaine v Kit Rowntree",
            "✗ shorter than linked",
            True,
            "it has 20 entries, 31 were",
        ),
        ("Ena Kovač v Hana Sato", "log not here", False, ""),
        ("Jun Park v Ivo Bianchi", "no log linked", False, ""),
    ],
)
def test_a_result_leads_to_its_game(
    opened: Any, event_page: Path, names: str, said: str, opens: bool, then: str
) -> None:
    """Each game says whether its log is the linked one; its page opens and proves it again."""
    page = opened.go(event_page)
    cell = row_of(page, names).locator("td").last
    assert said in cell.text_content()
    assert cell.get_by_role("link").count() == opens
    if opens:
        cell.get_by_role("link").click()
        assert verified(page) == "✓ Bytes verified"
        assert page.evaluate("document.body.dataset.view") == "play"
        assert page.url.partition("#")[0].endswith(".html")
        assert then in page.text_content(".claimed")


def test_the_crosstable_leads_to_games_too(opened: Any, event_page: Path) -> None:
    """Both players of a game with a page can follow it from their own line."""
    page = opened.go(event_page)
    links = page.locator("table.cross a")
    assert links.count() == 8
    assert links.filter(has_text="✗").count() == 4
    page.locator("table.cross tr").filter(has_text="Lena Fuchs").get_by_role("link").last.click()
    verified(page)
    assert page.text_content("h1") == "Finn Ostrander against Lena Fuchs"


def test_a_log_that_ends_otherwise_than_the_result(
    opened: Any, event: Path, tmp_path: Path
) -> None:
    """Where a result was corrected away from what its linked log says, both are shown."""
    log = tmp_path / "corrected.rbk"
    shutil.copy(event, log)
    change = ["1:1", "15", "12", "--reason", "a unit was forgotten"]
    assert run(["tournament", "correct", str(log), *change]) == 0
    html = tmp_path / "page.html"
    games = GamePages(GameLogs(event.parent / "games"), lambda *_: None)
    with FileLog.read(log) as read:
        html.write_text(page_of(read, games=games), encoding="utf-8")
    row = row_of(opened.go(html), "Finn Ostrander v Lena Fuchs")
    assert row.locator("td.number").text_content() == "15 : 12"
    assert "its log ends 15 : 11" in row.text_content()
    assert "no page was made of it" in row.text_content()


def test_without_the_logs_of_games(opened: Any, event: Path, tmp_path: Path) -> None:
    """A page that was made without the games says so at each linked one."""
    html = tmp_path / "event.html"
    html.write_text(export_page(event), encoding="utf-8")
    page = opened.go(html)
    assert page.title() == "Rust Valley Cup, tournament"
    assert page.locator("rb-standings a").count() == 0
    assert page.get_by_text("log not in this page").count() == 5


def test_nothing_is_written_over(event: Path, event_page: Path, tmp_path: Path) -> None:
    """A page or a folder of games that is there already is left as it is."""
    games = ["--games", str(event.parent / "games")]
    before = event_page.read_bytes()
    assert run(["export", str(event), "--html", *games, "-o", str(event_page)]) == 2
    assert event_page.read_bytes() == before
    (tmp_path / "new-games").mkdir()
    assert run(["export", str(event), "--html", *games, "-o", str(tmp_path / "new.html")]) == 2
    assert list(tmp_path.iterdir()) == [tmp_path / "new-games"]


@pytest.mark.parametrize("wrong", [["--html"], ["--jsonl", "-o", "x.jsonl"]])
def test_games_need_a_page_in_a_file(event: Path, wrong: list[str]) -> None:
    """Pages of games go beside a page that is a file, and only there."""
    assert run(["export", str(event), *wrong, "--games", str(event.parent / "games")]) == 2


def test_a_battle_has_no_games(logs: dict[str, Path], tmp_path: Path) -> None:
    """The log of a battle takes no folder of games."""
    page = ["-o", str(tmp_path / "x.html")]
    folder = ["--games", str(tmp_path)]
    assert run(["export", str(logs["hull-points"]), "--html", *folder, *page]) == 2


def test_an_id_that_is_a_path_makes_no_file() -> None:
    """Only an id that is a plain name becomes the name of a file."""
    assert is_file_name("r2b-1")
    assert not any(map(is_file_name, ("../r1-1", "r1/1", "", "R1", "r1.html", "a" * 65, "r1-1\n")))


def test_keys_and_paper(opened: Any, event_page: Path, tmp_path: Path) -> None:
    """Tab reaches the games, Enter opens one; on paper the rounds are all there."""
    page = opened.go(event_page)
    verified(page)
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Watch":
            break
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.get_by_label("Games of round 3").is_visible()
    assert page.pdf(path=str(tmp_path / "event.pdf"), format="A4").startswith(b"%PDF")
    page.emulate_media(media="screen")
    page.keyboard.press("Enter")
    page.wait_for_url("**/r1-*.html*")
    verified(page)
    assert address(page) == "0.1"


def test_hostile_names_of_an_event(opened: Any, tmp_path: Path) -> None:
    """An event and players whose names look like HTML are shown as text, and break nothing."""
    path = tmp_path / "hostile.rbk"
    commands = commands_in("rollbook.engine.tournament")
    first, second, third = commands[:3]
    names = [f"{i}{HOSTILE}" for i in range(len(third["players"]))]
    players = [{**p, "name": n} for p, n in zip(third["players"], names, strict=True)]
    session = start(first, path)
    session.submit({**second, "name": HOSTILE})
    session.submit({**third, "players": players})
    for command in commands[3:10]:
        session.submit(command)
    session.close()
    html = tmp_path / "hostile.html"
    html.write_text(export_page(path), encoding="utf-8")
    page = opened.go(html)
    assert verified(page) == "✓ Bytes verified"
    assert page.locator("img").count() == 0
    assert page.title().startswith("<img src=x onerror=")
    assert "\u202e" not in page.evaluate("document.body.innerText")
    assert "<img src=x" in page.text_content("h1")


@pytest.mark.slow
@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_finds_nothing_serious(browser: Any, event_page: Path, scheme: str) -> None:
    """The accessibility checker finds nothing serious on the page of an event."""
    if not AXE.exists():
        pytest.skip(f"axe-core is not installed: npm install --prefix {AXE.parents[2]}")
    made = Opened(browser, color_scheme=scheme)
    page = made.go(event_page)
    verified(page)
    found = serious(page, *SCHEMES[scheme])
    made.context.close()
    assert found == []


@pytest.mark.slow
def test_nothing_runs_over_the_edge(opened: Any, event_page: Path) -> None:
    """The page of an event needs no sideways scrolling, down to 320 pixels."""
    page = opened.go(event_page)
    verified(page)
    for width in (1280, 390, 320):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def group_of(page: Any, title: str) -> Any:
    """Give a group of the judge's layer by its heading."""
    return page.locator("rb-judge section").filter(
        has=page.get_by_role("heading", name=title, exact=True)
    )


@pytest.fixture(scope="module")
def judged(event: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the event after one more penalty, which was lifted again, and its end."""
    folder = tmp_path_factory.mktemp("judged")
    log, html = folder / "judged.rbk", folder / "judged.html"
    shutil.copy(event, log)
    session = Session.open(log)
    for command in (
        {"do": "give_penalty", "player": "ada", "card": "yellow", "reason": "slow"},
        {"do": "lift_penalty", "penalty": 2, "reason": "the clock was wrong"},
        {"do": "close_tournament", "reason": "all rounds are played"},
    ):
        session.submit({**command, "by": "judge"})
    session.close()
    html.write_text(export_page(log), encoding="utf-8")
    return html


@pytest.mark.parametrize(
    ("title", "kinds"),
    [
        ("Disputes", ("ResultDisputed",)),
        ("Rulings", ("ResultRuled", "RulingMade")),
        ("Corrections", ("ResultCorrected",)),
        ("Penalties", ("PenaltyGiven", "PenaltyLifted")),
    ],
)
def test_the_judges_layer_of_an_event(
    opened: Any, judged: Path, title: str, kinds: tuple[str, ...]
) -> None:
    """Disputes, rulings, corrections and penalties stand there as the log says them."""
    with FileLog.read(judged.with_suffix(".rbk")) as log:
        there = [
            f"{entry.seq}.{number}"
            for entry in log.entries(range(len(log)))
            for number, one in enumerate(entry.events)
            if type(one).__name__ in kinds
        ]
    page = opened.go(judged, "#v=judge")
    shown = group_of(page, title).locator("li .where button:first-child").all_text_contents()
    assert shown == there
    assert there
    assert page.get_by_role("button", name="Next hull loss").count() == 0
    if title == "Disputes":
        assert "ruled (entry" in group_of(page, title).text_content()


def test_a_dispute_ends_with_its_round(opened: Any, tmp_path: Path) -> None:
    """A result in dispute is open no more once its round was withdrawn before any ruling."""
    first, *rest = commands_in("rollbook.engine.tournament")
    session = start(first, tmp_path / "withdrawn.rbk")
    for command in rest:
        session.submit(command)
        if command["do"] == "dispute_result":
            break
    html = tmp_path / "page.html"
    html.write_text(export_page(tmp_path / "withdrawn.rbk"), encoding="utf-8")
    disputes = group_of(opened.go(html, "#v=judge"), "Disputes")
    assert disputes.locator(".badge").all_text_contents() == ["open"]
    session.submit({"do": "withdraw_round", "by": "judge", "reason": "fire drill"})
    session.close()
    html.write_text(export_page(tmp_path / "withdrawn.rbk"), encoding="utf-8")
    disputes = group_of(opened.go(html, "#v=judge"), "Disputes")
    assert disputes.locator(".badge").all_text_contents() == ["withdrawn with its round"]
    disputes.locator("li button").last.click()
    assert "Round 2 is withdrawn" in opened.page.text_content(".sentence")


@pytest.mark.parametrize(
    ("address", "changes"),
    [
        ("2.0", ["Ada Marsh: name Ada Marsh", "Ada Marsh is entered"]),
        ("6.0", ["Event: round 0 → 1", "Event: phase none → paired", "Round 1 is paired"]),
        (
            "8.0",
            [
                f"{FIRST_GAME}: status open → submitted",
                f"{FIRST_GAME}: result none → 15 : 11, by Finn Ostrander",
                f"{FIRST_GAME}: stated 0 → 1",
            ],
        ),
    ],
)
def test_what_changed_in_an_event_in_words(
    opened: Any, event_page: Path, address: str, changes: list[str]
) -> None:
    """What an event of the tournament changed is said with the names of players and games."""
    page = opened.go(event_page, f"#v=play&e={address}")
    assert page.locator(".changes li").all_text_contents() == changes


def test_no_change_is_a_path(opened: Any, judged: Path) -> None:
    """No event of the tournament says what it changed by ids, or at endless length."""
    page = opened.go(judged, "#v=play")
    said = page.evaluate(
        """() => {
          const player = document.querySelector("rb-now").player;
          return player.stops.flatMap((_, i) => {
            player.go(i);
            return [...document.querySelectorAll(".changes li")].map((li) => li.textContent);
          });
        }"""
    )
    assert len(said) > 150
    assert [
        text for text in said if re.search(r"\b(games|rounds|entered), |\br\d[a-z]?-\d+,", text)
    ] == []
    assert max(map(len, said)) < 280


def test_the_audit_sheet_of_an_event(opened: Any, judged: Path) -> None:
    """Its result are the standings; what only a battle has, has no heading."""
    page = opened.go(judged, "#v=sheet")
    sheet = page.inner_text("rb-sheet")
    assert "The event is over. all rounds are played" in sheet
    leader = page.evaluate("document.querySelector('rb-sheet').player.log.event.rows[0].name")
    assert f"Standings after round 4\n1 {leader} (" in sheet
    heading = "Rulings, disputes, corrections, penalties, notes"
    rulings = page.locator("rb-sheet section", has_text=heading).first.inner_text()
    for said in ("disputes the result", "the judge rules", "corrected", "yellow", "2 is lifted"):
        assert said in rulings
    for wrong in ("no winner", "no players", "Luck", "House rules", "Game over"):
        assert wrong not in sheet
    assert page.get_by_role("button", name="Luck").count() == 0


def test_the_events_of_an_event(opened: Any, judged: Path) -> None:
    """The bar and the filters of an event's page do not ask after units and unlikely rolls."""
    page = opened.go(judged, "#v=log")
    assert page.locator("rb-list .events li").count() > 20
    shown = page.locator("body").inner_text()
    assert "Unlikely" not in shown
    assert "Rolls under 3 %" not in shown


@pytest.mark.parametrize("what", ["slips", "pairings", "standings"])
def test_printable_pages_on_a_phone(phone: Any, event: Path, tmp_path: Path, what: str) -> None:
    """On a phone nothing runs off the page or over something else, and no name is broken."""
    html = tmp_path / f"{what}.html"
    assert run(["tournament", "export", str(event), "--html", what, "-o", str(html)]) == 0
    page = phone.go(html)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate("visualViewport.width") == 390
    boxes = page.evaluate(
        "[...document.querySelectorAll('.slip')].map(s => [s.scrollHeight, s.clientHeight])"
    )
    assert all(inside <= own for inside, own in boxes)
    shown = page.locator("td", has_text="Lena Fuchs").first
    assert shown.evaluate("cell => cell.scrollWidth <= cell.clientWidth")
    words = shown.evaluate(
        """cell => cell.textContent.split(' ').map((word, i, all) => {
          const range = document.createRange();
          const start = all.slice(0, i).join(' ').length + (i ? 1 : 0);
          range.setStart(cell.firstChild, start);
          range.setEnd(cell.firstChild, start + word.length);
          return range.getClientRects().length;
        })"""
    )
    assert set(words) == {1}


def test_a_result_without_scores_is_said_once(opened: Any, event: Path, tmp_path: Path) -> None:
    """How a game came to its result stands in its line, and not a second time."""
    log, html = tmp_path / "walkover.rbk", tmp_path / "walkover.html"
    shutil.copy(event, log)
    change = ["1:1", "--how", "walkover", "--winner", "finn", "--reason", "he did not come"]
    assert run(["tournament", "correct", str(log), *change]) == 0
    html.write_text(export_page(log), encoding="utf-8")
    row = row_of(opened.go(html), "Finn Ostrander v Lena Fuchs")
    assert row.locator("td.number").text_content() == "walkover"
