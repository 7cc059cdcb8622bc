"""Splits Pyodide's WebAssembly module into a primary module and a rest, by a profile.

The primary module has what a start and a game use. Of every other function that something in it
refers to it has a stub, which has the rest joined if need be and calls the function there. Large
tables that only the rest can reach are in the rest. So both together do what the whole module does,
whatever was profiled: docs/decisions/0006-split-module.md.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable
from typing import NamedTuple

from tools import wasm
from tools.wasm import Data, Export, Import, Kind, Section

PRIVATE = "%"  # how the names start of exports that are not for Pyodide
REST = f"{PRIVATE}rest"  # the private table
USED = f"{PRIVATE}used"
JOIN = 0  # where the private table has what joins the rest
SMALL = 12  # bytes: a function that calls nothing is then no larger than its stub
FIRST_ADDRESS = 1024  # of data
ALIGNMENT = 16  # of everything that is larger
GUARD_BAND = 2**12  # bytes behind any address that the primary module can reach
CONSTANTS_END = 2**16  # bytes before the first type object, at the least: those can be written to
SHORTEST = 2**13  # bytes of a table that is worth splitting off
FILLED = re.compile(rb"[^\0](?:[^\0]|\0{1,15}(?=[^\0]))*")  # for fewer zeros no segment ends
# A number that one of these follows is no address: comparisons, products, bits, shifts.
ARITHMETIC = {*range(0x45, 0x50), *range(0x6C, 0x72), *range(0x73, 0x79)}


class Parts(NamedTuple):
    """The two modules."""

    primary: bytes
    rest: bytes


class Reference(NamedTuple):
    """An instruction that refers to a function or a global: from where to where, and to which."""

    start: int
    end: int
    to: int


class Function(NamedTuple):
    """A function, and what it refers to."""

    type: int
    body: bytes
    calls: list[Reference]
    globals: list[Reference]
    addresses: set[int]  # every number that may be one


class Module:
    """A module, taken apart."""

    def __init__(self, content: bytes) -> None:
        self.sections = wasm.read_sections(content)
        self.section = dict(self.sections)
        self.types = wasm.read_types(self.section[Section.TYPE])
        imports = wasm.read_imports(self.section[Section.IMPORT])
        self.imported = [item for item in imports if item.kind == Kind.FUNCTION]
        self.imported_globals = [item for item in imports if item.kind == Kind.GLOBAL]
        self.globals = wasm.read_globals(self.section[Section.GLOBAL])
        self.exports = wasm.read_exports(self.section[Section.EXPORT])
        self.first_element, self.elements = wasm.read_elements(self.section[Section.ELEMENT])
        self.tables = wasm.read_tables(self.section[Section.TABLE])
        segments = wasm.read_data(self.section[Section.DATA])
        self.memory = _memory(segments)
        self.literals_end = segments[0].address + len(segments[0].content)
        types = wasm.read_numbers(self.section[Section.FUNCTION])
        bodies = wasm.read_code(self.section[Section.CODE])
        functions = map(self._function, types, bodies)
        self.functions = dict(enumerate(functions, len(self.imported)))

    def _function(self, type_index: int, body: bytes) -> Function:
        calls, used, addresses = [], [], set()
        previous = 0
        for start, end, opcode, operand in wasm.instructions(body):
            if previous and opcode not in ARITHMETIC:
                addresses.add(previous)
            previous = 0
            if opcode == wasm.CALL:
                calls.append(Reference(start, end, operand))
            elif opcode in {wasm.GLOBAL_GET, wasm.GLOBAL_SET}:
                used.append(Reference(start, end, operand))
            elif opcode in wasm.LOADS_AND_STORES and self.holds(operand):
                addresses.add(operand)
            elif opcode == wasm.I32_CONST and self.holds(operand):
                previous = operand
        return Function(type_index, body, calls, used, addresses)

    def holds(self, number: int) -> bool:
        """Whether a number may be the address of data."""
        return FIRST_ADDRESS <= number < len(self.memory)

    def start_of(self, index: int) -> int:
        """The number that a global starts from, which for exported ones is often an address."""
        return self.globals[index - len(self.imported_globals)].start

    def type_of(self, function: int) -> int:
        """The type of a function, imported or not."""
        if function in self.functions:
            return self.functions[function].type
        return wasm.Reader(self.imported[function].type).number()

    def changed(self, changes: dict[Section, bytes]) -> bytes:
        """The module with other sections in the place of these; an empty one is left out."""
        sections = ((section, changes.get(section, content)) for section, content in self.sections)
        return wasm.write_sections(item for item in sections if item[1])


def _memory(segments: list[Data]) -> bytes:
    """The memory as a module fills it."""
    memory = bytearray(max(address + len(content) for address, content in segments))
    for address, content in segments:
        memory[address : address + len(content)] = content
    return bytes(memory)


def instrument(content: bytes) -> bytes:
    """The module with a mark for each function that is entered: a bit in exported globals."""
    module = Module(content)
    first = len(module.imported_globals) + len(module.globals)
    words = range((len(module.functions) + 31) // 32)
    marks = (bytes([wasm.I32, 1, wasm.I32_CONST, 0, wasm.END]) for _ in words)
    exports = (Export(f"{USED}{word}", Kind.GLOBAL, first + word) for word in words)
    section = module.section
    return module.changed(
        {
            Section.GLOBAL: _extended(section[Section.GLOBAL], marks),
            Section.EXPORT: _extended(section[Section.EXPORT], map(wasm.write_export, exports)),
            Section.CODE: wasm.write_code(
                _marked(function.body, first + number // 32, number % 32)
                for number, function in enumerate(module.functions.values())
            ),
        }
    )


def _extended(vector: bytes, items: Iterable[bytes]) -> bytes:
    """A vector with more items at its end."""
    more = list(items)
    reader = wasm.Reader(vector)
    return wasm.number(reader.number() + len(more)) + vector[reader.at :] + b"".join(more)


def _marked(body: bytes, word: int, bit: int) -> bytes:
    start = wasm.code_start(body)
    value = wasm.signed(1 << bit if bit < 31 else -(1 << 31))
    get = bytes([wasm.GLOBAL_GET]) + wasm.number(word) + bytes([wasm.I32_CONST]) + value
    mark = get + bytes([wasm.I32_OR, wasm.GLOBAL_SET]) + wasm.number(word)
    return body[:start] + mark + body[start:]


def split(content: bytes, used: Collection[int], names: Collection[str]) -> Parts:
    """The module in two parts: the first has these functions, and the exports of these names.

    Functions are counted as `instrument` counts them, without the imported ones.
    """
    module = Module(content)
    first = len(module.imported)
    whole = {first + number for number in used} | {
        number
        for number, function in module.functions.items()
        if len(function.body) <= SMALL and not function.calls and not function.addresses
    }
    named = {*names, *(item.name for item in module.imported_globals)}
    kept = [export for export in module.exports if export.name in named]
    referred = {*module.elements, *_called(module, whole)}
    referred.update(export.at for export in kept if export.kind == Kind.FUNCTION)
    rest = sorted(module.functions.keys() - whole)
    stubs = sorted(module.functions.keys() & referred - whole)
    shared = sorted(_called(module, rest) & whole)
    # The private table: what joins the rest, functions of the rest, functions that the rest calls
    slots = {function: slot for slot, function in enumerate([*stubs, *shared], JOIN + 1)}
    functions = (module.functions[function] for function in rest)
    used_globals = sorted({item.to for function in functions for item in function.globals})
    plan = _Plan(module, kept, whole, rest, stubs, shared, slots, used_globals)
    tables = split_off(module, whole, kept)
    return Parts(_primary(plan, tables), _rest(plan, tables))


class _Plan(NamedTuple):
    """What goes where."""

    module: Module
    kept: list[Export]
    whole: set[int]
    rest: list[int]
    stubs: list[int]
    shared: list[int]
    slots: dict[int, int]
    globals: list[int]  # that the rest uses

    @property
    def tables(self) -> list[bytes]:
        """The tables as they are written; the last is the private one."""
        private = bytes([wasm.FUNCREF, 0]) + wasm.number(len(self.slots) + 1)
        return [*self.module.tables, private]

    @property
    def table(self) -> int:
        """The index of the private table."""
        return len(self.module.tables)


def _called(module: Module, functions: Iterable[int]) -> set[int]:
    return {item.to for function in functions for item in module.functions[function].calls}


def _primary(plan: _Plan, tables: list[range]) -> bytes:
    """The primary module: what was used as it is, a stub for what else is referred to."""
    module = plan.module
    functions = sorted({*plan.whole, *plan.stubs})
    first = len(module.imported)
    index = dict(enumerate(range(first))) | {
        function: number for number, function in enumerate(functions, first)
    }
    bodies = (
        _body_in_primary(module.functions[function], index)
        if function in plan.whole
        else _stub(plan, function)
        for function in functions
    )
    exports = [
        export._replace(at=index[export.at]) if export.kind == Kind.FUNCTION else export
        for export in plan.kept
    ]
    elements = wasm.write_elements(0, module.first_element, map(index.__getitem__, module.elements))
    shared = wasm.write_elements(
        plan.table, JOIN + 1 + len(plan.stubs), map(index.__getitem__, plan.shared)
    )
    kept = bytearray(module.memory)
    for table in tables:
        kept[table.start : table.stop] = bytes(len(table))
    types = (wasm.number(module.type_of(function)) for function in functions)
    return module.changed(
        {
            Section.FUNCTION: wasm.vector(types),
            Section.TABLE: wasm.vector(plan.tables),
            Section.EXPORT: wasm.vector(map(wasm.write_export, [*exports, *_private(plan)])),
            Section.ELEMENT: wasm.vector([elements, shared]),
            Section.DATA_COUNT: b"",
            Section.CODE: wasm.write_code(bodies),
            Section.DATA: wasm.write_data(_segments(bytes(kept), range(len(kept)))),
        }
    )


def _private(plan: _Plan) -> list[Export]:
    """What the primary module exports for the rest."""
    tags = wasm.read_tags(plan.module.section[Section.TAG])
    own = (index for index in plan.globals if index >= len(plan.module.imported_globals))
    indices = {
        Kind.MEMORY: range(1),
        Kind.TABLE: range(plan.table),
        Kind.TAG: range(len(tags)),
        Kind.GLOBAL: own,
    }
    return [
        Export(REST, Kind.TABLE, plan.table),
        *(
            Export(f"{PRIVATE}{kind.name.lower()}{index}", kind, index)
            for kind, numbers in indices.items()
            for index in numbers
        ),
    ]


def _body_in_primary(function: Function, index: dict[int, int]) -> bytes:
    """A function's body, with the indices that functions have in the primary module."""
    return _rewritten(
        function.body,
        ((start, end, _call(index[called])) for start, end, called in function.calls),
    )


