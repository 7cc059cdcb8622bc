"""Compresses a file for the site; run in the virtual environment, which has libdeflate."""

import sys
from pathlib import Path

import deflate

SMALLEST = 12


def compress(source: Path, target: Path) -> None:
    """Writes a file as gzip has it, as small as libdeflate can: any browser decompresses it."""
    target.write_bytes(deflate.gzip_compress(source.read_bytes(), SMALLEST))


if __name__ == "__main__":
    compress(*map(Path, sys.argv[1:]))
