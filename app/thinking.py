"""The thinking panel: which decision it explains, how far its tree is open, and what it shows.

A row holds the boards after every move of one side, and one of them may be open: the replies to it
are the next row. So what is open is a line of moves, and a record tells all of it.
"""

from functools import lru_cache
from typing import NamedTuple

from app import diagram, messages
from app.session import Opponent
from engine.game import Game
from engine.thought import (
    Option,
    expected_line,
    nodes_searched_for,
    options,
    positions_after,
    preference,
)


class Exploration(NamedTuple):
    """How far somebody has looked into a decision."""

    explained: str  # the record of the game, up to the move that is explained
    opened: str  # that of the last board that is open: those that lead to it are open too
    cursor: str  # that of the board that Tab reaches


class Knowledge(NamedTuple):
    """What minimax knows of a decision, and what it took."""

    options: tuple[Option, ...]
    line: tuple[Game, ...]  # that is expected after the move
    positions: int
    nodes_searched: int


class BoardView(NamedTuple):
    """What is shown of a board in the tree."""

    record: str
    name: str
    winner: str  # "X", "O" or "draw"
    sign: str  # SVG
    says: str
    when: str
    kind: str  # "played", "picked", "better", "equal" or ""
    is_open: bool | None  # None if no move follows
    drawing: str  # SVG


class RowView(NamedTuple):
    """What is shown of the moves that one side can choose from."""

    record: str  # of the board they are made on
    mark: str
    who: str  # SVG of the mark
    chooser: str
    reason: str
    name: str  # all that is said of the row
    sign: str  # SVG of the verdict that is handed up
    says: str
    when: str
    stem: str  # SVG of the line from the board above; none in the first row
    fan: str  # SVG of the lines that it parts into
    boards: tuple[BoardView, ...]


class ThinkingView(NamedTuple):
    """What is shown of a decision."""

    record: str  # before the move
    name: str  # of the tree
    lead: str
    drawing: str  # SVG
    to_move: str
    help: str
    cursor: str
    rows: tuple[RowView, ...]
    sentences: list[str]


def explore(record: str) -> Exploration:
    """A decision as it is first seen: the line that is expected is open."""
    return Exploration(record, _opened_from(record), record)


def toggled(exploration: Exploration, record: str) -> Exploration:
    """The exploration after a board was opened, with the line expected from it, or closed."""
    if Game.from_record(record).is_over:
        return exploration._replace(cursor=record)
    is_open = exploration.opened.startswith(record)
    opened = record[:-1] if is_open else _opened_from(record)
    return exploration._replace(opened=opened, cursor=record)


def after_key(exploration: Exploration, key: str) -> Exploration | None:
    """The exploration after a key: as in a tree that lies on its side; None if it means nothing."""
    cursor = exploration.cursor
    row = _records_after(cursor[:-1])
    index = row.index(cursor)
    if key in {"Enter", " "}:
        return toggled(exploration, cursor)
    if key == "ArrowDown":
        if not exploration.opened.startswith(cursor):
            return toggled(exploration, cursor)
        return exploration._replace(cursor=_expected_after(cursor))
    moves = {
        "ArrowLeft": row[max(index - 1, 0)],
        "ArrowRight": row[min(index + 1, len(row) - 1)],
        "ArrowUp": cursor if len(cursor) == len(exploration.explained) else cursor[:-1],
        "Home": _records_after(exploration.explained[:-1])[0],
        "End": _records_after(exploration.opened)[-1],
    }
    return exploration._replace(cursor=moves[key]) if key in moves else None


def thinking_view(opponent: Opponent, exploration: Exploration) -> ThinkingView:
    """What is shown of a decision in a game against an opponent."""
    record = exploration.explained
    if not record:
        return ThinkingView("", "", "", "", "", "", "", (), [messages.NO_THOUGHT])
    game, before = Game.from_record(record), Game.from_record(record[:-1])
    rows = rows_of(opponent, exploration)
    return ThinkingView(
        before.record,
        messages.OPTIONS,
        messages.decision(game.history[-1], rows[0].reason, opponent),
        diagram.board(before),
        messages.to_move(before.current_player, opponent),
        messages.HOW_TO_OPEN,
        exploration.cursor,
        (rows[0]._replace(reason=""), *rows[1:]),
        messages.thought(game, opponent, _knowledge(record)),
    )


def rows_of(opponent: Opponent, exploration: Exploration) -> list[RowView]:
    """The rows of the tree, from the moves that were possible down to the last open board."""
    opened, first = exploration.opened, len(exploration.explained) - 1
    return [
        row_of(opened[:length], exploration, opponent) for length in range(first, len(opened) + 1)
    ]


def row_of(record: str, exploration: Exploration, opponent: Opponent) -> RowView:
    """The row of boards after every move on a board."""
    game, called = Game.from_record(record), messages.names(opponent)
    is_first = len(record) == len(exploration.explained) - 1
    choices = options(game)
    picked = next(option for option in choices if option.is_expected)
    if is_first:
        picked = next(option for option in choices if option.game.record == exploration.explained)
    best = next(option.ending for option in choices if option.is_best)
    kinds = [_kind(option, picked, is_first=is_first) for option in choices]
    boards = tuple(
        _board(option, kind, exploration.opened)
        for option, kind in zip(choices, kinds, strict=True)
    )
    label = messages.picks if picked.is_best else messages.best_for
    chooser = label(game.current_player, opponent)
    reason = messages.why(choices, picked.cell, preference(game), called)
    columns = len(_records_after(exploration.explained[:-1]))
    parent, stem = (0, 1), ""
    if not is_first:
        siblings = _records_after(record[:-1])
        parent = siblings.index(record), len(siblings)
        is_picked = record in {exploration.explained, _expected_after(record[:-1])}
        stem = diagram.stem(columns, parent, is_picked=is_picked)
    return RowView(
        record,
        game.current_player,
        diagram.sign(game.current_player),
        chooser,
        reason,
        messages.row_name(chooser, best, called, reason),
        diagram.sign(best.winner),
        *messages.ending_sign(best),
        stem,
        diagram.fan(columns, parent, [kind in {"played", "picked"} for kind in kinds]),
        boards,
    )


@lru_cache(maxsize=1)  # it takes longer than all the rest
def _knowledge(record: str) -> Knowledge:
    game, before = Game.from_record(record), Game.from_record(record[:-1])
    return Knowledge(
        options(before), expected_line(game), positions_after(before), nodes_searched_for(before)
    )


def _board(option: Option, kind: str, opened: str) -> BoardView:
    record, winner = option.game.record, option.ending.winner
    return BoardView(
        record,
        messages.option_name(option, kind),
        winner or "draw",
        diagram.sign(winner),
        *messages.ending_sign(option.ending),
        kind,
        None if option.game.is_over else opened.startswith(record),
        diagram.board(option.game),
    )


def _kind(option: Option, picked: Option, *, is_first: bool) -> str:
    """How a board is marked beside the one that is played, or that best play picks."""
    if option is picked:
        return "played" if is_first else "picked"
    if not option.is_best:
        return ""
    return "equal" if picked.is_best else "better"


def _records_after(record: str) -> list[str]:
    return [record + str(cell) for cell in Game.from_record(record).legal_cells]


def _expected_after(record: str) -> str:
    return expected_line(Game.from_record(record))[0].record


def _opened_from(record: str) -> str:
    """The last board that is open when a board is opened, and all that is expected after it."""
    game = Game.from_record(record)
    return (game, *expected_line(game))[-1].record[:-1]