def _stub(plan: _Plan, function: int) -> bytes:
    """Has the rest joined, and calls a function there with the same arguments."""
    module = plan.module
    parameters, _ = module.types[module.type_of(function)]
    arguments = (bytes([wasm.LOCAL_GET]) + wasm.number(i) for i in range(len(parameters)))
    join = _indirect_call(JOIN, module.types.index((b"", b"")), plan.table)
    there = _indirect_call(plan.slots[function], module.type_of(function), plan.table)
    return b"".join([b"\0", join, *arguments, there, bytes([wasm.END])])


def _call(function: int) -> bytes:
    return bytes([wasm.CALL]) + wasm.number(function)


def _indirect_call(slot: int, type_index: int, table: int) -> bytes:
    where = bytes([wasm.I32_CONST]) + wasm.signed(slot)
    return where + bytes([wasm.CALL_INDIRECT]) + wasm.number(type_index) + wasm.number(table)


def _rest(plan: _Plan, tables: list[range]) -> bytes:
    """The rest: its functions, which reach those of the primary module through the table."""
    module = plan.module
    host = sorted(_called(module, plan.rest) - module.functions.keys())
    index = {function: number for number, function in enumerate([*host, *plan.rest])}
    bodies = (_body_in_rest(plan, module.functions[function], index) for function in plan.rest)
    stubs = wasm.write_elements(plan.table, JOIN + 1, map(index.__getitem__, plan.stubs))
    imports = map(wasm.write_import, _imports_of_rest(plan, host))
    types = (wasm.number(module.type_of(function)) for function in plan.rest)
    segments = (segment for table in tables for segment in _segments(module.memory, table))
    return wasm.write_sections(
        [
            (Section.TYPE, module.section[Section.TYPE]),
            (Section.IMPORT, wasm.vector(imports)),
            (Section.FUNCTION, wasm.vector(types)),
            (Section.ELEMENT, wasm.vector([stubs])),
            (Section.CODE, wasm.write_code(bodies)),
            (Section.DATA, wasm.write_data(segments)),
        ]
    )


