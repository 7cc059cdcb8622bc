"""What the panel of one's games shows, as plain data."""

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from app import messages
from app.chart import chart
from app.history import Entry, is_legal, result_of
from app.scores import added_up, score_of
from app.session import Opponent
from app.statistics import LEVELS, earns_praise, statistics
from engine.game import Game

if TYPE_CHECKING:
    from app.state import State


class Row(NamedTuple):
    """A game in the list."""

    game_id: str
    record: str
    ended: int  # in milliseconds since 1970
    text: str
    note: str


class GamesView(NamedTuple):
    """The list of games, and what goes with it."""

    rows: list[Row]
    has_more: bool
    is_empty: bool
    texts: dict[str, str]  # by the id of the element that shows them
    exported: str  # to copy by hand


class StatisticsView(NamedTuple):
    """What the games tell."""

    texts: dict[str, str]  # by the id of the element that shows them
    chart: str  # SVG; none where there are no games


def games_view(state: "State") -> GamesView:
    """The newest games, and what was said and asked."""
    history, number = state.history, state.games_shown
    newest = (item for item in reversed(history.full_games()) if is_legal(item[1]))
    listed = list(islice(newest, number + 1))
    return GamesView(
        rows=[
            _row(game_id, entry, counts=history.counts(entry)) for game_id, entry in listed[:number]
        ],
        has_more=len(listed) > number,
        is_empty=not history.entries,
        texts={
            "games-note": state.games_note,
            "delete-question": messages.delete_question(_games_to_delete(state)),
        },
        exported=state.exported,
    )


def statistics_view(state: "State") -> StatisticsView:
    """What the games against the opponent, and all games, tell."""
    history, opponent = state.history, state.session.opponent
    stats = statistics(history, {opponent})
    results = [game.result for game in stats.last]
    return StatisticsView(
        texts={
            "stats-heading": messages.AGAINST[opponent],
            "stat-played": f"{state.score.games:,}",
            "stat-streak": _run(stats.run, opponent),
            "stat-best-streak": _run(stats.best_run, opponent),
            "stat-perfect": f"{stats.perfect:,}",
            "praise": messages.PRAISE[opponent] if earns_praise(history, opponent) else "",
            "course-text": messages.course(results, stats.shares, opponent),
            "overall": _overall(state),
        },
        chart=chart(stats.last, opponent) if results else "",
    )


def _games_to_delete(state: "State") -> int:
    """How many games that was asked of; a tally of an earlier release is of several."""
    entries = (state.history.entries.get(one) for one in state.to_delete)
    return sum(score_of(result_of(entry.record)).games for entry in entries if entry)


def _run(run: int, opponent: Opponent) -> str:
    """A run of games without a loss: between two people it is nobody's."""
    return messages.NO_NUMBER if opponent is Opponent.HUMAN else f"{run:,}"


def _overall(state: "State") -> str:
    stats = statistics(state.history, LEVELS)
    score = added_up(*(state.scores[level] for level in LEVELS))
    with_friend = state.scores[Opponent.HUMAN].games
    return messages.overall(score[:3], stats.run, stats.best_run, stats.perfect, with_friend)


def _row(game_id: str, entry: Entry, *, counts: bool) -> Row:
    """A game as the list shows it."""
    return Row(
        game_id,
        entry.record,
        entry.ended,
        messages.played(Game.from_record(entry.record), entry.opponent),
        messages.game_note(is_helped=entry.helped, counts=counts),
    )
