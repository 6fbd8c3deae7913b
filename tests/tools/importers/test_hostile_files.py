"""Files made to harm are refused by name of what is wrong, quickly and in little memory."""

from __future__ import annotations

import lzma
import time
import tracemalloc
from collections.abc import Callable, Iterator

import pytest

from rollbook.events.errors import RollbookError
from rollbook.tools.importers.dice import read_dice
from rollbook.tools.importers.errors import (
    BadRosterError,
    DamagedFileError,
    FileTooLargeError,
    UnknownFormatError,
    UnsafeFileError,
)
from rollbook.tools.importers.roster import read_roster

Zipped = Callable[..., bytes]
MEGABYTE = 1024 * 1024


@pytest.fixture(autouse=True)
def bounded() -> Iterator[None]:
    """No case may take more than 200 MB, or long: measuring memory slows it several times."""
    tracemalloc.start()
    started = time.monotonic()
    yield
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert time.monotonic() - started < 30
    assert peak < 200 * MEGABYTE


class TestXml:
    def test_billion_laughs(self) -> None:
        """Entities that multiply are refused at the document type."""
        entities = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
        text = f'<!DOCTYPE roster [<!ENTITY a0 "ha">{entities}]><roster name="&a9;"/>'
        with pytest.raises(UnsafeFileError, match="document type"):
            read_roster(text.encode())

    def test_external_entity(self) -> None:
        """Nothing outside the file is read."""
        text = '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname">]><roster name="&x;"/>'
        with pytest.raises(UnsafeFileError):
            read_roster(text.encode())

    def test_document_type_alone(self) -> None:
        """Even an empty document type is refused."""
        with pytest.raises(UnsafeFileError):
            read_roster(b"<!DOCTYPE roster><roster/>")

    def test_deep_nesting(self) -> None:
        """A thousand levels are refused."""
        with pytest.raises(FileTooLargeError, match="deeper"):
            read_roster(b"<roster>" + b"<a>" * 1000 + b"</a>" * 1000 + b"</roster>")

    def test_many_elements(self) -> None:
        """A hundred thousand elements are refused."""
        with pytest.raises(FileTooLargeError, match="elements"):
            read_roster(b"<roster>" + b"<a/>" * 100_000 + b"</roster>")

    def test_a_line_of_ten_megabytes(self) -> None:
        """The size is refused before anything is read."""
        with pytest.raises(FileTooLargeError, match="bytes"):
            read_roster(b'<roster name="' + b"a" * 10 * MEGABYTE + b'"/>')

    def test_a_tag_of_a_megabyte(self) -> None:
        """A tag with a hundred thousand attributes never reaches the parser."""
        attributes = " ".join(f'a{n}=""' for n in range(100_000))
        with pytest.raises(FileTooLargeError, match="one tag"):
            read_roster(f"<roster {attributes}/>".encode())

    def test_text_in_many_pieces(self) -> None:
        """Text between many elements is not added up."""
        body = (b"x" * 120 + b"<a/>") * 50_000
        assert read_roster(b"<roster><t>" + body + b"</t></roster>").units == ()

    def test_truncated(self, seed: Callable[[str], bytes]) -> None:
        """A list cut anywhere is damaged, and the message has the line."""
        whole = seed("version203.ros").rstrip()
        for end in range(60, len(whole) - 1, 331):
            with pytest.raises(DamagedFileError, match="line"):
                read_roster(whole[:end])

    @pytest.mark.parametrize(
        "data",
        [
            b'<?xml version="1.0" encoding="UTF-8"?><roster name="\xff\xfe"/>',
            b'<?xml version="1.0" encoding="utf-7"?><roster/>',
            b'<?xml version="1.0" encoding="rot13"?><roster/>',
            b'<?xml version="1.0" encoding="windows-1252"?><roster name="\x81"/>',
            "<roster/>".encode("utf-16")[:-1],
        ],
    )
    def test_wrong_encoding(self, data: bytes) -> None:
        """Bytes that are no text, and encodings that are not read, are damage."""
        with pytest.raises(DamagedFileError):
            read_roster(data)

    def test_a_catalogue_is_no_roster(self) -> None:
        """Other XML is told from a roster."""
        with pytest.raises(UnknownFormatError, match="<catalogue>"):
            read_roster(b"<catalogue/>")