def _imports_of_rest(plan: _Plan, host: Iterable[int]) -> list[Import]:
    """What the rest imports: from JavaScript, and from the primary module."""
    module = plan.module
    first = len(module.imported_globals)

    def private(name: str, kind: Kind, content: bytes) -> Import:
        return Import(PRIVATE, PRIVATE + name, kind, content)

    memory = module.section[Section.MEMORY][1:]  # there is one
    tags = wasm.read_tags(module.section[Section.TAG])
    return [
        *(module.imported[function] for function in host),
        *(
            module.imported_globals[index]
            if index < first
            else private(f"global{index}", Kind.GLOBAL, module.globals[index - first].type)
            for index in plan.globals
        ),
        *(private(f"table{i}", Kind.TABLE, table) for i, table in enumerate(module.tables)),
        Import(PRIVATE, REST, Kind.TABLE, plan.tables[-1]),
        private("memory0", Kind.MEMORY, memory),
        *(private(f"tag{i}", Kind.TAG, tag) for i, tag in enumerate(tags)),
    ]


def _body_in_rest(plan: _Plan, function: Function, index: dict[int, int]) -> bytes:
    """A function's body, with the indices that things have in the rest."""
    changes = []
    for start, end, called in function.calls:
        if called in index:
            changes.append((start, end, _call(index[called])))
        else:
            type_index = plan.module.type_of(called)
            call = _indirect_call(plan.slots[called], type_index, plan.table)
            changes.append((start, end, call))
    numbers = {index: number for number, index in enumerate(plan.globals)}
    for start, end, used in function.globals:
        changes.append((start, end, function.body[start : start + 1] + wasm.number(numbers[used])))
    return _rewritten(function.body, sorted(changes))


