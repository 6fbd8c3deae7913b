"""Keys and the signatures of checkpoints, checked by a second implementation as well."""

import base64
import builtins
import json
from hashlib import sha256
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rollbook.events.errors import MissingExtra
from rollbook.events.log.checkpoint import (
    Checkpoint,
    SignatureError,
    Verified,
    cosign,
    sign,
    verify,
)
from rollbook.events.log.keys import (
    KeyKind,
    KeyTextError,
    SigningKey,
    VerifierKey,
    parse_signing_key,
    parse_verifier_key,
)
from rollbook.events.log.note import Note, NoteError, NoteSignature, format_note, parse_note

VECTORS = json.loads((Path(__file__).parents[2] / "vectors/evidence.json").read_text())
VECTOR = VECTORS["checkpoint"]
DATA = VECTOR["note"].encode()
KEYS = [parse_verifier_key(text) for text in VECTOR["vkeys"]]
ORIGIN = VECTOR["origin"]
UNSIGNED = Note(Checkpoint(ORIGIN, VECTOR["size"], bytes.fromhex(VECTOR["root"])).text)
TIMES = [None, 1_767_225_600, 1_767_225_601, 1_767_225_602]


@pytest.fixture
def secrets() -> list[SigningKey]:
    pytest.importorskip("cryptography", reason="signatures need the extra 'sign'")
    return [
        SigningKey.from_seed(key.name, key.kind, bytes([byte]) * 32)
        for key, byte in zip(KEYS, VECTOR["private_key_bytes"], strict=True)
    ]


def second_check(data: bytes, vkeys: list[str]) -> dict[str, int | None]:
    """
    Check a signed checkpoint again, from the C2SP pages alone.

    Nothing of Rollbook is used: hashing is hashlib's, and only the bare Ed25519
    check is the cryptography package's.  Gives each signer's time.
    """
    ed25519 = pytest.importorskip(
        "cryptography.hazmat.primitives.asymmetric.ed25519", reason="needs the extra 'sign'"
    )
    body, _, tail = data.rpartition(b"\n\n")
    message = body + b"\n"
    origin, size, root = message.decode().splitlines()
    assert str(int(size)) == size
    assert len(base64.b64decode(root, validate=True)) == 32
    found = {}
    for signature_line in tail.decode().splitlines():
        dash, name, text = signature_line.split(" ")
        assert dash == "\u2014"
        blob = base64.b64decode(text, validate=True)
        for vkey in vkeys:
            key_name, key_hash, material = vkey.split("+", 2)
            raw = base64.b64decode(material, validate=True)
            wanted = sha256(key_name.encode() + b"\n" + raw).digest()[:4]
            assert wanted.hex() == key_hash
            if (key_name, wanted) != (name, blob[:4]):
                continue
            if raw[0] == 1:
                assert name == origin
                time, signed, value = None, message, blob[4:]
            else:
                assert raw[0] == 4
                time = int.from_bytes(blob[4:12], "big")
                signed, value = b"cosignature/v1\ntime %d\n" % time + message, blob[12:]
            ed25519.Ed25519PublicKey.from_public_bytes(raw[1:]).verify(value, signed)
            found[name] = time
    return found


class TestVector:
    def test_every_signature_holds(self, secrets):
        """Recorder, both players and the judge, with their times."""
        assert verify(parse_note(DATA), KEYS) == [
            Verified(key.kind, key.name, time) for key, time in zip(KEYS, TIMES, strict=True)
        ]

    def test_the_second_implementation_agrees(self, secrets):
        """The same signatures hold when checked from the pages alone."""
        names = [key.name for key in KEYS]
        assert second_check(DATA, VECTOR["vkeys"]) == dict(zip(names, TIMES, strict=True))

    def test_signing_again_gives_the_same_bytes(self, secrets):
        """Keys made from the seeds of the vectors print its keys and its note."""
        assert [key.verifier.text for key in secrets] == VECTOR["vkeys"]
        note = sign(UNSIGNED, secrets[0])
        for key, time in zip(secrets[1:], TIMES[1:], strict=True):
            assert time is not None
            note = cosign(note, key, time)
        assert format_note(note) == DATA


