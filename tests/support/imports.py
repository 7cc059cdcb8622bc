"""What a module imports, read from its source."""

import ast
from pathlib import Path


def imported(path: Path) -> set[str]:
    """The top-level packages that a module imports, at once or later."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            found.add((node.module or "").partition(".")[0])
    return found
