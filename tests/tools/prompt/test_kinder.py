"""The prompt asks for what was left out, and says what to type in place of what was typed."""

from __future__ import annotations

import pytest

from rollbook.engine.dice.source import SystemSource
from rollbook.engine.starting import start
from rollbook.tools.prompt.table import Table
from tests.engine.hullpoints.table import squad, vehicle
from tests.tools.prompt.test_answers import Said
from tests.tools.prompt.test_prompt import START, WALKER

MINE = {"do": "apply_damage", "by": "ann", "unit": "duchess", "cause": "mine"}
TANK = {
    "do": "add_unit", "kind": "vehicle", "bs": 3, "weapons": [],
    "armour_value": [12, 11, 10],
}  # fmt: skip


@pytest.fixture
def session():
    """Two walkers of each player in the shooting phase."""
    session = start(START, None)
    for owner, unit in (("ann", "gertie"), ("ben", "duchess"), ("ben", "brick")):
        session.submit({**WALKER, "by": owner, "owner": owner, "unit": unit, "name": unit.title()})
    session.submit({"do": "start_round", "by": "system"})
    session.submit({"do": "start_phase", "by": "system", "phase": "shooting"})
    return session


@pytest.fixture
def exploding(session):
    """The Duchess explodes, and it is owed to say whom she reaches."""
    session.submit({**MINE, "amount": 30, "dice": [6, 6]})
    return session


@pytest.fixture
def slain(session):
    """The Duchess is slain, and owed is how she falls."""
    session.submit(
        {"do": "ruling", "by": "judge", "reason": "one left", "set": {
            "units.duchess.hull": 1, "units.duchess.armor": 0}}
    )  # fmt: skip
    session.submit({**MINE, "amount": 1, "dice": [1, 4]})
    return session


def say(session, *typed: str, who: str = "ann") -> list[str]:
    """Type a line and the answers to its questions; give everything that was said."""
    lines = Said(*typed[1:])
    Table(session, lines, who).take(typed[0])
    return lines.said


def last(session):
    """Give the newest command."""
    return session.log.entry(session.head).command


class TestWhomAnExplosionReaches:
    def test_nobody_must_be_said(self, exploding):
        """Without anybody named the table is asked who stands near, and may answer none."""
        said = say(exploding, "explode duchess", "none", "4")
        assert "Who stands within 9 yards of Duchess, or none?" in said
        assert said.index("explosion strength for Duchess, 1 die:") == 2
        assert last(exploding).hits == ()
        assert "reaches nobody" in said[-2]

    def test_who_is_named_is_hit(self, exploding):
        """The answer is written like the end of the line; dice are asked for afterwards."""
        said = say(exploding, "explode duchess", "gertie arc=front + brick arc=rear", "2", "1", "1")
        assert [hit.unit for hit in last(exploding).hits] == ["gertie", "brick"]
        assert any("to wound for" in line for line in said)

    @pytest.mark.parametrize(
        ("typed", "why"),
        [
            ("gertie", "give either model or arc"),
            ("nobody arc=front", "nobody"),
            ("duchess arc=front", "does not hit itself"),
            ("gertie arc=up", "arc"),
            ("no", "No: hits[0]"),
        ],
    )
    def test_a_slip_is_said_and_asked_again(self, exploding, typed, why):
        """Whoever cannot be hit costs the answer, not the command."""
        said = say(exploding, "explode duchess", typed, "none", "3")
        assert any(why in line for line in said), said
        assert last(exploding).hits == ()

    def test_back_returns_to_the_question(self, exploding):
        """The list can be given again before the die is typed."""
        say(exploding, "explode duchess", "none", "back", "gertie arc=front", "1", "1")
        assert [hit.unit for hit in last(exploding).hits] == ["gertie"]

    def test_an_empty_answer_records_nothing(self, exploding):
        """The command is dropped as at every question."""
        before = len(exploding.log)
        assert say(exploding, "explode duchess", "")[-1] == "Nothing was recorded."
        assert len(exploding.log) == before

    @pytest.mark.parametrize(
        "line", ["explode duchess hits=()", "explode duchess + gertie arc=front"]
    )
    def test_a_line_that_says_it_is_not_asked(self, exploding, line):
        """Who is named, or that nobody is, needs no question."""
        assert not any("stands within" in x for x in say(exploding, line, "1"))

    def test_what_is_not_owed_is_refused_without_a_question(self, session):
        """Nobody is asked about an explosion that is none."""
        said = say(session, "explode duchess")
        assert len(said) == 1
        assert said[0].startswith("No: ")

    def test_a_source_of_dice_asks_too(self, exploding):
        """Where the dice are made, the question comes before them."""
        exploding.source = SystemSource()
        said = say(exploding, "explode duchess", "none")
        assert "Who stands within 9 yards of Duchess, or none?" in said
        assert last(exploding).hits == ()

    def test_the_other_rule_set_asks_in_inches(self):
        """Its radius was rolled with the damage."""
        session = start({**START, "rules": "armour-value"}, None)
        session.submit({**TANK, "by": "ann", "owner": "ann", "unit": "anvil", "name": "Anvil",
                        "position": {"x_milli": 0, "y_milli": 0, "facing_decideg": 0}})  # fmt: skip
        say(session, "turn ann")
        say(session, "damage anvil penetrating by test ap=1", "6", "6")
        said = say(session, "explode anvil", "none")
        assert "Who stands within 6 inches of Anvil, or none?" in said
        assert not session.state.pending


