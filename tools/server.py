"""A web server for the built site, for this machine only."""

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Self


class Handler(SimpleHTTPRequestHandler):
    """Serves a folder, quietly."""

    server: "Server"

    # What a file is must not depend on the machine that serves it.
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def end_headers(self) -> None:
        """Tells the browser how long it may keep what it gets."""
        self.send_header("Cache-Control", self.server.caching)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Says nothing of what is asked for."""


class Server(ThreadingHTTPServer):
    """Serves the folder at http://127.0.0.1:PORT/ once it is started."""

    daemon_threads = True
    handler = Handler
    caching = "no-cache"  # a page that is being worked on never goes stale

    def __init__(self, folder: Path, port: int = 0) -> None:
        handler = partial(self.handler, directory=str(folder))
        super().__init__(("127.0.0.1", port), handler)
        self.url = f"http://127.0.0.1:{self.server_port}/"

    def handle_error(self, *arguments: Any) -> None:
        """Reports what went wrong, unless it is a browser that has hung up."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(*arguments)

    def start(self) -> Self:
        """Serves from now on, beside whatever else is done."""
        Thread(target=self.serve_forever, daemon=True).start()
        return self

    def stop(self) -> None:
        """Serves no more."""
        self.shutdown()
        self.server_close()
