"""Everything that is fetched is pinned to one version and one content, and names no address."""

import json
import re
from pathlib import Path

import pytest

from tools import environment
from tools.environment import NPM_FOLDERS, REQUIREMENTS, ROOT

in_each_npm_folder = pytest.mark.parametrize(
    "folder", NPM_FOLDERS, ids=lambda folder: folder.name if folder != ROOT else "root"
)


@in_each_npm_folder
def test_every_npm_package_is_pinned_by_its_content(folder: Path) -> None:
    packages = json.loads((folder / "package-lock.json").read_text("utf-8"))["packages"]
    fetched = {name: package for name, package in packages.items() if name}
    assert fetched
    for name, package in fetched.items():
        assert package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, name


def test_what_npm_has_for_each_platform_is_pinned_for_all_of_them() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    optional = [
        name for package in packages.values() for name in package.get("optionalDependencies", {})
    ]
    assert any("win32" in name for name in optional)
    assert [name for name in optional if f"node_modules/{name}" not in packages] == []


@in_each_npm_folder
def test_the_npm_packages_we_ask_for_are_exact_versions(folder: Path) -> None:
    package = json.loads((folder / "package.json").read_text("utf-8"))
    wanted = package.get("dependencies", {}) | package.get("devDependencies", {})
    assert wanted
    assert all(re.fullmatch(r"\d+\.\d+\.\d+(-\d+)?", version) for version in wanted.values())


@pytest.mark.parametrize("path", sorted(REQUIREMENTS.glob("*.txt")), ids=lambda path: path.stem)
def test_every_python_package_is_pinned_by_its_content(path: Path) -> None:
    entries = re.split(r"\n(?=\S)", path.read_text("utf-8").strip())
    for entry in entries:
        assert re.match(r"[a-z0-9-]+==[^\s]+", entry), entry
        assert "--hash=sha256:" in entry, entry
    assert "://" not in path.read_text("utf-8")


def test_nothing_is_run_while_packages_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[tuple[str, ...]] = []
    monkeypatch.setattr(environment, "run", lambda *command: commands.append(command))
    monkeypatch.setattr(environment, "_unless_done", lambda _stamp, _source, do: do())
    environment.install_python("build")
    for folder in NPM_FOLDERS:
        environment.install_node(folder)
        assert "ignore-scripts=true" in (folder / ".npmrc").read_text("utf-8").split()
    (pip, *npm) = commands
    assert {"pip", "--require-hashes", "--only-binary=:all:"} <= {*pip}
    assert [command[:3] for command in npm] == [("npm", "ci", "--ignore-scripts")] * 2


def test_every_action_is_pinned_by_its_commit() -> None:
    workflows = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    used = [use for path in workflows for use in re.findall(r"uses: (.+)", path.read_text("utf-8"))]
    assert used
    assert [use for use in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", use)] == []