class TestVerify:
    def test_unknown_signatures_are_passed_over_and_kept(self, secrets):
        """Whatever bytes they hold; the note still prints the same."""
        stranger = NoteSignature("witness.example", b"\x01\x02\x03\x04", b"anything")
        note = parse_note(DATA).with_signature(stranger)
        assert verify(note, KEYS[:1]) == [Verified(KeyKind.ED25519, ORIGIN, None)]
        assert parse_note(format_note(note)).signatures[-1] == stranger

    def test_a_name_or_an_id_alone_does_not_make_a_key_known(self, secrets):
        """Both must match; otherwise the signature is a stranger's."""
        note = parse_note(DATA)
        ann = note.signatures[1]
        for other in (evolve(ann, name="eve.example"), evolve(ann, key_id=b"\0\0\0\0")):
            changed = evolve(note, signatures=(note.signatures[0], other))
            assert len(verify(changed, KEYS)) == 1

    def test_no_known_signature_is_refused(self, secrets):
        """A note that only strangers signed proves nothing."""
        with pytest.raises(SignatureError, match="known key") as caught:
            verify(parse_note(DATA), [])
        assert caught.value.name is None

    @pytest.mark.parametrize("which", range(4))
    @given(data=st.data())
    def test_a_flipped_bit_in_a_signature_is_refused(self, which, data):
        """Time included: it is signed too."""
        pytest.importorskip("cryptography", reason="signatures need the extra 'sign'")
        note = parse_note(DATA)
        broken = bytearray(note.signatures[which].value)
        broken[data.draw(st.integers(0, len(broken) - 1))] ^= 1 << data.draw(st.integers(0, 7))
        changed = list(note.signatures)
        changed[which] = evolve(changed[which], value=bytes(broken))
        with pytest.raises(SignatureError) as caught:
            verify(evolve(note, signatures=tuple(changed)), KEYS)
        assert caught.value.name == KEYS[which].name

    @pytest.mark.parametrize("which", range(4))
    def test_another_size_or_root_is_refused(self, which, secrets):
        """No signature fits another checkpoint of the same origin."""
        note = parse_note(DATA)
        for size, root in [(24, bytes.fromhex(VECTOR["root"])), (23, bytes(32))]:
            other = evolve(note, text=Checkpoint(ORIGIN, size, root).text)
            with pytest.raises(SignatureError, match="does not fit"):
                verify(evolve(other, signatures=(note.signatures[which],)), KEYS)

    @pytest.mark.parametrize(("which", "cut"), [(0, 63), (0, 65), (1, 64), (1, 71), (1, 73)])
    def test_a_signature_of_another_length_is_refused(self, which, cut, secrets):
        """64 bytes, or 72 with the time."""
        note = parse_note(DATA)
        value = (note.signatures[which].value + bytes(8))[:cut]
        changed = evolve(note, signatures=(evolve(note.signatures[which], value=value),))
        with pytest.raises(SignatureError, match=f"{cut} bytes"):
            verify(changed, KEYS)

    def test_a_time_beyond_the_limit_is_refused(self, secrets):
        """2^63 seconds, signed by the right key."""
        key, time = secrets[1], 2**63
        value = time.to_bytes(8) + key.sign(
            f"cosignature/v1\ntime {time}\n{UNSIGNED.text}".encode()
        )
        signature = NoteSignature(key.name, key.verifier.key_id, value)
        with pytest.raises(SignatureError, match="beyond"):
            verify(UNSIGNED.with_signature(signature), KEYS)

    def test_a_recorder_under_another_name_is_refused(self, secrets):
        """A type 0x01 key speaks for the origin that it is named after, no other."""
        key = SigningKey.from_seed("other.example/game/00001000", KeyKind.ED25519, bytes(32))
        value = key.sign(UNSIGNED.text.encode())
        note = UNSIGNED.with_signature(NoteSignature(key.name, key.verifier.key_id, value))
        with pytest.raises(SignatureError, match="named as its origin"):
            verify(note, [key.verifier])
        with pytest.raises(SignatureError, match="may not sign"):
            sign(UNSIGNED, key)

    def test_one_cosigning_key_under_two_names_is_refused(self, secrets):
        """Its signatures could be passed off as those of either."""
        twin = VerifierKey("eve.example", KeyKind.COSIGNATURE, KEYS[1].public)
        with pytest.raises(SignatureError, match="also that of"):
            verify(parse_note(DATA), [*KEYS, twin])
        assert len(verify(parse_note(DATA), [*KEYS, KEYS[1]])) == 4

    def test_only_checkpoints_are_signed_and_verified(self, secrets):
        """Any other text is no business of these keys."""
        note = Note("cosignature/v1\ntime 5\n")
        for action in (
            lambda: sign(note, secrets[0]),
            lambda: cosign(note, secrets[1], 5),
            lambda: verify(note, KEYS),
        ):
            with pytest.raises(NoteError):
                action()

    def test_each_kind_of_key_does_its_own_work(self, secrets):
        """A recorder's key does not cosign, a cosigner's does not record."""
        with pytest.raises(SignatureError, match="0x04"):
            sign(UNSIGNED, secrets[1])
        with pytest.raises(SignatureError, match="0x01"):
            cosign(UNSIGNED, secrets[0], 5)
        for time in (-1, 2**63):
            with pytest.raises(SignatureError, match="time"):
                cosign(UNSIGNED, secrets[1], time)

    def test_nobody_signs_twice(self, secrets):
        """The second signature of one key is refused, whatever its time."""
        with pytest.raises(NoteError, match="twice"):
            cosign(parse_note(DATA), secrets[1], 5)

    @given(st.integers(1, 2**63 - 1), st.integers(0, 2**63 - 1))
    def test_what_is_signed_is_verified(self, size, time):
        """For any size and time, by this implementation and by the second."""
        pytest.importorskip("cryptography", reason="signatures need the extra 'sign'")
        log = SigningKey.from_seed(ORIGIN, KeyKind.ED25519, bytes([7]) * 32)
        judge = SigningKey.from_seed("judge.example", KeyKind.COSIGNATURE, bytes([8]) * 32)
        note = Note(Checkpoint(ORIGIN, size, bytes(32)).text)
        data = format_note(cosign(sign(note, log), judge, time))
        known = [log.verifier, judge.verifier]
        assert [found.time for found in verify(parse_note(data), known)] == [None, time]
        assert second_check(data, [key.text for key in known]) == {ORIGIN: None, judge.name: time}


