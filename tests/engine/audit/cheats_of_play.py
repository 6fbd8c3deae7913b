"""Cheats with what was typed: faces, events, rulings, rolls taken back."""

from __future__ import annotations

from importlib import resources
from typing import Any

from rollbook.engine.session import Session
from rollbook.engine.starting import start
from rollbook.events.dicevalues import EnteredDice, LadderDice
from rollbook.events.errors import RuleRefusal
from rollbook.events.frozen import FrozenDict
from rollbook.events.game import GameStarted, Ruling, RulingMade
from rollbook.events.hullpoints import commands as c
from rollbook.events.hullpoints import events as e
from rollbook.events.log import messages as m
from rollbook.events.log.log import NewEntry
from rollbook.events.message import changed
from tests.engine.audit.cheat import (
    Cheat,
    demo_shot,
    event_of,
    forged,
    put,
    recheck,
    with_event,
)
from tests.engine.audit.games import (
    Forged,
    WrittenSource,
    before_fire,
    demo,
    demo_commands,
    first_with,
    ladder,
    press,
)


def a_face_edited() -> Cheat:
    """A face of the entry's dice is edited; its events stay."""

    def edit(log: list[Forged]) -> None:
        shot = first_with(log, lambda x: with_event(x, e.DamageTableRolled))
        faces = list(shot.dice.faces)
        roll = shot.events[event_of(shot, e.DamageTableRolled)].roll
        place = _find(faces, roll.faces)
        faces[place], faces[place + 1] = faces[place + 1], faces[place]
        if faces[place] == faces[place + 1]:
            faces[place] = faces[place] % 6 + 1
        shot.dice = changed(shot.dice, faces=tuple(faces))

    return Cheat(forged(demo(), edit), "FACES_DIFFER")


def _find(faces: list[int], part: tuple[int, ...]) -> int:
    return next(i for i in range(len(faces)) if tuple(faces[i : i + len(part)]) == part)


def a_face_edited_in_dice_and_event() -> Cheat:
    """The die of a failed check shows a pass in dice and roll; what came of it stays."""

    def edit(log: list[Forged]) -> None:
        shot = first_with(log, lambda x: _ends_in_morale(x) and not x.events[-1].passed)
        event = shot.events[-1]
        shot.dice = changed(shot.dice, faces=(*shot.dice.faces[:-1], 1))
        put(shot, len(shot.events) - 1, changed(event, roll=changed(event.roll, faces=(1,))))

    return Cheat(forged(demo(), edit), "OUTCOME_DIFFERS")


def a_failed_roll_dropped() -> Cheat:
    """A whole shot with proved dice is left out."""
    session, shot = before_fire()
    ladder(session)
    session.submit(shot)
    other = next(
        x for x in demo_commands() if x["do"] == "fire_weapon" and x["unit"] != shot["unit"]
    )
    _force(session, other)

    def edit(log: list[Forged]) -> None:
        first_with(log, lambda x: isinstance(x.dice, LadderDice)).drop = True

    return Cheat(forged(session, edit), "INDEX_SKIPPED")


def _force(session: Session, command: dict[str, Any]) -> None:
    """Submit a command without its dice; a harmless diced one if it is refused."""
    try:
        session.submit({k: v for k, v in command.items() if k != "dice"})
    except RuleRefusal:
        session.submit({"do": "check", "by": "judge", "unit": "gertie", "characteristic": "grit"})


def _taken_back_shot() -> tuple[Session, dict[str, Any], int]:
    """Roll a check on one device, take it back, and do it again."""
    session, _ = before_fire()
    session.source = WrittenSource(3)
    check = {"do": "check", "by": "ann", "unit": "gertie", "characteristic": "grit"}
    first = session.submit(check).entry.seq
    session.submit({"do": "take_back", "by": "ann", "to": first - 1, "agreed": "ben",
                    "reason": "wrong unit"})  # fmt: skip
    session.submit(check)
    return session, check, first


