"""Compressed files: any browser reads them, and they are as small as they can be."""

import gzip
from pathlib import Path

from tools.compress import compress
from tools.environment import PYODIDE


def test_a_compressed_file_reads_back_and_is_smaller_than_with_zlib(tmp_path: Path) -> None:
    source, target = PYODIDE / "pyodide.asm.mjs", tmp_path / "compressed"
    compress(source, target)
    compressed, content = target.read_bytes(), source.read_bytes()
    assert gzip.decompress(compressed) == content
    assert len(compressed) < 0.97 * len(gzip.compress(content))
    compress(source, target)
    assert target.read_bytes() == compressed  # without a time, which would change its URL
