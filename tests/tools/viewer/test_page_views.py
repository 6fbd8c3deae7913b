"""The page as its readers use it: with keys, on paper, on a phone, by ear."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rollbook.tools.viewer.document import export_page
from tests.battles import demo
from tests.tools.viewer.opened import AXE, SCHEMES, VIEWS, Opened, address, serious, verified

pytestmark = pytest.mark.slow


def show_view(page: Any, view: str) -> None:
    """Follow a link to a view, as its address bar would."""
    page.evaluate(f"location.hash = '#e=33.6&v={view}'")
    page.wait_for_function(f"document.body.dataset.view === '{view}'")


def test_keys_alone(opened: Any, pages: dict[str, Path]) -> None:
    """Every key of the help does what it says, from one end of the game to the other."""
    page = opened.go(pages["branched"], "#e=33.0")
    press = page.keyboard.press
    for key, place in (
        ("ArrowRight", "33.1"), ("ArrowLeft", "33.0"), ("d", "33.1"), ("h", "33.5"),
        ("Home", "0.0"), ("PageDown", "16.0"), ("PageUp", "0.0"), ("End", "165.0"),
    ):  # fmt: skip
        press(key)
        if key not in ("PageDown", "End"):
            assert address(page) == place, key
    state = "document.querySelector('rb-now').player"
    press("Home")
    press("PageDown")
    assert page.evaluate(f"{state}.state.round") == 1
    press("Shift+ArrowRight")
    assert page.evaluate(f"{state}.state.phase") == "shooting"
    press("Shift+ArrowLeft")
    press("ArrowDown")
    assert page.evaluate(f"{state}.line") == "what-if"
    press("ArrowUp")
    press("g")
    assert page.evaluate(f"{state}.marks[{state}.index].kind") == "judge"
    for key, view in (("x", "diff"), ("t", "tree"), ("Escape", "play"), ("/", "log")):
        press(key)
        assert page.evaluate("document.body.dataset.view") == view
    page.keyboard.type("hg?dx")
    assert page.input_value("input[type=search]") == "hg?dx"
    assert page.evaluate("document.body.dataset.view") == "log"
    page.evaluate("document.activeElement.blur()")
    press("Escape")
    press("o")
    assert page.evaluate(f"{state}.oddsOpen") is True
    press("Shift+?")
    assert page.locator("dialog.help[open]").count() == 1
    press("Escape")
    assert page.locator("dialog[open]").count() == 0
    press("Home")
    press(" ")
    assert page.evaluate(f"{state}.playing") is True
    press(" ")
    assert page.evaluate(f"{state}.playing") is False
    press(">")
    assert page.evaluate(f"{state}.speed") == 2
    press("<")
    press("Control+d")
    press("Alt+h")
    assert address(page) == "0.0"


def test_a_round_is_a_round(opened: Any, pages: dict[str, Path]) -> None:
    """Where a round has a turn for each player, page down goes to the next round all the same."""
    page = opened.go(pages["armour-value"], "#e=0.1")
    state = "document.querySelector('rb-now').player.state"
    seen = []
    for key in (*["PageDown"] * 4, *["PageUp"] * 2):
        page.keyboard.press(key)
        seen.append(page.evaluate(f"{state}.round"))
    assert seen == [1, 2, 3, 4, 3, 2]


def test_a_key_that_finds_nothing_says_so(
    opened: Any, pages: dict[str, Path], tmp_path: Path
) -> None:
    """Where nobody lost a hull point, the key for the next one says that there is none."""
    log, html = tmp_path / "begun.rbk", tmp_path / "begun.html"
    demo("hull-points", log, count=12).close()
    html.write_text(export_page(log), encoding="utf-8")
    page = opened.go(html)
    page.keyboard.press("h")
    assert page.text_content(".toast") == "There is no hull loss on this timeline."


def test_every_control_can_be_reached_by_tab(opened: Any, pages: dict[str, Path]) -> None:
    """Tab goes through the page to its end, and each stop has a name."""
    page = opened.go(pages["hull-points"], "#e=33.6")
    names = []
    for _ in range(400):
        page.keyboard.press("Tab")
        name = page.evaluate(
            "(e => e === document.body ? null : (e.getAttribute('aria-label') || e.textContent"
            " || e.labels?.[0]?.textContent || '').trim())(document.activeElement)"
        )
        if name is None or (names and name == names[0]):
            break
        names.append(name)
    assert all(names)
    assert "Save the log from this page" in names
    assert len(names) > 60


def test_equal_events_in_a_row_are_both_read(opened: Any, pages: dict[str, Path]) -> None:
    """Two notes with the same words are read one after the other, each with its address."""
    page = opened.go(pages["branched"], "#e=162.0")
    said = "[...document.querySelectorAll('[aria-live]')].map(p => p.textContent).join('')"
    first = page.evaluate(said)
    page.keyboard.press("ArrowRight")
    second = page.evaluate(said)
    assert first.startswith("162.0: ")
    assert second.startswith("163.0: ")
    assert first.partition(": ")[2] == second.partition(": ")[2]


def test_withdrawn_events_are_there(opened: Any, pages: dict[str, Path]) -> None:
    """What was taken back is hatched on the bar, passed over in play, and can be looked at."""
    page = opened.go(pages["branched"], "#e=123.0")
    page.keyboard.press("ArrowRight")
    assert address(page) == "161.0"
    assert page.locator("rb-timeline [fill='url(#hatch)']").count() > 30
    page = opened.go(pages["branched"], "#e=125.0")
    assert "Withdrawn by entry 161" in page.text_content(".gone-note")


def test_why_a_value_is_what_it_is(opened: Any, pages: dict[str, Path]) -> None:
    """Clicking a value lists the events that made it, and leads to them."""
    page = opened.go(pages["hull-points"], "#e=60.0")
    page.locator('[data-path="units.stilts.hull"]').click()
    assert "Stilts loses a hull point" in page.text_content("dialog.why")
    page.locator("dialog.why ol button").first.click()
    assert address(page) == "33.5"
    flashed = page.locator('[data-path="units.stilts.hull"].flash')
    assert flashed.text_content() == "2 of 3"


def test_the_chance_of_a_row_of_the_table(opened: Any, pages: dict[str, Path]) -> None:
    """A roll on the damage table has the chance of its row, and of its number beside it."""
    page = opened.go(pages["hull-points"], "#e=33.6")
    page.keyboard.press("o")
    assert page.text_content(".strip .short").strip() == "22.2 %"
    said = page.text_content(".strip p")
    assert said == "This result had a chance of 22.2 %; the number 5 alone 11.1 %."
    page.keyboard.press("ArrowLeft")
    assert page.locator(".strip").count() == 0


def test_the_shown_event_is_in_sight_in_its_list(phone: Any, pages: dict[str, Path]) -> None:
    """However long the list of a command is, the event that is shown is not scrolled away."""
    page = phone.go(pages["hull-points"], "#e=33.6")
    line = page.locator(".rest .now").bounding_box()
    room = page.locator(".rest ol").bounding_box()
    assert room["y"] <= line["y"]
    assert line["y"] + line["height"] <= room["y"] + room["height"] + 1


def test_an_event_as_it_was_recorded(opened: Any, pages: dict[str, Path]) -> None:
    """Under the sentence stand the fields that it was made from, and stay open while stepping."""
    page = opened.go(pages["hull-points"], "#e=33.5")
    page.get_by_text("As recorded").click()
    fields = page.locator(".recorded dl div")
    assert fields.all_text_contents() == ["EventHullPointLost", "unitstilts", "hull2"]
    page.keyboard.press("ArrowRight")
    assert fields.first.text_content() == "EventDamageTableRolled"


@pytest.mark.parametrize("rules", ["hull-points", "armour-value"])
@pytest.mark.parametrize("width", [1280, 390])
def test_no_name_on_the_board_covers_another(
    browser: Any, pages: dict[str, Path], rules: str, width: int
) -> None:
    """However close units stand, each name on the board can be read, inside the picture."""
    made = Opened(browser, viewport={"width": width, "height": 860})
    page = made.go(pages[rules])
    verified(page)
    covered = page.evaluate(
        """() => {
          const player = document.querySelector("rb-now").player;
          const found = [];
          const inside = (b, f) => b.left >= f.left - 2 && b.right <= f.right + 2;
          for (let i = 0; i < player.stops.length; i += 9) {
            player.go(i);
            const frame = document.querySelector(".picture svg")?.getBoundingClientRect();
            const names = [...document.querySelectorAll(".picture .label, .picture .blast text")];
            const boxes = names.map((e) => e.getBoundingClientRect());
            boxes.forEach((a, j) => {
              if (!inside(a, frame)) found.push([player.stop.address, names[j].textContent]);
              boxes.slice(j + 1).forEach((b, k) => {
                const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
                const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
                if (wide > 2 && high > 4) {
                  found.push([player.stop.address, names[j].textContent,
                    names[j + 1 + k].textContent, wide, high]);
                }
              });
            });
          }
          return found;
        }"""
    )
    made.context.close()
    assert made.errors == []
    assert covered == []


def test_the_reach_of_an_explosion(opened: Any, pages: dict[str, Path]) -> None:
    """The circle of an explosion is drawn to scale, in the unit of its rules, its words within."""
    page = opened.go(pages["hull-points"], "#e=124.10")
    words = page.locator(".blast text")
    assert words.text_content() == "7 yards from the base"
    board = page.locator("rb-board .picture").bounding_box()
    assert words.bounding_box()["y"] >= board["y"]
    radius = page.evaluate("document.querySelector('.blast circle').r.baseVal.value")
    assert radius == pytest.approx(7 * 25.4 + 110 / 2)
    page = opened.go(pages["armour-value"], "#e=64.4")
    assert page.locator(".blast text").text_content() == "2″ from the base"


def test_every_picture_of_luck_has_its_table(opened: Any, pages: dict[str, Path]) -> None:
    """The running luck can be read roll by roll, and each roll leads to its event."""
    page = opened.go(pages["hull-points"], "#e=33.6&v=luck")
    assert page.locator(".luck-chart").count() == 2
    page.get_by_text("Roll by roll as a table").first.click()
    rows = page.get_by_role("region", name="Running luck of Ann").locator("tbody tr")
    rolls = "document.querySelector('rb-now').player.log.luck.players.Ann.running.length"
    assert rows.count() == page.evaluate(rolls) > 20
    rows.first.get_by_role("button").click()
    assert page.evaluate("document.body.dataset.view") == "play"


@pytest.mark.parametrize(
    ("rules", "other"), [("armour-value", ["30.6", "30.7"]), ("hull-points", [])]
)
def test_the_columns_of_luck_are_explained(
    opened: Any, pages: dict[str, Path], rules: str, other: list[str]
) -> None:
    """Each column of the tables has its meaning; rolls of which less is better are named."""
    page = opened.go(pages[rules], "#v=luck")
    meanings = page.locator(".meanings")
    explained = meanings.locator("dt").all_text_contents()
    columns = page.locator(".luck > .wide thead").first.locator("th").all_text_contents()
    assert columns[1:] == ["Rolls", "Expected", "Actual", "Luck", "This far out"]
    assert [name for name in columns[1:] if name not in explained] == []
    assert meanings.get_by_role("button").all_text_contents() == other
    assert ("Counted the other way" in explained) == bool(other)


def test_search_and_filter(opened: Any, pages: dict[str, Path]) -> None:
    """Events are found by words, unit, kind and rareness, together."""
    page = opened.go(pages["hull-points"], "#v=log&e=33.0")
    count = page.locator("rb-list [role=status]")
    page.get_by_label("Search").fill("damage table for stilts")
    assert count.text_content().startswith("2 of 355")
    page.get_by_label("Search").fill("")
    page.get_by_label("Kind").select_option("explosion")
    page.get_by_label("Unit").select_option("mule")
    some = int(count.text_content().split()[0])
    assert 0 < some < 10
    page.get_by_label("Kind").select_option("")
    page.get_by_label("Unit").select_option("")
    page.get_by_label("Rolls under 3 %").check()
    assert 0 < int(count.text_content().split()[0]) < 30


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_sheet_prints(opened: Any, pages: dict[str, Path], tmp_path: Path, paper: str) -> None:
    """The audit sheet becomes a PDF of that paper, with all that a judge signs."""
    page = opened.go(pages["branched"], "#v=sheet&e=10.0")
    assert verified(page) == "✓ Bytes verified"
    sheet = page.text_content("rb-sheet")
    for said in ("Root of the tree", "every entry matches", "HW-TURN-4", "by ruling", "Judge"):
        assert said in sheet
    page.emulate_media(media="print")
    assert page.locator("nav.tabs").is_hidden()
    data = page.pdf(path=str(tmp_path / "sheet.pdf"), format=paper)
    assert data.startswith(b"%PDF")
    box = re.search(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", data)
    assert box is not None
    assert round(float(box[1])) in ({595, 596} if paper == "A4" else {612})


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_board_prints_at_true_scale(opened: Any, pages: dict[str, Path], paper: str) -> None:
    """On paper a millimetre is a millimetre, and every unit is on one of the sheets."""
    page = opened.go(pages["hull-points"], "#e=33.0")
    page.evaluate("void (window.print = () => {})")
    page.get_by_role("button", name="Print at 100 %").click()
    page.emulate_media(media="print")
    millimetre = 96 / 25.4
    sheets = page.locator(".paper svg")
    for sheet in sheets.all():
        box = sheet.bounding_box()
        view = sheet.evaluate("svg => [svg.viewBox.baseVal.width, svg.viewBox.baseVal.height]")
        assert box["width"] == pytest.approx(view[0] * millimetre, rel=0.001)
        assert box["height"] == pytest.approx(view[1] * millimetre, rel=0.001)
    whole = page.evaluate(
        """() => {
          const found = {};
          for (const svg of document.querySelectorAll(".paper svg")) {
            const frame = svg.getBoundingClientRect();
            for (const unit of svg.querySelectorAll(".unit")) {
              const box = unit.querySelector("ellipse, rect").getBoundingClientRect();
              const inside = box.right > frame.left && box.left < frame.right
                && box.bottom > frame.top && box.top < frame.bottom;
              if (inside) found[unit.dataset.unit] = box.width;
            }
          }
          return found;
        }"""
    )
    assert len(whole) == page.locator(".picture .unit").count() == 8
    assert whole["gertie"] == pytest.approx(80 * millimetre, rel=0.08)
    count = sheets.count()
    data = page.pdf(format=paper)
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == count > 6


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_nothing_runs_over_the_edge(browser: Any, pages: dict[str, Path], width: int) -> None:
    """No view needs sideways scrolling, down to 320 pixels."""
    made = Opened(browser, viewport={"width": width, "height": 740})
    page = made.go(pages["branched"], "#e=33.6")
    wide = {}
    for view in VIEWS:
        show_view(page, view)
        wide[view] = page.evaluate("document.documentElement.scrollWidth")
    made.context.close()
    assert made.errors == []
    assert {view: pixels for view, pixels in wide.items() if pixels > width} == {}


def test_touch_targets_and_swipes(phone: Any, pages: dict[str, Path]) -> None:
    """On a phone what can be pressed is at least 44 pixels high and wide, and a swipe steps."""
    page = phone.go(pages["hull-points"], "#e=33.0")
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, select, summary")]
          .filter((e) => e.offsetParent)
          .filter((e) => e.getBoundingClientRect().height < 43.9
            || (!e.closest(".controls") && e.getBoundingClientRect().width < 43.9))
          .map((e) => e.textContent || e.className)"""
    )
    assert small == []
    page.evaluate(
        """() => {
          const now = document.querySelector("rb-now");
          const touch = (x) => new Touch({ identifier: 1, target: now, clientX: x, clientY: 400 });
          const told = (name, to) => now.dispatchEvent(new TouchEvent(name, to));
          told("touchstart", { touches: [touch(300)], bubbles: true });
          told("touchend", { changedTouches: [touch(100)], bubbles: true });
        }"""
    )
    assert address(page) == "33.1"


