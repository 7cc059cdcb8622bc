"""What the README shows is what happens."""

import doctest

from tools.environment import ROOT


def test_the_engine_session_of_the_readme_is_true() -> None:
    shown = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert shown.attempted > 10
    assert shown.failed == 0
