"""What can be wrong with a file that somebody hands over, by what its owner can do about it."""

from rollbook.events.errors import RollbookError


class ImportedFileError(RollbookError):
    """
    A file could not be imported; nothing of it was taken over.

    The sentence is built from *what* is wrong, *where* in the file, and what
    to *do*.
    """

    def __init__(self, what: str, *, where: str = "", do: str = "") -> None:
        self.what = what
        self.where = where
        self.do = do
        sentence = f"{where}: {what}" if where else what
        super().__init__(f"{sentence}. {do}." if do else f"{sentence}.")


class UnknownFormatError(ImportedFileError):
    """The file is not one of the known kinds: export it in another one."""


class DamagedFileError(ImportedFileError):
    """The file is of a known kind but cut short or broken: export or copy it again."""


class FileTooLargeError(ImportedFileError):
    """The file, or what it unpacks to, passes a bound: split it, or distrust it."""


class UnsafeFileError(ImportedFileError):
    """The file uses a construct that no honest export needs: do not trust its source."""


class BadRosterError(ImportedFileError):
    """A roster written by hand breaks the roster format: correct the place named."""


class BadRollsError(ImportedFileError):
    """A table of rolls lacks what the columns must hold: correct the place named."""
