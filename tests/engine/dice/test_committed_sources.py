"""The ladder and the judge's source: what is committed, asked, revealed, refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rollbook.engine.audit import audit_log
from rollbook.engine.dice.derive import check_share, commitment, dice, judge_commitment, prk
from rollbook.engine.dice.judge import JudgeSource
from rollbook.engine.dice.ladder import LadderSource
from rollbook.engine.dice.party import (
    LadderParty,
    NonceParty,
    Reveal,
    RevealAsk,
    SeedJudge,
    WalkedAway,
)
from rollbook.engine.dice.secretfile import FileParty, SecretError, new_secret, read_secret
from rollbook.engine.dice.slips import (
    SlipError,
    read_ask,
    read_reveal,
    read_slip,
    write_ask,
    write_reveal,
    write_slip,
)
from rollbook.engine.session import Session
from rollbook.events.errors import RuleRefusal
from rollbook.events.log.messages import RollAborted
from tests.engine.audit.games import (
    KEY_A,
    KEY_B,
    LENGTH,
    SEED_A,
    SEED_B,
    SEED_JUDGE,
    before_fire,
    commit_ladder,
    judge,
    ladder,
)

CHECK = {"do": "check", "by": "ann", "unit": "gertie", "characteristic": "grit"}
VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "evidence.json").read_text())


def refusal_of(session: Session, command: dict[str, Any]) -> RuleRefusal:
    """Submit a command that must be refused."""
    with pytest.raises(RuleRefusal) as caught:
        session.submit(command)
    return caught.value


class Gone:
    """A party that never answers."""

    def __init__(self, role: int) -> None:
        self.role = role

    def reveal(self, ask: RevealAsk) -> Reveal:
        """Walk away."""
        raise WalkedAway(ask.role)


class Watching:
    """A party that remembers the order in which it was asked."""

    def __init__(self, party: Any, asked: list[RevealAsk]) -> None:
        self.party, self.asked = party, asked

    def reveal(self, ask: RevealAsk) -> Reveal:
        """Answer, and remember."""
        self.asked.append(ask)
        return self.party.reveal(ask)


class TestLadder:
    def test_faces_follow_from_both_shares_and_the_request(self) -> None:
        """The recorded shares and request give the recorded faces."""
        session, _ = before_fire()
        ladder(session)
        entry = session.submit(CHECK).entry
        value = entry.dice
        assert check_share(commitment(SEED_A, LENGTH), 1, value.share_a)
        assert check_share(commitment(SEED_B, LENGTH), 1, value.share_b)

    @pytest.mark.parametrize(("by", "order"), [("ann", [1, 2]), ("ben", [2, 1]), ("judge", [1, 2])])
    def test_who_acts_reveals_first(self, by: str, order: list[int]) -> None:
        """The player who acts reveals, then the other; both for the same request."""
        session, _ = before_fire()
        ladder(session)
        asked: list[RevealAsk] = []
        session.source = LadderSource(session.log, ("ann", "ben"), {
            1: Watching(LadderParty(SEED_A, LENGTH), asked),
            2: Watching(LadderParty(SEED_B, LENGTH), asked),
        })  # fmt: skip
        session.submit({**CHECK, "by": by})
        assert [ask.role for ask in asked] == order
        assert len({ask.request for ask in asked}) == 1

    def test_indexes_rise_over_the_file_without_gaps(self) -> None:
        """Take-backs and forks give no index free again."""
        session, _ = before_fire()
        ladder(session)
        first = session.submit(CHECK).entry
        session.submit({"do": "take_back", "by": "judge", "to": first.parent, "reason": "x"})
        assert session.submit({**CHECK, "unit": "stilts"}).entry.dice.index == 2
        session.submit({"do": "fork", "by": "system", "name": "b", "at": first.seq})
        other = Session(session.log, session.rules, "b", session.source)
        assert other.submit({**CHECK, "unit": "mule"}).entry.dice.index == 3

    def test_without_a_commitment_no_die_falls(self) -> None:
        """The commitment stands before any roll."""
        session, _ = before_fire()
        session.source = LadderSource(session.log, ("ann", "ben"), {})
        assert refusal_of(session, CHECK).code == "NO_DICE"

    def test_a_share_off_the_ladder_is_refused(self) -> None:
        """A player with another seed cannot roll."""
        session, _ = before_fire()
        commit_ladder(session)
        session.source = LadderSource(session.log, ("ann", "ben"), {
            1: LadderParty(SEED_A, LENGTH), 2: LadderParty(b"x" * 32, LENGTH),
        })  # fmt: skip
        refusal = refusal_of(session, CHECK)
        assert (refusal.code, refusal.extra["role"]) == ("NO_DICE", 2)

    def test_reveals_are_signed_where_keys_are_in_use(self) -> None:
        """A reveal without a right signature is refused."""
        pytest.importorskip("cryptography")
        session, _ = before_fire()
        ladder(session, keys=True)
        assert session.submit(CHECK).entry.dice.signature_a is not None
        for key in (None, KEY_A):
            session.source = LadderSource(session.log, ("ann", "ben"), {
                1: LadderParty(SEED_A, LENGTH, KEY_A), 2: LadderParty(SEED_B, LENGTH, key),
            })  # fmt: skip
            assert refusal_of(session, {**CHECK, "unit": "mule"}).code == "NO_DICE"
        assert audit_log(session.log, session.rules).findings == ()

    def test_a_used_up_ladder_asks_for_a_new_one(self) -> None:
        """After the last step a player may commit new ladders, before it only the judge."""
        session, _ = before_fire()
        short = {
            "do": "commit_dice", "by": "system", "source": "ladder", "length": 1,
            "commit_a": commitment(SEED_A, 1).hex(), "commit_b": commitment(SEED_B, 1).hex(),
            "aborts": "reroll",
        }  # fmt: skip
        session.submit(short)
        again = {**short, "commit_a": "11" * 32, "commit_b": "22" * 32}
        assert refusal_of(session, again).code == "NOT_ALLOWED"
        session.source = LadderSource(session.log, ("ann", "ben"), {
            1: LadderParty(SEED_A, 1), 2: LadderParty(SEED_B, 1),
        })  # fmt: skip
        session.submit(CHECK)
        assert refusal_of(session, {**CHECK, "unit": "mule"}).code == "NO_DICE"
        assert refusal_of(session, short).code == "BAD_VALUE", (
            "known shares are not committed again"
        )
        session.submit(again)

    def test_no_roll_after_a_ladder_is_revealed(self) -> None:
        """Whoever shows his seed ends that ladder; then new ones may be committed."""
        session, _ = before_fire()
        ladder(session)
        session.submit(CHECK)
        session.submit({"do": "reveal_seed", "by": "ann", "role": 1, "seed": SEED_A.hex()})
        assert refusal_of(session, {**CHECK, "unit": "mule"}).code == "NO_DICE"
        session.submit({
            "do": "commit_dice", "by": "ben", "source": "ladder", "length": 4, "aborts": "reroll",
            "commit_a": commitment(b"c" * 32, 4).hex(), "commit_b": commitment(b"d" * 32, 4).hex(),
        })  # fmt: skip

    def test_a_seed_that_does_not_fit_is_refused(self) -> None:
        """And nobody reveals the seed of somebody else."""
        session, _ = before_fire()
        ladder(session)
        reveal = {"do": "reveal_seed", "by": "ann", "role": 1, "seed": "77" * 32}
        assert refusal_of(session, reveal).code == "BAD_VALUE"
        assert refusal_of(session, {**reveal, "by": "ben"}).code == "NOT_ALLOWED"


class TestAborts:
    @pytest.mark.parametrize("rule", ["reroll", "forfeit"])
    def test_walking_away_burns_the_index_and_is_counted(self, rule: str) -> None:
        """B sees A's share and leaves: an entry says so, with the share, and the rule agreed."""
        session, _ = before_fire()
        ladder(session, aborts=rule)
        parties = {1: LadderParty(SEED_A, LENGTH), 2: Gone(2)}
        session.source = LadderSource(session.log, ("ann", "ben"), parties)
        refusal = refusal_of(session, CHECK)
        event = session.log.entry(refusal.extra["aborted"]).events[0]
        assert isinstance(event, RollAborted)
        assert (event.role, event.index, event.aborts) == (2, 1, rule)
        assert check_share(commitment(SEED_A, LENGTH), 1, event.share or b"")
        session.source = LadderSource(session.log, ("ann", "ben"), {
            1: LadderParty(SEED_A, LENGTH), 2: LadderParty(SEED_B, LENGTH),
        })  # fmt: skip
        assert session.submit(CHECK).entry.dice.index == 2
        report = audit_log(session.log, session.rules)
        assert report.findings == ()
        assert len(report.aborts) == 1

    def test_the_sealed_copy_completes_the_roll(self) -> None:
        """With the rule "sealed" the judge's copy gives the share, and the audit counts it."""
        session, _ = before_fire()
        ladder(session, aborts="sealed")
        session.source = LadderSource(
            session.log, ("ann", "ben"), {1: LadderParty(SEED_A, LENGTH), 2: Gone(2)},
            {2: LadderParty(SEED_B, LENGTH)},
        )  # fmt: skip
        assert session.submit(CHECK).entry.dice.sealed == 2
        report = audit_log(session.log, session.rules)
        assert report.findings == ()
        assert [a.by for a in report.aborts] == ["B"]


