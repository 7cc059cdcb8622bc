"""Practice: from the position before a mistake in a review, against Hard. It counts for nobody."""

from typing import NamedTuple

from app import messages
from app.replay import Replay
from app.session import Opponent, Session
from app.view import PracticeView, View
from engine.advice import WORTH, MoveReview, review
from engine.game import Game
from engine.rules import Mark


class Practice(NamedTuple):
    """A game from a position of another one, which is at the step of a mistake in its review."""

    replay: Replay
    session: Session

    @property
    def mistake(self) -> MoveReview:
        """The mistake that is tried again."""
        return review(self.replay.game)[self.replay.step - 1]

    @property
    def is_held(self) -> bool:
        """Whether what the mistake gave away was kept this time."""
        winner, mover = self.session.game.winner, self.mistake.move.player
        worth = 0 if winner is None else 1 if winner is mover else -1
        return self.session.game.is_over and worth >= WORTH[self.mistake.best.outcome]

    @property
    def next_step(self) -> int:
        """The step of the next mistake that a person made; 0 if there is none."""
        against_computer = self.replay.opponent is not Opponent.HUMAN
        steps = (
            judged.move.sequence_number
            for judged in review(self.replay.game)[self.replay.step :]
            if judged.given_away and not (against_computer and judged.move.player is Mark.O)
        )
        return next(steps, 0)


def practice_at(replay: Replay) -> Practice:
    """Practice at the step of a mistake: whoever made it plays again."""
    before = Game.from_record(replay.game.record[: replay.step - 1])
    computer = before.current_player.opponent
    return Practice(replay, Session(Opponent.HARD, before, computer=computer))


def practice_view(practice: Practice, view: View, opponent: Opponent) -> View:
    """What is shown of practice, beside what the page has of the game against an opponent."""
    session, labels = practice.session, messages.score_labels(opponent)
    is_over, is_first = session.game.is_over, session.game.move_count < practice.replay.step
    banner = messages.practice_banner(
        session, practice.mistake, is_first=is_first, is_held=practice.is_held
    )
    texts = {
        "headline": banner.headline,
        "detail": view.texts["detail"] and banner.detail,  # where no hint takes its place
        "label-x": labels.x,
        "label-o": labels.o,
        "practice-text": messages.practice(practice.mistake, is_over=is_over),
    }
    return view._replace(
        opponent=opponent,
        texts=view.texts | texts,
        flourish=practice.mistake.best.outcome if practice.is_held else "",
        practice=PracticeView(is_over=is_over, has_next=is_over and bool(practice.next_step)),
    )