def taken_back_and_rolled_again() -> Cheat:
    """After a take-back the same command has fresh faces of the same source."""
    session, _, _ = _taken_back_shot()

    def edit(log: list[Forged]) -> None:
        again = log[-1]
        face = again.dice.faces[0] % 6 + 1
        again.dice = changed(again.dice, faces=(face,), kept_from=None, kept=None)
        recheck(again, face)

    return Cheat(forged(session, edit), "FACES_NOT_REUSED")


def taken_back_and_typed() -> Cheat:
    """After a take-back typed dice stand where revealed faces must be used again."""
    session, _, _ = _taken_back_shot()

    def edit(log: list[Forged]) -> None:
        again = log[-1]
        again.dice = EnteredDice(source="entered", faces=again.dice.faces, rolled_by="ann")

    return Cheat(forged(session, edit), "FACES_NOT_REUSED")


def kept_faces_changed() -> Cheat:
    """The faces said to be used again are not those that fell."""
    session, _, _ = _taken_back_shot()

    def edit(log: list[Forged]) -> None:
        again = log[-1]
        face = again.dice.faces[0] % 6 + 1
        again.dice = changed(again.dice, faces=(face,))
        recheck(again, face)

    return Cheat(forged(session, edit), "KEPT_FACES_DIFFER")


def kept_from_nowhere() -> Cheat:
    """Faces are said to come from an entry that nothing keeps."""
    session, _ = before_fire()
    session.source = WrittenSource(3)
    session.submit({"do": "check", "by": "ann", "unit": "gertie", "characteristic": "grit"})

    def edit(log: list[Forged]) -> None:
        log[-1].dice = changed(log[-1].dice, kept_from=3, kept=1)

    return Cheat(forged(session, edit), "KEPT_FACES_DIFFER")


def purposes_swapped() -> Cheat:
    """Two rolls of one entry change their purposes."""

    def edit(log: list[Forged]) -> None:
        shot = first_with(
            log, lambda x: with_event(x, e.WoundsRolled) and with_event(x, e.HitsRolled)
        )
        hits, wounds = event_of(shot, e.HitsRolled), event_of(shot, e.WoundsRolled)
        for place, purpose in ((hits, "to_wound"), (wounds, "to_hit")):
            event = shot.events[place]
            put(shot, place, changed(event, roll=changed(event.roll, purpose=purpose)))

    return Cheat(forged(demo(), edit), "PURPOSE_DIFFERS")


def extra_harm() -> Cheat:
    """An event is added that does not follow from the dice."""

    def edit(log: list[Forged]) -> None:
        shot = first_with(log, lambda x: with_event(x, e.HullPointLost))
        event = shot.events[event_of(shot, e.HullPointLost)]
        shot.events = (*shot.events, changed(event, hull=event.hull - 1))

    return Cheat(forged(demo(until=34), edit), "EVENT_ADDED")


def milder_row() -> Cheat:
    """The damage table's row is another than its dice say."""

    def edit(log: list[Forged]) -> None:
        shot = first_with(log, lambda x: with_event(x, e.DamageTableRolled))
        place = event_of(shot, e.DamageTableRolled)
        event = shot.events[place]
        put(
            shot,
            place,
            changed(event, row="weapon_shot" if event.row != "weapon_shot" else "leg_hit"),
        )

    return Cheat(forged(demo(until=34), edit), "OUTCOME_DIFFERS")


def morale_left_out() -> Cheat:
    """A morale check that was due is left out, with its die."""

    def edit(log: list[Forged]) -> None:
        shot = first_with(log, _ends_in_morale)
        shot.events = shot.events[:-1]
        shot.dice = changed(shot.dice, faces=shot.dice.faces[:-1])

    return Cheat(forged(demo(until=34), edit), "ROLL_NOT_MADE")


def _ends_in_morale(entry: Forged) -> bool:
    last = entry.events[-1]
    return isinstance(last, e.MoraleChecked) and last.roll is not None


def morale_result_left_out() -> Cheat:
    """The die of a morale check stands there; its event does not."""

    def edit(log: list[Forged]) -> None:
        shot = first_with(log, _ends_in_morale)
        shot.events = shot.events[:-1]

    return Cheat(forged(demo(until=34), edit), "EVENT_MISSING")


