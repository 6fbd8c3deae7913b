"""
Rosters of every kind that is read, told apart by their content.

BattleScribe `.ros` and `.rosz`, New Recruit's XML and JSON, and Rollbook's own
rosters in TOML and CSV.
"""

from rollbook.tools.importers.errors import FileTooLargeError, UnknownFormatError
from rollbook.tools.importers.result import RosterResult, Unmapped

__all__ = ["MAX_BYTES", "RosterResult", "Unmapped", "read_roster"]

MAX_BYTES = 8 * 1024 * 1024
"""Largest roster, packed or unpacked, in bytes."""


def read_roster(data: bytes, name: str = "roster") -> RosterResult:
    """
    Read a roster; *name* is what messages call the file.

    Gives the units as `add_unit` wants them, without who owns them and where
    they stand, and a list of everything that they do not hold.

    Raises `UnknownFormatError`, `DamagedFileError`, `FileTooLargeError`, `UnsafeFileError`, or for
    Rollbook's own rosters `BadRosterError`: all of them `ImportedFileError`.
    """
    from rollbook.tools.importers.zipped import is_zip, member

    _bounded(data, name)
    if is_zip(data):
        data = member(data, _is_roster_name, "a .ros roster", MAX_BYTES, name)
    start = data[:512].removeprefix(b"\xef\xbb\xbf").lstrip()
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        start = data[:512].decode("utf-16", "ignore").lstrip().encode()
    if start.startswith(b"<"):
        return _list_builder(data, name, xml=True)
    if start.startswith(b"{"):
        return _list_builder(data, name, xml=False)
    return _own(data, start, name)


def _bounded(data: bytes, name: str) -> None:
    if len(data) > MAX_BYTES:
        raise FileTooLargeError(
            f"it has {len(data):,} bytes, more than {MAX_BYTES:,}",
            where=name,
            do="Import a smaller file",
        )
    if not data.strip():
        raise UnknownFormatError("the file is empty", where=name, do="Export it again")


def _is_roster_name(name: str) -> bool:
    # Some systems pack a shadow of each file beside it.
    return name.lower().endswith(".ros") and not name.startswith("__MACOSX/")


def _list_builder(data: bytes, name: str, *, xml: bool) -> RosterResult:
    from rollbook.tools.importers.battlescribe import read_battlescribe
    from rollbook.tools.importers.mapping import Mapper
    from rollbook.tools.importers.newrecruit import read_new_recruit

    read = read_battlescribe if xml else read_new_recruit
    return Mapper().map(read(data, name))


def _own(data: bytes, start: bytes, name: str) -> RosterResult:
    from rollbook.tools.importers.owncsv import read_csv_roster
    from rollbook.tools.importers.owntoml import read_toml_roster

    is_csv = start.lower().startswith(
        (b"rollbook-roster,", b"rollbook-roster;", b'"rollbook-roster"')
    )
    return (read_csv_roster if is_csv else read_toml_roster)(data, name)
