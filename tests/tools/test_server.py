"""The server: this machine only, and never held up by one connection."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from tools.environment import ROOT
from tools.server import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of a folder with one page and one module."""
    (tmp_path / "index.html").write_text("<title>here</title>")
    (tmp_path / "module.mjs").write_text("")
    server = Server(tmp_path).start()
    yield server
    server.stop()


def test_the_folder_is_served(server: Server) -> None:
    with urlopen(server.url) as answer:
        assert answer.read() == b"<title>here</title>"
        assert answer.headers["Cache-Control"] == "no-cache"
    with urlopen(f"{server.url}module.mjs") as answer:
        assert answer.headers["Content-Type"] == "text/javascript"


def test_it_listens_on_this_machine_only(server: Server) -> None:
    assert server.server_address[0] == "127.0.0.1"


def test_a_silent_connection_holds_nobody_up(server: Server) -> None:
    silent = socket.create_connection(("127.0.0.1", server.server_port))
    with silent, urlopen(server.url, timeout=5) as answer:
        assert answer.status == 200


@pytest.mark.parametrize(
    ("error", "said"), [(ConnectionResetError("left"), ""), (ValueError("a fault"), "a fault")]
)
def test_of_a_browser_that_hangs_up_nothing_is_said(
    server: Server, capsys: pytest.CaptureFixture[str], error: Exception, said: str
) -> None:
    try:
        raise error
    except (ConnectionError, ValueError):
        server.handle_error(None, ("127.0.0.1", 1))
    reported = capsys.readouterr().err
    assert said in reported
    assert bool(said) == bool(reported)


@pytest.mark.parametrize("port", ["taken", "99999"])
def test_a_port_that_cannot_be_had_is_said_in_a_sentence(server: Server, port: str) -> None:
    port = port.replace("taken", str(server.server_port))
    said = subprocess.run(
        [sys.executable, "-m", "tools", "play", "--port", port],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert said.returncode == 1
    assert said.stderr == f"Port {port} is taken or may not be used: choose another with --port.\n"
