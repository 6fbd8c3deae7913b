r"""
Keys that sign checkpoints, in the text forms of C2SP signed-note.

::

    <name>+<key id>+<base64 of type || public key>                 verifier key
    PRIVATE+KEY+<name>+<key id>+<base64 of type || secret seed>    signing key

The key id is the first 4 bytes of SHA-256(name || "\n" || type || public key),
in lower-case hex.  Reading and printing keys that only verify needs nothing
beyond the standard library; making signatures and checking them needs the
extra ``sign``.
"""

from enum import IntEnum
from hashlib import sha256
from secrets import token_bytes
from typing import TYPE_CHECKING, Self

from attrs import field, frozen

from rollbook.events.errors import MissingExtra, RollbookError
from rollbook.events.log import strict_base64
from rollbook.events.log.names import check_name

if TYPE_CHECKING:
    from types import ModuleType

SEED_BYTES = 32
PUBLIC_BYTES = 32
SIGNATURE_BYTES = 64
MAX_KEY_TEXT = 512
_PRIVATE = "PRIVATE+KEY+"

# Points of order 1, 2, 4 and 8 of edwards25519 and their spellings beyond the
# field's prime, sign bit cleared.  Under such a key a signature can be made
# that fits any message, so it would prove nothing.  RFC 8032 section 5.1.
_WEAK = frozenset(
    bytes.fromhex(text)
    for text in (
        "00" * 32,
        "01" + "00" * 31,
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ec" + "ff" * 30 + "7f",
        "ed" + "ff" * 30 + "7f",
        "ee" + "ff" * 30 + "7f",
    )
)


class KeyKind(IntEnum):
    """What a key signs: the signature type bytes of C2SP signed-note."""

    ED25519 = 0x01
    """The text of a note.  The recorder's."""
    COSIGNATURE = 0x04
    """A checkpoint with the time, C2SP tlog-cosignature.  The players' and the judge's."""


class KeyTextError(RollbookError):
    """
    A key is not in the one form in which Rollbook prints it, or cannot be used.

    The message never holds any part of a secret.
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"key refused: {reason}")


def key_id(name: str, kind: int, public: bytes) -> bytes:
    """Give the 4-byte id of a key, as C2SP signed-note recommends it."""
    return sha256(name.encode() + b"\n" + bytes([kind]) + public).digest()[:4]


@frozen
class VerifierKey:
    """A public key: who (``name``), what it signs (``kind``), 32 bytes."""

    name: str
    kind: KeyKind
    public: bytes

    def __attrs_post_init__(self) -> None:
        check_name(self.name, KeyTextError)
        if len(self.public) != PUBLIC_BYTES:
            raise KeyTextError(f"a public key is {PUBLIC_BYTES} bytes, not {len(self.public)}")
        if self.public[:-1] + bytes([self.public[-1] & 0x7F]) in _WEAK:
            raise KeyTextError("under this public key any message has a signature")

    @property
    def key_id(self) -> bytes:
        """The id that stands before each of its signatures, 4 bytes."""
        return key_id(self.name, self.kind, self.public)

    @property
    def text(self) -> str:
        """The key as one word (a *vkey*), to be given to others."""
        material = strict_base64.encode(bytes([self.kind]) + self.public)
        return f"{self.name}+{self.key_id.hex()}+{material}"

    def fits(self, signature: bytes, message: bytes) -> bool:
        """
        Tell whether *signature* is this key's Ed25519 signature (RFC 8032) of *message*.

        Raises `MissingExtra` without the extra ``sign``.
        """
        module = _ed25519()
        from cryptography.exceptions import InvalidSignature

        try:
            public = module.Ed25519PublicKey.from_public_bytes(self.public)
            public.verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


@frozen
class SigningKey:
    """A secret key; made by `from_seed`, `generate` or `parse_signing_key`."""

    verifier: VerifierKey
    seed: bytes = field(repr=False)

    @classmethod
    def from_seed(cls, name: str, kind: KeyKind, seed: bytes) -> Self:
        """
        Make the key of a 32-byte RFC 8032 *seed*.

        Raises `KeyTextError` for a bad name or length, `MissingExtra`
        without the extra ``sign``.
        """
        if len(seed) != SEED_BYTES:
            raise KeyTextError(f"a secret is {SEED_BYTES} bytes, not {len(seed)}")
        secret = _ed25519().Ed25519PrivateKey.from_private_bytes(seed)
        return cls(VerifierKey(name, kind, secret.public_key().public_bytes_raw()), seed)

    @classmethod
    def generate(cls, name: str, kind: KeyKind) -> Self:
        """Make a new key from the operating system's random source."""
        return cls.from_seed(name, kind, token_bytes(SEED_BYTES))

    @property
    def name(self) -> str:
        """The name that its signatures carry."""
        return self.verifier.name

    @property
    def kind(self) -> KeyKind:
        """What it signs."""
        return self.verifier.kind

    @property
    def text(self) -> str:
        """The key as one word (an *skey*): secret, to be kept in a file of its owner's."""
        material = strict_base64.encode(bytes([self.kind]) + self.seed)
        return f"{_PRIVATE}{self.name}+{self.verifier.key_id.hex()}+{material}"

    def sign(self, message: bytes) -> bytes:
        """Give the 64-byte Ed25519 signature of *message*, the same every time."""
        signature: bytes = _ed25519().Ed25519PrivateKey.from_private_bytes(self.seed).sign(message)
        return signature


