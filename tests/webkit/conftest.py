"""The built site under a sub-path, and people on it whose browser is WebKit."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.attacks.storage import CLEAR
from tests.support.faulty_server import Published
from tests.webkit.person import Person
from tools import webkit
from tools.build import publish

# The page's first script, since WebDriver cannot read WebKit's console.
COLLECT = """
window.collected = [];
for (const kind of ["error", "unhandledrejection", "securitypolicyviolation"])
    addEventListener(kind, ({ message, reason, violatedDirective, target }) => collected.push(
        `${kind}: ${message ?? reason ?? violatedDirective ?? target.src ?? target.href}`), true);
for (const level of ["error", "warn", "debug"])
    console[level] = (...texts) => {
        const text = texts.join(" ");
        if (level !== "debug" || text.startsWith("diagnostic: ")) collected.push(text);
    };
"""


@pytest.fixture(scope="session")
def screen() -> Iterator[str]:
    """A screen for the browsers."""
    with webkit.screen() as display:
        yield display


def publish_collecting(folder: Path, script: str = "") -> Published:
    """A copy of the site whose pages collect what goes wrong, and first run a script of a test."""
    published = Published(folder)
    (published.folder / "collect.js").write_text(COLLECT + script, "utf-8")
    title, tag = "    <title>", '    <script src="collect.js"></script>\n'
    published.write("index.html", published.read("index.html").replace(title, tag + title))
    publish(published.folder)
    return published


@contextmanager
def somebody(screen: str, folder: Path, script: str = "") -> Iterator[tuple[Person, Published]]:
    """Somebody with a browser and a site of their own, on whose pages nothing may go wrong."""
    published = publish_collecting(folder, script)
    with webkit.webkit(screen, folder) as driver:
        person = Person(driver, published.url)
        yield person, published
        person.note_faults()
    published.close()
    assert person.faults == []


@pytest.fixture
def newcomer(screen: str, tmp_path: Path) -> Iterator[tuple[Person, Published]]:
    """Somebody who has not been here before."""
    with somebody(screen, tmp_path) as newcomer:
        yield newcomer


@pytest.fixture(scope="module")
def neighbour(screen: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """Somebody who stays for all the tests of a module; a snapshot is stored."""
    with somebody(screen, tmp_path_factory.mktemp("regular")) as (person, _):
        person.open()
        person.wait_for_snapshot()
        yield person


@pytest.fixture
def regular(neighbour: Person) -> Person:
    """Somebody who has been here before, and opens the page in a new tab."""
    neighbour.go()
    neighbour.driver.execute_script(CLEAR)
    neighbour.open()
    return neighbour
