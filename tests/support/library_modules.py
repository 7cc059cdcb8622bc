"""Prints the modules that the library has in one file; run in Pyodide, with that library."""

import sys

if __name__ == "__main__":
    print(*sorted(sys.meta_path[0].codes))  # type: ignore[attr-defined]
