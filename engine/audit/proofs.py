"""
Do the faces follow from their proof?  One check a source, and the grade it earns.

Grades: ``proved``, ``attested``, ``single-sourced``, ``unverifiable``,
``none``; ``contradicted`` when something that was checked does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import frozen

from rollbook.engine.audit.found import finding_at
from rollbook.engine.dice.derive import (
    DerivationError,
    check_share,
    dice,
    prk,
    request_hash,
)
from rollbook.engine.dice.ladder import commitment_of
from rollbook.engine.dice.ledger import Committed, Ledger
from rollbook.engine.dice.party import ROLE_NAMES, Reveal, RevealAsk, check_signature
from rollbook.events.dicevalues import (
    DICE_VALUES,
    EnteredDice,
    JudgeDice,
    LadderDice,
    SimulatedDice,
    SystemDice,
)
from rollbook.events.errors import MissingExtra
from rollbook.events.finding import Finding
from rollbook.events.log.codec import unpack
from rollbook.events.log.entry import Entry
from rollbook.events.log.messages import HoldRoll

PROVED, ATTESTED, SINGLE = "proved", "attested", "single-sourced"
UNVERIFIABLE, CONTRADICTED, NONE = "unverifiable", "contradicted", "none"
GRADES = (PROVED, ATTESTED, SINGLE, UNVERIFIABLE, NONE, CONTRADICTED)

SOURCES: dict[type, str] = {
    EnteredDice: "entered",
    SystemDice: "system",
    SimulatedDice: "simulated",
    LadderDice: "ladder",
    JudgeDice: "judge",
}


@frozen
class Proof:
    """What the check of an entry's own dice gave: a grade, why, and findings."""

    grade: str
    why: str
    findings: tuple[Finding, ...] = ()


def request_of(payload: bytes, entry: Entry) -> bytes:
    """Give the request that the dice of a stored entry were asked for with."""
    seq, prev, parent, _, by, _, command, _, _ = unpack(payload)
    if isinstance(entry.command, HoldRoll):
        command = command[1]
    return request_hash(seq, prev, parent, by, command)


