"""
Disputes: a player objects to an address, the judge settles it.

Nothing is edited: a correction is a ``ruling``, a roll made again a
``take_back``, and the settlement names the entry that carries it out.
"""

from __future__ import annotations

from rollbook.engine.decide import Asked
from rollbook.engine.dice.ledger import Ledger
from rollbook.engine.dicecommands import LogDecider
from rollbook.events.errors import BadValue, RuleRefusal
from rollbook.events.game import Ruling
from rollbook.events.log.address import Address, BadAddress, parse_address
from rollbook.events.log.errors import UnknownEntry, UnknownTimeline
from rollbook.events.log.log import Log, NewEntry
from rollbook.events.log.messages import Dispute, DisputeRaised, DisputeSettled, Settle, TakeBack
from rollbook.events.message import Command
from rollbook.events.quantities import JUDGE, SYSTEM

CARRIED_OUT_BY: dict[str, type[Command] | None] = {
    "stands": None,
    "corrected": Ruling,
    "reroll": TakeBack,
    "taken_back": TakeBack,
}
"""What kind of entry carries out each outcome."""


def address_in(log: Log, text: str, timeline: str) -> Address:
    """
    Read an address of *log* that a command names in ``about``.

    Raises :class:`~rollbook.events.errors.RuleRefusal`: ``UNKNOWN_TIMELINE``,
    ``UNKNOWN_ENTRY`` or ``BAD_VALUE``.
    """
    try:
        address = parse_address(text, log.chain.timelines, timeline)
    except UnknownTimeline as error:
        raise RuleRefusal("UNKNOWN_TIMELINE", str(error), field="about") from None
    except UnknownEntry as error:
        raise RuleRefusal("UNKNOWN_ENTRY", str(error), field="about") from None
    except BadAddress as error:
        raise BadValue("about", error.reason) from None
    if address.event is not None and address.event >= len(log.entry(address.seq).events):
        raise RuleRefusal(
            "UNKNOWN_ENTRY",
            f"entry {address.seq} has no event {address.event}",
            field="about",
        )
    return address


def _dispute(log: Log, timeline: str, players: tuple[str, ...], asked: Asked) -> NewEntry:  # noqa: ARG001
    command = asked.command
    assert isinstance(command, Dispute)  # noqa: S101
    if asked.by == SYSTEM:
        raise RuleRefusal("NOT_ALLOWED", "a player or the judge disputes, not the program")
    about = str(address_in(log, command.about, timeline))
    if Ledger().read(log).open_dispute(about) is not None:
        raise RuleRefusal("NOT_ALLOWED", f"{about} is under dispute already", needs="ruling")
    event = DisputeRaised(about=about, reason=command.reason)
    return NewEntry(command, (event,), asked.by, asked.key, timeline=timeline)


def _settle(log: Log, timeline: str, players: tuple[str, ...], asked: Asked) -> NewEntry:  # noqa: ARG001
    command = asked.command
    assert isinstance(command, Settle)  # noqa: S101
    if asked.by != JUDGE:
        raise RuleRefusal("NOT_JUDGE", "only the judge settles a dispute")
    about = str(address_in(log, command.about, timeline))
    found = Ledger().read(log).open_dispute(about)
    if found is None:
        raise RuleRefusal("NOT_PENDING", f"{about} is not under dispute")
    _check_entry(log, command, found.seq)
    event = DisputeSettled(
        about=about,
        outcome=command.outcome,
        rule=command.rule,
        reason=command.reason or "",
        entry=command.entry,
    )
    return NewEntry(command, (event,), asked.by, asked.key, timeline=timeline)


def _check_entry(log: Log, command: Settle, raised: int) -> None:
    """Check that the entry named carries the outcome out: the judge's, after the dispute."""
    kind = CARRIED_OUT_BY[command.outcome]
    if command.entry is None:
        return
    if kind is None:
        raise BadValue("entry", "what stands needs no entry to carry it out")
    if not 0 <= command.entry < len(log):
        raise RuleRefusal("UNKNOWN_ENTRY", f"there is no entry {command.entry}", field="entry")
    entry = log.entry(command.entry)
    if not isinstance(entry.command, kind) or entry.by != JUDGE or command.entry < raised:
        raise BadValue(
            "entry",
            f"entry {command.entry} is no {'ruling' if kind is Ruling else 'take-back'} "
            "of the judge after the dispute was raised",
        )


DISPUTE_DECIDERS: dict[type[Command], LogDecider] = {Dispute: _dispute, Settle: _settle}
