"""Imports point one way: main.py -> page -> app -> engine. The browser is for the first two."""

from pathlib import Path

import pytest

from tests.support.imports import imported
from tools.environment import ROOT

LAYERS = {
    "engine": {"engine"},
    "app": {"app", "engine"},
    "page": {"app", "engine", "page"},
    "main.py": {"app", "engine", "page"},
}
OURS = {"engine", "app", "page", "main"}
BROWSER = {"js", "pyodide", "pyscript"}
MODULES = [
    (layer, path)
    for layer in LAYERS
    for path in ([ROOT / layer] if layer.endswith(".py") else sorted((ROOT / layer).glob("*.py")))
]


@pytest.mark.parametrize(
    ("layer", "path"), MODULES, ids=[path.relative_to(ROOT).as_posix() for _, path in MODULES]
)
def test_a_module_imports_only_from_its_layer_and_those_below(layer: str, path: Path) -> None:
    assert imported(path) & OURS <= LAYERS[layer]
    if layer in {"engine", "app"}:
        assert not imported(path) & BROWSER


def test_pyscript_toml_lists_every_python_file() -> None:
    listed = (ROOT / "pyscript.toml").read_text("utf-8")
    for layer, path in MODULES:
        name = path.relative_to(ROOT).as_posix()
        assert (f'"./{name}" = "./{name}"' in listed) == (layer != "main.py"), name


def test_the_strings_of_javascript_are_those_of_python() -> None:
    from tools.build import strings  # noqa: PLC0415 - it imports what is tested above

    assert (ROOT / "web" / "strings.js").read_text("utf-8") == strings()
