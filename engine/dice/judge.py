"""
The judge's source: a committed seed, and a fresh nonce of each player for every roll.

The players give their nonces after the request is shown; the judge committed
to the seed before the first roll.  The dice can be proved once the seed is
revealed, usually after the last roll.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rollbook.engine.dice.ledger import JUDGE_SOURCE, Ledger
from rollbook.engine.dice.party import (
    ROLE_NAMES,
    Judge,
    Party,
    RevealAsk,
    WalkedAway,
    check_signature,
    refused,
)
from rollbook.engine.dice.source import StreamRolling
from rollbook.events.dicevalues import JudgeDice
from rollbook.events.log.log import Log


class JudgeSource:
    """
    Dice from the judge's seed and both players' nonces.

    *parties* map 1 and 2 to the players, *judge* holds the seed.  Best grade:
    proved once revealed.
    """

    value = JudgeDice
    name = JUDGE_SOURCE

    def __init__(
        self,
        log: Log,
        players: tuple[str, ...],
        parties: Mapping[int, Party],
        judge: Judge,
        ledger: Ledger | None = None,
    ) -> None:
        if len(players) != 2:
            raise refused("the judge's source is for exactly two players")
        self._log = log
        self._players = players
        self._parties = parties
        self._judge = judge
        self._ledger = ledger or Ledger()

    def begin(self, request: bytes, by: str) -> StreamRolling:
        """
        Ask both players for a nonce, then the judge for the key of *request*.

        Raises ``RuleRefusal`` (``NO_DICE``) without a commitment, or after
        the seed was revealed; ``WalkedAway``.
        """
        ledger = self._ledger.read(self._log)
        commit = ledger.current(JUDGE_SOURCE)
        if commit is None:
            raise refused(
                "the judge has not committed a seed; first: "
                "rollbook dice commit LOG SLIPS --aborts HOW"
            )
        if (commit.seq, 3) in ledger.seeds:
            raise refused(
                "the seed has been revealed; commit a new one: "
                "rollbook dice commit LOG SLIPS --aborts HOW"
            )
        proof: dict[str, Any] = {"commit": commit.seq}
        nonces: dict[int, bytes] = {}
        for role in (2, 1) if by == self._players[1] else (1, 2):
            ask = RevealAsk(self._log.chain.game_id, request, role, 0, JUDGE_SOURCE)
            try:
                reveal = self._parties[role].reveal(ask)
            except WalkedAway:
                raise WalkedAway(role, nonces) from None
            if not 16 <= len(reveal.share) <= 64:
                raise refused("a nonce is 16 to 64 bytes", role=role)
            public = commit.event.key_a if role == 1 else commit.event.key_b
            problem = check_signature(ask, reveal, public)
            if problem is not None:
                raise refused(f"the nonce of {ROLE_NAMES[role]} is refused: {problem}", role=role)
            nonces[role] = reveal.share
            proof[f"nonce_{'ab'[role - 1]}"] = reveal.share
            proof[f"signature_{'ab'[role - 1]}"] = reveal.signature
        ask = RevealAsk(self._log.chain.game_id, request, 3, 0, JUDGE_SOURCE)
        try:
            key = self._judge.key(ask, nonces)
        except WalkedAway:
            raise WalkedAway(3, nonces) from None
        return StreamRolling(key, proof)
