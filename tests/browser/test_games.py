"""Whole games as people play them."""

from functools import cache

import pytest
from playwright.sync_api import expect

from engine import Game, Level, policy
from tests.browser.player import Player
from tests.support.exhaustive import games_by_board

EIGHT_LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


@cache
def chance(board: str, level: Level, wanted: str) -> tuple[float, int]:
    """How likely X can make a game against the level end as wanted, and the cell for it."""
    game = games_by_board()[board]
    best = (-1.0, -1)
    for cell in game.legal_cells:
        after = game.play(cell)
        if after.is_over:
            likely = float(after.status == wanted)
        else:
            likely = 0.0
            for reply, share in policy(after.board, level).items():
                then = after.play(reply)
                ended = float(then.status == wanted)
                likely += float(share) * (
                    ended if then.is_over else chance(then.board, level, wanted)[0]
                )
        best = max(best, (likely, cell))
    return best


def play_until(player: Player, level: Level, wanted: str) -> None:
    """Plays games against the level until one ends as wanted, which is then on the page."""
    for _ in range(40):
        player.new_game()
        record = ""
        while player.status == "in_progress":
            game = Game.from_record(record)
            cell = chance(game.board, level, wanted)[1]
            (player.play if wanted == "draw" else player.rush)(cell)
            player.wait_for_turn()
            before, after = game.play(cell).board, player.board
            record += str(cell)
            record += "".join(str(i) for i in range(9) if before[i] != after[i])
        assert player.board == Game.from_record(record).board
        assert player.status == Game.from_record(record).status
        if player.status == wanted:
            return
    pytest.fail(f"no game against {level} ended with {wanted}")


@pytest.mark.parametrize(
    ("opponent", "wanted", "sentence"),
    [
        ("easy", "x_wins", "You win!"),
        ("easy", "o_wins", "The computer wins"),
        ("easy", "draw", "A draw"),
        ("medium", "x_wins", "You win!"),
        ("medium", "o_wins", "The computer wins"),
        ("medium", "draw", "A draw"),
        ("hard", "o_wins", "The computer wins"),
        ("hard", "draw", "A draw: well played!"),
    ],
)
def test_a_game_against_the_computer_to_its_end(
    guest: Player, opponent: str, wanted: str, sentence: str
) -> None:
    guest.choose(opponent)
    play_until(guest, Level(opponent), wanted)
    assert guest.banner.startswith(sentence)
    assert len(guest.moves) == 9 - guest.board.count(".")


@pytest.mark.parametrize("opponent", ["easy", "medium", "hard"])
def test_giving_up_against_the_computer(guest: Player, opponent: str) -> None:
    guest.choose(opponent)
    guest.play(4)
    before = guest.board
    guest.forfeit()
    assert guest.status == "x_forfeits"
    assert guest.banner == "The computer wins You gave up. Have another go!"
    assert guest.board == before
    expect(guest.page.get_by_role("button", name="Give up")).to_be_hidden()
    expect(guest.page.get_by_role("button", name="New game")).to_be_focused()


def test_thinking_better_of_giving_up(guest: Player) -> None:
    guest.choose("human")
    guest.play(4)
    forfeit = guest.page.get_by_role("button", name="Give up")
    forfeit.click()
    expect(guest.page.get_by_role("dialog")).to_contain_text("Does O give up?")
    guest.page.get_by_role("button", name="Keep playing").click()
    expect(guest.page.get_by_role("dialog")).to_be_hidden()
    expect(forfeit).to_be_focused()
    forfeit.click()
    guest.page.keyboard.press("Escape")
    expect(guest.page.get_by_role("dialog")).to_be_hidden()
    assert guest.status == "in_progress"


@pytest.mark.same_everywhere
@pytest.mark.parametrize(
    ("moves", "status", "sentence"),
    [
        ("", "x_forfeits", "O wins! X gave up."),
        ("4", "o_forfeits", "X wins! O gave up."),
    ],
)
def test_giving_up_between_two_people(
    guest: Player, moves: str, status: str, sentence: str
) -> None:
    guest.choose("human")
    guest.play(*map(int, moves))
    guest.forfeit()
    assert guest.status == status
    assert guest.banner == sentence


