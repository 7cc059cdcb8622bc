"""Games: legal moves, refused ones, forfeits, records, and values that never change."""

import copy
import pickle
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from engine import (
    CellTaken,
    Game,
    GameOver,
    IllegalMove,
    InvalidRecord,
    Mark,
    Move,
    OutOfBounds,
    OutOfTurn,
    Status,
)

X, O = Mark  # noqa: E741 - the mark is called O
NOT_CELLS: list[Any] = [
    -1,
    9,
    100,
    -(10**30),
    "4",
    "",
    4.0,
    True,
    False,
    None,
    [4],
    (1, 1),
    Mark.X,
    4j,
]
OVER = ["03142", "304182", "012346587", "f", "4f"]

records = st.permutations("012345678").flatmap(
    lambda cells: st.builds(
        lambda length, forfeit: "".join(cells[:length]) + forfeit,
        st.integers(0, 9),
        st.sampled_from(["", "f"]),
    )
)


def test_a_new_game_is_empty_and_x_is_to_move() -> None:
    game = Game()
    assert game.board == "." * 9
    assert game.current_player is X
    assert game.status is Status.IN_PROGRESS
    assert game.winner is None
    assert not game.is_over
    assert game.move_count == 0
    assert game.history == ()
    assert game.winning_lines == ()
    assert game.legal_cells == tuple(range(9))
    assert game.check_winner() is None
    assert not game.is_draw()
    assert game.record == ""


def test_a_move_returns_a_new_game_and_leaves_the_old_one() -> None:
    before = Game()
    after = before.play(4)
    assert after.board == "....X...."
    assert after.current_player is O
    assert after.legal_cells == (0, 1, 2, 3, 5, 6, 7, 8)
    assert before == Game()


def test_the_history_tells_row_column_player_and_number() -> None:
    game = Game().play(4).play(0).play(5)
    assert game.history == (Move(1, 1, X, 1), Move(0, 0, O, 2), Move(1, 2, X, 3))
    assert [move.cell for move in game.history] == [4, 0, 5]
    assert [(m.row, m.col, m.player, m.sequence_number) for m in game.history][2] == (1, 2, X, 3)
    assert game.move_count == 3


