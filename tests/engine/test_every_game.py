"""Every game there is, counted and reviewed."""

from collections import Counter

import pytest

from engine import Game, Mark, Status, review
from engine.advice import losing_move

RESULTS = {Mark.X: 1, None: 0, Mark.O: -1}

pytestmark = pytest.mark.xdist_group("every game")


@pytest.fixture(scope="module")
def nodes() -> list[Game]:
    """Every node of the game's tree."""
    found = [Game()]
    for game in found:
        found.extend(game.play(cell) for cell in game.legal_cells)
    return found


def test_549946_nodes_and_255168_games_by_result_and_length(nodes: list[Game]) -> None:
    games = Counter((game.status, game.move_count) for game in nodes if game.is_over)
    assert len(nodes) == 549_946
    assert games == {
        (Status.X_WINS, 5): 1_440,
        (Status.O_WINS, 6): 5_328,
        (Status.X_WINS, 7): 47_952,
        (Status.O_WINS, 8): 72_576,
        (Status.X_WINS, 9): 81_792,
        (Status.DRAW, 9): 46_080,
    }
    assert games.total() == 255_168
    by_status: Counter[Status] = Counter()
    for (status, _), count in games.items():
        by_status[status] += count
    assert by_status == {Status.X_WINS: 131_184, Status.O_WINS: 77_904, Status.DRAW: 46_080}


def test_what_was_given_away_explains_the_result_of_every_game(nodes: list[Game]) -> None:
    for game in nodes:
        if not game.is_over:
            continue
        given = {Mark.X: 0, Mark.O: 0}
        reviews = review(game)
        for judged in reviews:
            given[judged.move.player] += judged.given_away
        assert given[Mark.O] - given[Mark.X] == RESULTS[game.winner], game
        lost = losing_move(reviews, game.winner)
        if game.winner:
            assert given[game.winner.opponent] > 0, game
            assert lost, game
            assert lost.move.player is game.winner.opponent, game
            assert lost.verdict.outcome == "loss", game
        else:
            assert lost is None, game
