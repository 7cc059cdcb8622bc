"""A web server for the built site, for this machine only."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class Handler(SimpleHTTPRequestHandler):
    """Serves a folder under a path, quietly, and lets nothing go stale."""

    def __init__(self, *arguments: Any, base: str, **options: Any) -> None:
        self.base = base
        super().__init__(*arguments, **options)

    def translate_path(self, path: str) -> str:
        """The file for a path below the base; for any other path, one that does not exist."""
        inside = path.removeprefix(self.base) if path.startswith(self.base) else "/no-such-file"
        return super().translate_path(inside)

    def end_headers(self) -> None:
        """Asks the browser to look for changes at every visit."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Says nothing of what is asked for."""


class Server(ThreadingHTTPServer):
    """Serves the folder at http://127.0.0.1:PORT/BASE/ once it is started."""

    daemon_threads = True

    def __init__(self, folder: Path, port: int = 0, base: str = "") -> None:
        handler = partial(Handler, directory=str(folder), base=base)
        super().__init__(("127.0.0.1", port), handler)
        self.url = f"http://127.0.0.1:{self.server_port}{base}/"
