"""A game from its first move to its end, as a value that knows nothing of who plays it."""

from typing import NamedTuple

from engine.rules import (
    CELLS,
    EMPTY,
    FREE,
    SIDE,
    CellTaken,
    GameOver,
    IllegalMove,
    Line,
    Mark,
    OutOfBounds,
    OutOfTurn,
    Status,
    free_cells,
    is_index,
    lines_completed,
    with_mark,
)

FORFEIT = "f"
WINNERS = {
    Status.X_WINS: Mark.X,
    Status.O_WINS: Mark.O,
    Status.X_FORFEITS: Mark.O,
    Status.O_FORFEITS: Mark.X,
}


class InvalidRecord(ValueError):
    """A text that is not the record of a legal game."""


class Move(NamedTuple):
    """One move of a game, numbered from 1."""

    row: int
    col: int
    player: Mark
    sequence_number: int

    @property
    def cell(self) -> int:
        """The cell that was played."""
        return self.row * SIDE + self.col


class Game:
    """An immutable game of tic-tac-toe: every change returns a new one."""

    # The record alone tells everything; the rest is what every rule asks of it.
    __slots__ = ("_board", "_record", "_winning_lines")

    def __init__(self) -> None:
        self._record = ""
        self._board = EMPTY
        self._winning_lines: tuple[Line, ...] = ()

    @classmethod
    def from_record(cls, text: str) -> "Game":
        """The game that a record tells, replayed move by move."""
        if type(text) is not str:
            raise InvalidRecord(f"a record is a string, not {type(text).__name__}")
        if len(text) > len(CELLS):
            raise InvalidRecord(f"a record has at most {len(CELLS)} characters, not {len(text)}")
        game = cls()
        for char in text:
            try:
                if char == FORFEIT:
                    game = game.forfeit(game.current_player)
                elif char in "012345678":
                    game = game.play(int(char))
                else:
                    raise InvalidRecord(f"{text!r}: {char!r} is neither a cell nor a forfeit")
            except IllegalMove as error:
                raise InvalidRecord(f"{text!r}: {error}") from error
        return game

    @property
    def record(self) -> str:
        """The digits of the cells in the order they were played, then "f" after a forfeit."""
        return self._record

    @property
    def board(self) -> str:
        """The nine cells in reading order, each "X", "O" or "."."""
        return self._board

    @property
    def move_count(self) -> int:
        """How many marks are on the board."""
        return len(CELLS) - self._board.count(FREE)

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves in the order they were played."""
        return tuple(
            Move(*divmod(int(digit), SIDE), Mark.X if number % 2 else Mark.O, number)
            for number, digit in enumerate(self._record.removesuffix(FORFEIT), start=1)
        )

    @property
    def winning_lines(self) -> tuple[Line, ...]:
        """The lines that the last move completed: one, two at once, or none."""
        return self._winning_lines

    @property
    def current_player(self) -> Mark:
        """The mark to move, or the one whose move or forfeit ended the game."""
        ended_by_move = bool(self._winning_lines) or FREE not in self._board
        x_is_next = self.move_count % 2 == 0
        return Mark.X if x_is_next != ended_by_move else Mark.O

    @property
    def status(self) -> Status:
        """How the game stands, or how it ended."""
        x_moves = self.current_player is Mark.X
        if self._record.endswith(FORFEIT):
            return Status.X_FORFEITS if x_moves else Status.O_FORFEITS
        if self._winning_lines:
            return Status.X_WINS if x_moves else Status.O_WINS
        return Status.IN_PROGRESS if FREE in self._board else Status.DRAW

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.status is not Status.IN_PROGRESS

    @property
    def winner(self) -> Mark | None:
        """The mark that won, by three in a row or by the other's forfeit."""
        return WINNERS.get(self.status)

    @property
    def legal_cells(self) -> tuple[int, ...]:
        """The cells that can be played now: none once the game is over."""
        return () if self.is_over else free_cells(self._board)

    def check_winner(self) -> Mark | None:
        """The mark that has three in a row."""
        return self.current_player if self._winning_lines else None

    def is_draw(self) -> bool:
        """Whether the board filled up with nobody having three in a row."""
        return self.status is Status.DRAW

    def play(self, cell: int, player: Mark | None = None) -> "Game":
        """The game after the player to move has taken the cell."""
        if not is_index(cell, len(CELLS)):
            raise OutOfBounds(f"{cell!r} is not a cell: the cells are 0 to {CELLS[-1]}")
        self._require_turn(self.current_player if player is None else player)
        if self._board[cell] != FREE:
            raise CellTaken(f"cell {cell} is taken by {self._board[cell]}")
        game = Game()
        game._record = self._record + str(cell)
        game._board = with_mark(self._board, cell, self.current_player)
        game._winning_lines = lines_completed(game._board, cell)
        return game

    def play_at(self, row: int, col: int, player: Mark | None = None) -> "Game":
        """The game after the player to move has taken the cell in that row and column."""
        if not (is_index(row, SIDE) and is_index(col, SIDE)):
            raise OutOfBounds(f"({row!r}, {col!r}) is not on the board: both are 0 to {SIDE - 1}")
        return self.play(row * SIDE + col, player)

    def forfeit(self, player: Mark) -> "Game":
        """The game given up by the player to move: the opponent wins."""
        self._require_turn(player)
        game = Game()
        game._record = self._record + FORFEIT
        game._board = self._board
        return game

    def __eq__(self, other: object) -> bool:
        return self._record == other._record if isinstance(other, Game) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._record)

    def __repr__(self) -> str:
        return f"Game.from_record({self._record!r})"

    def _require_turn(self, player: Mark) -> None:
        if self.is_over:
            raise GameOver(f"the game is over: {self.status}")
        if player != self.current_player:
            raise OutOfTurn(f"it is the turn of {self.current_player}, not of {player}")
