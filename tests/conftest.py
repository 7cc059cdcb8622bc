"""What all tests share."""

import pytest
from hypothesis import Phase, settings

# For mutation testing: a failure is enough, the smallest one is not wanted.
settings.register_profile("fast", phases=[Phase.explicit, Phase.generate])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keeps a module's tests in one process, where they share what they have loaded.

    Only the tests in different browsers are apart, since they share nothing, and the one in
    Pyodide, since it takes the longest.
    """
    for item in items:
        params = (
            item.callspec.params
            if isinstance(item, pytest.Function) and hasattr(item, "callspec")
            else {}
        )
        apart = params.get("browser_name", "pyodide" if "pyodide" in item.name else "")
        item.add_marker(pytest.mark.xdist_group(f"{item.path.stem}-{apart}"))