def _rewritten(body: bytes, changes: Iterable[tuple[int, int, bytes]]) -> bytes:
    """A body with other instructions in the place of some."""
    parts, at = [], 0
    for start, end, content in changes:
        parts += [body[at:start], content]
        at = end
    return b"".join([*parts, body[at:]])


def _segments(memory: bytes, part: range) -> list[Data]:
    """What is not zero in a part of the memory."""
    found = FILLED.finditer(memory, part.start, part.stop)
    return [Data(match.start(), match[0]) for match in found]


# Which data only the rest can reach


def split_off(module: Module, whole: Iterable[int], kept: Iterable[Export]) -> list[range]:
    """The parts of constant data that no function of the primary module can find the address of.

    C reaches data by an address in its code, or by one that it finds in data. Constant data has no
    addresses in it, since the code is position-independent: what has some is with the data that can
    be written to. So this begins with the numbers in the code, and goes on with the words of what
    they point to, and each that may be an address counts as one. String literals, which the linker
    merges and puts first, all stay.
    """
    writable = _first_writable(module)
    constants = range(module.literals_end, writable)
    others = range(writable, len(module.memory))
    objects = sorted({*_objects(module, constants), *_objects(module, others)})
    words = memoryview(module.memory[: len(module.memory) & ~3]).cast("I")
    reached = {address for function in whole for address in module.functions[function].addresses}
    reached |= {module.start_of(export.at) for export in kept if export.kind == Kind.GLOBAL}
    todo = [address for address in reached if module.holds(address)]
    spans, read = [], set()
    while todo:
        address = todo.pop()
        end = _end_of(address, objects, is_writable=address >= writable)
        spans.append((address, end))
        for word in range((max(address, writable) + 3) // 4, min(end, len(module.memory)) // 4):
            if word not in read:
                read.add(word)
                if module.holds(words[word]) and words[word] not in reached:
                    reached.add(words[word])
                    todo.append(words[word])
    return _gaps(sorted(spans), constants)


def _end_of(address: int, objects: list[int], *, is_writable: bool) -> int:
    """Where the data at an address ends: at the next object behind the guard band.

    An address at which no object starts points into one, or is none: there the band is enough.
    """
    end = address + GUARD_BAND
    at = bisect_left(objects, address)
    if is_writable or objects[at : at + 1] == [address]:
        behind = bisect_left(objects, end)
        end = objects[behind] if behind < len(objects) else end
    return end


def _gaps(spans: Iterable[tuple[int, int]], part: range) -> list[range]:
    """What lies between spans in a part, if it is long enough."""
    gaps, at = [], part.start
    for start, end in [*spans, (part.stop, part.stop)]:
        if min(start, part.stop) - at >= SHORTEST:
            gaps.append(range(at, min(start, part.stop)))
        at = max(at, end)
    return gaps


def _first_writable(module: Module) -> int:
    """An address with all that can be written to behind it, as type objects can."""
    types = (export for export in module.exports if export.name.endswith("_Type"))
    return min(module.start_of(export.at) for export in types) - CONSTANTS_END & ~3


def _objects(module: Module, part: range) -> set[int]:
    """Where objects start, as far as that is certain.

    The linker lays out functions and data in the same order. So of the numbers in the code that may
    be addresses, the longest series that rises with the functions has those that are.
    """
    pairs = sorted(
        (function, address)
        for function, about in module.functions.items()
        for address in about.addresses
        if address in part and address % ALIGNMENT == 0
    )
    lowest: list[int] = []  # of the addresses that a series of each length ends with
    ends: list[int] = []
    before: list[int | None] = []
    for number, (_, address) in enumerate(pairs):
        length = bisect_right(lowest, address)
        before.append(ends[length - 1] if length else None)
        lowest[length : length + 1] = [address]
        ends[length : length + 1] = [number]
    series = set()
    at = ends[-1] if ends else None
    while at is not None:
        series.add(pairs[at][1])
        at = before[at]
    return series
