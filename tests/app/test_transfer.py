"""Export and import: a text takes the history to another device, with nothing counted twice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.history import FULL, RESET, Entry, History, addition, deletion, joined, reset, result_of
from app.history_format import LONGEST, log_text
from app.scores import scores_of
from app.session import Opponent
from app.transfer import export_text, read_import
from tests.support.histories import NOW, some_histories_of_the_same_games, some_history

GAME = Entry(0, 0, NOW, "03142", Opponent.HARD)
GAMES = addition(
    {
        "k3f9xq": GAME,
        "aaaaaa": GAME._replace(record="4f", opponent=Opponent.HUMAN, helped=True),
        "bbbbbb": GAME._replace(record="d", ended=0),
        "0123456789abcdefe3/0/1/2": GAME._replace(
            record="3/0/1/2", ended=0, opponent=Opponent.EASY
        ),
    }
)


def imported(text: str, history: History) -> History:
    """A history after an import."""
    return joined(history, read_import(text, history).change)


def test_an_export_is_plain_to_read() -> None:
    history = joined(GAMES, reset(GAMES, Opponent.HARD), deletion(GAMES, ["aaaaaa"]))
    heading, _, *lines = export_text(history).splitlines()
    assert heading.startswith("# All my tic-tac-toe games.")
    assert lines == [
        "03142 h- mhwsoi68 k3f9xq",
        "",
        "d h- bbbbbb",
        "3/0/1/2 e 0123456789abcdef",
    ]


@given(some_history())
def test_an_export_has_all_that_counts_and_no_more(history: History) -> None:
    there = imported(export_text(history), History())
    assert scores_of(there) == scores_of(history)
    assert there.entries.keys() == history.entries.keys()
    assert there.full_games() == [
        (game_id, entry._replace(generation=0, epoch=0 if history.counts(entry) else RESET))
        for game_id, entry in history.full_games()
    ]


@given(some_history())
def test_one_s_own_export_changes_nothing(history: History) -> None:
    done = read_import(export_text(history), history)
    assert joined(history, done.change) == history
    assert (done.added, done.unread) == (0, 0)
    all_count = {one: entry._replace(epoch=0) for one, entry in history.entries.items()}
    assert done.known == sum(score.games for score in scores_of(addition(all_count)).values())


@given(some_histories_of_the_same_games(3))
def test_imports_come_to_the_same_in_any_order_and_as_often_as_one_likes(
    histories: list[History],
) -> None:
    history, *others = histories
    texts = [export_text(other) for other in others]
    there = imported(texts[1], imported(texts[0], history))
    assert imported(texts[0], imported(texts[1], history)) == there
    assert imported(texts[0], imported(texts[1], there)) == there


def test_a_game_with_the_id_of_another_resets_no_scores() -> None:
    there = addition({"222222": GAME._replace(epoch=RESET), "bbbbbb": GAME})
    history = joined(there, reset(there, Opponent.EASY))
    other = addition({"222222": GAME._replace(opponent=Opponent.EASY)})
    assert imported(export_text(other), history) == history


@given(some_history(), some_history())
def test_an_import_changes_nothing_that_was_there(history: History, other: History) -> None:
    """Whatever the text says of games with the same IDs."""
    done = read_import(export_text(other), history)
    there = joined(history, done.change)
    assert there.entries.keys() == history.entries.keys() | other.entries.keys()
    assert done.added >= len(other.entries.keys() - history.entries.keys())
    for game_id, entry in history.entries.items():
        after = there.entries[game_id]
        assert there.counts(after) >= history.counts(entry)
        assert (after.opponent, result_of(after.record)) == (
            entry.opponent,
            result_of(entry.record),
        )


@given(some_history())
def test_a_backup_brings_back_what_was_deleted(history: History) -> None:
    text = export_text(history)
    empty = joined(history, deletion(history, history.entries))
    assert empty.entries == {}
    there = imported(text, empty)
    assert scores_of(there) == scores_of(history)
    assert [one for one, _ in there.full_games()] == [one for one, _ in history.full_games()]
    assert joined(there, empty, history) == there


def test_what_was_reset_here_stays_so_and_what_was_reset_there_too() -> None:
    begun = joined(GAMES, reset(GAMES, Opponent.HARD))
    assert scores_of(imported(export_text(GAMES), begun)) == scores_of(begun)
    there = imported(export_text(begun), History())
    assert scores_of(there)[Opponent.HARD].games == 0
    assert scores_of(imported(export_text(begun), GAMES)) == scores_of(GAMES)
    assert scores_of(imported(export_text(GAMES), there)) == scores_of(GAMES)


def test_what_arrives_is_told() -> None:
    done = read_import(export_text(GAMES), addition({"k3f9xq": GAME}))
    assert (done.added, done.known, done.unread) == (6, 1, 0)


@pytest.mark.parametrize(
    "line",
    [
        *("nonsense", "00000 h mhwsoi68 k3f9xq", "40812345 h mhwsoi68 k3f9xq"),
        *(
            "03142 q mhwsoi68 k3f9xq",
            "03142 h mhwsoi68",
            "> h9",
            "00000 h 00000000 k3f9xq",
            "- k3f9xq",
            "x h k3f9x",
        ),
        *("<img src=x onerror=alert(1)>", "tic-tac-toe.history"),
    ],
)
def test_a_line_that_holds_no_game_is_counted_and_the_others_are_read(line: str) -> None:
    text = f" 03142 h mhwsoi68 aaaaaa \r\n{line}\r\n\r\n# a comment\r\nd h bbbbbb"
    done = read_import(text, History())
    assert (done.added, done.known, done.unread) == (2, 0, 1)
    assert done.change == addition({"aaaaaa": GAME, "bbbbbb": GAME._replace(record="d", ended=0)})


@pytest.mark.parametrize("history", [GAMES, addition({"k3f9xq": GAME})])
def test_an_export_whose_lines_were_joined_on_the_way_cannot_be_read(history: History) -> None:
    done = read_import(" ".join(export_text(history).splitlines()), History())
    assert (done.added, done.known, done.unread) == (0, 0, 1)


def test_a_text_that_is_too_long_is_not_read() -> None:
    text = "03142 h mhwsoi68 aaaaaa\n"
    assert read_import(text.ljust(LONGEST), History()).added == 1
    done = read_import(text.ljust(LONGEST + 1), History())
    assert (done.added, done.unread) == (0, 1)


def test_of_many_games_the_newest_are_taken_over_in_full() -> None:
    games = {f"{n:06}": GAME._replace(ended=NOW + n) for n in range(FULL + 5)}
    there = imported(export_text(addition(games)), GAMES)
    assert len(there.full_games()) == FULL + 2  # two are of before, until logs are joined
    assert there.entries["000004"].ended == 0
    assert scores_of(there)[Opponent.HARD].games == FULL + 7


def test_a_game_that_the_rules_forbid_is_not_exported() -> None:
    forged = addition({"aaaaaa": GAME._replace(record="00000"), "bbbbbb": GAME})
    assert "aaaaaa" not in export_text(forged)
    assert "bbbbbb" in export_text(forged)


@given(
    st.text() | st.lists(st.sampled_from([*log_text(GAMES).split(), "\n", " ", "."])).map("".join)
)
def test_any_text_at_all_is_imported_without_failing(text: str) -> None:
    there = imported(text, GAMES)
    assert there.entries.keys() >= GAMES.entries.keys()
    assert imported(text, there) == there