class TestJudge:
    def test_the_dice_can_be_derived_from_the_revealed_seed(self) -> None:
        """The vectors' derivation, with roles 1, 2 and 3."""
        given = VECTORS["dice"]["judge_seed"]
        request = bytes.fromhex(VECTORS["dice"]["request"])
        key = SeedJudge(bytes.fromhex(given["seed"])).key(
            RevealAsk(bytes(16), request, 3, 0, "judge"),
            {1: bytes.fromhex(given["nonce_A"]), 2: bytes.fromhex(given["nonce_B"])},
        )
        assert list(dice(key, given["sides"])) == given["faces"]
        assert judge_commitment(bytes.fromhex(given["seed"])).hex() == given["commit"]

    def test_nonces_are_new_for_each_roll(self) -> None:
        """No nonce comes twice."""
        session, _ = before_fire()
        judge(session)
        rolls = [session.submit({**CHECK, "unit": u}).entry.dice for u in ("gertie", "mule")]
        assert len({r.nonce_a for r in rolls} | {r.nonce_b for r in rolls}) == 4

    def test_no_roll_after_the_seed_is_known(self) -> None:
        """When the seed is revealed, the source gives no more dice."""
        session, _ = before_fire()
        judge(session)
        session.submit(CHECK)
        reveal = {"do": "reveal_seed", "by": "judge", "role": 3, "seed": SEED_JUDGE.hex()}
        session.submit(reveal)
        assert refusal_of(session, reveal).code == "NOT_PENDING"
        assert refusal_of(session, {**CHECK, "unit": "mule"}).code == "NO_DICE"

    def test_the_judge_can_walk_away_too(self) -> None:
        """An abort without an index: this source counts none."""

        class GoneJudge:
            def key(self, ask: RevealAsk, nonces: dict[int, bytes]) -> bytes:
                raise WalkedAway(3)

        session, _ = before_fire()
        judge(session)
        session.source = JudgeSource(
            session.log, ("ann", "ben"), {1: NonceParty(), 2: NonceParty()}, GoneJudge()
        )
        event = session.log.entry(refusal_of(session, CHECK).extra["aborted"]).events[0]
        assert (event.role, event.index) == (3, None)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"commit_a": None}, "commit_a"),
        ({"commit_b": "00"}, "commit_b"),
        ({"length": None}, "length"),
        ({"length": 65_537}, "length"),
        ({"commit_judge": "33" * 32}, "commit_judge"),
        ({"key_a": "44" * 32}, "key_a"),
        ({"commit_b": commitment(SEED_A, LENGTH).hex()}, "commit_b"),
        ({"aborts": "whatever"}, "aborts"),
    ],
)
def test_commitments_that_prove_nothing_are_refused(change: dict[str, Any], field: str) -> None:
    """Everything that the source needs is there, of the right size, and nothing else."""
    session, _ = before_fire()
    command = {
        "do": "commit_dice", "by": "system", "source": "ladder", "length": LENGTH,
        "commit_a": commitment(SEED_A, LENGTH).hex(),
        "commit_b": commitment(SEED_B, LENGTH).hex(), "aborts": "reroll", **change,
    }  # fmt: skip
    refusal = refusal_of(session, command)
    assert (refusal.code, refusal.extra["field"]) == ("BAD_VALUE", field)


