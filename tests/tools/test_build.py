"""The built site: complete, with nothing that the page does not need, and licensed."""

import json
import re
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

from tools.build import DIST, PYODIDE, build_site
from tools.environment import ROOT


@pytest.fixture(scope="module")
def site() -> Path:
    """The site as it is built now."""
    build_site()
    return DIST


def test_every_module_of_the_engine_is_shipped_and_named_to_pyscript(site: Path) -> None:
    modules = {f"engine/{path.name}" for path in (ROOT / "engine").glob("*.py")}
    assert {f"engine/{path.name}" for path in (site / "engine").iterdir()} == modules
    named = tomllib.loads((site / "pyscript.toml").read_text("utf-8"))["files"]
    assert named == {name: name for name in modules}


def test_what_the_page_names_is_there(site: Path) -> None:
    html = (site / "index.html").read_text("utf-8")
    named = re.findall(r"(?:src|href|config)=\"([^\"]+)\"", html)
    assert len(named) >= 6
    for name in named:
        assert (site / name).is_file(), name
    interpreter = tomllib.loads((site / "pyscript.toml").read_text("utf-8"))["interpreter"]
    assert (site / interpreter).is_file()


def test_the_page_has_no_inline_script_or_style_and_names_no_other_origin(site: Path) -> None:
    html = (site / "index.html").read_text("utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", html)
    assert "://" not in html


def test_the_standard_library_is_the_same_modules_as_bytecode(site: Path) -> None:
    with ZipFile(PYODIDE / "python_stdlib.zip") as source:
        modules = {name for name in source.namelist() if name.endswith(".py")}
    with ZipFile(site / "pyodide" / "python_stdlib.zip") as compiled:
        assert {name.removesuffix("c") for name in compiled.namelist()} == modules
        assert compiled.testzip() is None


def test_there_is_a_licence_for_everything_shipped(site: Path) -> None:
    licences = {path.stem for path in (site / "licences").iterdir()}
    assert {"pyscript-core", "polyscript", "pyodide", "python"} <= licences
    assert all(len(path.read_text("utf-8")) > 400 for path in (site / "licences").iterdir())
    assert "Mozilla Public License" in (site / "licences" / "pyodide.txt").read_text("utf-8")
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    assert lock["node_modules/pyodide"]["license"] == "MPL-2.0"


def test_a_build_leaves_nothing_of_the_one_before(site: Path) -> None:
    (site / "left-behind.txt").write_text("old")
    build_site()
    assert not (site / "left-behind.txt").exists()
