"""Standard base64 (RFC 4648 section 4) in the one form that is accepted."""

import binascii


def encode(data: bytes) -> str:
    """Give *data* in base64 with padding, on one line."""
    return binascii.b2a_base64(data, newline=False).decode("ascii")


def decode(text: str) -> bytes:
    """
    Give the bytes of *text*; ``ValueError`` unless `encode` would print *text* again.

    So missing or additional padding, stray characters and set spare bits are
    refused: one value has one spelling.
    """
    try:
        data = binascii.a2b_base64(text, strict_mode=True)
    except ValueError as error:
        raise ValueError(f"not base64: {error}") from None
    if encode(data) != text:
        raise ValueError("not base64 in its one accepted form")
    return data