class TestWhoIsUnderAFall:
    def test_a_walker_that_falls(self, slain):
        """The die says that she falls, the table where, and on whom."""
        said = say(slain, "timber duchess", "5", "90", "none")
        assert "Who is under Duchess, or none?" in said
        assert last(slain).under == ()

    def test_a_walker_that_dies_standing(self, slain):
        """Nobody is asked whom she falls on."""
        said = say(slain, "timber duchess", "1")
        assert not any("under" in line for line in said)


class TestHowHitsAreShared:
    """Who allocates without a split is asked for one."""

    BLADES = tuple({"id": name, "kind": "melee", "mount": "front"} for name in ("fist", "saw"))
    SPLIT = "How are the hits of Axel shared, 3 in all?"

    @pytest.fixture
    def won(self):
        """Axel has won his duel against Duchess, and three of his blows hit."""
        session = start(START, None)
        for owner, unit in (("ann", "axel"), ("ben", "duchess")):
            session.submit({**WALKER, "by": owner, "owner": owner, "unit": unit,
                            "name": unit.title(), "weapons": list(self.BLADES)})  # fmt: skip
        session.submit({"do": "start_round", "by": "system"})
        session.submit({"do": "start_phase", "by": "system", "phase": "combat"})
        say(session, "duel axel against duchess", "5 2")
        say(session, "strike axel [6 6 6 1]")
        return session

    def test_the_split_is_asked_for(self, won):
        """It is written as behind the command; what does not add up is asked again."""
        whole = "fist on duchess 1 arc=front + saw on duchess 2 arc=front"
        said = say(won, "allocate axel", "none", "fist on duchess 2 arc=front", whole, "1", "1 1")
        assert said[0].startswith("Type WEAPON on TARGET HITS [arc=]")
        assert said.count(self.SPLIT) == 3
        assert any("2 hits are shared, 3 are there" in text for text in said)
        assert [item.hits for item in last(won).allocation] == [1, 2]

    def test_the_question_mark_says_what_is_asked_for(self, won):
        """The line is possible although it lacks the split."""
        assert say(won, "? allocate axel") == ["Possible; it asks whom it strikes."]

    def test_a_source_of_dice_asks_too(self, won):
        """Where the dice are made, the split is asked for before them."""
        won.source = SystemSource()
        assert self.SPLIT in say(won, "allocate axel", "saw on duchess 3 arc=front")
        assert [item.hits for item in last(won).allocation] == [3]

    def test_what_is_not_due_is_refused_without_a_question(self, won):
        """Nobody who has won no combat is asked."""
        assert "NOT_WINNER" in say(won, "allocate duchess", who="ben")[0]

    def test_an_empty_answer_records_nothing(self, won):
        """The command is dropped as at every question."""
        before = len(won.log)
        assert say(won, "allocate axel", "")[-1] == "Nothing was recorded."
        assert len(won.log) == before


