"""The levels: each plays by its own rule on every position, and is as strong as it says."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest

from engine import (
    Game,
    GameOver,
    Level,
    Mark,
    best_cells,
    choose,
    levels,
    policy,
    strength,
    verdicts,
)
from tests.support.boards import board
from tests.support.exhaustive import games_by_board

GAMES = games_by_board()
OPEN_GAMES = [game for game in GAMES.values() if not game.is_over]
each_level = pytest.mark.parametrize("level", Level)


def winning_cells(game: Game) -> list[int]:
    """The cells that win for the player to move."""
    return [cell for cell in game.legal_cells if game.play(cell).winner]


def blocking_cells(game: Game) -> list[int]:
    """The cells that the other player would win with, were it to move."""
    other = game.current_player.opponent
    marked = {cell: game.board[:cell] + other + game.board[cell + 1 :] for cell in game.legal_cells}
    lines = [(a, a + 1, a + 2) for a in (0, 3, 6)] + [(a, a + 3, a + 6) for a in (0, 1, 2)]
    lines += [(0, 4, 8), (2, 4, 6)]
    return [
        cell
        for cell, after in marked.items()
        if any(cell in line and {after[c] for c in line} == {other} for line in lines)
    ]


def uniform(cells: list[int]) -> dict[int, Fraction]:
    """Each of the cells with the same chance."""
    return {cell: Fraction(1, len(cells)) for cell in cells}


def test_easy_plays_any_free_cell() -> None:
    for game in OPEN_GAMES:
        assert policy(game.board, Level.EASY) == uniform(list(game.legal_cells))


def test_medium_takes_a_win_else_blocks_one_else_plays_any_free_cell() -> None:
    for game in OPEN_GAMES:
        wanted = winning_cells(game) or blocking_cells(game) or list(game.legal_cells)
        assert policy(game.board, Level.MEDIUM) == uniform(wanted), game


@cache
def chance_to_win(game: Game, cell: int) -> Fraction:
    """The most a player who keeps to the best cells can win by this one, against random replies."""
    after = game.play(cell)
    if after.is_over:
        return Fraction(after.winner is not None)
    total = Fraction(0)
    for reply in after.legal_cells:
        then = GAMES[after.play(reply).board]
        if not then.is_over:
            total += max(chance_to_win(then, best) for best in best_cells(then.board))
    return total / len(after.legal_cells)


def test_hard_plays_the_best_cells_that_win_most_often_against_random_replies() -> None:
    for game in OPEN_GAMES:
        chances = {cell: chance_to_win(game, cell) for cell in best_cells(game.board)}
        wanted = [cell for cell in chances if chances[cell] == max(chances.values())]
        assert policy(game.board, Level.HARD) == uniform(wanted), game


def test_hard_takes_the_quickest_win_wherever_there_is_one() -> None:
    for game in OPEN_GAMES:
        wins = [v.plies for v in verdicts(game.board).values() if v.outcome == "win"]
        for cell in policy(game.board, Level.HARD):
            if wins:
                assert verdicts(game.board)[cell] == ("win", min(wins)), game


def test_hard_never_worsens_the_outcome_from_any_position() -> None:
    for game in OPEN_GAMES:
        outcomes = {verdict.outcome for verdict in verdicts(game.board).values()}
        best = next(outcome for outcome in ("win", "draw", "loss") if outcome in outcomes)
        for cell in policy(game.board, Level.HARD):
            assert verdicts(game.board)[cell].outcome == best, game


def every_game_of_hard(hard: Mark, game: Game) -> Iterator[Game]:
    """Every way a game can go if one side is hard and the other plays anything at all."""
    if game.is_over:
        yield game
        return
    if game.current_player is hard:
        cells = tuple(policy(game.board, Level.HARD))
        wins = winning_cells(game)
        assert not wins or set(cells) <= set(wins), game
    else:
        cells = game.legal_cells
    for cell in cells:
        yield from every_game_of_hard(hard, game.play(cell))


@pytest.mark.parametrize("hard", Mark)
def test_hard_never_loses_and_never_misses_a_win_in_one_whatever_is_played(hard: Mark) -> None:
    winners = Counter(game.winner for game in every_game_of_hard(hard, Game()))
    assert winners[hard.opponent] == 0
    assert winners[hard] > 0
    assert winners[None] > 0


def test_the_strength_of_easy_is_that_of_random_against_random() -> None:
    assert strength(Level.EASY) == (Fraction(121, 420), Fraction(8, 63), Fraction(737, 1260))


def test_the_strength_of_medium_is_exact() -> None:
    assert strength(Level.MEDIUM) == (
        Fraction(529, 756),
        Fraction(1357, 5670),
        Fraction(691, 11340),
    )


def test_the_strength_of_hard_is_the_most_that_never_risks_a_loss() -> None:
    assert strength(Level.HARD) == (Fraction(866, 945), Fraction(79, 945), Fraction(0))
    best_by_search = sum(
        max(chance_to_win(Game().play(x), o) for o in best_cells(Game().play(x).board))
        for x in range(9)
    )
    assert strength(Level.HARD)[0] == best_by_search / 9


def test_hard_wins_866_of_the_945_ways_to_play_against_it_at_random() -> None:
    after_each_opening = [levels._most_traps(0, 1 << cell) for cell in range(9)]  # noqa: SLF001
    assert sum(after_each_opening) == 866


@each_level
def test_a_strength_is_three_fractions_that_make_one(level: Level) -> None:
    assert all(type(share) is Fraction for share in strength(level))
    assert sum(strength(level)) == 1


def test_each_level_is_strictly_stronger_than_the_one_before() -> None:
    wins = [strength(level)[0] for level in Level]
    losses = [strength(level)[2] for level in Level]
    assert wins[0] < wins[1] < wins[2]
    assert losses[0] > losses[1] > losses[2] == 0


@each_level
def test_a_policy_is_a_distribution_over_free_cells(level: Level) -> None:
    for game in OPEN_GAMES:
        chances = policy(game.board, level)
        assert sum(chances.values()) == 1
        assert all(type(chance) is Fraction and chance > 0 for chance in chances.values())
        assert set(chances) <= set(game.legal_cells)


@each_level
def test_choose_draws_every_cell_of_the_policy_and_no_other(level: Level) -> None:
    for game in OPEN_GAMES[::97]:
        drawn = {choose(game.board, level, random.Random(seed)) for seed in range(150)}
        assert drawn == set(policy(game.board, level)), game


def test_choose_draws_with_the_chances_of_the_policy() -> None:
    rng = random.Random(2026)
    drawn = Counter(choose("." * 9, Level.EASY, rng) for _ in range(9000))
    assert all(850 < drawn[cell] < 1150 for cell in range(9))


def test_choose_uses_the_generator_it_is_given_and_no_other() -> None:
    before = random.getstate()
    rngs = random.Random(1), random.Random(1)
    first, second = ([choose("." * 9, Level.EASY, rng) for _ in range(50)] for rng in rngs)
    assert first == second
    assert random.getstate() == before


@each_level
@pytest.mark.parametrize(
    "position", [board("XXX", "OO.", "..."), board("OOO", "XX.", "X.."), board("XOX", "OOX", "XXO")]
)
def test_nothing_is_played_on_an_ended_board(level: Level, position: str) -> None:
    assert policy(position, level) == {}
    with pytest.raises(GameOver, match=f"^the game is over: no cell to choose on {position}$"):
        choose(position, level, random.Random(0))


def test_a_level_may_be_given_as_its_string() -> None:
    for level in Level:
        assert policy("." * 9, level.value) == policy("." * 9, level)  # type: ignore[arg-type]
        assert strength(level.value) == strength(level)  # type: ignore[arg-type]


@pytest.mark.parametrize("level", ["HARD", "human", "", None, 3, []], ids=repr)
def test_what_is_not_a_level_is_a_value_error(level: Level) -> None:
    with pytest.raises(ValueError, match="is not a valid Level"):
        policy("." * 9, level)
    with pytest.raises(ValueError, match="is not a valid Level"):
        choose("." * 9, level, random.Random(0))
    with pytest.raises(ValueError, match="is not a valid Level"):
        strength(level)
