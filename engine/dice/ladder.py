"""
The two-party ladder: every roll leans on one committed share of each player.

The player who acts reveals first, then the other.  Neither can choose a face:
both shares were fixed before the first roll, and the request binds the roll
to its command.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rollbook.engine.dice.derive import DerivationError, check_share, prk
from rollbook.engine.dice.ledger import LADDER, Committed, Ledger
from rollbook.engine.dice.party import (
    ROLE_NAMES,
    Party,
    Reveal,
    RevealAsk,
    WalkedAway,
    check_signature,
    refused,
)
from rollbook.engine.dice.source import StreamRolling
from rollbook.events.dicevalues import LadderDice
from rollbook.events.log.log import Log


class LadderSource:
    """
    Dice from both players' committed ladders.  Best grade: proved.

    *players* are the ids of A (the first of ``start_game``) and B, *parties*
    map 1 and 2 to them; *sealed* maps roles to the judge's sealed copies of
    their ladders, for somebody who walks away.
    """

    value = LadderDice
    name = LADDER

    def __init__(
        self,
        log: Log,
        players: tuple[str, ...],
        parties: Mapping[int, Party],
        sealed: Mapping[int, Party] | None = None,
        ledger: Ledger | None = None,
    ) -> None:
        if len(players) != 2:
            raise refused("a ladder is for exactly two players")
        self._log = log
        self._players = players
        self._parties = parties
        self._sealed = sealed or {}
        self._ledger = ledger or Ledger()
        self._known: dict[tuple[int, int], tuple[int, bytes]] = {}

    def begin(self, request: bytes, by: str) -> StreamRolling:
        """
        Reveal both shares of the next index, and give the dice of *request*.

        Raises ``RuleRefusal`` (``NO_DICE``) without a commitment, at the end
        of the ladders, or for a share that is not on its ladder;
        :class:`~rollbook.engine.dice.party.WalkedAway`.
        """
        commit = self._ledger.read(self._log).current(LADDER)
        if commit is None:
            raise refused(
                "no ladders are committed; first: rollbook dice commit LOG SLIPS --aborts HOW"
            )
        if any((commit.seq, role) in self._ledger.seeds for role in (1, 2)):
            raise refused(
                "a ladder has been revealed; commit new ones: "
                "rollbook dice commit LOG SLIPS --aborts HOW"
            )
        index = self._ledger.next_index(commit)
        if index > (commit.event.length or 0):
            raise refused(
                "the ladders are used up; commit new ones: "
                "rollbook dice commit LOG SLIPS --aborts HOW"
            )
        proof: dict[str, Any] = {"index": index, "commit": commit.seq}
        shares: dict[int, bytes] = {}
        for role in self._order(by):
            reveal = self._reveal(commit, request, role, index, shares, proof)
            shares[role] = reveal.share
            proof[f"share_{'ab'[role - 1]}"] = reveal.share
            proof[f"signature_{'ab'[role - 1]}"] = reveal.signature
        return StreamRolling(prk(request, shares), proof)

    def _order(self, by: str) -> tuple[int, int]:
        return (2, 1) if by == self._players[1] else (1, 2)

    def _reveal(
        self,
        commit: Committed,
        request: bytes,
        role: int,
        index: int,
        shares: dict[int, bytes],
        proof: dict[str, Any],
    ) -> Reveal:
        ask = RevealAsk(self._log.chain.game_id, request, role, index, LADDER)
        try:
            reveal = self._parties[role].reveal(ask)
            self._check(commit, ask, reveal)
        except WalkedAway:
            if commit.event.aborts != "sealed" or role not in self._sealed:
                raise WalkedAway(role, dict(shares)) from None
            reveal = Reveal(self._sealed[role].reveal(ask).share)
            self._check(commit, ask, reveal, sealed=True)
            proof["sealed"] = role
        return reveal

    def _check(
        self, commit: Committed, ask: RevealAsk, reveal: Reveal, *, sealed: bool = False
    ) -> None:
        first, public = commitment_of(commit, ask.role)
        known_index, known = self._known.get((commit.seq, ask.role), (0, first))
        if known_index >= ask.index:
            known_index, known = 0, first
        who = ROLE_NAMES[ask.role]
        try:
            fits = check_share(known, ask.index, reveal.share, known_index)
        except DerivationError as error:
            raise refused(f"the share of {who} cannot be used: {error}", role=ask.role) from None
        if not fits:
            raise refused(
                f"the share of {who} is not step {ask.index} of the committed ladder",
                role=ask.role,
            )
        problem = None if sealed else check_signature(ask, reveal, public)
        if problem is not None:
            raise refused(f"the reveal of {who} is refused: {problem}", role=ask.role)
        self._known[commit.seq, ask.role] = (ask.index, reveal.share)


def commitment_of(commit: Committed, role: int) -> tuple[bytes, bytes | None]:
    """Give ``x[0]`` and the public key that *commit* fixed for role 1 or 2."""
    event = commit.event
    first, key = (event.commit_a, event.key_a) if role == 1 else (event.commit_b, event.key_b)
    return first or b"", key
