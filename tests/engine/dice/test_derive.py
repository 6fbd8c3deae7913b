"""Faces from committed secrets: the vectors, a second derivation, and laws."""

import hashlib
import hmac
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollbook.engine.dice import derive
from rollbook.engine.dice.derive import DerivationError
from rollbook.events.log.codec import pack

VECTORS = json.loads((Path(__file__).parents[2] / "vectors/evidence.json").read_text())["dice"]
SEED_A = bytes.fromhex(VECTORS["seed_A"])
SEED_B = bytes.fromhex(VECTORS["seed_B"])
REQUEST = bytes.fromhex(VECTORS["request"])
LENGTH = VECTORS["ladder_length"]


class TestVectors:
    def test_commitments(self):
        """Both x[0] are those of the vectors, however they are asked for."""
        for seed, name in [(SEED_A, "commit_A_x0"), (SEED_B, "commit_B_x0")]:
            expected = bytes.fromhex(VECTORS[name])
            assert derive.commitment(seed, LENGTH) == expected
            assert derive.ladder_steps(seed, LENGTH)[0] == expected

    @pytest.mark.parametrize("case", VECTORS["rolls"], ids=lambda case: f"roll {case['index']}")
    def test_rolls(self, case):
        """Shares, key, stream and faces of each roll."""
        index = case["index"]
        shares = {1: bytes.fromhex(case["share_A"]), 2: bytes.fromhex(case["share_B"])}
        assert derive.share(SEED_A, LENGTH, index) == shares[1]
        assert derive.share(SEED_B, LENGTH, index) == shares[2]
        assert derive.check_share(bytes.fromhex(VECTORS["commit_A_x0"]), index, shares[1])
        assert derive.check_share(bytes.fromhex(VECTORS["commit_B_x0"]), index, shares[2])
        prk = derive.prk(REQUEST, shares)
        assert prk.hex() == case["prk"]
        assert derive.ByteStream(prk).take(16).hex() == case["first16_stream"]
        assert list(derive.dice(prk, case["sides"])) == case["faces"]

    def test_judge(self):
        """The judge's commitment, and a roll from seed and nonces."""
        case = VECTORS["judge_seed"]
        seed = bytes.fromhex(case["seed"])
        assert derive.judge_commitment(seed).hex() == case["commit"]
        nonces = {1: bytes.fromhex(case["nonce_A"]), 2: bytes.fromhex(case["nonce_B"])}
        prk = derive.prk(REQUEST, {3: seed, **nonces})
        assert list(derive.dice(prk, case["sides"])) == case["faces"]

    def test_rejection(self):
        """Two bytes above 251 are passed over."""
        case = VECTORS["rejection"]
        shares = {
            1: derive.share(SEED_A, LENGTH, case["index"]),
            2: derive.share(SEED_B, LENGTH, case["index"]),
        }
        prk = derive.prk(bytes.fromhex(case["request"]), shares)
        assert derive.ByteStream(prk).take(4).hex() == case["first4_stream"]
        assert list(derive.dice(prk, case["sides"])) == case["faces"]

    def test_request(self):
        """The packed request and its hash."""
        case = VECTORS["request_example"]
        seq, _, parent, by, row = case["list"]
        prev = bytes([0x11]) * 32
        assert pack([seq, prev, parent, by, row]).hex() == case["packed"]
        assert derive.request_hash(seq, prev, parent, by, row).hex() == case["request"]


keys = st.binary(min_size=32, max_size=32)
all_sides = st.lists(st.integers(2, 65_536), max_size=30)


class TestRequest:
    def test_every_part_changes_the_request(self):
        """Number, chain, parent, player and wording all count."""
        base = (7, bytes(32), None, "A", [12, "gertie"])
        changed = [
            (8, bytes(32), None, "A", [12, "gertie"]),
            (7, bytes([1]) * 32, None, "A", [12, "gertie"]),
            (7, bytes(32), 3, "A", [12, "gertie"]),
            (7, bytes(32), None, "B", [12, "gertie"]),
            (7, bytes(32), None, "A", [12, "gerti"]),
        ]
        hashes = {derive.request_hash(*arguments) for arguments in [base, *changed]}
        assert len(hashes) == 6


