"""Names are cleaned and become ids."""

from __future__ import annotations

import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from rollbook.tools.importers.text import IdMaker, clean_text, slug


@given(st.text())
def test_a_clean_text_is_clean(raw: str) -> None:
    """One line of NFC without control or direction characters; cleaning twice is cleaning once."""
    clean = clean_text(raw).text
    assert unicodedata.is_normalized("NFC", clean)
    kinds = {unicodedata.category(each) for each in clean if each not in "\u200c\u200d"}
    assert not kinds & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert clean_text(clean).text == clean
    assert len(clean) <= 500


@given(st.text(st.characters(max_codepoint=127), max_size=80))
def test_plain_texts_are_cleaned_the_short_way_alike(raw: str) -> None:
    """With a letter that needs the long way in front, the rest comes out the same."""
    assert clean_text("ä " + raw).text == ("ä " + clean_text(raw).text).strip()


@given(st.lists(st.text(max_size=50), max_size=40))
def test_ids_are_ids_and_differ(names: list[str]) -> None:
    """Whatever the names, their ids have the shape of ids, are not reserved, and differ."""
    maker = IdMaker(("krak",))
    ids = [maker.make(name) for name in [*names, *names, "krak"]]
    assert all(re.fullmatch(r"[a-z0-9_-]{1,32}", each) for each in ids)
    assert len({*ids, "krak"}) == len(ids) + 1


def test_mail_addresses_go_and_are_said() -> None:
    """A mail address is nobody's name."""
    found = clean_text("Ann ann.b@club.example.org")
    assert found.text == "Ann"
    assert found.removed == ("a mail address",)


def test_slugs_of_other_scripts() -> None:
    """Marks fall off letters; a name without Latin letters has the fallback."""
    assert slug("Ångström Ⅳ") == "angstrom-iv"
    assert slug("Железный слон", "unit") == "unit"
    assert len(slug("x" * 100)) == 32
