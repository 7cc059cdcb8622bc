"""Reads and writes WebAssembly modules: as much of the format as Pyodide's module has.

A module is its sections, in order; what is not taken apart here stays as it is. Indices of
functions, globals and tables count the imported ones first, as in the format.
"""

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import NamedTuple

HEAD = b"\0asm\1\0\0\0"
I32 = 0x7F
FUNCREF = 0x70
END = 0x0B
CALL, CALL_INDIRECT = 0x10, 0x11
LOCAL_GET, GLOBAL_GET, GLOBAL_SET, I32_CONST, I32_OR = 0x20, 0x23, 0x24, 0x41, 0x72
LOADS_AND_STORES = range(0x28, 0x3F)


class Section(IntEnum):
    """The sections by their numbers."""

    CUSTOM = 0
    TYPE = 1
    IMPORT = 2
    FUNCTION = 3
    TABLE = 4
    MEMORY = 5
    GLOBAL = 6
    EXPORT = 7
    START = 8
    ELEMENT = 9
    CODE = 10
    DATA = 11
    DATA_COUNT = 12
    TAG = 13


class Kind(IntEnum):
    """What can be imported and exported."""

    FUNCTION = 0
    TABLE = 1
    MEMORY = 2
    GLOBAL = 3
    TAG = 4


class Import(NamedTuple):
    """An import: for a function, `type` is its encoded type index."""

    module: str
    name: str
    kind: Kind
    type: bytes


class Export(NamedTuple):
    """An export."""

    name: str
    kind: Kind
    at: int


class Global(NamedTuple):
    """A global of the module's own, with the number that it starts from."""

    type: bytes
    start: int


class Data(NamedTuple):
    """A segment of memory that is filled when the module is instantiated."""

    address: int
    content: bytes


class Instruction(NamedTuple):
    """An instruction: where it starts and ends in the code, and the number behind its opcode."""

    start: int
    end: int
    opcode: int
    operand: int


class UnknownModule(Exception):
    """The module has something that this does not know."""


class Reader:
    """Reads numbers and names, one after the other."""

    def __init__(self, content: bytes, at: int = 0) -> None:
        self.content = content
        self.at = at

    def byte(self) -> int:
        """The next byte."""
        self.at += 1
        return self.content[self.at - 1]

    def take(self, length: int) -> bytes:
        """The next bytes."""
        self.at += length
        return self.content[self.at - length : self.at]

    def number(self) -> int:
        """The next unsigned number."""
        return self._leb()[0]

    def signed(self) -> int:
        """The next signed number."""
        value, shift, last = self._leb()
        return value - (1 << shift) if last & 0x40 else value

    def name(self) -> str:
        """The next name."""
        return self.take(self.number()).decode()

    def limits(self) -> None:
        """Passes over the limits of a table or memory."""
        flags = self.byte()
        self.number()
        if flags & 1:
            self.number()

    def _leb(self) -> tuple[int, int, int]:
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value, shift, byte


def number(value: int) -> bytes:
    """An unsigned number as the format writes it."""
    written = bytearray()
    while value >= 0x80:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*written, value])


def signed(value: int) -> bytes:
    """A signed number as the format writes it."""
    written = bytearray()
    while not -0x40 <= value < 0x40:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*written, value & 0x7F])


def name(text: str) -> bytes:
    """A name as the format writes it."""
    return number(len(text.encode())) + text.encode()


def vector(items: Iterable[bytes]) -> bytes:
    """Items behind their count."""
    listed = list(items)
    return number(len(listed)) + b"".join(listed)


def read_sections(module: bytes) -> list[tuple[Section, bytes]]:
    """The sections of a module, in order."""
    reader = Reader(module)
    if reader.take(len(HEAD)) != HEAD:
        raise UnknownModule("this is no WebAssembly module")
    sections = []
    while reader.at < len(module):
        section = Section(reader.byte())
        sections.append((section, reader.take(reader.number())))
    return sections


def write_sections(sections: Iterable[tuple[Section, bytes]]) -> bytes:
    """A module of these sections."""
    parts = (bytes([section]) + number(len(content)) + content for section, content in sections)
    return HEAD + b"".join(parts)


def read_types(content: bytes) -> list[tuple[bytes, bytes]]:
    """The parameters and results of each type of function."""
    reader = Reader(content)
    types = []
    for _ in range(reader.number()):
        if reader.byte() != 0x60:
            raise UnknownModule("there are types that are not of functions")
        types.append((reader.take(reader.number()), reader.take(reader.number())))
    return types


def read_imports(content: bytes) -> list[Import]:
    """The imports."""
    reader = Reader(content)
    imports = []
    for _ in range(reader.number()):
        module, named, kind = reader.name(), reader.name(), Kind(reader.byte())
        start = reader.at
        if kind == Kind.FUNCTION:
            reader.number()
        elif kind == Kind.GLOBAL:
            reader.take(2)
        else:
            raise UnknownModule(f"{named} is imported, a {kind.name.lower()}")
        imports.append(Import(module, named, kind, content[start : reader.at]))
    return imports


def write_import(imported: Import) -> bytes:
    """An import as its section has it."""
    head = name(imported.module) + name(imported.name)
    return head + bytes([imported.kind]) + imported.type


def read_numbers(content: bytes) -> list[int]:
    """A section that is only numbers, like the types of the functions."""
    reader = Reader(content)
    return [reader.number() for _ in range(reader.number())]