class TestLadder:
    @given(keys, st.integers(1, 60), st.data())
    def test_each_share_leads_to_the_commitment_and_no_other_does(self, seed, length, data):
        """A share passes at its own index only, and from any earlier step."""
        steps = derive.ladder_steps(seed, length)
        assert len(steps) == length + 1
        assert steps[-1] == seed
        index = data.draw(st.integers(1, length))
        value = derive.share(seed, length, index)
        assert value == steps[index]
        known = data.draw(st.integers(0, index - 1))
        assert derive.check_share(steps[known], index, value, known)
        wrong = value[:-1] + bytes([value[-1] ^ 1])
        assert not derive.check_share(steps[known], index, wrong, known)
        other = data.draw(st.integers(1, length + 1).filter(lambda number: number != index))
        assert not derive.check_share(steps[0], other, value)

    def test_default_length(self):
        """4,096 rolls unless said otherwise."""
        assert derive.commitment(SEED_A) == derive.ladder_steps(SEED_A)[0]
        assert len(derive.ladder_steps(SEED_A)) == 4_097

    @pytest.mark.parametrize(
        "call",
        [
            lambda: derive.ladder_steps(bytes(31), 8),
            lambda: derive.ladder_steps(bytes(32), 0),
            lambda: derive.commitment(bytes(32), 65_537),
            lambda: derive.share(bytes(32), 8, 0),
            lambda: derive.share(bytes(32), 8, 9),
            lambda: derive.check_share(bytes(32), 0, bytes(32)),
            lambda: derive.check_share(bytes(32), 3, bytes(32), 3),
            lambda: derive.check_share(bytes(32), 10**12, bytes(32)),
            lambda: derive.check_share(bytes(32), 1, bytes(33)),
            lambda: derive.judge_commitment(b"short"),
        ],
    )
    def test_wrong_lengths_and_indexes_are_refused(self, call):
        """With an error of its own, before any hashing."""
        with pytest.raises(DerivationError):
            call()


def second_faces(request: bytes, shares: dict[int, bytes], sides: list[int]) -> list[int]:
    """The derivation again, from the whole stream as one string of bytes."""
    material = bytes([len(shares)])
    for role in sorted(shares):
        material += bytes([role, 0, len(shares[role])]) + shares[role]
    key = hmac.new(request, material, hashlib.sha256).digest()
    stream = b"".join(
        hmac.new(key, b"rollbook/1/dice/stream\0" + j.to_bytes(4), hashlib.sha256).digest()
        for j in range(60)
    )
    faces = []
    for count in sides:
        width = 1 if count <= 256 else 2
        while True:
            value, stream = int.from_bytes(stream[:width]), stream[width:]
            if value < 256**width - 256**width % count:
                break
        faces.append(1 + value % count)
    return faces


