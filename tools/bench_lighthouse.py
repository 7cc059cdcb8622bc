"""What Lighthouse says of the built site on a phone.

Its mobile preset is measured twice. Simulated, its default: the page loads at full speed and a
model slows it down. The model counts what arrives before the largest paint as needed for it, and
from this machine everything does. Applied: the browser itself is slowed down, so that the paints
are seen as they are; but blocking counts only until the first five quiet seconds, which come while
files are on their way, and bytes only until Lighthouse has seen enough.
"""

import json
import os
import subprocess
from statistics import median
from typing import Any

from playwright.sync_api import BrowserType, sync_playwright

from tools.bench_start import PagesServer
from tools.browsers import launch_options
from tools.build import DIST
from tools.environment import BIN, LIGHTHOUSE, install_node

RUNS = 5
THROTTLING = {"simulated": "simulate", "applied": "devtools"}
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
METRICS = {
    "first-contentful-paint": "first contentful paint, ms",
    "largest-contentful-paint": "largest contentful paint, ms",
    "total-blocking-time": "total blocking time, ms",
    "total-byte-weight": "bytes",
}
READABLE = ("snippet", "url", "text", "value")


def lighthouse(chromium: BrowserType, url: str, throttling: str) -> dict[str, Any]:
    """The report of a run, in a browser of its own with a fresh profile."""
    options = launch_options(chromium)
    command = options.get("executable_path", chromium.executable_path)
    script = LIGHTHOUSE / "node_modules" / "lighthouse" / "cli" / "index.js"
    flags = " ".join(["--headless", *options["args"]])
    done = subprocess.run(
        [BIN / "node", script, url, "--quiet", "--output=json", "--no-enable-error-reporting",
         f"--only-categories={','.join(CATEGORIES)}", f"--throttling-method={throttling}",
         f"--chrome-flags={flags}"],
        env=os.environ | {"CHROME_PATH": command},
        check=True,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )  # fmt: skip
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def medians(reports: list[dict[str, Any]]) -> dict[str, int]:
    """The scores, of 100, and what was measured. A category without a score has 0."""
    scores = {
        name: round(100 * median(report["categories"][name]["score"] or 0 for report in reports))
        for name in CATEGORIES
    }
    return scores | {
        name: round(median(report["audits"][audit]["numericValue"] for report in reports))
        for audit, name in METRICS.items()
    }


def failures(reports: list[dict[str, Any]]) -> list[str]:
    """The audits that cost a category some of its score, each once, with what it found last."""
    found: dict[str, list[str]] = {}
    for report in reports:
        for name in CATEGORIES:
            for reference in report["categories"][name]["auditRefs"]:
                audit = report["audits"][reference["id"]]
                if reference["weight"] and has_failed(audit):
                    found.setdefault(f"{name}: {audit['title']}", []).append(reason(audit))
    return [
        f"{failure}, in {len(reasons)} of {len(reports)} runs: {reasons[-1]}"
        for failure, reasons in found.items()
    ]


def has_failed(audit: dict[str, Any]) -> bool:
    """Whether an audit found something, or could not be made. One that does not apply has None."""
    is_error = audit["scoreDisplayMode"] == "error"
    return is_error or (audit["score"] is not None and audit["score"] < 1)


def reason(audit: dict[str, Any]) -> str:
    """What an audit found, in short: its figure, and each row of its table."""
    details = audit.get("details", {})
    columns = [heading["key"] for heading in details.get("headings", ())]
    rows = (
        " ".join(filter(None, (text(item.get(column)) for column in columns)))
        for item in details.get("items", ())
    )
    return "; ".join(filter(None, (audit.get("errorMessage"), audit.get("displayValue"), *rows)))


def text(cell: Any) -> str:
    """What can be read in a cell of a table: some have an object, like an element or a script."""
    if not isinstance(cell, dict):
        return str(cell or "")
    return next((str(cell[key]) for key in READABLE if cell.get(key)), "")


def main() -> None:
    """Prints the medians for each way of throttling, and which audits fail."""
    install_node(LIGHTHOUSE)
    url = PagesServer(DIST).start().url
    with sync_playwright() as playwright:
        chromium = playwright.chromium
        browser = chromium.launch(**launch_options(chromium))
        print(f"Chromium {browser.version}, mobile, medians of {RUNS} runs")
        browser.close()
        for name, method in THROTTLING.items():
            reports = [lighthouse(chromium, url, method) for _ in range(RUNS)]
            print(f"\nLighthouse {reports[0]['lighthouseVersion']}, {name} throttling")
            for what, figure in medians(reports).items():
                print(f"  {what}: {figure:,}")
            for failure in failures(reports):
                print(f"  {failure}")


if __name__ == "__main__":
    main()
