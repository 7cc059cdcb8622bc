"""The server of the benchmarks: it compresses what GitHub Pages compresses."""

import gzip
from pathlib import Path
from urllib.request import urlopen

import pytest

from tools.bench_start import PagesServer


@pytest.mark.parametrize(
    ("url", "encoding"),
    [("", "gzip"), ("index.html", "gzip"), ("style.css", "gzip"), ("icon.png", None)],
)
def test_pages_styles_and_scripts_are_compressed(
    tmp_path: Path, url: str, encoding: str | None
) -> None:
    for name in ("index.html", "style.css", "icon.png"):
        (tmp_path / name).write_text(name)
    server = PagesServer(tmp_path).start()
    with urlopen(server.url + url) as response:
        content = response.read()
    server.stop()
    assert response.headers["Content-Encoding"] == encoding
    text = gzip.decompress(content) if encoding else content
    assert text.decode() == (url or "index.html")