@pytest.mark.slow
class TestGiantLists:
    """Lists that are well-formed and within all bounds, made to take long."""

    CELLS = "".join(
        f'<characteristic name="{name}" value="{value}"/>'
        for name, value in zip(
            ("WS", "BS", "S", "T", "W", "I", "A", "Ld", "Sv"), "333313173", strict=True
        )
    )
    HULL = "".join(
        f'<characteristic name="{name}" value="10"/>' for name in ("BS", "Front", "Side", "Rear")
    )
    GUN = "".join(f'<characteristic name="{name}" value="1"/>' for name in ("Range", "AP", "Type"))

    @staticmethod
    def roster(body: str) -> bytes:
        force = f"<force><selections>{body}</selections></force>"
        return f"<roster><forces>{force}</forces></roster>".encode()

    @staticmethod
    def profile(cells: str) -> str:
        return f"<profiles><profile><characteristics>{cells}</characteristics></profile></profiles>"

    def test_many_kinds_of_model_in_one_squad(self) -> None:
        """Thousands of soldiers with a line each are one selection, and refused as a unit."""
        man = f'<selection type="model" name="m">{self.profile(self.CELLS)}</selection>'
        body = f'<selection type="unit" name="u"><selections>{man * 4000}</selections></selection>'
        assert read_roster(self.roster(body)).units == ()

    def test_many_machines_with_many_guns(self) -> None:
        """Machines chosen a thousand times with thousands of guns are refused in time."""
        gun = f'<selection name="g" number="1000">{self.profile(self.GUN)}</selection>'
        body = (
            f'<selection type="model" name="m" number="1000">{self.profile(self.HULL)}'
            f"<selections>{gun * 6000}</selections></selection>"
        )
        with pytest.raises(FileTooLargeError, match="units"):
            read_roster(self.roster(body))

    def test_many_models_within_models(self) -> None:
        """Models nested as deep as is allowed are walked in time."""
        man = f'<selection type="model" name="m">{self.profile(self.CELLS)}'
        one = f"{man}<selections>" * 25 + f"{man}</selection>" + "</selections></selection>" * 25
        assert len(read_roster(self.roster(one * 100)).units) == 100

    def test_many_selections(self) -> None:
        """A list of more selections than anybody plays is refused."""
        with pytest.raises(FileTooLargeError, match="selections"):
            read_roster(self.roster('<selection name="g"/>' * 30_000))

    def test_long_names(self) -> None:
        """Names of a hundred thousand letters are cut, not weighed."""
        name = "\u202e@a." * 12_000
        body = f'<selection name="{name}"/>' * 100
        result = read_roster(self.roster(body))
        assert all(len(each.where) < 1100 for each in result.unmapped)


class TestJson:
    def test_deep_nesting(self) -> None:
        """Brackets without end are refused before they are built."""
        with pytest.raises(FileTooLargeError, match="deeper"):
            read_roster(b'{"roster": ' + b"[" * 100_000)

    def test_many_values(self) -> None:
        """Millions of values are refused before they are built."""
        with pytest.raises(FileTooLargeError, match="too many"):
            read_roster(b'{"roster": [' + b"0," * 3_000_000 + b"0]}")

    @pytest.mark.parametrize(
        "data",
        [
            b'{"roster": "' + b'\\"' * 2_000_000,
            b'{"roster": ' + b"9" * 5000 + b"}",
            b'{"roster": NaN}',
            b'{"roster": 1, "roster": 2}',
            b'{"roster"',
        ],
    )
    def test_broken(self, data: bytes) -> None:
        """Unclosed strings, giant numbers, NaN and repeated keys are damage."""
        with pytest.raises(DamagedFileError):
            read_roster(data)

    def test_half_a_character(self) -> None:
        """A lone surrogate in a name is taken out like any control character."""
        data = b'{"roster": {"name": "A\\ud800B", "forces": []}}'
        assert read_roster(data).name == "AB"


