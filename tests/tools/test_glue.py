"""Pyodide's glue, made small: nothing that is named is missing."""

import pytest

from tools.build import glue
from tools.environment import PYODIDE
from tools.glue import SHARED, UnknownGlue, as_function, trim

NAMES = [f"_f{number}" for number in range(1_001)]
GLUE = (
    f"async function create(){{var url=import.meta.url;var sleep=new Int32Array({SHARED});"
    f"var {','.join(NAMES)},memory;"
    "function assignWasmExports(wasmExports){"
    + ";".join(f'{name}=Module["{name}"]=wasmExports["{name[1:]}"]' for name in NAMES)
    + ';_f7=Module["_f7"]=wasmExports["f7"].value>>>0}'
    "function callMain(args=[]){}return _f1()}export default create;"
)


def test_variables_that_nothing_names_are_left_out() -> None:
    code, names = trim(GLUE, "Module._f2()")
    assert {"f1", "_f1", "f2"} <= names
    assert not {"f3", "f7"} & names
    assert 'assignWasmExports(wasmExports){_f1=Module["_f1"]=wasmExports["f1"];_f2=' in code
    assert "var _f1,_f2,memory;" in code
    assert "_f3" not in code
    assert "var url=GLUE_URL;" in code
    assert "Module.callMain=callMain;function callMain(" in code
    assert "var sleep=new Int32Array(new ArrayBuffer(4));" in code


@pytest.mark.parametrize(
    "part",
    ["import.meta.url", "function assignWasmExports", "function callMain(", "var _f0", SHARED],
)
def test_glue_of_another_make_is_not_guessed_at(part: str) -> None:
    with pytest.raises(UnknownGlue, match="expects"):
        trim(GLUE.replace(part, "something else"), "")


@pytest.mark.parametrize("ending", ["export default a;\n", "export{a as default};"])
def test_a_module_becomes_the_body_of_a_function(ending: str) -> None:
    assert as_function(f"const a=1;{ending}") == '"use strict";const a=1;return a'


def test_what_exports_nothing_does_not() -> None:
    with pytest.raises(UnknownGlue, match="export"):
        as_function("const a=1;")


def test_the_glue_of_pyodide_is_half_as_long() -> None:
    stock = (PYODIDE / "pyodide.asm.mjs").read_text("utf-8")
    assert len(glue()) < 0.6 * len(stock)
