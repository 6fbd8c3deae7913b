"""One member out of a zip file, with its count, name, size and ratio bounded."""

import io
import struct
import zipfile
import zlib
from collections.abc import Callable

from rollbook.tools.importers.errors import (
    DamagedFileError,
    FileTooLargeError,
    UnknownFormatError,
    UnsafeFileError,
)

MAX_MEMBERS = 16
MAX_RATIO = 200
"""Bytes out for each byte in; text packs 5 to 20 times, a bomb about 1,000 times."""
_FREE_BYTES = 64 * 1024
"""A tiny file may pack better than any ratio says."""
_MANY = 1000
_CHUNK = 64 * 1024
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# What the standard library raises on a mutated archive, beside its own class.
_BREAKAGES = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    OverflowError,
    LookupError,
    RuntimeError,
)


def is_zip(data: bytes) -> bool:
    """Tell whether *data* starts like a zip file."""
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def member(
    data: bytes, wanted: Callable[[str], bool], what: str, max_bytes: int, where: str
) -> bytes:
    """
    Unpack the one member whose name is *wanted*.

    *what* and *where* name it and the file in messages ("a .ros roster").
    *max_bytes* bounds what it unpacks to, whatever the file's own headers say.

    Raises `DamagedFileError`, `FileTooLargeError`, `UnsafeFileError`, or `UnknownFormatError`
    where not exactly one member fits.
    """
    # Counted in the bytes, before a directory of a million entries is built.
    if data.count(b"PK\x01\x02") > _MANY:
        raise FileTooLargeError(
            "the zip file has too many members", where=where, do="Unpack it and import the file"
        )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _unpack(archive, _choose(archive, wanted, what, where), max_bytes, where)
    except _BREAKAGES as error:
        raise _damaged(str(error), where) from None


def _damaged(reason: str, where: str) -> DamagedFileError:
    return DamagedFileError(
        f"the zip file is broken ({reason[:200]!r})", where=where, do="Export or download it again"
    )


def _choose(
    archive: zipfile.ZipFile, wanted: Callable[[str], bool], what: str, where: str
) -> zipfile.ZipInfo:
    infos = archive.infolist()
    if len(infos) > MAX_MEMBERS:
        raise FileTooLargeError(
            f"the zip file has {len(infos)} members, more than {MAX_MEMBERS}",
            where=where,
            do="Unpack it and import the file itself",
        )
    fitting = [info for info in infos if wanted(info.filename)]
    if len(fitting) != 1:
        raise UnknownFormatError(
            f"the zip file holds {len(fitting)} members that are {what}, not one",
            where=where,
            do="Unpack it and import the file itself",
        )
    return fitting[0]


def _unpack(archive: zipfile.ZipFile, info: zipfile.ZipInfo, max_bytes: int, where: str) -> bytes:
    name = info.filename
    if len(name) > 255 or name.startswith("/") or "\\" in name or ".." in name.split("/"):
        raise UnsafeFileError(
            "the member's name leads out of the zip file", where=where, do="Do not trust it"
        )
    if info.flag_bits & 0x1:
        raise UnknownFormatError(
            "the zip file is encrypted", where=where, do="Export it without a password"
        )
    if info.compress_type not in _METHODS:
        raise UnknownFormatError(
            "the zip file is packed in an unusual way", where=where, do="Pack it with deflate"
        )
    out = bytearray()
    with archive.open(info) as stream:
        while chunk := stream.read(_CHUNK):
            out += chunk
            if len(out) > max_bytes:
                raise FileTooLargeError(
                    f"the zip file unpacks to more than {max_bytes:,} bytes",
                    where=where,
                    do="Import a smaller file",
                )
            if len(out) > _FREE_BYTES + MAX_RATIO * info.compress_size:
                raise FileTooLargeError(
                    f"the zip file unpacks to more than {MAX_RATIO} times its size",
                    where=where,
                    do="Do not trust it: it is made to fill the memory",
                )
    return bytes(out)
