"""Python's standard library as bytecode; run by Pyodide, so that it is that Python's own.

python_stdlib.zip comes as source text, which Python would compile anew at every start.
"""

import sys
from importlib import _bootstrap_external
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

ARCHIVE = "python{}{}.zip".format(*sys.version_info)


def compile_library(source: Path, target: Path) -> None:
    """Writes an archive of modules again, each as bytecode."""
    with ZipFile(source) as old, ZipFile(target, "w", ZIP_DEFLATED, compresslevel=9) as new:
        for name in sorted(old.namelist()):
            if name.endswith(".py"):
                code = compile(old.read(name), f"/lib/{ARCHIVE}/{name}", "exec", dont_inherit=True)
                entry = ZipInfo(f"{name}c")
                to_bytes = _bootstrap_external._code_to_timestamp_pyc  # type: ignore[attr-defined] # noqa: SLF001
                new.writestr(entry, bytes(to_bytes(code)), ZIP_DEFLATED)


if __name__ == "__main__":
    compile_library(*map(Path, sys.argv[1:]))
