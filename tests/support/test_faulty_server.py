"""The server of the tests: the site is under a sub-path, and there is nothing beside it."""

from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urljoin
from urllib.request import urlopen

import pytest

from tests.support.faulty_server import SUB_PATH, SubPathServer


@pytest.fixture
def server(tmp_path: Path) -> Iterator[SubPathServer]:
    """A server of a folder with one page."""
    (tmp_path / "index.html").write_text("<title>here</title>")
    server = SubPathServer(tmp_path).start()
    yield server
    server.stop()


def test_the_folder_is_served_under_the_sub_path(server: SubPathServer) -> None:
    with urlopen(server.url) as answer:
        assert answer.read() == b"<title>here</title>"


@pytest.mark.parametrize(
    "path", ["/", "/index.html", f"{SUB_PATH}/nothing", f"{SUB_PATH}index.html"]
)
def test_anything_else_is_not_found(server: SubPathServer, path: str) -> None:
    with pytest.raises(HTTPError, match="404") as refused:
        urlopen(urljoin(server.url, path))
    refused.value.close()
