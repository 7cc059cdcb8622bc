"""The built site: complete, with nothing that the page does not need, and licensed."""

import gzip
import json
import re
import struct
from pathlib import Path
from shutil import copytree
from typing import Any
from zipfile import ZipFile

import pytest

from engine import Game, Level, policy
from tools import build
from tools.build import (
    PATCHED,
    SHARE_PICTURE,
    SHARE_PICTURE_SIZE,
    PatchTargetChanged,
    build_site,
    digests,
    publish,
    require_patched,
    share_tags,
)
from tools.environment import NODE_MODULES, PYODIDE, ROOT, run_in_pyodide
from tools.library import PYTHON, module_in
from tools.sitecustomize import MODULES


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as it is built now, in a folder of its own."""
    folder = tmp_path_factory.mktemp("built") / "site"
    with pytest.MonkeyPatch.context() as environment:
        environment.delenv("SITE_URL", raising=False)
        build_site(folder)
    return folder


def test_what_the_page_names_is_there(site: Path) -> None:
    html = (site / "index.html").read_text("utf-8")
    named = re.findall(r"(?:src|href)=\"([^\"#?]+)\"", html)
    named += re.findall(r'"(\./[^"]+)"', html)  # in the configuration
    assert len(named) >= 20
    for name in named:
        assert (site / name).is_file(), name


def test_what_is_fetched_early_is_named_with_its_size(site: Path) -> None:
    html = (site / "index.html").read_text("utf-8")
    links = re.findall(
        r'<link rel="(?:modulepreload|later)" href="([^"]+)" data-bytes="(\d+)">', html
    )
    assert {name.rpartition("/")[2] for name, _ in links} >= {
        "pyodide.asm.wasm.gzip",
        "pyodide.mjs",
    }
    for name, size in links:
        assert (site / name).stat().st_size == int(size)


def test_a_chat_is_shown_a_picture_where_the_url_of_the_site_is_known(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "og:image" not in (site / "index.html").read_text("utf-8")
    copy = copytree(site, tmp_path / "site")
    monkeypatch.setenv("SITE_URL", "https://example.org/web")  # a name that folders have, too
    publish(copy)
    text = (copy / "index.html").read_text("utf-8")
    assert '<meta property="og:url" content="https://example.org/web/">' in text
    image = "https://example.org/web/screenshots/share.png"
    assert f'<meta property="og:image" content="{image}">' in text
    assert f'<meta name="twitter:image" content="{image}">' in text
    assert (copy / "screenshots" / "share.png").is_file()
    assert digests(copy)["index.html"] in (copy / "service-worker.js").read_text("utf-8")


@pytest.mark.parametrize("url", ["", "example.org", "javascript:alert(1)", "/games/"])
def test_what_is_no_url_names_no_picture(url: str) -> None:
    assert share_tags(url) == ""


def test_a_url_is_written_as_text() -> None:
    assert '"><' not in share_tags('https://example.org/"><script>')


def test_the_picture_that_goes_with_a_link_is_small_and_of_the_size_that_is_named() -> None:
    picture = (ROOT / SHARE_PICTURE).read_bytes()
    assert len(picture) < 300_000
    assert struct.unpack(">II", picture[16:24]) == SHARE_PICTURE_SIZE == (1200, 630)


def test_scripts_import_only_what_is_there(site: Path) -> None:
    imported = [
        (script.parent / name).resolve()
        for script in site.glob("web-*/*.js")
        for name in re.findall(
            r"""(?:from|import|URL)\s*\(?["'](\.[^"']+)["']""", script.read_text("utf-8")
        )
    ]
    assert len(imported) >= 10
    assert [path for path in imported if not path.exists()] == []


def test_the_service_worker_precaches_every_file_by_its_content(site: Path) -> None:
    precached = {
        name.replace("./", "index.html"): integrity
        for name, integrity in _told(site)["files"].items()
    }
    assert precached == digests(site)
    others = {"licences", "screenshots", "service-worker.js"}
    assert {name.partition("/")[0] for name in precached} == {
        path.name for path in site.iterdir() if path.name not in others
    }


def test_every_url_that_a_visit_fetches_is_immutable_but_three(site: Path) -> None:
    fixed = {path.name for path in site.iterdir() if path.is_file()}
    assert fixed == {"index.html", "manifest.webmanifest", "service-worker.js"}
    folders = {path.name for path in site.iterdir() if path.is_dir()}
    folders -= {"licences", "screenshots"}
    assert len(folders) == 3
    assert all(re.fullmatch(r"(pyodide|pyscript|web)-[0-9a-f]{8}", name) for name in folders)


@pytest.mark.parametrize(
    ("changed", "renamed"),
    [
        ("index.html", set()),
        ("manifest.webmanifest", set()),
        ("web-*/main.py", {"web"}),
        ("web-*/icon.svg", {"web"}),
        ("pyscript-*/core.js", {"pyscript", "web"}),
        ("pyodide-*/pyodide.mjs", {"pyodide", "web"}),
    ],
)
def test_the_hash_of_a_folder_and_the_release_change_with_any_file_and_nothing_else(
    site: Path, tmp_path: Path, changed: str, renamed: set[str]
) -> None:
    copy = tmp_path / "copy"
    copytree(site, copy)
    publish(copy)
    assert digests(copy) == digests(site)
    assert _told(copy) == _told(site)
    (path,) = copy.glob(changed)
    path.write_bytes(path.read_bytes() + b" ")
    publish(copy)
    gone = {path.name for path in site.iterdir()} - {path.name for path in copy.iterdir()}
    assert {name.partition("-")[0] for name in gone} == renamed
    assert _told(copy)["release"] != _told(site)["release"]
    named = [*copy.glob("*.html"), *copy.glob("*.webmanifest"), *copy.glob("web-*/*.js")]
    assert not any(name in path.read_text("utf-8") for name in gone for path in named)


def _told(site: Path) -> dict[str, Any]:
    """What the build tells the service worker."""
    worker = (site / "service-worker.js").read_text("utf-8")
    (told,) = re.findall(r"const SITE = (\{.*?\n\});", worker, re.DOTALL)
    return dict(json.loads(told))


@pytest.mark.parametrize("target", [target for targets in PATCHED.values() for target in targets])
def test_a_build_fails_if_what_is_patched_has_changed(tmp_path: Path, target: str) -> None:
    for pattern in PATCHED:
        for path in NODE_MODULES.glob(pattern):
            copy = tmp_path / path.relative_to(NODE_MODULES)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(path.read_text("utf-8").replace(target, "changed"), "utf-8")
    with pytest.raises(PatchTargetChanged, match=re.escape(repr(target))):
        require_patched(tmp_path)


def test_a_build_fails_if_patches_are_for_another_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(build, "PATCHED_VERSIONS", re.compile(r"@pyscript/(core) .* (pyodide)"))
    with pytest.raises(PatchTargetChanged, match="not for PyScript and Pyodide"):
        require_patched()


def test_no_source_map_is_referred_to(site: Path) -> None:
    for path in (*site.rglob("*.js"), *site.rglob("*.mjs")):
        assert "sourceMappingURL=" not in path.read_text("utf-8")[-200:], path.name


def test_the_lock_file_that_the_page_gives_is_of_this_pyodide() -> None:
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text("utf-8"))
    given = (ROOT / "web" / "interpreter.js").read_text("utf-8")
    assert f'abi_version: "{lock["info"]["abi_version"]}"' in given


def test_the_page_has_no_inline_script_or_style_and_names_no_other_origin(site: Path) -> None:
    for name in ("index.html", "service-worker.js"):  # which has the offline fallback
        text = (site / name).read_text("utf-8")
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", text)
        assert "default-src 'none';" in text
        assert "://" not in text


def test_the_library_holds_the_game_pyscript_and_a_part_of_the_standard_library(
    site: Path,
) -> None:
    (compressed,) = site.glob("web-*/python_stdlib.zip.gzip")
    assert gzip.decompress(compressed.read_bytes()) == build.library().read_bytes()
    with ZipFile(PYODIDE / "python_stdlib.zip") as source:
        standard = {module_in(name) for name in source.namelist()}
    with ZipFile(build.library()) as archive:
        assert archive.testzip() is None
        files = {module_in(name.removesuffix("c")) for name in archive.namelist()}
    assert files - standard == {"sitecustomize", MODULES}
    assert files > {"encodings", "encodings.utf_8"}
    modules = set(run_in_pyodide("tests.support.library_modules", library=build.library()).split())
    ours = {
        module_in(path.relative_to(ROOT).as_posix())
        for pattern in PYTHON
        for path in ROOT.glob(pattern)
    }
    pyscript = {name for name in modules if name.partition(".")[0] == "pyscript"}
    assert ours <= modules
    assert {"pyscript", "pyscript.context"} <= pyscript
    assert modules - ours - pyscript < standard
    assert {"asyncio", "traceback", "random", "fractions"} <= modules
    assert not modules & files


def test_nothing_that_can_be_reached_is_missing_from_the_library() -> None:
    """With it Python does, imports and reports all that it does with its whole library."""
    whole, ours = (
        run_in_pyodide("tests.support.reach", library=library)
        for library in (PYODIDE / "python_stdlib.zip", build.library())
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


@pytest.mark.parametrize("level", Level)
def test_replies_before_python_is_up_are_those_of_the_level_each_as_likely(level: Level) -> None:
    replies = build.opening()["REPLIES"]
    assert isinstance(replies, dict)
    for cell in range(9):
        likely = policy(Game().play(cell).board, level)
        assert [int(digit) for digit in replies[level][cell]] == list(likely)
        assert len(set(likely.values())) == 1
