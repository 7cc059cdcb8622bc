"""The built site: complete, with nothing that the page does not need, and licensed."""

import json
import re
from pathlib import Path
from shutil import copytree
from zipfile import ZipFile

import pytest

from tools.build import PYODIDE, build_site, digests, publish
from tools.environment import ROOT, run_in_pyodide


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as it is built now, in a folder of its own."""
    folder = tmp_path_factory.mktemp("built") / "site"
    build_site(folder)
    return folder


def test_what_the_page_names_is_there(site: Path) -> None:
    html = (site / "index.html").read_text("utf-8")
    named = re.findall(r"(?:src|href)=\"([^\"#?]+)(?:\?\w+)?\"", html)
    assert len(named) >= 12
    for name in named:
        assert (site / name).is_file(), name
    assert re.search(r'"interpreter": "\./web/python\.js\?\w+"', html)


def test_what_is_fetched_early_is_named_with_its_size(site: Path) -> None:
    html = (site / "index.html").read_text("utf-8")
    links = re.findall(
        r'<link rel="(?:module)?preload"[^>]* href="([^"?]+)(?:\?\w+)?" data-bytes="(\d+)">', html
    )
    assert {name.rpartition("/")[2] for name, _ in links} >= {"pyodide.asm.wasm", "pyodide.mjs"}
    for name, size in links:
        assert (site / name).stat().st_size == int(size)


def test_what_changes_is_asked_for_by_what_it_holds_and_in_one_way_only(site: Path) -> None:
    asked: dict[str, set[str]] = {}
    for path in (site / "index.html", *(site / "web").glob("*.js")):
        for name, digest in re.findall(
            r"""["']([\w./-]+\.(?:js|mjs|css|zip|py))(?:\?(\w{8}))?["']""", path.read_text("utf-8")
        ):
            file = (path.parent / name).resolve()
            if file.exists():
                asked.setdefault(file.relative_to(site.resolve()).as_posix(), set()).add(digest)
    held = digests(site)
    by_others = {"pyodide/pyodide.asm.mjs", *(name for name in asked if "/core-" in name)}
    assert by_others < asked.keys()
    assert len(asked) > 12
    for name, stamps in asked.items():
        assert stamps == {"" if name in by_others else held[name][:8]}, name


def test_the_service_worker_keeps_every_file_by_its_content(site: Path) -> None:
    worker = (site / "service-worker.js").read_text("utf-8")
    (listed,) = re.findall(r"const FILES = (\{.*?\});", worker, re.DOTALL)
    kept = {name.replace("./", "index.html"): digest for name, digest in json.loads(listed).items()}
    assert kept == digests(site)
    others = {"licences", "service-worker.js"}
    assert {name.partition("/")[0] for name in kept} == {
        path.name for path in site.iterdir() if path.name not in others
    }


def test_the_version_changes_with_any_file_and_with_nothing_else(
    site: Path, tmp_path: Path
) -> None:
    def version(folder: Path) -> str:
        publish(folder)
        (found,) = re.findall(r'data-version="(\w+)"', (folder / "index.html").read_text("utf-8"))
        assert f'const VERSION = "{found}"' in (folder / "service-worker.js").read_text("utf-8")
        return str(found)

    copy = tmp_path / "copy"
    copytree(site, copy)
    assert version(copy) == version(copy) == version(site)
    versions = {version(copy)}
    for name in ("index.html", "main.py", "web/icon.svg"):
        path = copy / name
        path.write_bytes(path.read_bytes() + b" ")
        versions.add(version(copy))
    assert len(versions) == 4


def test_the_lock_file_that_the_page_gives_is_of_this_pyodide() -> None:
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))
    given = (ROOT / "web" / "snapshot.js").read_text("utf-8")
    assert f'abi_version: "{lock["info"]["abi_version"]}"' in given


def test_the_page_has_no_inline_script_or_style_and_names_no_other_origin(site: Path) -> None:
    for name in ("index.html", "service-worker.js"):  # which has two small pages of its own
        text = (site / name).read_text("utf-8")
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", text)
        assert "default-src 'none'; script-src 'self'" in text
        assert "://" not in text


def test_the_library_holds_the_engine_pyscript_and_a_part_of_the_standard_library(
    site: Path,
) -> None:
    with ZipFile(PYODIDE / "python_stdlib.zip") as source:
        standard = set(source.namelist())
    with ZipFile(site / "pyodide" / "python_stdlib.zip") as archive:
        assert archive.testzip() is None
        names = {name.removesuffix("c") for name in archive.namelist()}
    ours = {
        path.relative_to(ROOT).as_posix()
        for pattern in ("app/*.py", "engine/*.py", "main.py")
        for path in ROOT.glob(pattern)
    }
    assert ours <= names
    pyscript = {name for name in names if name.startswith("pyscript/")}
    assert {"pyscript/__init__.py", "pyscript/context.py"} <= pyscript
    assert names - ours - pyscript < standard
    assert {"asyncio/__init__.py", "traceback.py", "random.py", "fractions.py"} <= names


def test_nothing_that_can_be_reached_is_missing_from_the_library(site: Path) -> None:
    """With it Python does, imports and reports all that it does with its whole library."""
    whole, ours = (
        run_in_pyodide("tests.support.reach", library=library)
        for library in (PYODIDE / "python_stdlib.zip", site / "pyodide" / "python_stdlib.zip")
    )
    assert "Traceback" in whole
    assert "waited" in whole
    assert ours == whole


def test_there_is_a_licence_for_everything_shipped(site: Path) -> None:
    licences = {path.stem for path in (site / "licences").iterdir()}
    assert {"pyscript-core", "polyscript", "pyodide", "python"} <= licences
    assert all(len(path.read_text("utf-8")) > 400 for path in (site / "licences").iterdir())
    assert "Mozilla Public License" in (site / "licences" / "pyodide.txt").read_text("utf-8")
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    assert lock["node_modules/pyodide"]["license"] == "MPL-2.0"


def test_a_build_leaves_nothing_of_the_one_before(site: Path) -> None:
    (site / "left-behind.txt").write_text("old")
    build_site(site)
    assert not (site / "left-behind.txt").exists()