@pytest.mark.same_everywhere
@pytest.mark.parametrize("mark", ["X", "O"])
@pytest.mark.parametrize("line", EIGHT_LINES)
def test_each_line_wins_between_two_people(guest: Player, line: str, mark: str) -> None:
    cells = [int(digit) for digit in line]
    others = [cell for cell in (0, 1, 5, 6, 2, 3, 7, 8, 4) if cell not in cells]
    if mark == "X":
        moves = [cells[0], others[0], cells[1], others[1], cells[2]]
    else:
        moves = [others[0], cells[0], others[1], cells[1], others[2], cells[2]]
        if "".join(map(str, sorted(others[:3]))) in EIGHT_LINES:
            moves[4] = others[3]
    guest.choose("human")
    guest.rush(*moves)
    assert guest.status == f"{mark.lower()}_wins"
    assert guest.banner.startswith(f"{mark} wins!")
    expect(guest.page.locator("[data-winning]")).to_have_count(3)
    for cell in cells:
        expect(guest.cell(cell)).to_have_attribute("data-winning", "")
    expect(guest.page.locator("[data-struck]")).to_have_attribute("data-line", line)


@pytest.mark.same_everywhere
def test_two_lines_at_once_are_both_struck_through(guest: Player) -> None:
    guest.choose("human")
    guest.rush(0, 1, 2, 3, 8, 5, 6, 7, 4)
    assert guest.banner == "X wins! Centre makes two lines at once."
    expect(guest.page.locator("[data-struck]")).to_have_count(2)
    expect(guest.page.locator("[data-winning]")).to_have_count(5)


def test_a_draw_between_two_people(guest: Player) -> None:
    guest.choose("human")
    guest.play(0, 1, 2, 3, 5, 4, 6, 8, 7)
    assert guest.status == "draw"
    assert guest.banner == "A draw X took the bottom centre. The board is full."
    expect(guest.page.locator("[data-struck], [data-winning]")).to_have_count(0)


@pytest.mark.same_everywhere
@pytest.mark.parametrize("moves", ["40", "03142", "304182", "012354687"])
def test_a_new_game_is_fresh_at_any_time(guest: Player, moves: str) -> None:
    guest.choose("human")
    guest.rush(*map(int, moves))
    is_left = guest.status == "in_progress"
    guest.new_game()
    assert guest.status == "in_progress"
    left, fresh = "You left your game with a friend.", "X goes first. Pick any square."
    assert guest.banner == f"X’s turn {left if is_left else fresh}"
    assert guest.moves == []
    expect(guest.page.locator("[data-struck], [data-winning]")).to_have_count(0)
    expect(guest.page.get_by_role("radio", name="Friend")).to_be_checked()


def test_changing_the_opponent_starts_a_new_game(guest: Player) -> None:
    guest.choose("human")
    guest.play(4, 0)
    guest.page.get_by_text("Hard", exact=True).click()
    expect(guest.page.locator('[data-mark=""]')).to_have_count(9)
    assert guest.banner == "Your turn You left your game with a friend."


def test_a_taken_cell_is_ignored(guest: Player) -> None:
    guest.choose("human")
    guest.play(4, 4, 4)
    assert guest.board == "....X...."
    guest.cell(0).dblclick()
    assert guest.board == "O...X...."


def test_the_board_takes_nothing_after_the_end(guest: Player) -> None:
    guest.choose("human")
    guest.play(0, 3, 1, 4, 2)
    before = guest.board
    for cell in range(9):
        guest.cell(cell).click()
    guest.cell(8).press("9")
    assert guest.board == before
    assert len(guest.moves) == 5


def test_the_moves_are_listed(guest: Player) -> None:
    guest.choose("human")
    guest.play(4, 0, 8)
    assert guest.moves == ["X centre", "O top left", "X bottom right"]


@pytest.mark.parametrize("opponent", ["easy", "medium", "hard"])
def test_nine_clicks_at_once_are_one_move(guest: Player, opponent: str) -> None:
    guest.choose(opponent)
    guest.page.evaluate("document.querySelectorAll('[data-cell]').forEach(cell => cell.click())")
    guest.wait_for_turn()
    assert guest.board[0] == "X"
    assert guest.board.count("X") == guest.board.count("O") == 1
