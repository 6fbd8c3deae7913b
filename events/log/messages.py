"""
The log's own messages: how it opens, grows its schema, and moves its heads.

Four numbers are fixed for ever: 0 ``start_game``, 1 ``LogOpened``, 2
``extend_schema``, 3 ``SchemaExtended``.  The rest are numbered in the order of
:data:`LOG_MESSAGES` when a log is made.
"""

from typing import Annotated

from rollbook.events.dicevalues import DICE_VALUES, VoidDie
from rollbook.events.errors import BadValue
from rollbook.events.frozen import FrozenDict
from rollbook.events.message import Command, Event, message
from rollbook.events.quantities import (
    Address,
    Between,
    Count,
    Length,
    Matches,
    Natural,
    OneOf,
    PlayerId,
    Text,
)
from rollbook.events.roll import Roll
from rollbook.events.schemarows import SchemaRow

TIMELINE_PATTERN = "(?![0-9]+$)[a-z0-9_-]{1,32}"
TimelineName = Annotated[
    str,
    Matches(
        TIMELINE_PATTERN,
        "a timeline name (1 to 32 of a-z, 0-9, _ and -, not digits only)",
    ),
]

_COMMITMENT_BYTES = 32


@message
class StartGame(Command):
    """The first command of every log."""

    rules: Annotated[str, Length(32)]
    players: Annotated[FrozenDict[Text], Count(0, 4000)]
    house_rules: FrozenDict[int | str | bool | tuple[int | str | bool, ...]]


@message
class LogOpened(Event):
    """The log exists: its format, its id, the versions that wrote it, its schema."""

    format: int
    game_id: bytes
    rules_version: str
    tables_hash: bytes | None
    writer: str
    schema: tuple[SchemaRow, ...]


@message
class ExtendSchema(Command):
    """Add types, or newer versions of types, to the schema.  Written by the program."""

    rows: tuple[SchemaRow, ...]


@message
class SchemaExtended(Event):
    """From the next entry of the file on, these rows belong to the schema too."""

    rows: tuple[SchemaRow, ...]


@message
class GiveTables(Command):
    """Keep the text of rule tables other than the shipped ones.  Written by the program."""

    part: Natural
    lines: tuple[str, ...]


@message
class TablesGiven(Event):
    """Part *part* of the text of the tables that this game is played by."""

    part: int
    lines: tuple[str, ...]


@message
class RecoverTail(Command):
    """A torn tail was moved aside.  Written by the program."""

    offset: Natural
    bytes: Natural


@message
class TailRecovered(Event):
    """*bytes* bytes from *offset* on were no whole entry and were kept in a file of their own."""

    offset: int
    bytes: int


@message
class TakeBack(Command):
    """Withdraw the newest entries of a timeline; they stay in the file."""

    timeline: TimelineName | None = None
    to: Natural
    reason: Text
    agreed: PlayerId | None = None


@message
class TakenBack(Event):
    """The head of *timeline* went from *head* back to *to*, which withdraws *count* entries."""

    timeline: str
    to: int
    head: int
    count: int
    reason: str
    agreed: str | None


@message
class Restore(Command):
    """Bring back what a take-back withdrew."""

    timeline: TimelineName | None = None
    entry: Natural
    reason: Text
    agreed: PlayerId | None = None


@message
class Restored(Event):
    """*timeline* goes on from *entry* again, an earlier head of it."""

    timeline: str
    entry: int
    reason: str
    agreed: str | None


@message
class Fork(Command):
    """Open a named timeline at any entry."""

    name: TimelineName
    at: Natural
    kind: Annotated[str, OneOf(("played", "simulated"))] | None = None


@message
class TimelineForked(Event):
    """Timeline *name* begins at entry *at*; *copy* is set when it begins a file of its own."""

    name: str
    at: int
    kind: str
    copy: bytes | None


@message
class HoldRoll(Command):
    """Keep the faces of a command that was refused after they fell.  Written by the program."""

    command: Command
    code: Text


@message
class RollHeld(Event):
    """
    The faces of this entry wait for *command*, corrected or completed.

    *code* is the refusal that came after they had fallen.
    """

    command: Command
    code: str


@message
class GiveUpRoll(Command):
    """
    Give up a roll whose faces are known; the audit lists it.

    Without *entry* it is the held roll that waits at the head, which its own
    player may give up.  With the agreement of the other player, or by the
    judge, the faces of any entry are set aside, and the same command rolls
    anew.
    """

    reason: Text
    entry: Natural | None = None
    agreed: PlayerId | None = None


@message
class RollGivenUp(Event):
    """
    The roll of entry *held* is given up.

    *set_aside* says that its faces need not be used again, by the agreement
    of *agreed* or because the judge said so.
    """

    held: int
    reason: str
    agreed: str | None
    set_aside: bool