class TestSlips:
    ASK = RevealAsk(b"g" * 16, b"r" * 32, 1, 17, "ladder")

    def test_what_is_written_is_read(self) -> None:
        """Ask and answer survive the way to another device and back, also in lower case."""
        assert read_ask(write_ask(self.ASK).lower(), 1) == self.ASK
        for reveal in (Reveal(b"s" * 32), Reveal(b"s" * 32, b"t" * 64)):
            slip = write_reveal(self.ASK, reveal)
            assert read_reveal(f" {slip[:30]}\n{slip[30:]} ", self.ASK) == reveal

    def test_a_slip_is_cheap_as_a_qr_code(self) -> None:
        """Only characters of the alphanumeric mode."""
        allowed = set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
        assert set(write_reveal(self.ASK, Reveal(b"s" * 32, b"t" * 64))) <= allowed

    def test_every_mistyped_letter_is_found(self) -> None:
        """No single wrong letter passes."""
        slip = write_slip("SHARE", "A", 17, b"s" * 32)
        for place, char in enumerate(slip):
            wrong = "A" if char != "A" else "B"
            with pytest.raises(SlipError):
                read_reveal(slip[:place] + wrong + slip[place + 1 :], self.ASK)

    @pytest.mark.parametrize("text", ["", "RB1", "RB1:SHARE:A:1:AA", "x" * 5000, "RB1:ASK:A:é:B:C"])
    def test_nonsense_is_refused(self, text: str) -> None:
        """Whatever is no slip is an error in words."""
        with pytest.raises(SlipError):
            read_slip(text, "SHARE")

    def test_the_slip_of_somebody_else_is_refused(self) -> None:
        """Role and index must be those asked for."""
        with pytest.raises(SlipError, match="needed is A"):
            read_reveal(write_slip("SHARE", "B", 17, b"s" * 32), self.ASK)
        with pytest.raises(SlipError, match="share 16"):
            read_reveal(write_slip("SHARE", "A", 16, b"s" * 32), self.ASK)