def read_tables(content: bytes) -> list[bytes]:
    """The tables, as they are written."""
    reader = Reader(content)
    tables = []
    for _ in range(reader.number()):
        start = reader.at
        reader.byte()
        reader.limits()
        tables.append(content[start : reader.at])
    return tables


def read_tags(content: bytes) -> list[bytes]:
    """The tags of exceptions, as they are written."""
    reader = Reader(content)
    tags = []
    for _ in range(reader.number()):
        start = reader.at
        reader.byte()
        reader.number()
        tags.append(content[start : reader.at])
    return tags


def read_globals(content: bytes) -> list[Global]:
    """The globals, which must start from plain numbers."""
    reader = Reader(content)
    return [Global(reader.take(2), _constant(reader)) for _ in range(reader.number())]


def read_exports(content: bytes) -> list[Export]:
    """The exports."""
    reader = Reader(content)
    return [
        Export(reader.name(), Kind(reader.byte()), reader.number()) for _ in range(reader.number())
    ]


def write_export(export: Export) -> bytes:
    """An export as its section has it."""
    return name(export.name) + bytes([export.kind]) + number(export.at)


def read_elements(content: bytes) -> tuple[int, list[int]]:
    """Where the functions stand in the first table, and which they are."""
    reader = Reader(content)
    if reader.number() != 1 or reader.number() != 0:
        raise UnknownModule("the elements are not one segment of the first table")
    first = _constant(reader)
    return first, [reader.number() for _ in range(reader.number())]


def write_elements(table: int, first: int, functions: Iterable[int]) -> bytes:
    """A segment of functions for a table."""
    head = b"\0" if table == 0 else b"\2" + number(table)
    kind = b"" if table == 0 else b"\0"
    return head + _written_constant(first) + kind + vector(map(number, functions))


def read_code(content: bytes) -> list[bytes]:
    """The body of each function: its locals and its instructions."""
    reader = Reader(content)
    return [reader.take(reader.number()) for _ in range(reader.number())]


def write_code(bodies: Iterable[bytes]) -> bytes:
    """The section of these bodies."""
    return vector(number(len(body)) + body for body in bodies)


def read_data(content: bytes) -> list[Data]:
    """The segments of memory, each of which must be filled when the module is instantiated."""
    reader = Reader(content)
    segments = []
    for _ in range(reader.number()):
        if reader.number() != 0:
            raise UnknownModule("there are passive segments of data")
        address = _constant(reader)
        segments.append(Data(address, reader.take(reader.number())))
    return segments


def write_data(segments: Iterable[Data]) -> bytes:
    """The section of these segments."""
    return vector(
        b"\0" + _written_constant(address) + number(len(content)) + content
        for address, content in segments
    )


def code_start(body: bytes) -> int:
    """Where the locals of a function end and its instructions start."""
    reader = Reader(body)
    for _ in range(reader.number()):
        reader.number()
        reader.byte()
    return reader.at


def instructions(body: bytes) -> Iterator[Instruction]:
    """The instructions of a function; the operand is 0 where there is none, or none of interest."""
    reader = Reader(body, code_start(body))
    while reader.at < len(body):
        start = reader.at
        opcode = reader.byte()
        operand = _operand(opcode, reader)
        yield Instruction(start, reader.at, opcode, operand)


# Opcodes by what stands behind them
INDEXED = {0x07, 0x08, 0x09, 0x0C, 0x0D, CALL, 0x18, *range(0x20, 0x27)}
SIGNED = {0x02, 0x03, 0x04, 0x06, I32_CONST, 0x42, 0xD0}  # block types are written so, too
BARE = {0x00, 0x01, 0x05, END, 0x0F, 0x19, 0x1A, 0x1B, 0xD1, *range(0x45, 0xC5)}
FIXED = {0x43: 4, 0x44: 8, 0x3F: 1, 0x40: 1}  # floating-point constants; the size of the memory
BRANCH_TABLE, TYPED_SELECT, BULK = 0x0E, 0x1C, 0xFC


def _operand(opcode: int, reader: Reader) -> int:
    """What stands behind an opcode: for loads and stores, their offset."""
    if opcode in INDEXED:
        return reader.number()
    if opcode in SIGNED:
        return reader.signed()
    if opcode in LOADS_AND_STORES:
        reader.number()
        return reader.number()
    if opcode not in BARE:
        _pass_operands(opcode, reader)
    return 0


def _pass_operands(opcode: int, reader: Reader) -> None:
    if opcode in FIXED:
        reader.take(FIXED[opcode])
    elif opcode == CALL_INDIRECT:
        reader.number()
        reader.number()
    elif opcode == BRANCH_TABLE:
        for _ in range(reader.number() + 1):
            reader.number()
    elif opcode == TYPED_SELECT:
        reader.take(reader.number())
    elif opcode == BULK:
        _pass_bulk(reader)
    else:
        raise UnknownModule(f"there is an instruction {opcode:#x}")


def _pass_bulk(reader: Reader) -> None:
    instruction = reader.number()
    if instruction in {8, 9}:
        raise UnknownModule("segments of data are used by number")
    if instruction in {10, 12, 14}:
        reader.number()
    if instruction >= 10:
        reader.number()


def _constant(reader: Reader) -> int:
    """A number that is given as an expression."""
    if reader.byte() != I32_CONST:
        raise UnknownModule("something is not given as a plain number")
    value = reader.signed()
    if reader.byte() != END:
        raise UnknownModule("something is given by more than a number")
    return value


def _written_constant(value: int) -> bytes:
    return bytes([I32_CONST]) + signed(value) + bytes([END])
