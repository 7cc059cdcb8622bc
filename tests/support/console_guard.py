"""The console guard: fails a test whose page reports an error or asks another origin.

What the page gets over, and so notes as a diagnostic, is an error too where no test expects it.
"""

import re
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, WebError

BLOCKED = "Service Worker registration blocked by Playwright"
# Firefox says so of a request whose page is gone: somebody has navigated while it was answered.
NAVIGATED = "Failed to load ‘’. A ServiceWorker intercepted the request"
DIAGNOSTIC = "diagnostic: "  # of web/diagnostics.js
ORIGIN = re.compile(r"https?://[^/\s'\"]+")


class ConsoleGuard:
    """Notes what a page must not do: report an error, or ask another origin for anything."""

    def __init__(self, context: BrowserContext, site: str) -> None:
        self.origin = urlsplit(site)[:2]
        self.faults: list[str] = []
        context.on("console", self._on_console)
        context.on("weberror", self._on_error)
        context.on("request", self._on_request)

    def forgive_errors(self) -> None:
        """Forgets the errors of a page that was made to fail, but no request to another origin.

        Where the page's policy blocks such a request, all that is seen of it is an error.
        """
        self.faults[:] = filter(self._is_request, self.faults)

    def take_diagnostics(self) -> set[str]:
        """What the page got over until now; the test expects it."""
        taken = {fault for fault in self.faults if fault.startswith(DIAGNOSTIC)}
        self.faults[:] = [fault for fault in self.faults if fault not in taken]
        return {fault.removeprefix(DIAGNOSTIC).partition(":")[0] for fault in taken}

    def _is_request(self, fault: str) -> bool:
        origins = (urlsplit(url)[:2] for url in ORIGIN.findall(fault))
        return fault.startswith("request: ") or any(origin != self.origin for origin in origins)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.text.startswith(DIAGNOSTIC):
            self.faults.append(message.text)
        elif message.type in {"error", "warning"} and BLOCKED not in message.text:
            self.faults.append(f"console {message.type}: {message.text}")

    def _on_error(self, error: WebError) -> None:
        if NAVIGATED not in str(error.error):
            self.faults.append(f"uncaught: {error.error}")

    def _on_request(self, request: Request) -> None:
        if urlsplit(request.url)[:2] != self.origin and not request.url.startswith("data:"):
            self.faults.append(f"request: {request.url}")