def weapon_fired_twice() -> Cheat:
    """A weapon fires a second time in the same phase."""
    session = demo(until=33)
    log = press(session.log, lambda _: None)
    entry = log.entry(len(log) - 1)
    log.append(NewEntry(entry.command, entry.events, entry.by, None, entry.dice))
    return Cheat(log, "NOT_LEGAL", str(len(log) - 1))


def dice_not_due() -> Cheat:
    """A die more than any rule asked for."""

    def edit(log: list[Forged]) -> None:
        shot = first_with(log, lambda x: x.dice is not None)
        shot.dice = changed(shot.dice, faces=(*shot.dice.faces, 6))

    return Cheat(forged(demo(until=34), edit), "ROLL_NOT_DUE")


def face_of_seven() -> Cheat:
    """A die shows a face that it does not have."""

    def edit(log: list[Forged]) -> None:
        shot = first_with(log, lambda x: x.dice is not None)
        shot.dice = changed(shot.dice, faces=(7, *shot.dice.faces[1:]))

    return Cheat(forged(demo(until=34), edit), "BAD_FACE")


def house_rules_changed() -> Cheat:
    """The house rules that the game started with are not those asked for."""

    def edit(log: list[Forged]) -> None:
        place = event_of(log[0], GameStarted)
        event = log[0].events[place]
        rules = FrozenDict({**event.house_rules, "check": "2d6"})
        put(log[0], place, changed(event, house_rules=rules))

    return Cheat(forged(demo(until=20), edit), "HOUSE_RULES_DIFFER", "0.1")


def ruling_by_a_player() -> Cheat:
    """A player heals a unit by a ruling of his own."""

    def edit(log: list[Forged]) -> None:
        log[-1].by = "ann"

    session = demo(until=20)
    session.submit({"do": "ruling", "by": "judge", "reason": "", "set": {"units.gertie.hull": 3}})
    return Cheat(forged(session, edit), "NOT_LEGAL")


def ruling_says_less() -> Cheat:
    """The event of a ruling hides one of its changes."""

    def edit(log: list[Forged]) -> None:
        event = log[-1].events[0]
        assert isinstance(event, RulingMade)
        log[-1].events = (changed(event, changes=event.changes[:1]),)
        assert isinstance(log[-1].command, Ruling)

    session = demo(until=20)
    session.submit({"do": "ruling", "by": "judge", "reason": "",
                    "set": {"units.gertie.hull": 3, "units.stilts.hull": 1}})  # fmt: skip
    return Cheat(forged(session, edit), "OUTCOME_DIFFERS")


def impossible_event() -> Cheat:
    """An event of a unit that is not there."""

    def edit(log: list[Forged]) -> None:
        log[-1].events = (*log[-1].events, e.HullPointLost(unit="nobody", hull=1))

    return Cheat(forged(demo(until=20), edit), "STATE_IMPOSSIBLE")


def command_out_of_range() -> Cheat:
    """A command holds a value that no command may have."""

    def edit(log: list[Forged]) -> None:
        entry = first_with(log, lambda x: isinstance(x.command, c.AddUnit))
        entry.command = changed(entry.command, grit=1000)

    return Cheat(forged(demo(until=20), edit), "BAD_COMMAND")


def key_used_twice() -> Cheat:
    """Two entries carry one key."""

    def edit(log: list[Forged]) -> None:
        log[-1].key = log[-2].key = "once"

    return Cheat(forged(demo(until=20), edit), "KEY_REUSED")


def take_back_alone() -> Cheat:
    """A player takes back the opponent's roll without agreement."""
    session, _ = before_fire()
    entry = demo_shot(session)
    session.submit(
        {"do": "take_back", "by": "ben", "to": entry - 1, "agreed": "ann", "reason": "x"}
    )

    def edit(log: list[Forged]) -> None:
        log[-1].command = changed(log[-1].command, agreed=None)
        log[-1].events = (changed(log[-1].events[0], agreed=None),)

    return Cheat(forged(session, edit), "TAKE_BACK_NOT_ALLOWED")