VKEY = VECTOR["vkeys"][1]


def vkey(name: str = "ann.example", material: bytes = b"\x04" + KEYS[1].public) -> str:
    key_hash = sha256(name.encode() + b"\n" + material).digest()[:4].hex()
    return f"{name}+{key_hash}+{base64.b64encode(material).decode()}"


BAD_KEYS = {
    "empty": ("", "<name>"),
    "no id": ("ann.example+" + VKEY.split("+", 2)[2], "<name>"),
    "wrong id": (VKEY.replace("242b904c", "242b904d"), "should be 242b904c"),
    "upper-case id": (VKEY.replace("242b904c", "242B904C"), "should be"),
    "no name": (vkey(""), "name"),
    "space in the name": (vkey("ann example"), "space"),
    "newline behind": (VKEY + "\n", "base64"),
    "no base64": (VKEY + "!", "base64"),
    "short": (vkey(material=b"\x04" + bytes(31)), "its last part holds 32 bytes, not 33"),
    "unknown type": (vkey(material=b"\x02" + KEYS[1].public), "0x02"),
    "weak": (vkey(material=b"\x04\x01" + bytes(31)), "any message"),
    "weak with sign": (vkey(material=b"\x04" + bytes(31) + b"\x80"), "any message"),
    "too long": (vkey("a" * 500), "512"),
    "secret": ("PRIVATE+KEY+" + VKEY, "secret"),
}


