"""The saved format of the history: it reads back, tallies do too, and anything else is nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.history import RESET, Entry, History, addition, joined
from app.history_format import (
    HISTORY_KEY,
    LONGEST,
    TALLY_KEY,
    history_key,
    is_history_key,
    is_old_key,
    log_text,
    read_log,
    read_stored,
)
from app.session import Opponent
from tests.support.histories import NOW, RECORDS, old_key, some_history

PAGE = "0123456789abcdef"
LOG = """\
40812f h mhwsoi68 k3f9xq
f P mhwsoi69 aaaaaa
03142 E12 mhwsoi6a bbbbbb.3
012346587 m- mhwsoi6b cccccc

d h 222222333333
x H2 444444.1
3/0/1/2 m1 0123456789abcdef
- 555555666666
- 777777.2
- 0123456789abcdefh1/0/0/0
> m1
> e12"""


@given(some_history())
def test_a_history_reads_back(history: History) -> None:
    text = log_text(history)
    assert read_log(text) == history
    assert log_text(read_log(text)) == text


def test_a_log_is_plain_to_read() -> None:
    history = read_log(LOG)
    assert history.entries == {
        "k3f9xq": Entry(0, 0, NOW, "40812f", Opponent.HARD),
        "aaaaaa": Entry(0, 0, NOW + 1, "f", Opponent.HUMAN, helped=True),
        "bbbbbb": Entry(3, 12, NOW + 2, "03142", Opponent.EASY, helped=True),
        "cccccc": Entry(0, RESET, NOW + 3, "012346587", Opponent.MEDIUM),
        "222222": Entry(0, 0, 0, "d", Opponent.HARD),
        "333333": Entry(0, 0, 0, "d", Opponent.HARD),
        "444444": Entry(1, 2, 0, "x", Opponent.HARD, helped=True),
        f"{PAGE}m3/0/1/2": Entry(0, 1, 0, "3/0/1/2", Opponent.MEDIUM),
    }
    assert history.deleted == {"555555": 0, "666666": 0, "777777": 2, f"{PAGE}h1/0/0/0": 0}
    assert history.resets == {Opponent.EASY: 12, Opponent.MEDIUM: 1, Opponent.HARD: 2}
    assert read_log(log_text(history)) == history


def test_a_thousand_games_take_less_than_thirty_bytes_each() -> None:
    entries = {
        f"{n:06}": Entry(0, n % 3, NOW + n, RECORDS[n % len(RECORDS)], Opponent.HARD)
        for n in range(1_000)
    }
    assert len(log_text(addition(entries)).encode()) < 30_000


def test_of_older_games_the_results_take_six_bytes_each() -> None:
    entries = {f"{n:06}": Entry(0, 0, 0, "d", Opponent.HARD) for n in range(1_000)}
    assert len(log_text(addition(entries)).encode()) < 6_020


def test_nothing_is_stored_as_nothing() -> None:
    assert log_text(History()) == ""
    assert read_log("") == History()


@pytest.mark.parametrize(
    "line",
    [
        *("40812", "40812 h mhwsoi68", "40812 h mhwsoi68 k3f9x", "40812 h mhwsoi68 K3F9XQ"),
        *("40812 x mhwsoi68 k3f9xq", "4081 h mhwsoi68 k3f9xq", "40812 h 0 k3f9xq"),
        *("40812 h 00000000 k3f9xq", "00000 h 00000000 k3f9xq"),
        *("40812 h mhwsoi68 k3f9xq.", "40812 h mhwsoi68 k3f9xq.1234", " 40812 h mhwsoi68 k3f9xq"),
        *("40812 h mhwsoi68 k3f9xq ", "94812 h mhwsoi68 k3f9xq", "ff h mhwsoi68 k3f9xq"),
        *("40812 h1234567890 mhwsoi68 k3f9xq", "40812 h-1 mhwsoi68 k3f9xq"),
        *("٤٠٨١٢ h mhwsoi68 k3f9xq", "x h k3f9x", "x h k3f9xqa", "y h k3f9xq", "- k3f9x", "> h"),
        *("> h1234567890", "3/0/1 h 0123456789abcdef", "3/0/1/2 H 0123456789abcdef"),
        *("3/0/1/2 h 0123456789abcde", "1234567890/0/0/0 h 0123456789abcdef"),
        "<script>alert(1)</script>",
    ],
)
def test_a_line_that_holds_nothing_leaves_the_others(line: str) -> None:
    games, others = LOG.split("\n\n")
    broken = f"{line}\n{games}\n{line}\n\n{line}\n{others}\n{line}"
    assert read_log(broken) == read_log(LOG)
    assert read_log(line) == read_log(f"\n\n{line}") == History()


def test_a_text_that_is_too_long_is_not_read() -> None:
    assert read_log(LOG.ljust(LONGEST)) == read_log(LOG)
    assert read_log(LOG.ljust(LONGEST + 1)) == History()


FRAGMENTS = st.sampled_from(
    sorted({*LOG.split(), *LOG.split("\n"), " ", "\n", "\n\n", "\0", "\ud800"})
)


@given(st.text() | st.lists(FRAGMENTS).map("".join) | st.lists(FRAGMENTS).map(" ".join))
def test_any_text_at_all_is_a_history(text: str) -> None:
    history = read_log(text)
    assert read_log(log_text(history)) == history
    assert joined(history, history) == history


def test_what_earlier_releases_have_stored_is_found_under_the_same_keys() -> None:
    assert TALLY_KEY == "tic-tac-toe.scores."
    assert HISTORY_KEY == "tic-tac-toe.history."


@pytest.mark.parametrize("opponent", Opponent)
def test_a_tally_of_an_earlier_release_is_migrated(opponent: Opponent) -> None:
    for text, resets in (("3/0/1/2", 0), ("3/0/1/2/0", 0), ("3/0/1/2/5", 5)):
        history = read_stored(old_key("a", opponent), text)
        (entry,) = history.entries.values()
        assert entry == Entry(0, resets, 0, "3/0/1/2", opponent)
        assert read_log(log_text(history)) == history
        assert joined(history, read_log(log_text(history))) == history


def test_a_tally_that_began_again_after_it_was_migrated_counts_too() -> None:
    """A page of an earlier release may be restored from the bfcache after that."""
    history = joined(read_stored(old_key("a"), "3/0/0/0/0"), read_stored(old_key("a"), "1/0/0/0/0"))
    assert len(history.entries) == 2


@pytest.mark.parametrize(
    "text",
    [
        *(None, "", "null", "[1, 2, 3]", "1/2/3", "1/2/3/4/5/6", "-1/0/0/0", "1.5/0/0/0"),
        *("1e9/0/0/0", "1000000000/0/0/0", "9" * 10_000 + "/0/0/0", "\u0661/0/0/0", "1/2/3/4\n"),
        *(" 1/2/3/4", "x/0/0/0", "0/0/0/x", "0/0/0/0/x", "0/0/0/0/", "0/0/0/0/1000000000"),
        "<script>alert(1)</script>",
    ],
)
def test_a_text_that_holds_no_tally_counts_for_nothing(text: str | None) -> None:
    assert read_stored(old_key("a"), text) == History()


@given(st.text())
def test_any_text_at_all_is_read_without_failing(text: str) -> None:
    for key in (old_key("a"), history_key(PAGE)):
        assert read_stored(key, text) is not None


def test_a_log_is_stored_under_a_key_of_its_own() -> None:
    assert history_key(PAGE) == f"tic-tac-toe.history.{PAGE}"
    assert is_history_key(history_key(PAGE))
    assert not is_old_key(history_key(PAGE))
    assert read_stored(history_key(PAGE), LOG) == read_log(LOG)
    assert read_stored(history_key(PAGE), None) == History()


@pytest.mark.parametrize("opponent", Opponent)
def test_the_keys_of_tallies_are_known(opponent: Opponent) -> None:
    assert old_key("f", opponent) == f"tic-tac-toe.scores.{opponent}.000000000000000f"
    assert is_history_key(old_key("f", opponent))
    assert is_old_key(old_key("f", opponent))


@pytest.mark.parametrize(
    "key",
    [
        *("", "tic-tac-toe.session", "tic-tac-toe.scores.", "tic-tac-toe.scores.easy.abc"),
        "tic-tac-toe.scores.nobody.0000000000000000",
        "tic-tac-toe.scores.easy.000000000000000g",
        "tic-tac-toe.scores.easy.00000000000000000",
        "tic-tac-toe-scores.easy.0000000000000000",
        "tic-tac-toe.scores-easy.0000000000000000",
        "other.scores.easy.0000000000000000",
        "tic-tac-toe.scores.easy.0000000000000000\n",
        *("tic-tac-toe.history.", "tic-tac-toe.history.0", "tic-tac-toe-history.0000000000000000"),
        *("tic-tac-toe.history.000000000000000G", "tic-tac-toe.history.0000000000000000\n"),
    ],
)
def test_other_keys_hold_nothing_of_the_history(key: str) -> None:
    assert not is_history_key(key)


def test_times_have_the_same_length_until_2059() -> None:
    for ended in (NOW, 36**8 - 1):
        history = addition({"aaaaaa": Entry(0, 0, ended, "f", Opponent.EASY)})
        assert len(log_text(history)) == len("f e mhwsoi68 aaaaaa")
        assert read_log(log_text(history)) == history