def take_back_with_other_words() -> Cheat:
    """The event of a take-back gives another reason than its command."""
    session, _ = before_fire()
    entry = demo_shot(session)
    session.submit({"do": "take_back", "by": "judge", "to": entry - 1, "reason": "a slip"})

    def edit(log: list[Forged]) -> None:
        log[-1].events = (changed(log[-1].events[0], reason="Ann asked for it"),)

    return Cheat(forged(session, edit), "LOG_EVENT_DIFFERS")


def own_roll_confirmed() -> Cheat:
    """The side that rolled confirms its own dice."""
    session, _ = before_fire()
    entry = demo_shot(session)
    by = session.log.entry(entry).by
    session.submit(
        {"do": "confirm_rolls", "by": "ben" if by == "ann" else "ann", "entries": [entry]}
    )

    def edit(log: list[Forged]) -> None:
        log[-1].by = by

    return Cheat(forged(session, edit), "CONFIRMED_BY_WRONG_SIDE")


def settled() -> Session:
    """A game in which a roll was disputed, and the judge let it stand."""
    session, _ = before_fire()
    entry = demo_shot(session)
    session.submit({"do": "dispute", "by": "ben", "about": str(entry), "reason": "cocked"})
    session.submit({"do": "settle", "by": "judge", "about": str(entry), "outcome": "stands",
                    "rule": "CM-DIE-1"})  # fmt: skip
    return session


def settled_by_a_player() -> Cheat:
    """A player settles the dispute about his own roll."""
    session = settled()

    def edit(log: list[Forged]) -> None:
        log[-1].by = "ann"

    return Cheat(forged(session, edit), "SETTLED_BY_WRONG_SIDE")


def settled_without_a_dispute() -> Cheat:
    """A settlement stands where nothing was disputed."""
    session = settled()

    def edit(log: list[Forged]) -> None:
        log[-2].drop = True

    return Cheat(forged(session, edit), "LOG_COMMAND_NOT_ALLOWED")


def rolled_by_nobody() -> Cheat:
    """The dice were rolled by somebody who does not play."""
    session, _ = before_fire()
    demo_shot(session)

    def edit(log: list[Forged]) -> None:
        log[-1].dice = changed(log[-1].dice, rolled_by="carl")

    return Cheat(forged(session, edit), "ROLLED_BY_NOBODY")


def program_entry_by_hand() -> Cheat:
    """A player writes an entry that only the program writes."""
    session = demo(until=10)
    log = press(session.log, lambda _: None)
    command, event = m.RecoverTail(offset=9, bytes=1), m.TailRecovered(offset=9, bytes=1)
    log.append(NewEntry(command, (event,), "ann"))
    return Cheat(log, "WRITTEN_BY_HAND")


def tables_changed() -> Cheat:
    """The rule tables in the log are not those that entry 0 names."""
    text = resources.files("rollbook.engine.hullpoints").joinpath("tables.toml").read_text()
    session = start(demo_commands()[0], None, tables=text)

    def edit(log: list[Forged]) -> None:
        event = log[1].events[0]
        lines = tuple("# " + line if line.startswith("#") else line for line in event.lines)
        log[1].command = changed(log[1].command, lines=lines)
        log[1].events = (changed(event, lines=lines),)

    return Cheat(forged(session, edit), "TABLES_DIFFER")


CHEATS = (
    a_face_edited,
    a_face_edited_in_dice_and_event,
    a_failed_roll_dropped,
    taken_back_and_rolled_again,
    taken_back_and_typed,
    kept_faces_changed,
    kept_from_nowhere,
    purposes_swapped,
    extra_harm,
    milder_row,
    morale_left_out,
    morale_result_left_out,
    weapon_fired_twice,
    dice_not_due,
    face_of_seven,
    house_rules_changed,
    ruling_by_a_player,
    ruling_says_less,
    impossible_event,
    command_out_of_range,
    key_used_twice,
    take_back_alone,
    take_back_with_other_words,
    own_roll_confirmed,
    settled_by_a_player,
    settled_without_a_dispute,
    rolled_by_nobody,
    program_entry_by_hand,
    tables_changed,
)