class TestKeys:
    def test_verifier_keys_are_printed_as_read(self):
        """The key ids are those of the vectors; no extra is needed."""
        assert [key.text for key in KEYS] == VECTOR["vkeys"]
        kinds = [KeyKind.ED25519] + 3 * [KeyKind.COSIGNATURE]
        assert [key.kind for key in KEYS] == kinds

    @pytest.mark.parametrize(("text", "word"), BAD_KEYS.values(), ids=BAD_KEYS)
    def test_malformed_verifier_keys_are_refused(self, text, word):
        """Each with its reason."""
        with pytest.raises(KeyTextError, match=word):
            parse_verifier_key(text)

    def test_secret_keys_are_printed_as_read(self, secrets):
        """In the form of the Go note tools; the id is that of the public key."""
        for key in secrets:
            assert parse_signing_key(key.text) == key
        seed = base64.b64encode(b"\x04" + bytes([2]) * 32).decode()
        assert secrets[1].text == f"PRIVATE+KEY+ann.example+242b904c+{seed}"

    def test_a_secret_is_never_shown(self, secrets):
        """Neither in the repr of a key nor in the message of an error."""
        key = secrets[1]
        assert key.seed.hex() not in repr(key)
        assert repr(key.seed) not in repr(key)
        secret = key.text.split("+", 4)[4]
        for text in (key.text + "=", key.text[:-1], key.text.replace("242b", "242c")):
            with pytest.raises(KeyTextError) as caught:
                parse_signing_key(text)
            assert secret[4:20] not in str(caught.value)

    @pytest.mark.parametrize(
        ("text", "word"),
        [
            (VKEY, "starts with PRIVATE"),
            ("", "starts with PRIVATE"),
            ("PRIVATE+KEY+", "<name>"),
            ("PRIVATE+KEY+a+b", "<name>"),
        ],
    )
    def test_malformed_secret_keys_are_refused(self, text, word):
        """A public key is none, half a key neither."""
        with pytest.raises(KeyTextError, match=word):
            parse_signing_key(text)

    @pytest.mark.parametrize("size", [0, 31, 33])
    def test_a_key_is_32_bytes(self, size):
        """Public or secret, made by a program as well as read."""
        with pytest.raises(KeyTextError, match=f"a public key is 32 bytes, not {size}"):
            VerifierKey("ann.example", KeyKind.COSIGNATURE, bytes(size))
        with pytest.raises(KeyTextError, match=f"a secret is 32 bytes, not {size}"):
            SigningKey.from_seed("ann.example", KeyKind.COSIGNATURE, bytes(size))

    def test_new_keys_differ(self, secrets):
        """Each is drawn anew, and signs."""
        one, two = (SigningKey.generate("a.example", KeyKind.COSIGNATURE) for _ in "ab")
        assert one.seed != two.seed
        signature = one.sign(b"message")
        assert one.verifier.fits(signature, b"message")
        assert not one.verifier.fits(signature, b"massage")
        assert not two.verifier.fits(signature, b"message")
        assert not one.verifier.fits(signature[:-1], b"message")

    def test_without_the_extra_the_error_says_what_to_install(self, monkeypatch):
        """Reading notes and keys works; signing and checking names the extra."""
        real = builtins.__import__

        def without(name, *arguments, **named):
            if name.startswith("cryptography"):
                raise ImportError(name)
            return real(name, *arguments, **named)

        monkeypatch.setattr(builtins, "__import__", without)
        assert parse_verifier_key(VKEY).text == VKEY
        assert len(parse_note(DATA).signatures) == 4
        for action in (
            lambda: verify(parse_note(DATA), KEYS),
            lambda: SigningKey.generate("a.example", KeyKind.COSIGNATURE),
        ):
            with pytest.raises(MissingExtra, match=r"rollbook\[sign\]"):
                action()
