"""The seed's order: hash-derived, the same on every machine and version."""

import hashlib

LOT_BITS = 40


def lot(seed: str, *parts: object) -> int:
    """
    Draw a number of `LOT_BITS` bits for *parts* under *seed*.

    SHA-256 over the parts, each with its length before it, so that no two
    lists of parts are the same bytes.  Rule: RB-PR-7.
    """
    state = hashlib.sha256()
    for part in (seed, *parts):
        text = str(part).encode()
        state.update(len(text).to_bytes(4, "big"))
        state.update(text)
    return int.from_bytes(state.digest()[:8], "big") >> (64 - LOT_BITS)
