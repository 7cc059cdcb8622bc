"""A site that can be published anew, and a server of it that can fail in every way."""

import gzip
import re
import shutil
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from threading import Event
from urllib.parse import urljoin

from tools.build import DIST, publish
from tools.server import Handler, Server

SUB_PATH = "/games/tic-tac-toe"
HASH = re.compile(r"-[0-9a-f]{8}/")
GARBAGE = b"This is not the file that you are looking for."


class SubPathHandler(Handler):
    """Serves a folder under the sub-path, and nothing beside it."""

    def translate_path(self, path: str) -> str:
        """The file for a path below the sub-path; for any other path, one that does not exist."""
        is_below = path.startswith(f"{SUB_PATH}/")
        return super().translate_path(path.removeprefix(SUB_PATH) if is_below else "/no-such-file")


class SubPathServer(Server):
    """Serves a folder under the sub-path."""

    handler = SubPathHandler

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.url = urljoin(self.url, f"{SUB_PATH}/")


class FaultyHandler(SubPathHandler):
    """Serves files with the faults that the site was given."""

    server: "FaultyServer"

    def do_GET(self) -> None:  # noqa: N802 - its base class says so
        """Answers, or does not."""
        name = without_hash(self.path.removeprefix(f"{SUB_PATH}/").partition("?")[0])
        self.server.asked.append(name)
        is_gone = self.server.left is not None and len(self.server.asked) > self.server.left
        fault = self.server.faults.get(name) if self._file.is_file() else None
        match "refused" if is_gone else fault:
            case None:
                self._serve()
            case "missing":
                self.send_error(HTTPStatus.NOT_FOUND)
            case "garbage":
                self._send(GARBAGE, len(GARBAGE))
            case "corrupt":
                content = self._file.read_bytes()
                middle = len(content) // 2
                flipped = bytes([content[middle] ^ 1])
                self._send(content[:middle] + flipped + content[middle + 1 :], len(content))
            case "truncated":
                content = self._file.read_bytes()
                self._send(content[: len(content) // 2], len(content))
                self.close_connection = True
            case "stalled":
                content = self._file.read_bytes()
                self._send(content[: len(content) // 2], len(content))
                self.server.released.wait()
                self.wfile.write(content[len(content) // 2 :])
            case "refused":
                self.close_connection = True
            case "hanging":
                self.server.released.wait()
                self._serve()

    @property
    def _file(self) -> Path:
        path = Path(self.translate_path(self.path))
        return path / "index.html" if path.is_dir() else path

    def _serve(self) -> None:
        """Sends a file compressed, as GitHub Pages does."""
        if self._file.is_file():
            content = compressed(self._file.read_bytes())
            self._send(content, len(content), encoding="gzip")
        else:
            self.send_error(HTTPStatus.NOT_FOUND)

    def _send(self, content: bytes, length: int, *, encoding: str = "identity") -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(str(self._file)))
        self.send_header("Content-Length", str(length))
        self.send_header("Content-Encoding", encoding)
        self.end_headers()
        self.wfile.write(content)


def without_hash(name: str) -> str:
    """The name that a file has in every release."""
    return HASH.sub("/", name)


@lru_cache(maxsize=100)
def compressed(content: bytes) -> bytes:
    """Content as it travels."""
    return gzip.compress(content, compresslevel=1)


class FaultyServer(SubPathServer):
    """Serves a folder until it is given faults."""

    handler = FaultyHandler

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.faults: dict[str, str] = {}
        self.asked: list[str] = []
        self.left: int | None = None  # how many may be asked for before nothing is answered
        self.released = Event()
        self.faulty = False


class Published:
    """The built site, in a folder and at an address of its own."""

    def __init__(self, folder: Path, site: Path = DIST) -> None:
        self.folder = folder / "site"
        shutil.copytree(site, self.folder)
        self.server = FaultyServer(self.folder).start()
        self.url = self.server.url

    def fail(self, name: str, fault: str) -> None:
        """From now on a file is missing, garbage, corrupt, truncated, stalled, refused or hanging.

        Or, after as many more files as the name says, the network is gone.
        """
        if fault == "gone":
            self.server.left = len(self.server.asked) + int(name)
        else:
            self.server.faults[name] = fault
        self.server.faulty = True

    def recover(self) -> None:
        """From now on everything is served as it is."""
        self.server.faults.clear()
        self.server.left = None
        self.server.released.set()
        self.server.released = Event()

    def publish(self, number: int) -> None:
        """Publishes another release, with its number in three files."""
        description = 'name="description" content="'  # Python writes the title
        page = self.read("index.html").replace(description, f"{description}{number} ")
        self.write("index.html", page)
        for name, comment in (("style.css", f"/* {number} */"), ("main.py", f"# {number}")):
            self.write(f"web/{name}", f"{comment}\n{self.read(f'web/{name}')}")
        publish(self.folder)

    def read(self, name: str) -> str:
        """What a file holds."""
        return self._path(name).read_text("utf-8")

    def write(self, name: str, text: str) -> None:
        """Changes a file, without telling the service worker."""
        self._path(name).write_text(text, "utf-8")

    def _path(self, name: str) -> Path:
        (path,) = self.folder.glob(name.replace("/", "-*/"))
        return path

    def close(self) -> None:
        """Ends the server."""
        self.recover()
        self.server.stop()