class TestFaces:
    @given(keys, st.lists(keys, min_size=2, max_size=3), all_sides)
    def test_a_second_derivation_agrees(self, request, shares, sides):
        """Two ways of writing it give the same faces, all within their die."""
        by_role = dict(enumerate(shares, 1))
        faces = derive.dice(derive.prk(request, by_role), sides)
        assert list(faces) == second_faces(request, by_role, sides)
        assert all(1 <= face <= count for face, count in zip(faces, sides, strict=True))

    @pytest.mark.parametrize("sides", [2, 3, 6, 100, 255, 256, 257, 300, 32_768, 32_769, 65_535])
    def test_long_rolls_of_one_kind_of_die_agree(self, sides):
        """At the borders of one and two bytes, with many values passed over."""
        shares = {1: SEED_A, 2: SEED_B}
        faces = derive.dice(derive.prk(REQUEST, shares), [sides] * 400)
        assert list(faces) == second_faces(REQUEST, shares, [sides] * 400)

    @given(keys, st.lists(st.integers(0, 100), max_size=12))
    def test_the_stream_does_not_depend_on_how_it_is_cut(self, key, cuts):
        """Taken in pieces or at once, the bytes are the same."""
        stream = derive.ByteStream(key)
        pieces = b"".join(stream.take(count) for count in cuts)
        assert pieces == derive.ByteStream(key).take(sum(cuts))

    @given(keys, all_sides, all_sides)
    def test_the_first_dice_do_not_depend_on_those_that_follow(self, key, first, more):
        """Asking for more dice of one roll leaves the earlier faces as they are."""
        assert derive.dice(key, first + more)[: len(first)] == derive.dice(key, first)

    def test_every_face_is_as_likely_as_any_other(self):
        """Over all single bytes below the limit each face of a d6 comes 42 times."""
        counts = [0] * 6
        for value in range(256 // 6 * 6):
            counts[value % 6] += 1
        assert counts == [42] * 6
        many = derive.dice(bytes(32), [6] * 4_096)
        assert all(580 < many.count(face) < 790 for face in range(1, 7))

    def test_the_largest_die_takes_two_bytes_and_refuses_none(self):
        """65,536 sides: the face is the value plus one."""
        stream = derive.ByteStream(bytes(32)).take(2)
        assert derive.dice(bytes(32), [65_536]) == (int.from_bytes(stream) + 1,)

    @pytest.mark.parametrize("sides", [[1], [0], [-6], [65_537], [6] * 4_097])
    def test_impossible_dice_are_refused(self, sides):
        """Fewer than two sides, more than 65,536, more than 4,096 dice."""
        with pytest.raises(DerivationError):
            derive.dice(bytes(32), sides)

    @pytest.mark.parametrize(
        "shares",
        [
            {},
            {1: bytes(32)},
            {0: bytes(32), 1: bytes(32)},
            {1: bytes(32), 4: bytes(32)},
            {1: bytes(32), 2: bytes(15)},
            {1: bytes(32), 2: bytes(65)},
        ],
    )
    def test_wrong_parties_are_refused(self, shares):
        """One party alone would choose its faces."""
        with pytest.raises(DerivationError):
            derive.prk(bytes(32), shares)

    def test_who_gave_which_share_counts(self):
        """Shares exchanged give another key."""
        one = derive.prk(REQUEST, {1: SEED_A, 2: SEED_B})
        assert one == derive.prk(REQUEST, {2: SEED_B, 1: SEED_A})
        assert one != derive.prk(REQUEST, {1: SEED_B, 2: SEED_A})


class TestReveal:
    def test_the_bytes_that_are_signed(self):
        """Prefix, game, request, role, index, share: nothing else, in that order."""
        message = derive.reveal_message(bytes([9]) * 16, bytes([8]) * 32, 2, 258, bytes([7]) * 32)
        assert message == (
            b"rollbook/1/dice/reveal\x00"
            + bytes([9]) * 16
            + bytes([8]) * 32
            + b"\x02\x00\x00\x01\x02"
            + bytes([7]) * 32
        )

    @pytest.mark.parametrize(
        "arguments",
        [
            (bytes(15), bytes(32), 1, 1, bytes(32)),
            (bytes(16), bytes(31), 1, 1, bytes(32)),
            (bytes(16), bytes(32), 0, 1, bytes(32)),
            (bytes(16), bytes(32), 4, 1, bytes(32)),
            (bytes(16), bytes(32), 1, -1, bytes(32)),
            (bytes(16), bytes(32), 1, 65_537, bytes(32)),
            (bytes(16), bytes(32), 1, 1, bytes(8)),
        ],
    )
    def test_wrong_parts_are_refused(self, arguments):
        """Lengths, role and index are checked before anything is signed."""
        with pytest.raises(DerivationError):
            derive.reveal_message(*arguments)