class TestSecretFile:
    def ask(self, index: int, request: bytes = b"r" * 32) -> RevealAsk:
        """Ask for a share."""
        return RevealAsk(b"g" * 16, request, 1, index, "ladder")

    def test_a_share_is_given_for_one_request_only(self, tmp_path: Path) -> None:
        """Asked again for the same it answers again; for another request it refuses."""
        path = tmp_path / "s"
        secret = new_secret(path, "ladder", 8)
        party = FileParty(path)
        assert party.reveal(self.ask(1)) == party.reveal(self.ask(1))
        assert check_share(secret.commitment, 1, party.reveal(self.ask(1)).share)
        with pytest.raises(SecretError, match="another request"):
            party.reveal(self.ask(1, b"q" * 32))

    def test_a_later_share_is_not_given_early(self, tmp_path: Path) -> None:
        """Step 3 would give away 1 and 2; only burnt ones are passed over."""
        path = tmp_path / "s"
        new_secret(path, "ladder", 8)
        with pytest.raises(SecretError, match="step 1 comes next"):
            FileParty(path).reveal(self.ask(3))
        assert FileParty(path, burnt=True).reveal(self.ask(3)).share
        with pytest.raises(SecretError):
            FileParty(path, burnt=True).reveal(self.ask(2))

    def test_a_secret_is_never_overwritten_and_for_its_owner_only(self, tmp_path: Path) -> None:
        """The file is 0600, and a second one of that name is refused."""
        path = tmp_path / "s"
        new_secret(path, "judge")
        assert path.stat().st_mode & 0o077 == 0
        with pytest.raises(SecretError, match="exists already"):
            new_secret(path, "judge")
        assert len(read_secret(path).seed) == 32

    @pytest.mark.parametrize(
        "text", ["", "x", "rollbook dice secret 1\nkind ladder\nlength 0\nseed 00\n"]
    )
    def test_another_file_is_no_secret(self, tmp_path: Path, text: str) -> None:
        """What is no secret is said, and nothing of it is shown."""
        path = tmp_path / "s"
        path.write_text(text)
        with pytest.raises(SecretError, match="no dice secret"):
            read_secret(path)


def test_the_key_of_a_roll_is_that_of_its_shares() -> None:
    """Both keys sign over the request, so KEY_B is another than KEY_A."""
    assert KEY_A.verifier.public != KEY_B.verifier.public
    assert prk(b"r" * 32, {1: b"a" * 32, 2: b"b" * 32}) != prk(
        b"q" * 32, {1: b"a" * 32, 2: b"b" * 32}
    )