@pytest.mark.parametrize("cell", range(9))
def test_a_cell_is_also_a_row_and_a_column(cell: int) -> None:
    assert Game().play_at(cell // 3, cell % 3) == Game().play(cell)


def test_the_player_may_be_named_if_it_is_to_move() -> None:
    assert Game().play(4, X).play_at(0, 0, O).record == "40"


@pytest.mark.parametrize("cell", NOT_CELLS, ids=repr)
def test_what_is_not_a_cell_is_out_of_bounds(cell: Any) -> None:
    game = Game().play(0)
    with pytest.raises(OutOfBounds) as refused:
        game.play(cell)
    assert str(refused.value) == f"{cell!r} is not a cell: the cells are 0 to 8"
    assert game == Game().play(0)


@pytest.mark.parametrize(
    ("row", "col"),
    [
        *[(3, 5), (-1, 0), (0, -1), (3, 0), (0, 3), (0, 4), (1, -1)],
        *[("1", 1), (1.0, 1), (1, True), (None, None)],
    ],
    ids=repr,
)
def test_a_row_or_column_outside_0_to_2_is_out_of_bounds(row: Any, col: Any) -> None:
    game = Game().play(0)
    with pytest.raises(OutOfBounds) as refused:
        game.play_at(row, col)
    assert str(refused.value) == f"({row!r}, {col!r}) is not on the board: both are 0 to 2"
    assert game == Game().play(0)


def test_a_taken_cell_is_refused() -> None:
    game = Game().play(4)
    with pytest.raises(CellTaken, match="^cell 4 is taken by X$"):
        game.play(4)
    with pytest.raises(CellTaken, match="^cell 4 is taken by X$"):
        game.play_at(1, 1)
    assert game == Game().play(4)


@pytest.mark.parametrize("player", [O, "Z", "", "x", 1, False], ids=repr)
def test_a_player_who_is_not_to_move_is_refused(player: Any) -> None:
    game = Game()
    for attempt in (partial(game.play, 0), partial(game.play_at, 0, 0), game.forfeit):
        with pytest.raises(OutOfTurn) as refused:
            attempt(player)
        assert str(refused.value) == f"it is the turn of X, not of {player}"


def test_nobody_forfeits_for_no_one() -> None:
    with pytest.raises(OutOfTurn, match="^it is the turn of X, not of None$"):
        Game().forfeit(None)  # type: ignore[arg-type]


def test_nobody_moves_twice_running() -> None:
    game = Game().play(0, X)
    with pytest.raises(OutOfTurn, match="^it is the turn of O, not of X$"):
        game.play(1, X)
    assert game.record == "0"


@pytest.mark.parametrize("record", OVER)
def test_an_ended_game_takes_no_move_and_no_forfeit(record: str) -> None:
    game = Game.from_record(record)
    for player in (None, X, O):
        for cell in range(9):
            with pytest.raises(GameOver, match=f"^the game is over: {game.status}$"):
                game.play(cell, player)
            with pytest.raises(GameOver):
                game.play_at(*divmod(cell, 3), player)
    for mark in Mark:
        with pytest.raises(GameOver):
            game.forfeit(mark)
    assert game == Game.from_record(record)
    assert game.legal_cells == ()


@pytest.mark.parametrize(
    ("record", "status", "winner", "current"),
    [
        ("", "in_progress", None, X),
        ("4", "in_progress", None, O),
        ("03142", "x_wins", X, X),
        ("304182", "o_wins", O, O),
        ("012346587", "draw", None, X),
        ("f", "x_forfeits", O, X),
        ("4f", "o_forfeits", X, O),
        ("01234658f", "x_forfeits", O, X),
    ],
)
def test_status_winner_and_current_player_at_every_kind_of_end(
    record: str, status: str, winner: Mark | None, current: Mark
) -> None:
    game = Game.from_record(record)
    assert game.status == status
    assert game.winner is winner
    assert game.is_over is (status != "in_progress")
    assert game.current_player is current
    assert game.is_draw() is (status == "draw")
    assert game.check_winner() is (winner if status.endswith("wins") else None)


def test_a_forfeit_keeps_the_board_the_history_and_has_no_line() -> None:
    game = Game.from_record("40").forfeit(X)
    assert game.record == "40f"
    assert game.board == "O...X...."
    assert game.move_count == len(game.history) == 2
    assert game.winning_lines == ()
    assert game.legal_cells == ()


@pytest.mark.parametrize(
    ("record", "lines"),
    [
        ("012385674", ((0, 4, 8), (2, 4, 6))),
        ("142537680", ((0, 1, 2), (0, 3, 6))),
    ],
)
def test_one_move_can_complete_two_lines_and_both_count(
    record: str, lines: tuple[tuple[int, int, int], ...]
) -> None:
    game = Game.from_record(record)
    assert game.winning_lines == lines
    assert game.status is Status.X_WINS


def test_a_win_with_the_last_cell_is_no_draw() -> None:
    game = Game.from_record("012345768")
    assert "." not in game.board
    assert game.winning_lines == ((0, 4, 8),)
    assert game.status is Status.X_WINS
    assert not game.is_draw()


def test_games_are_equal_by_their_moves_and_not_by_their_boards() -> None:
    assert Game.from_record("048") == Game().play(0).play(4).play(8)
    assert hash(Game.from_record("048")) == hash(Game().play(0).play(4).play(8))
    assert Game.from_record("048").board == Game.from_record("840").board
    assert Game.from_record("048") != Game.from_record("840")
    assert Game() != Game().forfeit(X)
    assert Game() != ""
    assert len({Game(), Game(), Game().play(0)}) == 2


@pytest.mark.parametrize(
    "name",
    [
        "board",
        "current_player",
        "history",
        "is_over",
        "legal_cells",
        "move_count",
        "record",
        "status",
        "winner",
        "winning_lines",
        "anything_else",
    ],
)
def test_nothing_can_be_set_on_a_game(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(Game(), name, "X")


@given(records)
def test_a_record_round_trips_or_is_refused(record: str) -> None:
    try:
        game = Game.from_record(record)
    except InvalidRecord:
        assert any(Game.from_record(record[:length]).is_over for length in range(5, len(record)))
        return
    assert game.record == record
    assert eval(repr(game)) == game
    assert copy.deepcopy(game) == pickle.loads(pickle.dumps(game)) == game
    assert len(game.history) == game.move_count == len(record.rstrip("f"))


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ("44", "'44': cell 4 is taken by X"),
        ("9", "'9': '9' is neither a cell nor a forfeit"),
        ("4 0", "'4 0': ' ' is neither a cell nor a forfeit"),
        ("-1", "'-1': '-' is neither a cell nor a forfeit"),
        ("F", "'F': 'F' is neither a cell nor a forfeit"),
        ("\u0664", "'\u0664': '\u0664' is neither a cell nor a forfeit"),
        ("\uff14", "'\uff14': '\uff14' is neither a cell nor a forfeit"),
        ("\u00b2", "'\u00b2': '\u00b2' is neither a cell nor a forfeit"),
        ("\ud800", "'\\ud800': '\\ud800' is neither a cell nor a forfeit"),
        ("031425", "'031425': the game is over: x_wins"),
        ("03142f", "'03142f': the game is over: x_wins"),
        ("4f0", "'4f0': the game is over: o_forfeits"),
        ("ff", "'ff': the game is over: x_forfeits"),
        ("0123465870", "a record has at most 9 characters, not 10"),
        ("4" * 10**6, "a record has at most 9 characters, not 1000000"),
        (None, "a record is a string, not NoneType"),
        (4081, "a record is a string, not int"),
        (b"4081", "a record is a string, not bytes"),
        (["4", "0"], "a record is a string, not list"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_a_record_that_is_no_legal_game_is_refused_with_the_reason(
    record: Any, reason: str
) -> None:
    with pytest.raises(InvalidRecord) as refused:
        Game.from_record(record)
    assert str(refused.value) == reason


def test_a_record_of_one_character_is_a_cell_or_a_forfeit() -> None:
    taken = set()
    for char in map(chr, range(0x3000)):
        try:
            taken.add(Game.from_record(char).record)
        except InvalidRecord:
            continue
    assert taken == set("012345678f")


class Hostile(str):
    """Text that lies about itself."""

    __slots__ = ()

    def __len__(self) -> int:
        raise RuntimeError

    def __iter__(self) -> Any:
        raise RuntimeError

    def __repr__(self) -> str:
        raise RuntimeError


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(st.text(), inner),
)


@given(anything | st.text("012345678f", max_size=12) | st.just(Hostile("4081")))
def test_a_record_of_anything_at_all_is_a_game_or_an_invalid_record(text: Any) -> None:
    try:
        game = Game.from_record(text)
    except InvalidRecord:
        return
    assert game.record == text


class GameAgainstLists(RuleBasedStateMachine):
    """Plays whatever comes, right and wrong, on a game and on a plain list of lists."""

    def __init__(self) -> None:
        super().__init__()
        self.game = Game()
        self.rows = [["."] * 3 for _ in range(3)]
        self.played: list[tuple[int, int]] = []
        self.given_up = False

    @property
    def player(self) -> str:
        return "XO"[len(self.played) % 2]

    @property
    def three_in_a_row(self) -> bool:
        rows = self.rows
        columns = [list(column) for column in zip(*rows, strict=True)]
        diagonals = [[rows[i][i] for i in range(3)], [rows[i][2 - i] for i in range(3)]]
        return any(line in (["X"] * 3, ["O"] * 3) for line in rows + columns + diagonals)

    @property
    def ended(self) -> bool:
        return self.given_up or self.three_in_a_row or len(self.played) == 9

    @rule(row=st.integers(-1, 3), col=st.integers(-1, 3), player=st.sampled_from([None, X, O]))
    def play(self, row: int, col: int, player: Mark | None) -> None:
        """Plays a square, and expects what the lists say."""
        before = self.game
        on_board = row in range(3) and col in range(3)
        if not on_board:
            expected: type[IllegalMove] | None = OutOfBounds
        elif self.ended:
            expected = GameOver
        elif player not in (None, self.player):
            expected = OutOfTurn
        elif self.rows[row][col] != ".":
            expected = CellTaken
        else:
            expected = None
        if expected:
            with pytest.raises(expected) as refused:
                self.game.play_at(row, col, player)
            assert type(refused.value) is expected
        else:
            self.game = self.game.play_at(row, col, player)
            self.rows[row][col] = self.player
            self.played.append((row, col))
        assert before == Game.from_record(before.record)

    @precondition(lambda self: len(self.played) > 2)
    @rule(player=st.sampled_from(Mark))
    def forfeit(self, player: Mark) -> None:
        """Gives up, if the lists say that it is this player's turn."""
        if self.ended or player != self.player:
            with pytest.raises(GameOver if self.ended else OutOfTurn):
                self.game.forfeit(player)
        else:
            self.game = self.game.forfeit(player)
            self.given_up = True

    @invariant()
    def both_agree(self) -> None:
        """The game tells what the lists tell."""
        game = self.game
        assert game.board == "".join(square for row in self.rows for square in row)
        assert [(move.row, move.col) for move in game.history] == self.played
        assert game.is_over == self.ended
        assert bool(game.winning_lines) == self.three_in_a_row
        assert game.is_draw() == (len(self.played) == 9 and not self.three_in_a_row)
        assert Game.from_record(game.record) == game


TestGameAgainstLists = GameAgainstLists.TestCase
