"""Replaying a game: what is shown at each step, and the links that share a game.

Step 0 is before the first move and step n after move n; one step more shows the whole game.
"""

from typing import NamedTuple

from app import messages
from app.saved_format import SHARED_GAME
from app.session import Opponent
from app.view import ReviewView, View, board_view
from engine.advice import MoveReview, losing_move, review
from engine.game import Game, InvalidRecord
from engine.minimax import best_cells, verdicts


class Replay(NamedTuple):
    """A step of a game that was played against an opponent, or that a link shares."""

    game: Game
    opponent: Opponent
    step: int
    is_shared: bool = False

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


def shared_game(link: str) -> Replay:
    """The whole of the game that a link holds; InvalidRecord if it holds no legal one."""
    record = link.removeprefix(SHARED_GAME)
    if not record:
        raise InvalidRecord("a link holds at least one move")
    return replay_of(Game.from_record(record), Opponent.HUMAN)._replace(is_shared=True)


def link_to(game: Game) -> str:
    """What to add to the page's address so that it shows the game."""
    return f"{SHARED_GAME}{game.record}"


def replay_view(replay: Replay, view: View) -> View:
    """What is shown at a step; the view tells what else is on the page."""
    game, step = replay.game, replay.step
    reviews = review(game)
    position = Game.from_record(game.record[:step])
    tags = _tags(reviews[step - 1]) if 0 < step < replay.end else {}
    texts = {"review-text": _sentence(replay, reviews)}
    if replay.is_shared:
        banner = messages.shared_banner(game)
        texts |= {"headline": banner.headline, "detail": banner.detail}
    return view._replace(
        board=board_view(position, insight=view.insight, tags=tags),
        turn="",
        status=game.status,
        texts=view.texts | texts,
        moves=[messages.move_text(move) for move in game.history],
        review=ReviewView(
            step=step,
            end=replay.end,
            qualities=[judged.quality for judged in reviews],
            quality_texts=[messages.QUALITIES[judged.quality] for judged in reviews],
            is_shared=replay.is_shared,
        ),
    )


def _tags(judged: MoveReview) -> dict[int, str]:
    """The cell that was played, and those that would have been better."""
    return {judged.move.cell: "played"} | dict.fromkeys(judged.better, "better")


def _sentence(replay: Replay, reviews: tuple[MoveReview, ...]) -> str:
    """What is said at a step, and in the end of the whole game."""
    game, step = replay.game, replay.step
    if step == 0:
        return messages.BEFORE
    if step < replay.end:
        return messages.move_review(reviews[step - 1], len(reviews), replay.opponent)
    if lost := losing_move(reviews, game.winner):
        return messages.lost_with(lost, replay.opponent)
    if game.winner:
        return messages.given_up(game.winner.opponent, replay.opponent)
    if game.is_over:
        return messages.drawn(sum(bool(judged.given_away) for judged in reviews))
    outcome = verdicts(game.board)[best_cells(game.board)[0]].outcome
    mover = game.current_player
    return messages.outlook({"win": mover, "draw": None, "loss": mover.opponent}[outcome])