class TestFactsLeftOut:
    def test_arcs_are_asked_for(self, session):
        """The arc of a shot and the arc it strikes, with the words that fit."""
        said = say(session, "fire gertie gun at duchess", "front", "rear", "1 1")
        assert "arc (front, side, rear):" in said
        assert "struck (front, side, rear):" in said
        assert (last(session).arc, last(session).struck) == ("front", ("rear",))

    def test_a_word_that_is_no_arc(self, session):
        """It is said, and asked again."""
        say(session, "fire gertie gun at duchess", "top", "front", "none", "rear", "1 1")
        assert (last(session).arc, last(session).struck) == ("front", ("rear",))

    def test_a_fact_in_the_line_that_does_not_fit_is_refused(self, session):
        """What was typed is not asked for again."""
        said = say(session, "fire gertie gun at duchess arc=rear struck=front")
        assert "OUT_OF_ARC" in said[-1]

    def test_the_question_mark_says_what_is_asked_for(self, session):
        """A whole line is possible although it lacks a fact."""
        assert say(session, "? fire gertie gun at duchess") == ["Possible; it asks for arc."]


SQUAD = squad("spades", "s1 s2", owner="ann", by="ann", toughness=None)
TRUCK = vehicle("truck", owner="ann", by="ann")


class TestWhatTheTableDecides:
    """Infantry without a toughness: the table says who is wounded."""

    @pytest.fixture
    def near(self, session):
        """Two of the Spades stand by the Duchess, who explodes."""
        session.submit(SQUAD)
        session.submit({**MINE, "amount": 30, "dice": [6, 6]})
        return session

    def test_it_is_asked_for_model_by_model(self, near):
        """Behind the dice of the explosion, for each that lacks it."""
        said = say(near, "explode duchess", "spades model=s1 + spades model=s2", "4", "yes", "no")
        assert said.count("wounded (yes, no):") == 2
        assert [hit.wounded for hit in last(near).hits] == [True, False]

    def test_what_was_said_is_not_asked(self, near):
        """Only the model that lacks it."""
        listed = "spades model=s1 wounded=no + spades model=s2"
        said = say(near, "explode duchess", listed, "4", "maybe", "yes")
        assert said.count("wounded (yes, no):") == 2
        assert [hit.wounded for hit in last(near).hits] == [False, True]

    def test_passengers_are_told_by_id(self):
        """What a field holds by key is asked for as id and value, until nobody is missing."""
        session = start(START, None)
        session.submit(SQUAD)
        session.submit(TRUCK)
        session.submit({"do": "start_round", "by": "system"})
        say(session, "embark spades/s1,spades/s2 into truck by rear from 1")
        session.submit({**MINE, "unit": "truck", "amount": 30, "dice": [6, 6]})
        said = say(session, "explode truck", "none", "5", "s1", "spades/s1=yes", "spades/s2=no")
        assert "passengers_wounded, as ID=yes or no:" in said
        assert any("such as spades/s1=yes" in line for line in said)
        assert dict(last(session).passengers_wounded) == {"spades/s1": True, "spades/s2": False}


class TestBeforeAnyUnit:
    def test_units_come_first(self):
        """As long as there is no unit, that is said: at the start, by ?, after a refusal."""
        session = start(START, None)
        first = Said("quit")
        Table(session, first).run()
        for said in (first.said, say(session, "?"), say(session, "fire gertie gun at brick")):
            assert any("units come first" in line for line in said)

    def test_it_is_not_said_later(self, session):
        """With units on the table nobody is told to add some."""
        assert not any("units come first" in line for line in say(session, "?"))


class TestWhatToTypeInstead:
    def test_two_faces_for_one_die(self, session):
        """66 is two sixes, and one die is asked for."""
        said = say(session, "check gertie grit", "66", "3")
        assert "that is 2 faces, it takes 1: type one number from 1 to 6" in said
        assert len(session.log) == 7

    def test_a_decimal_comma(self, session):
        """The number is given with its point."""
        assert "type 3.5" in say(session, "move gertie forward 3,5")[-1]


