"""All that changes while the page is open: one object, passed on explicitly."""

from random import Random
from typing import TYPE_CHECKING

from app import messages
from app.saved_format import session_text
from app.scores import Score, TallyId, merged, tally_after, tally_after_reset
from app.session import Opponent, Session, new_session
from app.view import view_of

if TYPE_CHECKING:
    # What a player has to ask for is imported when it is asked for.
    from app.replay import Replay
    from engine.advice import Advice

CENTRE = 4


class State:
    """What the page is rendered from."""

    def __init__(self, game_id: str, rng: Random) -> None:
        self.rng = rng
        self.game_id = game_id  # of the tab lock: no other open page has it
        self.page_id = f"{rng.getrandbits(64):016x}"  # no other page has it, open or not
        self.session = new_session()
        self.cursor = CENTRE  # the cell that Tab reaches
        self.tallies: dict[TallyId, Score] = {}  # of all pages
        self.unsaved: set[TallyId] = set()  # those of this page that are not stored yet
        self.insight = False
        self.advice: Advice | None = None
        self.replay: Replay | None = None  # of an ended game, or of a shared one
        self.link = ""  # to copy by hand
        self.link_note = ""
        self.remark = ""  # in the banner
        self.notice = ""
        self.is_saved = True

    @property
    def is_persons_turn(self) -> bool:
        """Whether a person is to move, in a game that is played and not replayed."""
        return self.replay is None and self.session.person_to_move

    @property
    def score(self) -> Score:
        """What all pages together have counted against the opponent."""
        return self.score_against(self.session.opponent)

    def score_against(self, opponent: Opponent) -> Score:
        """What all pages together have counted against an opponent."""
        return merged(tally for key, tally in self.tallies.items() if key.opponent is opponent)

    def own_tally(self, opponent: Opponent) -> TallyId:
        """The tally that only this page writes."""
        return TallyId(opponent, self.page_id)

    def proceed(self, session: Session) -> None:
        """Goes on with a session; what was said of the one before is no longer said."""
        self.clear_remarks()
        self.session = session.with_help() if self.insight else session
        self.replay = None
        if self.session.game.is_over:
            from app.replay import replay_of  # noqa: PLC0415 - no game in progress waits for it

            self.replay = replay_of(self.session.game, self.session.opponent)

    def clear_remarks(self) -> None:
        """Takes back all that was said of the game as it was."""
        self.advice = None
        self.link = self.link_note = self.remark = self.notice = ""

    def count(self, session: Session) -> None:
        """Counts an ended game."""
        key = self.own_tally(session.opponent)
        tally = self.tallies.get(key, Score())
        shown = self.score_against(session.opponent)
        self.tallies[key] = tally_after(session, tally, shown)
        self.unsaved.add(key)

    def reset_score(self) -> None:
        """Forgets the games against the opponent."""
        key = self.own_tally(self.session.opponent)
        self.tallies[key] = tally_after_reset(self.score)
        self.unsaved.add(key)

    def set_saved(self, *, is_saved: bool) -> None:
        """Notes whether saving works; where it no longer does, the banner says so once."""
        if self.is_saved and not is_saved:
            self.remark = messages.NOT_SAVED
        self.is_saved = is_saved

    def text_to_save(self, game_id: str) -> str:
        """The session as it is saved; after an ended game the next visit begins a new one."""
        session = self.session
        resumed = new_session(session.opponent) if session.game.is_over else session
        view = view_of(resumed, self.score, insight=self.insight)
        return session_text(resumed, game_id, view)
