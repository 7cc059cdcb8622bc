"""What is known of a decision, in every position there is."""

from math import prod

import pytest

from engine import Game, best_cells, minimax, verdicts
from engine.levels import Level, cells_played
from engine.thought import (
    Ending,
    expected_line,
    nodes_searched_for,
    options,
    positions_after,
    preference,
)
from tests.support.exhaustive import games_by_board

GOING_ON = [game for game in games_by_board().values() if not game.is_over]


def ending_of(game: Game) -> Ending:
    """How the line of best play ends."""
    last = (game, *expected_line(game))[-1]
    assert last.is_over
    return Ending(last.winner, last.move_count)


def test_an_ended_game_has_no_options() -> None:
    assert options(Game.from_record("03142")) == expected_line(Game.from_record("03142")) == ()


def test_every_option_comes_to_what_the_line_of_best_play_comes_to() -> None:
    for game in GOING_ON:
        assert [option.cell for option in options(game)] == list(game.legal_cells)
        for option in options(game):
            assert option.game == game.play(option.cell)
            assert option.ending == ending_of(option.game)


def test_the_best_ending_is_handed_up() -> None:
    for game in GOING_ON:
        best = {option.ending for option in options(game) if option.is_best}
        assert best == {ending_of(game)}
        for option in options(game):
            below = {reply.ending for reply in options(option.game) if reply.is_best}
            assert below in ({option.ending}, set())


def test_each_side_picks_its_best() -> None:
    def worth(ending: Ending, game: Game) -> tuple[int, int]:
        """The more the better for the side to move."""
        if ending.winner is None:
            return 0, 0
        is_won = ending.winner is game.current_player
        return (1, -ending.move) if is_won else (-1, ending.move)

    for game in GOING_ON:
        values = {option.cell: worth(option.ending, game) for option in options(game)}
        best = {option.cell for option in options(game) if option.is_best}
        assert best == {cell for cell in values if values[cell] == max(values.values())}
        (expected,) = (option for option in options(game) if option.is_expected)
        assert expected.is_best
        assert expected.game == expected_line(game)[0]


def ways_won(game: Game, cell: int) -> tuple[int, int]:
    """In how many ways of going on the mover wins after a cell, if it plays on like hard; of all.

    They are the other side's free cells at each turn, until the board is full.
    """
    after = game.play(cell)
    left = after.board.count(".")
    total = prod(range(left, 0, -2))
    if after.is_over:
        return total if after.winner else 0, total
    won = 0
    for reply in after.legal_cells:
        replied = after.play(reply)
        if not replied.is_over:
            then = cells_played(replied.board, Level.HARD)
            won += max(ways_won(replied, answer)[0] for answer in then)
    return won, total


def test_of_equals_hard_prefers_those_after_which_more_loses() -> None:
    decided = {True: 0, False: 0, None: 0}
    for game in GOING_ON:
        best, preferred = best_cells(game.board), cells_played(game.board, Level.HARD)
        known = preference(game)
        decided[known and known.is_replies] += 1
        assert (known is None) == (best == preferred)
        if known is None:
            continue
        assert (known.preferred, tuple(known.counted)) == (preferred, best)
        assert min(known.counted[cell] for cell in preferred) > known.most_elsewhere
        for cell, counted in known.counted.items():
            after = game.play(cell)
            if known.is_replies:
                lost = [
                    reply
                    for reply in after.legal_cells
                    if ending_of(after.play(reply)).winner is game.current_player
                ]
                assert (counted, known.total) == (len(lost), len(after.legal_cells))
            else:
                assert (counted, known.total) == ways_won(game, cell)
    assert decided == {True: 553, False: 40, None: 3927}


@pytest.mark.parametrize("record", ["", "4", "0", "403", "01234", "0481327"])
def test_all_positions_that_could_come_are_counted(record: str) -> None:
    found: set[str] = set()
    unvisited = [Game.from_record(record)]
    while unvisited:
        game = unvisited.pop()
        for cell in game.legal_cells:
            after = game.play(cell)
            if after.board not in found:
                found.add(after.board)
                unvisited.append(after)
    assert positions_after(Game.from_record(record)) == len(found)
    assert 0 < nodes_searched_for(Game.from_record(record)) < len(found)


def test_counting_nodes_depends_on_no_memo_and_changes_none() -> None:
    assert nodes_searched_for(Game.from_record("4")) == 102
    verdicts("." * 9)
    warm = minimax._score.cache_info()  # noqa: SLF001 - the memo that every reply uses
    assert warm.currsize > 500
    assert nodes_searched_for(Game.from_record("4")) == 102
    assert minimax._score.cache_info().currsize == warm.currsize  # noqa: SLF001 - likewise
