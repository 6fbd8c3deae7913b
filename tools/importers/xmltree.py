"""
XML read without trust: no document type, no entities, depth, count and size bounded.

The standard library's expat with handlers that refuse.  The usual wrapper
around it had its last final release in March 2021 and bounds neither depth nor
count, so it would add a dependency and leave half of the work.
"""

import re
from xml.parsers import expat

from attrs import Factory, define

from rollbook.tools.importers.errors import DamagedFileError, FileTooLargeError, UnsafeFileError
from rollbook.tools.importers.text import decode

MAX_DEPTH = 64
MAX_ELEMENTS = 60_000
MAX_GAP = 256 * 1024
"""Most characters from one `<` to the next: a tag with its attributes, or a text."""
MAX_TEXT = 8 * 1024
_CHUNK = 64 * 1024


@define
class Node:
    """One element: local name, attributes, text, children in order."""

    tag: str
    attributes: dict[str, str]
    text: str = ""
    children: list["Node"] = Factory(list)

    def all(self, tag: str) -> list["Node"]:
        """Give the children called *tag*."""
        return [child for child in self.children if child.tag == tag]

    def under(self, group: str, tag: str) -> list["Node"]:
        """Give the children called *tag* of every child called *group*."""
        return [node for each in self.all(group) for node in each.all(tag)]

    def get(self, name: str) -> str:
        """Give an attribute, or an empty text."""
        return self.attributes.get(name, "")


def parse_xml(data: bytes, where: str) -> Node:
    """
    Read *data* into a tree; *where* names the file in messages.

    Raises `DamagedFileError` with line and column, `FileTooLargeError`, or `UnsafeFileError`
    for a document type or an entity.
    """
    text = decode(data, where)
    _check_size(text, where)
    builder = _Builder(where)
    try:
        return builder.read(text.encode("utf-8", "strict"))
    except expat.ExpatError as error:
        raise DamagedFileError(
            f"this is not well-formed XML ({expat.ErrorString(error.code)})",
            where=f"{where}, line {error.lineno}, column {error.offset + 1}",
            do="Export or download it again",
        ) from None
    except UnicodeEncodeError:
        raise DamagedFileError(
            "half a character pair", where=where, do="Save it as UTF-8"
        ) from None


def _check_size(text: str, where: str) -> None:
    # A tag cannot contain "<", so the gap between two bounds a tag with all
    # its attributes before the parser ever holds it.
    limit = 4 * MAX_ELEMENTS
    if text.count("<") > limit:
        raise FileTooLargeError(
            f"more than {limit:,} tags", where=where, do="Import a smaller file"
        )
    before = 0
    while (after := text.find("<", before)) >= 0:
        if after - before > MAX_GAP:
            break
        before = after + 1
    end = len(text) if after < 0 else after
    if end - before > MAX_GAP:
        raise FileTooLargeError(
            f"one tag or text is longer than {MAX_GAP:,} characters",
            where=where,
            do="Remove the long text",
        )


class _Builder:
    def __init__(self, where: str) -> None:
        self._where = where
        self._root = Node("", {})
        self._open = [self._root]
        self._count = 0
        # The text is UTF-8 by now, whatever its declaration says.
        parser = expat.ParserCreate("utf-8")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.StartDoctypeDeclHandler = self._refuse_doctype
        parser.EntityDeclHandler = self._refuse_entity
        parser.UnparsedEntityDeclHandler = self._refuse_entity
        parser.ExternalEntityRefHandler = self._refuse_reference
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        self._parser = parser

    def read(self, data: bytes) -> Node:
        for at in range(0, len(data), _CHUNK):
            self._parser.Parse(data[at : at + _CHUNK], False)
        self._parser.Parse(b"", True)
        return self._root.children[0]

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MAX_ELEMENTS:
            raise FileTooLargeError(
                f"more than {MAX_ELEMENTS:,} elements", where=self._where, do="Split the file"
            )
        if len(self._open) > MAX_DEPTH:
            raise FileTooLargeError(
                f"elements nested deeper than {MAX_DEPTH}",
                where=f"{self._where}, line {self._parser.CurrentLineNumber}",
                do="Do not trust it: no roster is that deep",
            )
        node = Node(re.sub(r"^.*:", "", name), attributes)
        self._open[-1].children.append(node)
        self._open.append(node)

    def _end(self, name: str) -> None:
        del name
        self._open.pop()

    def _characters(self, text: str) -> None:
        # Only leaves carry text that is used, and none of it is long; adding up
        # the rest piece by piece would cost the square of the file.
        node = self._open[-1]
        if not node.children and len(node.text) < MAX_TEXT:
            node.text += text[:MAX_TEXT]

    def _refuse(self, what: str) -> None:
        raise UnsafeFileError(
            f"it has {what}, which is refused",
            where=f"{self._where}, line {self._parser.CurrentLineNumber}",
            do="Do not trust it: no roster program writes that",
        )

    def _refuse_doctype(self, *given: object) -> None:
        del given
        self._refuse("a document type")

    def _refuse_entity(self, *given: object) -> None:
        del given
        self._refuse("an entity")

    def _refuse_reference(self, *given: object) -> int:
        del given
        self._refuse("an external reference")
        return 0
