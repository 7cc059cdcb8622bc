"""All that changes while the page is open: one object, passed on explicitly."""

from random import Random
from typing import TYPE_CHECKING

from app import messages
from app.history import ID_LENGTH, History, deletion, ended_game, joined, new_id, reset
from app.saved_format import MOST_KEPT, session_text
from app.scores import Score, scores_of
from app.session import Opponent, Session, new_session
from app.view import view_of
from engine.rules import FREE

if TYPE_CHECKING:
    # What a player has to ask for is imported when it is asked for.
    from app.link import Course, SharedGame
    from app.practice import Practice
    from app.replay import Replay
    from app.thinking import Exploration
    from engine.advice import Advice

CENTRE = 4
ROWS = 10  # that the list of one's games has at first, and gets with "Show more"


class State:
    """What the page is rendered from."""

    def __init__(self, game_id: str, rng: Random) -> None:
        self.rng = rng
        self.game_id = game_id  # of the tab lock: no other open page has it
        self.page_id = f"{rng.getrandbits(64):016x}"  # no other page has it, open or not
        self.session = new_session()
        self.left: Session | None = None  # with a game in progress, for a new one
        self.kept: tuple[Session, ...] = ()  # with games in progress, while one from a link is on
        self.cursor = CENTRE  # the cell that Tab reaches
        self.history = History()  # of all pages
        self.log = History()  # of this page alone
        self.is_log_saved = True
        self.scores = scores_of(self.history)
        self.insight = False
        self.sound = False
        self.advice: Advice | None = None
        self.replay: Replay | None = None  # of an ended game, or of a shared one
        self.exploration: Exploration | None = None  # of the decision that was explained last
        self.practice: Practice | None = None  # in place of a replay
        self.link = ""  # to copy by hand
        self.link_note = ""
        self.remark = ""  # in the banner
        self.notice = ""
        self.spoken = ""  # and not shown
        self.games_shown = ROWS  # in the list of one's games
        self.games_note = ""
        self.to_delete: tuple[str, ...] = ()  # games, once that is confirmed
        self.exported = ""  # to copy by hand
        self.is_saved = True

    @property
    def is_persons_turn(self) -> bool:
        """Whether a person is to move, in a game that is played and not replayed."""
        return self.replay is None and self.playing.person_to_move

    @property
    def playing(self) -> Session:
        """The session that is played: one's own, or that of practice."""
        return self.practice.session if self.practice else self.session

    @property
    def reviewed(self) -> "Replay | None":
        """What is replayed, also while it is left for practice."""
        return self.practice.replay if self.practice else self.replay

    def refusal(self, cell: int) -> str:
        """Why nobody may play a cell now; nothing if a person may."""
        if self.replay:
            return messages.OVER if self.replay.game.is_over else messages.ONLY_SHOWN
        if self.playing.game.is_over:
            return messages.PRACTICE_OVER
        if not self.is_persons_turn:
            return messages.WAIT
        held = self.playing.game.board[cell]
        return "" if held == FREE else messages.TAKEN.format(messages.PLACES[cell], held)

    @property
    def way_back(self) -> Session | None:
        """The session with a game in progress that was left, until the new game has a move."""
        return None if self.session.game.record else self.left

    def begin(self, opponent: Opponent) -> Session:
        """A new game against an opponent; there is a way back to the one that is left for it."""
        self.left = self.session if self.session.is_on else self.way_back
        self.exploration = None
        return new_session(opponent)

    @property
    def score(self) -> Score:
        """What all pages together have counted against the opponent."""
        return self.scores[self.session.opponent]

    def set_history(self, history: History) -> None:
        """Takes over what is stored; what could not be stored is only in the state."""
        self.history = joined(history, self.log)
        self.scores = scores_of(self.history)

    def add_history(self, history: History) -> None:
        """Takes over what has been added to what is stored."""
        self.set_history(joined(self.history, history))

    def change_history(self, change: History) -> None:
        """Makes a change of this page's, to be saved in its log."""
        self.log = joined(self.log, change)
        self.is_log_saved = False
        self.set_history(self.history)

    def own_games(self, link_id: str) -> list[Session]:
        """The sessions of a game that two people send to each other: it may have gone two ways."""
        sessions = (self.session, self.left, *self.kept)
        return [one for one in sessions if one and one.link_id == link_id != ""]

    def keep_for(self, session: Session) -> None:
        """Keeps the games in progress when a session from a link is to go on, but for its own."""
        sessions = (*self.kept, self.way_back, self.session)
        others = [one for one in sessions if one and one.is_on and not session.goes_on_from(one)]
        self.kept, self.left = tuple(others[-MOST_KEPT:]), None

    def take_kept(self) -> Session:
        """The session that was kept last; one that is on is kept in its place."""
        *others, session = self.kept
        self.kept = ((self.session,) if self.session.is_on else ()) + tuple(others)
        return session

    def let_go(self, elsewhere: Session) -> bool:
        """Lets go of a game that goes on in another tab; returns whether it was on here."""
        self.kept = tuple(one for one in self.kept if not elsewhere.goes_on_from(one))
        if self.left and elsewhere.goes_on_from(self.left):
            self.left = None
        return self.session.is_on and elsewhere.goes_on_from(self.session)

    def mark_sent(self, shared: "SharedGame") -> bool:
        """Notes that one's own game has been sent as it stood; returns whether it was that."""
        is_own = shared.id == self.session.link_id != ""
        if is_own and self.session.game.record.startswith(shared.game.record):
            self.session = self.session._replace(sent=shared.game.record)
        return is_own

    def show_shared(self, shared: "SharedGame", course: "Course") -> None:
        """Shows a game that came with a link."""
        from app.replay import replay_of_shared, sentence  # noqa: PLC0415 - likewise

        self.clear_remarks()
        self.replay, self.practice = replay_of_shared(shared, course), None
        self.spoken = sentence(self.replay)

    def proceed(self, session: Session) -> None:
        """Goes on with a session; what was said of the one before is no longer said."""
        self.clear_remarks()
        self.session = session.with_help() if self.insight else session
        self.replay = self.practice = None
        if self.session.game.is_over:
            from app.replay import replay_of  # noqa: PLC0415 - no game in progress waits for it

            self.replay = replay_of(self.session.game, self.session.opponent)

    @property
    def game_to_share(self) -> "SharedGame":
        """The game that is shown, as a link holds it."""
        from app.link import SharedGame  # noqa: PLC0415 - imported when it is asked for

        if self.replay and self.replay.shared:
            return self.replay.shared
        if self.replay and self.replay.is_past:
            return SharedGame(self.replay.game, self.replay.opponent)
        return SharedGame(self.session.game, self.session.opponent, self.session.link_id)

    def prepare_to_send(self) -> None:
        """Gives a game between two people that is on an id, before it is first sent."""
        session = self.session
        if self.replay is None and not session.link_id:
            self.session = session._replace(link_id=self.new_id())

    def practise(self, practice: "Practice") -> None:
        """Goes on with practice; one's own game stays as it is."""
        self.clear_remarks()
        self.replay, self.practice = None, practice
        if practice.session.game.is_over:
            self.spoken = messages.PRACTICE_OVER

    def leave_practice(self) -> None:
        """Goes back to the review."""
        self.clear_remarks()
        self.replay, self.practice = self.reviewed, None

    def clear_remarks(self) -> None:
        """Takes back all that was said of the game as it was."""
        self.advice = None
        self.link = self.link_note = self.remark = self.notice = self.spoken = ""

    def count(self, session: Session, now: int) -> None:
        """Counts a game that has ended at that time, in milliseconds since 1970.

        One that two people send to each other has an id, and is counted once.
        """
        game_id = session.link_id.rjust(ID_LENGTH, "0") if session.link_id else self.new_id()
        self.change_history(ended_game(self.history, session, game_id, now))

    def new_id(self) -> str:
        """An id for a game."""
        return new_id(self.rng, self.history)

    def reset_score(self) -> None:
        """Forgets the scores against the opponent."""
        self.change_history(reset(self.history, self.session.opponent))

    def show_past(self, game_id: str) -> bool:
        """Shows a game of the history while the one that is on stays as it is; False if it is gone.

        Another page may have deleted it since it was listed.
        """
        from app.replay import replay_of_past  # noqa: PLC0415 - imported when it is asked for

        entry = self.history.entries.get(game_id)
        if not entry or not entry.ended:
            return False
        self.clear_remarks()
        self.replay, self.practice = replay_of_past(entry), None
        return True

    def delete_games(self) -> None:
        """Deletes the games of which that was asked; what another page has deleted stays so."""
        known = filter(self.history.entries.__contains__, self.to_delete)
        self.change_history(deletion(self.history, known))
        self.to_delete = ()

    def set_saved(self, *, is_saved: bool) -> None:
        """Notes whether saving works; where it no longer does, the banner says so once."""
        if self.is_saved and not is_saved:
            self.remark = messages.NOT_SAVED
        self.is_saved = is_saved

    def text_to_save(self, game_id: str) -> str:
        """The session as it is saved for the tab, and so for a reload."""
        view = view_of(self.session, self.score, insight=self.insight)
        return session_text(self.session, game_id, view, self.way_back, self.kept)

    def text_for_new_tab(self) -> str:
        """How a new tab begins where no game is in progress: with a new one."""
        session = new_session(self.session.opponent)
        return session_text(session, "", view_of(session, self.score, insight=self.insight))
