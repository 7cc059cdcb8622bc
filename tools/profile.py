"""The profile: which functions of Pyodide's module a start and a game use.

It holds for one module and one standard library, whose digests it names. `python3 -m tools profile`
makes it (tests/support/profile.py).
"""

import hashlib
import json
from base64 import b64decode, b64encode
from collections.abc import Iterable
from pathlib import Path

from tools.environment import PYODIDE, ROOT

PROFILE = ROOT / "tools" / "profile.json"
FILES = ("pyodide.asm.wasm", "python_stdlib.zip")


def write_profile(used: Iterable[int]) -> None:
    """Writes the numbers of functions, the imported ones not counted, for what is installed."""
    bits = sum(1 << function for function in used)
    content = bits.to_bytes(bits.bit_length() // 8 + 1, "little")
    profile = {"made for": digests(), "used": b64encode(content).decode()}
    PROFILE.write_text(json.dumps(profile, indent=2) + "\n", "utf-8")


def read_profile(path: Path = PROFILE) -> set[int] | None:
    """The functions that are used, if the profile was made for what is installed."""
    profile = json.loads(path.read_text("utf-8"))
    if profile["made for"] != digests():
        return None
    bits = int.from_bytes(b64decode(profile["used"]), "little")
    return {function for function in range(bits.bit_length()) if bits >> function & 1}


def digests() -> dict[str, str]:
    """The digests of what is installed."""
    return {name: hashlib.sha256((PYODIDE / name).read_bytes()).hexdigest() for name in FILES}