@message
class CommitDice(Command):
    """
    Fix the commitments of a dice source before its first roll.

    *key_a* and *key_b* are the players' Ed25519 public keys (32 bytes) where
    keys are in use: then every reveal is signed.  *aborts* is what happens
    when somebody walks away from a roll: ``sealed``, the judge's sealed copy
    completes it; ``forfeit``, the judge rules against who left; ``reroll``,
    the index is burnt and the next one used.
    """

    source: Annotated[str, OneOf(("ladder", "judge"))]
    commit_a: bytes | None = None
    commit_b: bytes | None = None
    length: Annotated[int, Between(1, 65_536)] | None = None
    commit_judge: bytes | None = None
    aborts: Annotated[str, OneOf(("sealed", "forfeit", "reroll"))]
    key_a: bytes | None = None
    key_b: bytes | None = None

    def check_shape(self) -> None:
        """Raise ``BadValue`` unless what the source needs is there, 32 bytes each."""
        needed = ("commit_a", "commit_b") if self.source == "ladder" else ("commit_judge",)
        for field in ("commit_a", "commit_b", "commit_judge", "key_a", "key_b"):
            value = getattr(self, field)
            if value is None and field in needed:
                raise BadValue(field, f"the source {self.source} needs it")
            if value is not None and field.startswith("commit") and field not in needed:
                raise BadValue(field, f"the source {self.source} has no use for it")
            if value is not None and len(value) != _COMMITMENT_BYTES:
                raise BadValue(field, f"is {len(value)} bytes, not {_COMMITMENT_BYTES}")
        if (self.key_a is None) != (self.key_b is None):
            raise BadValue("key_a", "both players sign their reveals, or neither does")
        if self.key_a is not None and self.key_a == self.key_b:
            raise BadValue("key_b", "two players do not share a key")
        if self.source == "ladder" and self.length is None:
            raise BadValue("length", "the source ladder needs it")
        if self.source == "ladder" and self.commit_a == self.commit_b:
            raise BadValue("commit_b", "two ladders are never the same")
        if self.source == "judge" and self.length is not None:
            raise BadValue("length", "the source judge has no use for it")


@message
class DiceCommitted(Event):
    """From here on dice of *source* can be proved against these commitments."""

    source: str
    commit_a: bytes | None
    commit_b: bytes | None
    length: int | None
    commit_judge: bytes | None
    aborts: str
    key_a: bytes | None
    key_b: bytes | None


@message
class AbortRoll(Command):
    """
    Somebody walked away from a roll that was asked for.

    *role* is who did (1 and 2 the players, 3 the judge), *request* the hash
    that was shown (32 bytes), *share* what the other one had revealed by then.
    """

    source: Annotated[str, OneOf(("ladder", "judge"))]
    role: Annotated[int, OneOf((1, 2, 3))]
    request: bytes | None = None
    share: bytes | None = None
    reason: Text


@message
class RollAborted(Event):
    """
    A roll was not completed because *role* walked away; its *index* is burnt.

    *commit* is the ``commit_dice`` entry in force, *aborts* its rule for this.
    """

    source: str
    commit: int
    index: int | None
    role: int
    aborts: str
    request: bytes | None
    share: bytes | None
    reason: str


@message
class RevealSeed(Command):
    """Reveal a committed seed, so that everybody can derive its dice again."""

    role: Annotated[int, OneOf((1, 2, 3))]
    seed: bytes


@message
class SeedRevealed(Event):
    """The seed behind the commitment of *role* (1 and 2 the players, 3 the judge)."""

    role: int
    seed: bytes


@message
class ConfirmRolls(Command):
    """The other side confirms typed dice."""

    entries: Annotated[tuple[Natural, ...], Count(1, 4096, distinct=True)]


@message
class RollsConfirmed(Event):
    """The faces of these entries were seen by the one who confirms."""

    entries: tuple[int, ...]


@message
class Dispute(Command):
    """Object to an address."""

    about: Address
    reason: Text


@message
class DisputeRaised(Event):
    """Somebody objects to *about*."""

    about: str
    reason: str


@message
class Settle(Command):
    """The judge settles a dispute."""

    about: Address
    outcome: Annotated[str, OneOf(("stands", "corrected", "reroll", "taken_back"))]
    rule: Text
    reason: Text | None = None
    entry: Natural | None = None


@message
class DisputeSettled(Event):
    """
    The judge's answer to the dispute about *about*.

    *entry* is the ruling or take-back that carries it out; ``None`` where the
    record stands as it is.
    """

    about: str
    outcome: str
    rule: str
    reason: str
    entry: int | None


LOG_MESSAGES = (
    StartGame,
    LogOpened,
    ExtendSchema,
    SchemaExtended,
    Roll,
    VoidDie,
    *DICE_VALUES,
    GiveTables,
    TablesGiven,
    RecoverTail,
    TailRecovered,
    TakeBack,
    TakenBack,
    Restore,
    Restored,
    Fork,
    TimelineForked,
    HoldRoll,
    RollHeld,
    GiveUpRoll,
    RollGivenUp,
    CommitDice,
    DiceCommitted,
    RevealSeed,
    SeedRevealed,
    ConfirmRolls,
    RollsConfirmed,
    Dispute,
    DisputeRaised,
    Settle,
    DisputeSettled,
    AbortRoll,
    RollAborted,
)
FIXED = (StartGame, LogOpened, ExtendSchema, SchemaExtended)
"""The types whose numbers are the same in every log."""
PROGRAM_ONLY = (ExtendSchema, GiveTables, RecoverTail, HoldRoll)
"""Commands that only the program writes, never a person."""
NOBODYS = (ExtendSchema, RecoverTail)
"""Commands of entries that the program writes for itself, on nobody's account."""
MOVERS: dict[type, tuple[type[Command], str]] = {
    LogOpened: (StartGame, ""),
    SchemaExtended: (ExtendSchema, "rows"),
    TablesGiven: (GiveTables, "lines"),
    TakenBack: (TakeBack, "to"),
    Restored: (Restore, "entry"),
    TimelineForked: (Fork, "at"),
}
"""Events that change more of a log than its length: their command, what both say alike."""
MOVING_EVENTS = frozenset(MOVERS)
MOVING_COMMANDS = frozenset(command for command, _ in MOVERS.values())