class TestOwnWordsAtAQuestion:
    """What the prompt itself understands is no answer to what it asks."""

    @pytest.mark.parametrize("word", ["?", "quit", "log", "help", "? gertie"])
    def test_at_a_roll(self, session, word):
        """It is told what to do at a question, and asked again."""
        said = say(session, "check gertie grit", word, "3")
        assert said.count("grit for Gertie, 1 die:") == 2
        assert any("empty answer drops the command" in text for text in said)
        assert session.log.entry(session.head).dice.faces == (3,)

    @pytest.mark.parametrize("typed", ["?", "quit", "log", "zoe", "ann", "judge"])
    def test_who_agrees_is_another_player(self, session, typed):
        """Nobody else can agree, so the question comes again."""
        say(session, "check gertie grit", "3")
        said = say(session, "undo", typed, "ben")
        assert said.count("Who agrees (ben)? Nothing: leave it.") == 2
        assert last(session).agreed == "ben"

    def test_nobody_agrees(self, session):
        """An empty answer leaves it."""
        say(session, "check gertie grit", "3")
        before = len(session.log)
        assert say(session, "undo", "zoe", "")[-1] == "Nothing was recorded."
        assert len(session.log) == before


class TestWords:
    @pytest.mark.parametrize(
        "line", ["move gertie forward 2", "check nobody grit", "? move gertie forward 2", "?",
                 "? gertie", "? move", "undo"]
    )  # fmt: skip
    def test_no_engine_is_named_to_people(self, session, line):
        """Where no rule of the game says no, that is said in words."""
        said = say(session, line)
        assert not any("ENGINE" in text for text in said)
        if "move gertie" in line:
            assert any("WRONG_PHASE, by Rollbook itself" in text for text in said)

    def test_orders_to_a_unit_of_somebody_else(self, session):
        """They are taken, with a warning that names owner and asker, and whose the dice are."""
        said = say(session, "fire duchess gun at gertie arc=front struck=front", "1 1")
        whose = "Mind: Duchess is Ben's, and Ann asks"
        assert said[0] == f"{whose}: dice count as Ann's; type ben: ... for Ben's."
        assert last(session).unit == "duchess"
        assert session.log.entry(session.head).dice.rolled_by == "ann"
        said = say(session, "ben: fire duchess gun at gertie arc=front struck=front", "1 1")
        assert not any(text.startswith("Mind") for text in said)

    def test_orders_that_roll_nothing(self, session):
        """Where no die falls, nothing is said of dice."""
        session.submit({"do": "end_round", "by": "system"})
        session.submit({"do": "start_round", "by": "system"})
        assert say(session, "declare duchess 45")[0] == "Mind: Duchess is Ben's, and Ann asks."

    @pytest.mark.parametrize(
        ("line", "who"),
        [
            ("fire gertie gun at duchess arc=front struck=front", "ann"),
            ("fire duchess gun at gertie arc=front struck=front", "judge"),
            ("damage duchess 1 by mine", "ann"),
            ("check duchess grit", "ann"),
        ],
    )
    def test_no_warning_where_it_is_usual(self, session, line, who):
        """One's own unit, the judge, and what befalls a unit."""
        assert not any(text.startswith("Mind") for text in say(session, line, "1 1", who=who))


class TestForSomebodyElse:
    def test_a_line_of_the_prompt_can_begin_with_who_asks(self, session):
        """``ben: undo`` is an undo of Ben's, ``ben: ? fire`` a question of his."""
        lines = Said()
        table = Table(session, lines, "ann")
        table.take("ben: ? duchess")
        assert lines.said[0].startswith("Duchess can now:")
        table.take('ann: note "all quiet"')
        table.take('ben: note "not quite"')
        table.who = "ann"
        table.take("ben: undo wrong word")
        taken = session.log.entry(len(session.log) - 1)
        assert (type(taken.command).__name__, taken.events[0].reason) == ("TakeBack", "wrong word")
        assert taken.by == table.who == "ben"

    def test_nobody_of_that_name(self, session):
        """Who does not play here asks nothing."""
        before = session.head
        assert say(session, "zoe: undo") == [
            "Nobody of that id here; there are ann, ben, judge, system."
        ]
        assert session.head == before


class TestHelp:
    def test_the_words_that_a_place_takes_are_named(self, session):
        """Help on a command names the words that can stand in it."""
        assert "PHASE is one of movement, shooting, combat, end" in say(session, "help phase")

    @pytest.mark.parametrize("word", ["undo", "odds", "show", "who", "log", "quit", "?"])
    def test_the_words_of_the_prompt_are_explained(self, session, word):
        """There is help on what the prompt itself understands."""
        (said,) = say(session, f"help {word}")
        assert word in said
