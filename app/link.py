"""Links that hold a game: the format, its writer and its reader.

A link is "#game=" and a record, then what is known of the game: "~" and an id if two people send it
to each other, "." and a level if the computer was O. "#game=4081~k3f9ab" is a game between two
people, "#game=40812.hard" one against the computer. What a reader refuses is an InvalidRecord.
"""

import re
from enum import StrEnum
from typing import NamedTuple

from app.saved_format import LINK_ID, SHARED_GAME, LinkedGame
from app.session import Opponent, Session, new_session
from engine.game import Game, InvalidRecord
from engine.levels import Level, policy
from engine.rules import Mark, Status

LINK = re.compile(
    rf"(?P<record>[0-8]{{0,9}}f?)(~(?P<id>{LINK_ID.pattern}))?(\.(?P<opponent>{'|'.join(Opponent)}))?"
)
ENCODED = {"%7E": "~", "%7e": "~"}  # as some programs hand it on


class Course(StrEnum):
    """How the game in a link goes on from what this device knows of it."""

    NEW = "new"  # it does not know the game
    AHEAD = "ahead"  # as far, or further
    BEHIND = "behind"  # less far
    OTHER = "other"  # in another way


class SharedGame(NamedTuple):
    """A game that a link holds."""

    game: Game
    opponent: Opponent = Opponent.HUMAN  # whoever was O: as far as the link tells, a person
    id: str = ""


def link_to(shared: SharedGame) -> str:
    """What to add to the page's address so that it shows the game."""
    link_id = f"~{shared.id}" if shared.id else ""
    opponent = "" if shared.opponent is Opponent.HUMAN else f".{shared.opponent}"
    return f"{SHARED_GAME}{shared.game.record}{link_id}{opponent}"


def shared_game(link: str) -> SharedGame:
    """The game that a link holds; InvalidRecord if it holds no legal one."""
    text = link.removeprefix(SHARED_GAME)
    for code, character in ENCODED.items():
        text = text.replace(code, character)
    found = LINK.fullmatch(text)
    if not found:
        raise InvalidRecord("a link holds a record, an id and an opponent")
    if not found["record"]:
        raise InvalidRecord("a link holds at least one move")
    game = Game.from_record(found["record"])
    opponent = Opponent(found["opponent"] or Opponent.HUMAN)
    if opponent is not Opponent.HUMAN and not _is_possible(game, Level(opponent)):
        raise InvalidRecord(f"{opponent} does not play like that")
    link_id = found["id"] if opponent is Opponent.HUMAN else ""
    return SharedGame(game, opponent, link_id or "")


def course_of(record: str, *known: str) -> Course:
    """How the game with a record goes on from what is known of it, which may be several ways."""
    ways = [one for one in known if one]
    if not ways:
        return Course.NEW
    if any(one != record and one.startswith(record) for one in ways):
        return Course.BEHIND
    return Course.AHEAD if any(map(record.startswith, ways)) else Course.OTHER


def caught_up(session: Session, known: LinkedGame) -> Session:
    """The session as far as its game has gone elsewhere; a new one if the game has ended there."""
    record, here = known.record, session.game.record
    if course_of(record, here) is not Course.AHEAD or record == here:
        return session
    game = Game.from_record(record)
    if game.is_over:
        return new_session(session.opponent)
    return session._replace(game=game, sent=record, helped=session.helped or known.helped)


def _is_possible(game: Game, level: Level) -> bool:
    """Whether the computer at this level could have played O like that; it never gives up."""
    replies = [move for move in game.history if move.player is Mark.O]
    boards = (Game.from_record(game.record[: move.sequence_number - 1]).board for move in replies)
    return game.status is not Status.O_FORFEITS and all(
        move.cell in policy(board, level) for move, board in zip(replies, boards, strict=True)
    )