@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_finds_nothing_serious(browser: Any, pages: dict[str, Path], scheme: str) -> None:
    """The accessibility checker finds nothing serious on any view, light or dark."""
    if not AXE.exists():
        pytest.skip(f"axe-core is not installed: npm install --prefix {AXE.parents[2]}")
    made = Opened(browser, color_scheme=scheme)
    page = made.go(pages["branched"], "#e=33.6")
    verified(page)
    found = {}
    for view in VIEWS:
        show_view(page, view)
        found[view] = serious(page, *SCHEMES[scheme])
    made.context.close()
    assert made.errors == []
    assert {view: problems for view, problems in found.items() if problems} == {}


def test_two_timelines_leave_the_buttons_on_a_phone(phone: Any, pages: dict[str, Path]) -> None:
    """With a timeline to choose every button under the bar stays inside the screen."""
    page = phone.go(pages["branched"])
    verified(page)
    assert page.get_by_label("Timeline", exact=True).last.is_visible()
    for width in (390, 360):
        page.set_viewport_size({"width": width, "height": 740})
        boxes = [one.bounding_box() for one in page.locator(".controls button").all()]
        boxes.append(page.locator(".controls select").bounding_box())
        assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
        assert all(box["width"] >= 32 for box in boxes)


@pytest.mark.parametrize(("rules", "yards"), [("hull-points", True), ("armour-value", False)])
def test_the_ruler_speaks_the_units_of_its_rules(
    opened: Any, pages: dict[str, Path], rules: str, yards: bool
) -> None:
    """Yards are said only where the game measures in them."""
    page = opened.go(pages[rules])
    verified(page)
    page.keyboard.press("End")
    said = page.text_content(".ruler p")
    assert " in" in said
    assert ("yards of the game" in said) == yards
    assert "yd" not in said