class Prover:
    """
    Checks the dice of entries, in file order, against the commitments before them.

    *ledger* has taken the entries before the one that is checked; *game_id*
    is 16 bytes; *alone* says that not all entries are at hand, so the order
    of indexes cannot be checked.
    """

    def __init__(self, ledger: Ledger, game_id: bytes, *, alone: bool = False) -> None:
        self._ledger = ledger
        self._game_id = game_id
        self._alone = alone
        self._known: dict[tuple[int, int], tuple[int, bytes]] = {}
        self.unsigned_checks = False

    def check(self, entry: Entry, payload: bytes, sides: tuple[int, ...], *, played: bool) -> Proof:
        """
        Check the dice of *entry*.

        *sides* are those of its faces in order, *played* is whether its
        timeline is a played one.
        """
        value = entry.dice
        wrong = self._label(entry)
        if isinstance(value, SimulatedDice) and played:
            wrong.append(
                finding_at(
                    "SIMULATED_IN_PLAY",
                    entry.seq,
                    "dice of another source",
                    "simulated dice",
                    "simulated dice stand on a played timeline",
                )
            )
        proof = self._of_source(entry, payload, sides)
        return Proof(proof.grade, proof.why, (*wrong, *proof.findings))

    def _of_source(self, entry: Entry, payload: bytes, sides: tuple[int, ...]) -> Proof:
        value = entry.dice
        if isinstance(value, LadderDice):
            return self._ladder(entry, value, payload, sides)
        if isinstance(value, JudgeDice):
            return self._judge(entry, value, payload)
        if isinstance(value, SimulatedDice):
            return Proof(NONE, "faces of a what-if timeline")
        if isinstance(value, SystemDice):
            return Proof(SINGLE, "the random source of one device")
        return Proof(SINGLE, "typed by one side")

    def _label(self, entry: Entry) -> list[Finding]:
        right = SOURCES.get(type(entry.dice))
        if not isinstance(entry.dice, DICE_VALUES) or entry.dice.source == right:
            return []
        return [
            finding_at(
                "SOURCE_MISLABELLED",
                entry.seq,
                str(right),
                entry.dice.source,
                f"dice of the source {right} are called {entry.dice.source[:40]}",
            )
        ]

    def _commit(self, entry: Entry, value: Any, source: str) -> Committed | Finding:
        commit = self._ledger.commitment(value.commit)
        current = self._ledger.current(source)
        if commit is not None and current is not None and commit.seq == current.seq:
            return commit
        return finding_at(
            "NOT_COMMITTED", entry.seq,
            f"the commitment in force{'' if current is None else f', entry {current.seq}'}",
            "none" if value.commit is None else f"entry {value.commit}",
            "these dice lean on no commitment that stood before them",
        )  # fmt: skip

    def _ladder(
        self, entry: Entry, value: LadderDice, payload: bytes, sides: tuple[int, ...]
    ) -> Proof:
        fresh = value.faces[kept_of(value) :]
        if not fresh and value.index is None:
            return Proof(PROVED, "every face was kept from an earlier roll")
        commit = self._commit(entry, value, "ladder")
        if isinstance(commit, Finding):
            return Proof(CONTRADICTED, "not committed", (commit,))
        wrong = [*self._known_seed(entry, commit), *self._index(entry, value, commit)]
        shares = {1: value.share_a, 2: value.share_b}
        request = request_of(payload, entry)
        for role, signature in ((1, value.signature_a), (2, value.signature_b)):
            wrong.extend(self._share(entry, commit, request, role, shares[role], signature))
        if all(shares.values()):
            wrong.extend(
                self._faces(entry, request, {r: s or b"" for r, s in shares.items()}, sides)
            )
        if wrong:
            return Proof(CONTRADICTED, wrong[0].words, tuple(wrong))
        who = ROLE_NAMES.get(value.sealed or 0)
        sealed = f"; {who} by the judge's sealed copy" if who is not None else ""
        return Proof(PROVED, f"step {value.index} of both ladders{sealed}")

    def _known_seed(self, entry: Entry, commit: Committed) -> list[Finding]:
        """Find a roll that leans on a secret which was revealed before it."""
        known = [self._ledger.seeds.get((commit.seq, role)) for role in (1, 2, 3)]
        return [
            finding_at(
                "ROLLED_AFTER_REVEAL",
                entry.seq,
                "a secret that nobody knows",
                f"the one revealed in entry {seed[0]}",
                "the secret behind these dice was known before they fell",
            )
            for seed in known
            if seed is not None
        ][:1]

    def _index(self, entry: Entry, value: LadderDice, commit: Committed) -> list[Finding]:
        due = self._ledger.next_index(commit)
        if self._alone and 1 <= (value.index or 0) <= (commit.event.length or 0):
            return []
        if value.index == due and due <= (commit.event.length or 0):
            return []
        used = self._ledger.indexes.get(commit.seq, {}).get(value.index or 0)
        if used is not None:
            return [
                finding_at(
                    "INDEX_REUSED",
                    entry.seq,
                    f"index {due}",
                    f"index {value.index}",
                    f"entry {used} used this step of the ladders already; its share was known",
                )
            ]
        return [
            finding_at(
                "INDEX_SKIPPED",
                entry.seq,
                f"index {due}",
                f"index {value.index}",
                "steps of the ladders are missing: rolls were dropped, or not logged as burnt",
            )
        ]

    def _share(
        self,
        entry: Entry,
        commit: Committed,
        request: bytes,
        role: int,
        share: bytes | None,
        signature: bytes | None,
    ) -> list[Finding]:
        who, index = ROLE_NAMES[role], entry.dice.index or 0
        first, public = commitment_of(commit, role)
        if share is None or not self._on_ladder(commit.seq, role, first, index, share):
            return [
                finding_at(
                    "SHARE_WRONG",
                    entry.seq,
                    f"step {index} of the ladder of {who}",
                    "none" if share is None else share.hex(),
                    f"the share of {who} is not on the committed ladder",
                )
            ]
        if entry.dice.sealed == role:
            return []
        ask = RevealAsk(self._game_id, request, role, index, "ladder")
        return self._signature(entry, ask, Reveal(share, signature), public)

    def _on_ladder(self, commit: int, role: int, first: bytes, index: int, share: bytes) -> bool:
        known_index, known = self._known.get((commit, role), (0, first))
        if known_index >= index:
            known_index, known = 0, first
        try:
            fits = check_share(known, index, share, known_index)
        except DerivationError:
            return False
        if fits:
            self._known[commit, role] = (index, share)
        return fits

    def _signature(
        self, entry: Entry, ask: RevealAsk, reveal: Reveal, public: bytes | None
    ) -> list[Finding]:
        try:
            problem = check_signature(ask, reveal, public)
        except MissingExtra:
            self.unsigned_checks = True
            return []
        if problem is None:
            return []
        who = ROLE_NAMES[ask.role]
        code = "REVEAL_NOT_SIGNED" if reveal.signature is None else "REVEAL_SIGNATURE_WRONG"
        return [
            finding_at(
                code,
                entry.seq,
                f"a signature of {who} over this request",
                "none" if reveal.signature is None else reveal.signature.hex(),
                f"the reveal of {who} does not hold for this command: {problem}",
            )
        ]

    def _faces(
        self, entry: Entry, request: bytes, shares: dict[int, bytes], sides: tuple[int, ...]
    ) -> list[Finding]:
        kept = kept_of(entry.dice)
        return derived(entry, kept, request, shares, sides)

    def _judge(self, entry: Entry, value: JudgeDice, payload: bytes) -> Proof:
        fresh = value.faces[kept_of(value) :]
        if not fresh:
            return Proof(PROVED, "every face was kept from an earlier roll")
        commit = self._commit(entry, value, "judge")
        if isinstance(commit, Finding):
            return Proof(CONTRADICTED, "not committed", (commit,))
        wrong = self._known_seed(entry, commit)
        request = request_of(payload, entry)
        given = ((1, value.nonce_a, value.signature_a, commit.event.key_a),
                 (2, value.nonce_b, value.signature_b, commit.event.key_b))  # fmt: skip
        for role, nonce, signature, public in given:
            if nonce is None or not 16 <= len(nonce) <= 64:
                wrong.append(
                    finding_at(
                        "SHARE_WRONG",
                        entry.seq,
                        f"a nonce of {ROLE_NAMES[role]}",
                        "none",
                        f"{ROLE_NAMES[role]} gave no nonce for this roll",
                    )
                )
                continue
            ask = RevealAsk(self._game_id, request, role, 0, "judge")
            wrong.extend(self._signature(entry, ask, Reveal(nonce, signature), public))
        if wrong:
            return Proof(CONTRADICTED, wrong[0].words, tuple(wrong))
        return Proof(UNVERIFIABLE, "the judge's seed is not revealed yet")


