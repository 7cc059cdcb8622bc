"""Replaying a game: what is shown at each step.

Step 0 is before the first move and step n after move n; one step more shows the whole game.
"""

from typing import NamedTuple

from app import messages
from app.history import Entry
from app.link import Course, SharedGame
from app.session import Opponent
from app.view import ReviewView, View, board_view
from engine.advice import MoveReview, losing_move, review
from engine.game import Game
from engine.minimax import best_cells, verdicts


class Replay(NamedTuple):
    """A step of a game: the one just played, an earlier one, or one that a link shares."""

    game: Game
    opponent: Opponent
    step: int
    shared: SharedGame | None = None  # what the link holds, if it came with one
    course: Course = Course.NEW  # how that goes on from one's own game
    is_past: bool = False  # opened from the history

    @property
    def is_shared(self) -> bool:
        """Whether it came with a link, and is not one's own."""
        return self.shared is not None

    @property
    def is_judged(self) -> bool:
        """Whether its moves are judged: those of a game that can be played on are not."""
        return self.game.is_over

    @property
    def is_away(self) -> bool:
        """Whether it is not the game that one plays or has just played."""
        return self.is_shared or self.is_past

    @property
    def end(self) -> int:
        """The step that shows the whole game."""
        return self.game.move_count + 1

    def at(self, step: int) -> "Replay":
        """The same game at another step, or at the one nearest to it."""
        return self._replace(step=min(max(step, 0), self.end))

    def went(self, where: str) -> "Replay":
        """The same game after going "first", "back", "on", to the "end", or to a step's number."""
        steps = {"first": 0, "back": self.step - 1, "on": self.step + 1, "end": self.end}
        return self.at(steps[where] if where in steps else int(where))


def replay_of(game: Game, opponent: Opponent) -> Replay:
    """The whole of a game that was played against the opponent."""
    return Replay(game, opponent, game.move_count + 1)


def replay_of_shared(shared: SharedGame, course: Course = Course.NEW) -> Replay:
    """The whole of a game that came with a link: whoever played it, it was not "you"."""
    return replay_of(shared.game, Opponent.HUMAN)._replace(shared=shared, course=course)


def replay_of_past(entry: Entry) -> Replay:
    """The whole of a game in the history."""
    return replay_of(Game.from_record(entry.record), entry.opponent)._replace(is_past=True)


def replay_view(replay: Replay, view: View) -> View:
    """What is shown at a step; the view tells what else is on the page."""
    game, step = replay.game, replay.step
    reviews = review(game)
    position = Game.from_record(game.record[:step])
    tags = _tags(replay, reviews[step - 1]) if 0 < step < replay.end else {}
    texts = {
        "review-text": sentence(replay),
        "review-summary": messages.review_summary(reviews, replay.opponent)
        if replay.is_judged
        else "",
    }
    title = view.title
    if replay.shared:
        title = messages.shared_title(game, replay.shared.opponent)
        banner = messages.shared_banner(game, replay.shared.opponent, replay.course)
        texts |= {"headline": banner.headline, "detail": banner.detail}
    elif replay.is_past:
        texts |= {"headline": messages.played(game, replay.opponent), "detail": messages.PAST}
    return view._replace(
        board=board_view(position, insight=view.insight, tags=tags),
        turn="",
        status=game.status,
        flourish="" if replay.is_away else view.flourish,
        title=title,
        texts=view.texts | texts,
        moves=[messages.move_text(move) for move in game.history],
        review=ReviewView(
            step=step,
            end=replay.end,
            qualities=[judged.quality if replay.is_judged else "" for judged in reviews],
            quality_texts=[
                messages.QUALITIES[judged.quality] if replay.is_judged else "" for judged in reviews
            ],
            is_away=replay.is_away,
            is_mistake=mistake_at(replay) is not None,
            mistake=_mistake_to_see(replay, reviews) if step == replay.end else 0,
        ),
    )


def mistake_at(replay: Replay) -> MoveReview | None:
    """The mistake of a step, which can be tried again; not in a game that is not over."""
    if not replay.is_judged or not 0 < replay.step < replay.end:
        return None
    judged = review(replay.game)[replay.step - 1]
    return judged if judged.given_away else None


def _mistake_to_see(replay: Replay, reviews: tuple[MoveReview, ...]) -> int:
    """The step of the mistake that the end tells of, or else of the first; 0 if there is none."""
    lost = losing_move(reviews, replay.game.winner)
    told = lost or next((judged for judged in reviews if judged.given_away), None)
    return told.move.sequence_number if told and replay.is_judged else 0


def _tags(replay: Replay, judged: MoveReview) -> dict[int, str]:
    """The cell that was played, and those that would have been better."""
    better = judged.better if replay.is_judged else ()
    return {judged.move.cell: "played"} | dict.fromkeys(better, "better")


def sentence(replay: Replay) -> str:
    """What is said at a step, and in the end of the whole game."""
    game, reviews = replay.game, review(replay.game)
    if replay.step < replay.end:
        return _sentence_at(replay, reviews)
    if not replay.is_judged:
        return messages.UNFINISHED
    if lost := losing_move(reviews, game.winner):
        return messages.lost_with(lost, replay.opponent)
    if game.is_draw():
        return messages.drawn(sum(bool(judged.given_away) for judged in reviews))
    outcome = verdicts(game.board)[best_cells(game.board)[0]].outcome
    return messages.given_up(game.current_player, replay.opponent, outcome)


def _sentence_at(replay: Replay, reviews: tuple[MoveReview, ...]) -> str:
    """What is said at a step of a game."""
    if replay.step == 0:
        return messages.BEFORE
    judged, moves = reviews[replay.step - 1], len(reviews)
    if replay.is_judged:
        return messages.move_review(judged, moves, replay.opponent)
    return messages.move_told(judged.move, moves, replay.opponent)
