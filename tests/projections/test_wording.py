"""What is said about luck and faces: only the short list, and nobody is accused."""

import math
import re
from fractions import Fraction
from string import Formatter

import pytest

from rollbook.projections import exact, wording
from rollbook.projections.dicetests import Evidence, faces_test
from rollbook.projections.luck import luck_by_player, most_unlikely
from rollbook.projections.rollseen import RollSeen

NEVER = (
    "cheat", "guilt", "rigged", "impossib", "accus", "fraud", "dishonest", "liar", "lied", "lying",
    "crook", "suspect", "suspici", "tamper", "manipulat", "innocent", "blame", "prove", "proof",
    "deliberate", "fake", "loaded", "unfair", "foul",
)  # fmt: skip
CAUSES = ("worn die", "habits", "mistyped", "missing", "picking this player")


def roll(address, faces, target=4, source="entered"):
    return RollSeen(
        address=str(address),
        player="Ann",
        purpose="to_hit",
        sides=6,
        faces=tuple(faces),
        source=source,
        expected=exact.reaching(len(faces), 6, target),
        value=sum(face >= target for face in faces),
        successes=True,
    )


def evidence(e):
    return Evidence(rolls=60, log_e=math.log(e), highest=math.log(e))


def everything():
    """Give every report at every verdict."""
    odd = [roll(n, [6, 6]) for n in range(60)]
    rolls = [
        odd[0],
        roll(99, [1]),
        RollSeen(address="7", player="Ann", purpose="x", sides=1000, faces=(1,), source="system"),
    ]
    yield wording.luck_sentences(luck_by_player(rolls)["Ann"])
    yield wording.luck_sentences(luck_by_player(odd)["Ann"])
    yield wording.luck_sentences(luck_by_player([roll(1, [1], target=1)])["Ann"])
    yield wording.unlikely_sentences(most_unlikely(odd), 60)
    for some in ([], rolls, odd):
        yield wording.faces_sentences("Ann", faces_test(some))
    for e in (1, 50, 5000):
        yield wording.rates_sentences("Ann", evidence(e))
        yield wording.order_sentences("Ann", evidence(e))
    yield wording.group_sentences(12, ())
    yield wording.group_sentences(12, ("Ann", "Bob"))


class TestList:
    @pytest.mark.parametrize("name", wording.TEMPLATES)
    def test_no_template_accuses(self, name):
        """No template holds a word that says what somebody did."""
        text = wording.TEMPLATES[name].lower()
        assert [word for word in NEVER if word in text] == []

    def test_no_printed_sentence_accuses(self):
        """Neither does a filled one."""
        text = " ".join(sentence for report in everything() for sentence in report).lower()
        assert [word for word in NEVER if word in text] == []

    def test_every_printed_sentence_comes_from_the_list(self):
        """Each sentence matches one of the templates from end to end."""
        patterns = []
        for template in wording.TEMPLATES.values():
            texts = (re.escape(text) for text, *_ in Formatter().parse(template))
            patterns.append(".*".join(texts) + (".*" if template.endswith("}") else ""))
        for report in everything():
            for sentence in report:
                assert any(re.fullmatch(pattern, sentence) for pattern in patterns), sentence

    def test_every_report_names_the_other_causes_last(self):
        """Whatever was found, the other causes are named."""
        reports = list(everything())
        assert len(reports) > 10
        for report in reports:
            assert all(cause in report[-1] for cause in CAUSES)

    def test_the_list_is_short_and_has_no_sentence_twice(self):
        """One short list, read as a whole in a minute."""
        assert len(wording.TEMPLATES) < 40
        assert len(set(wording.TEMPLATES.values())) == len(wording.TEMPLATES)


class TestLuck:
    def test_one_plain_sentence(self):
        """Expectation, size, and how many games go this way."""
        total, _ = luck_by_player([roll(1, [1, 2, 3])])["Ann"]
        said = "Ann's rolls came out 1.5 below expectation; 1 in 8 games goes this way or worse."
        assert wording.luck_sentence(total) == said

    def test_one_kind_is_named_in_plain_words(self):
        """The purpose is printed without underscores."""
        _, kind = luck_by_player([roll(1, [4, 5, 6])])["Ann"]
        said = wording.luck_sentence(kind)
        assert said.startswith("Ann's to hit rolls came out 1.5 above expectation;")
        assert said.endswith("1 in 8 games goes this way or better.")

    def test_what_most_games_do_is_said_so(self):
        """Where more than half of the games do it, no 1 in n is printed."""
        _, kind = luck_by_player([roll(1, [5], target=2)])["Ann"]
        assert "more than half of all games go this way or better" in wording.luck_sentence(kind)

    def test_at_expectation(self):
        """No deviation, no odds."""
        total, _ = luck_by_player([roll(1, [1, 6])])["Ann"]
        assert wording.luck_sentence(total) == "Ann's rolls came out exactly at expectation."
        assert wording.no_luck_sentence("Bob") == "Bob made no roll whose chances are known."

    def test_nothing_unlikely_says_nothing(self):
        """Without a roll there is no list."""
        assert wording.unlikely_sentences((), 0) == ()


class TestFaces:
    @pytest.mark.parametrize(
        ("e", "said"),
        [(19.99, "nothing to report"), (20.1, "look closer"), (1001, "before the judge")],
    )
    def test_the_verdict_follows_the_lines(self, e, said):
        """Below 20, from 20 to 1,000, and above."""
        assert said in wording.rates_sentences("Ann", evidence(e))[0]

    def test_no_evidence_stands_beside_what_would_have_been_seen(self):
        """A quiet report says with how many dice it would not have been quiet."""
        said = wording.faces_sentences("Ann", faces_test([roll(n, [n % 6 + 1]) for n in range(60)]))
        assert "nothing to report on the faces of 60 dice" in said[0]
        assert "one face of a D6 falling 1.5 times as often as it should" in said[2]
        assert "2 times" in said[3]

    def test_typed_order_is_said_to_be_untested(self):
        """The order report says which dice it leaves out."""
        assert "The order of typed dice is not tested." in wording.order_sentences(
            "Ann", evidence(1)
        )


class TestNumbers:
    @pytest.mark.parametrize(
        ("e", "text"),
        [
            (0.01, "less than 0.1"),
            (0.1, "0.1"),
            (19.96, "19.9"),
            (20, "20.0"),
            (999.9, "999"),
            (1e12, "more than 1,000,000,000"),
        ],
    )
    def test_e_values_are_never_rounded_over_a_line(self, e, text):
        """An e-value of 19.96 is not printed as 20."""
        assert wording.e_text(math.log(e)) == text

    def test_simulated_rates_are_never_certain(self):
        """A power of 1 from a simulation is printed as nearly all."""
        said = " ".join(
            wording.faces_sentences("Ann", faces_test([roll(n, [6]) for n in range(900)]))
        )
        assert "noticed in 100 %" not in said
        assert "more than 99.9 % of cases" in said

    @pytest.mark.parametrize(
        ("chance", "text"),
        [(Fraction(1, 2), "2"), (Fraction(2, 27), "14"), (Fraction(1, 46656), "46,656")],
    )
    def test_one_in_n_is_rounded(self, chance, text):
        """The n of 1 in n is a whole number."""
        assert wording.one_in(chance) == text
