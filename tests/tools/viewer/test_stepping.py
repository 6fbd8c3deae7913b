"""What a step from event to event touches on the page, and what it leaves as it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rollbook.tools.viewer.bundle import script
from tests.tools.viewer.opened import address, verified

pytestmark = pytest.mark.slow

COUNTER = """() => { window.changed = 0;
    const all = {subtree: true, childList: true, attributes: true, characterData: true};
    new MutationObserver((records) => { window.changed += records.length; })
        .observe(document, all); }"""
PLAYER = "document.querySelector('rb-now').player"
SKETCHES = """
window.plan = ([name, attributes, children]) => (name === "svg" ? svgTag : tag)(
    name, attributes, plans(children));
window.plans = (trees) => trees.map((c) => (Array.isArray(c) ? plan(c) : c));
window.draw = (trees) => renew(document.querySelector("main"), plans(trees));
window.anew = (trees) => { const one = document.createElement("main");
    renew(one, plans(trees)); return one; };
Object.assign(window, { tag, renew });
"""


def test_a_step_changes_little(opened: Any, pages: dict[str, Path]) -> None:
    """A step changes few places of the page, and as few late in the game as early in it."""
    page = opened.go(pages["hull-points"], "#e=33.0")
    verified(page)
    page.evaluate(COUNTER)

    def changes(seq: int) -> list[int]:
        page.evaluate(f"{PLAYER}.goTo({seq}, 0)")
        found = []
        for _ in range(40):
            page.evaluate("window.changed = 0")
            page.keyboard.press("ArrowRight")
            found.append(page.evaluate("window.changed"))
        return sorted(found)

    early, late = changes(20), changes(130)
    assert 1 < early[20] < 60
    assert 1 < late[20] < 60
    assert page.evaluate("document.querySelectorAll('*').length") < 6000


def test_a_step_leaves_what_stays_the_same(opened: Any, pages: dict[str, Path]) -> None:
    """Cards and units that an event leaves alone stay; the button that has the focus keeps it."""
    page = opened.go(pages["hull-points"], "#e=33.0")
    verified(page)
    page.evaluate(
        """() => {
        window.kept = [...document.querySelectorAll(".card, g.unit, .ruler select, .sentence")];
        document.querySelector("button.address").focus(); }"""
    )
    page.keyboard.press("ArrowRight")
    assert address(page) == "33.1"
    assert page.evaluate("window.kept.length") > 8
    assert page.evaluate("window.kept.filter((one) => !one.isConnected).length") == 0
    assert page.evaluate("document.activeElement.textContent") == "33.1"


def test_a_value_that_changes_twice_in_a_row_flashes_twice(
    opened: Any, pages: dict[str, Path]
) -> None:
    """Each of two events in a row that change one value shows it as new, once."""
    page = opened.go(pages["hull-points"])
    verified(page)
    at = page.evaluate(
        f"""() => {{ const {{ stops }} = {PLAYER};
        const moved = ({{ entry, number }}) => entry.patches[number]
            .filter(([path]) => path.includes(".position.")).map(([path]) => path.split(".")[1]);
        return stops.findIndex((stop, i) => i
            && moved(stop).some((unit) => moved(stops[i - 1]).includes(unit))); }}"""
    )
    assert at > 0
    flash = "document.querySelector('.card.named .all .flash')"
    page.evaluate(f"{PLAYER}.go({at - 1})")
    assert page.evaluate(f"window.first = {flash}") is not None
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"{flash} && window.first !== {flash}")
    page.evaluate(f"window.second = {flash}")
    # Looked at again, it is not new once more.
    page.evaluate(f"{PLAYER}.changed()")
    assert page.evaluate(f"window.second === {flash}")


NAMES = st.sampled_from(["p", "ul", "b", "svg", "details"])
ATTRIBUTES = st.dictionaries(
    st.sampled_from(["class", "key", "title", "open", "data-unit"]),
    st.sampled_from(["a", "b", "a c", True, False, None]),
    max_size=3,
).map(lambda one: {**one, "class": one["class"] if isinstance(one.get("class"), str) else None})
TREES = st.lists(
    st.recursive(
        st.sampled_from(["x", "y", "", None]),
        lambda inner: st.tuples(NAMES, ATTRIBUTES, st.lists(inner, max_size=4)).map(list),
        max_leaves=12,
    ),
    max_size=4,
)


@pytest.fixture(scope="module")
def sheet(browser: Any) -> Any:
    """An empty page that has the sketches of the viewer."""
    context = browser.new_context()
    page = context.new_page()
    page.set_content(f"<main></main><script>{script('sketch.js')}{SKETCHES}</script>")
    yield page
    context.close()


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(TREES, min_size=2, max_size=5))
def test_a_sketch_drawn_over_another_looks_as_if_drawn_anew(
    sheet: Any, drawings: list[list[Any]]
) -> None:
    """Whatever was drawn before: what is drawn now looks as on an empty page."""
    same = sheet.evaluate(
        """(drawings) => drawings.every((one) => { draw(one);
            return document.querySelector("main").isEqualNode(anew(one)); })""",
        drawings,
    )
    assert same


def test_the_deeds_and_choices_are_those_of_the_last_sketch(sheet: Any) -> None:
    """A button that stays does what it was last sketched to do; a choice is the one sketched."""
    said = sheet.evaluate(
        """() => { const main = document.querySelector("main"); const said = [];
        for (const word of ["one", "two", "three"]) {
            const deeds = word === "three" ? {} : { onclick: () => said.push(word) };
            renew(main, tag("button", deeds, "go"),
                tag("select", { value: word }, ["one", "two", "three"].map((n) =>
                    tag("option", { value: n }, n))));
            main.querySelector("button").click();
            said.push(main.querySelector("select").value);
            main.querySelector("select").value = "one";
        }
        return said; }"""
    )
    assert said == ["one", "one", "two", "two", "three"]


def test_what_a_sketch_says_is_text_with_nothing_hidden(sheet: Any) -> None:
    """Markup stays text, and what would turn or hide letters is written out."""
    text = sheet.evaluate(
        """() => { const main = document.querySelector("main");
        renew(main, "<img src=x>", tag("p", { title: "a\u202eb" }, "c\u202ed"));
        return [main.children.length, main.textContent, main.querySelector("p").title]; }"""
    )
    assert text == [1, "<img src=x>c\\u202ed", "a\\u202eb"]