def kept_of(value: Any) -> int:
    """Give how many faces of a dice value were kept from an earlier roll."""
    return min(max(getattr(value, "kept", None) or 0, 0), len(value.faces))


def judge_faces(entry: Entry, payload: bytes, seed: bytes, sides: tuple[int, ...]) -> list[Finding]:
    """Check dice of the judge's source once its *seed* is known."""
    value = entry.dice
    shares = {1: value.nonce_a or b"", 2: value.nonce_b or b"", 3: seed}
    return derived(entry, kept_of(value), request_of(payload, entry), shares, sides)


def derived(
    entry: Entry, kept: int, request: bytes, shares: dict[int, bytes], sides: tuple[int, ...]
) -> list[Finding]:
    """Hold the faces of an entry against those that its shares give."""
    recorded = tuple(entry.dice.faces[kept:])
    wanted = (*sides, *([6] * len(entry.dice.faces)))[kept : kept + len(recorded)]
    try:
        faces = dice(prk(request, shares), wanted)
    except DerivationError as error:
        return [finding_at("FACES_NOT_PROVED", entry.seq, "faces", "none", str(error))]
    if faces == recorded:
        return []
    return [
        finding_at(
            "FACES_NOT_PROVED",
            entry.seq,
            " ".join(map(str, faces)),
            " ".join(map(str, recorded)),
            "these faces do not follow from the shares and the request",
        )
    ]


def entered_grade(entry: Entry, confirmed: Iterable[str], system: str = "system") -> Proof:
    """Grade typed dice: attested when two sides stand behind them."""
    sides = {entry.dice.rolled_by, *confirmed} - {system}
    if len(sides) >= 2:
        return Proof(ATTESTED, f"{' and '.join(sorted(sides))} stand behind these faces")
    return Proof(SINGLE, "typed by one side, confirmed by nobody else")


Check = Callable[[Entry], Proof]