class TestZip:
    def test_bomb(self, zipped: Zipped) -> None:
        """Megabytes of one letter are refused by what they unpack to."""
        with pytest.raises(FileTooLargeError, match="times its size"):
            read_roster(zipped(("a.ros", b"<" + b"a" * 7 * MEGABYTE)))

    def test_lying_header(self, zipped: Zipped) -> None:
        """The size is counted, not believed."""
        data = zipped(("a.ros", b"<" + b"a" * 7 * MEGABYTE))
        size = (7 * MEGABYTE + 1).to_bytes(4, "little")
        assert size in data
        with pytest.raises((FileTooLargeError, DamagedFileError)):
            read_roster(data.replace(size, (100).to_bytes(4, "little")))

    def test_two_rosters(self, zipped: Zipped) -> None:
        """Which of two rosters is meant is not guessed."""
        with pytest.raises(UnknownFormatError, match="2 members"):
            read_roster(zipped(("a.ros", b"<roster/>"), ("b.ros", b"<roster/>")))

    def test_many_members(self, zipped: Zipped) -> None:
        """More members than any export has are refused."""
        with pytest.raises(FileTooLargeError, match="members"):
            read_roster(zipped(*((f"{n}.ros", b"") for n in range(2000))))

    def test_a_name_that_leads_out(self, zipped: Zipped) -> None:
        """Names are not used, and such a one says what the file is."""
        with pytest.raises(UnsafeFileError):
            read_roster(zipped(("../../a.ros", b"<roster/>")))

    def test_truncated(self, zipped: Zipped, seed: Callable[[str], bytes]) -> None:
        """A packed list cut anywhere is refused."""
        whole = zipped(("a.ros", seed("version203.ros")))
        for end in range(4, len(whole), 97):
            with pytest.raises((DamagedFileError, UnknownFormatError)):
                read_roster(whole[:end])


class TestOwn:
    @pytest.mark.parametrize(
        "text",
        [
            "rollbook-roster = 1\nx = " + "[" * 3000,
            "rollbook-roster = 1\n" + "a." * 1500 + "b = 1",
            "rollbook-roster = 1\n" + ("[" * 3900 + "\n") * 50,
            "rollbook-roster = 1\nx = " + "9" * 3900,
        ],
    )
    def test_toml_made_to_choke_the_parser(self, text: str) -> None:
        """Deep brackets, long dotted keys and giant numbers are refused quickly."""
        with pytest.raises((FileTooLargeError, BadRosterError)):
            read_roster(text.encode())

    def test_a_line_of_ten_megabytes(self) -> None:
        """Text of any kind is refused by its size."""
        with pytest.raises(FileTooLargeError):
            read_roster(b"rollbook-roster = 1 #" + b"a" * 10 * MEGABYTE)

    @pytest.mark.parametrize("data", [b"", b" \n", b"hello", b"\x89PNG\r\n", b"\x00" * 100])
    def test_what_is_no_roster_at_all(self, data: bytes) -> None:
        """Other files are refused with the kinds that are read."""
        with pytest.raises((UnknownFormatError, DamagedFileError)):
            read_roster(data)


class TestLogs:
    def test_bomb_in_xz(self, zipped: Zipped) -> None:
        """A compressed savedGame is unpacked no further than its bound."""
        packed = lzma.compress(b"\x1b" * 60 * MEGABYTE)
        with pytest.raises(FileTooLargeError):
            read_dice(zipped(("savedGame", packed)))

    def test_many_commands(self, zipped: Zipped) -> None:
        """A million empty commands are refused."""
        with pytest.raises(FileTooLargeError):
            read_dice(zipped(("savedGame", lzma.compress(b"\x1b" * 1_000_000))))

    @pytest.mark.parametrize("saved", [b"!VCSK", b"!VCSKzz00", b"!VCSK5a0", b"", b"nothing"])
    def test_broken_obfuscation(self, zipped: Zipped, saved: bytes) -> None:
        """A savedGame that is cut short, not hexadecimal or of no known form is damage."""
        with pytest.raises(DamagedFileError):
            read_dice(zipped(("savedGame", saved)))

    def test_chat_that_looks_like_a_roll_over_and_over(self, zipped: Zipped) -> None:
        """Lines made to send the search back and forth are read in time."""
        nasty = ["*** 2d6 = " + "1," * 3900, "*** " + "2d6 " * 1900 + "=", "* " + "=" * 7000]
        plain = "\x1b".join(f"LOG\tCHAT{line}" for line in nasty * 50)
        packed = lzma.compress(plain.encode())
        assert read_dice(zipped(("savedGame", packed))).rolls == ()

    def test_a_table_of_empty_lines(self) -> None:
        """Millions of lines are refused."""
        with pytest.raises(FileTooLargeError, match="lines"):
            read_dice(b"faces\n" + b"\n" * 5 * MEGABYTE)


def test_every_error_is_one_of_the_project() -> None:
    """A caller that catches the project's base class catches all of them."""
    for error in (BadRosterError, DamagedFileError, FileTooLargeError, UnsafeFileError):
        assert issubclass(error, RollbookError)
