"""WebAssembly modules as they are read and written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools import wasm
from tools.environment import PYODIDE
from tools.wasm import Data, Kind, Section, UnknownModule

MODULE = (PYODIDE / "pyodide.asm.wasm").read_bytes()
SECTIONS = dict(wasm.read_sections(MODULE))


@given(st.integers(0, 2**32))
def test_an_unsigned_number_reads_back(value: int) -> None:
    assert wasm.Reader(wasm.number(value)).number() == value


@given(st.integers(-(2**31), 2**31))
def test_a_signed_number_reads_back(value: int) -> None:
    assert wasm.Reader(wasm.signed(value)).signed() == value


@pytest.mark.parametrize(
    ("value", "written"), [(0, "00"), (63, "3f"), (64, "c000"), (-64, "40"), (-65, "bf7f")]
)
def test_signed_numbers_are_as_short_as_can_be(value: int, written: str) -> None:
    assert wasm.signed(value).hex() == written


def test_the_module_of_pyodide_is_written_as_it_was_read() -> None:
    assert wasm.write_sections(wasm.read_sections(MODULE)) == MODULE
    imports = wasm.read_imports(SECTIONS[Section.IMPORT])
    assert wasm.vector(map(wasm.write_import, imports)) == SECTIONS[Section.IMPORT]
    exports = wasm.read_exports(SECTIONS[Section.EXPORT])
    assert wasm.vector(map(wasm.write_export, exports)) == SECTIONS[Section.EXPORT]
    first, functions = wasm.read_elements(SECTIONS[Section.ELEMENT])
    elements = wasm.vector([wasm.write_elements(0, first, functions)])
    assert elements == SECTIONS[Section.ELEMENT]
    assert wasm.write_code(wasm.read_code(SECTIONS[Section.CODE])) == SECTIONS[Section.CODE]
    assert wasm.write_data(wasm.read_data(SECTIONS[Section.DATA])) == SECTIONS[Section.DATA]
    for section, read in ((Section.TABLE, wasm.read_tables), (Section.TAG, wasm.read_tags)):
        assert wasm.vector(read(SECTIONS[section])) == SECTIONS[section]


def test_the_instructions_of_a_function_follow_each_other_to_its_end() -> None:
    for body in wasm.read_code(SECTIONS[Section.CODE])[::50]:
        at = wasm.code_start(body)
        for instruction in wasm.instructions(body):
            assert instruction.start == at
            at = instruction.end
        assert (at, instruction.opcode) == (len(body), wasm.END)


@pytest.mark.parametrize(
    ("read", "content", "reason"),
    [
        (wasm.read_sections, b"GIF89a..", "no WebAssembly"),
        (wasm.read_types, b"\1\x5f\0", "not of functions"),
        (wasm.read_imports, b"\1\1m\1n\2\0\1", "n is imported, a memory"),
        (wasm.read_globals, b"\1\x7f\0\x23\0\x0b", "not given as a plain number"),
        (wasm.read_globals, b"\1\x7f\0\x41\0\x41", "more than a number"),
        (wasm.read_elements, b"\2\0\x41\0\x0b\0", "not one segment"),
        (wasm.read_elements, b"\1\1\0\0", "not one segment"),
        (wasm.read_data, b"\1\1\0", "passive"),
    ],
)
def test_what_is_not_known_is_not_guessed_at(read: object, content: bytes, reason: str) -> None:
    assert callable(read)
    with pytest.raises(UnknownModule, match=reason):
        read(content)


@pytest.mark.parametrize(
    ("code", "reason"), [(b"\xfd\0\0\0", "instruction 0xfd"), (b"\xfc\x08\0\0", "by number")]
)
def test_instructions_that_are_not_known_are_not_guessed_at(code: bytes, reason: str) -> None:
    with pytest.raises(UnknownModule, match=reason):
        list(wasm.instructions(b"\0" + code))


@pytest.mark.parametrize(
    ("code", "operand"),
    [
        (b"\x41\x7f", -1),
        (b"\x10\x80\1", 128),
        (b"\x28\2\x90\1", 144),
        (b"\x11\3\0", 0),
        (b"\x0e\2\0\1\2", 0),
        (b"\x1c\1\x7f", 0),
        (b"\x44" + bytes(8), 0),
        (b"\xfc\x0a\0\0", 0),
        (b"\xfc\x0b\0", 0),
        (b"\xfc\1", 0),
    ],
)
def test_an_instruction_is_read_with_all_that_belongs_to_it(code: bytes, operand: int) -> None:
    one, end = wasm.instructions(b"\1\2\x7f" + code + b"\x0b")
    assert (one.start, one.end, one.operand) == (3, 3 + len(code), operand)
    assert end.opcode == wasm.END


def test_elements_can_be_written_for_another_table() -> None:
    assert wasm.write_elements(3, 1, [7, 200]).hex() == "02034101" + "0b00" + "02" + "07c801"


def test_data_reads_back() -> None:
    segments = [Data(1024, b"abc"), Data(70_000, b"")]
    assert wasm.read_data(wasm.write_data(segments)) == segments


def test_kinds_are_numbered_as_in_the_format() -> None:
    assert [kind.name for kind in Kind] == ["FUNCTION", "TABLE", "MEMORY", "GLOBAL", "TAG"]
