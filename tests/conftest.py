"""What all tests share."""

import pytest
from hypothesis import Phase, settings

# A machine that is busy is no failure.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
# For mutation testing: a failure is enough, the smallest one is not wanted.
settings.register_profile("fast", phases=[Phase.explicit, Phase.generate], deadline=None)


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist looks at the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keeps tests in one process that share what they have loaded.

    Those are the tests of a module; in a browser, those that share a page. The ones in Pyodide are
    apart, since they take the longest.
    """
    for item in items:
        assert isinstance(item, pytest.Function)
        browser = item.callspec.params.get("browser_name") if hasattr(item, "callspec") else None
        if browser and "guest" not in item.fixturenames:
            continue
        apart = browser or ("pyodide" if "pyodide" in item.name else "")
        item.add_marker(pytest.mark.xdist_group(f"{item.path.stem}-{apart}"))