def parse_verifier_key(text: str) -> VerifierKey:
    """
    Read a *vkey*; `KeyTextError` unless it is printed the same again.

    >>> parse_verifier_key(
    ...     "ann.example+242b904c+BIE5dw6ofRdfVqNUZsNMfszLjYqRtO43ol32D1uPybOU"
    ... ).key_id.hex()
    '242b904c'
    """
    if text.startswith(_PRIVATE):
        raise KeyTextError("this is a secret key; give its public one, and change the secret")
    name, stated, kind, public = _split(text)
    key = VerifierKey(name, kind, public)
    if key.text != text:
        raise KeyTextError(f"the id {stated!r} of {name!r} should be {key.key_id.hex()}")
    return key


def parse_signing_key(text: str) -> SigningKey:
    """
    Read an *skey*; `KeyTextError` unless it is printed the same again.

    Needs the extra ``sign``, since the id is that of the public key.
    """
    if not text.startswith(_PRIVATE):
        raise KeyTextError(f"a secret key starts with {_PRIVATE}")
    name, _, kind, seed = _split(text.removeprefix(_PRIVATE))
    key = SigningKey.from_seed(name, kind, seed)
    if key.text != text:
        raise KeyTextError(f"the id of {name!r} does not belong to its secret")
    return key


def _split(text: str) -> tuple[str, str, KeyKind, bytes]:
    if len(text) > MAX_KEY_TEXT:
        raise KeyTextError(f"longer than {MAX_KEY_TEXT} characters")
    # The base64 part may hold plus signs, a name and an id never do.
    parts = text.split("+", 2)
    if len(parts) != 3:
        raise KeyTextError("a key is <name>+<key id>+<base64>")
    try:
        material = strict_base64.decode(parts[2])
    except ValueError as error:
        raise KeyTextError(f"its last part is {error}") from None
    if len(material) != 1 + PUBLIC_BYTES:
        raise KeyTextError(f"its last part holds {len(material)} bytes, not {1 + PUBLIC_BYTES}")
    try:
        kind = KeyKind(material[0])
    except ValueError:
        raise KeyTextError(f"type 0x{material[0]:02x} is neither 0x01 nor 0x04") from None
    return parts[0], parts[1], kind, material[1:]


def _ed25519() -> "ModuleType":
    try:
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ImportError as error:
        raise MissingExtra("sign", "making and checking signatures") from error
    return ed25519
