"""
The battle notation: a game as text that people write at the table and read years later.

:func:`read` makes a :class:`Document` of text, :func:`write` text of a
document, :func:`document_of` a document of a log; `rollbook.tools.notation.playing` plays one.
The form is described in ``docs/notation.md``.
"""

from rollbook.tools.notation.document import Document, Header, Line, Remark
from rollbook.tools.notation.errors import NotationError
from rollbook.tools.notation.fromlog import document_of
from rollbook.tools.notation.reading import read
from rollbook.tools.notation.writing import write

__all__ = [
    "Document",
    "Header",
    "Line",
    "NotationError",
    "Remark",
    "document_of",
    "read",
    "write",
]
