"""Keeping a match in line mode in step with the remote game on its server, and waiting for the others."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..contract.errors import LudariumError
from ..play.game import Game
from ..play.match.presenter import counted, offer_text
from ..play.move import Move
from . import phrases
from .network_game import NetworkGame
from .session_state import SessionState
from .state import State

POLL = 0.2  # seconds between two checks whether the input has ended
ANSWERS = {  # the commands that answer an offer
    "draw": "; draw agrees, decline does not",
    "takeback": "; undo agrees, decline does not",
    "rematch": "; rematch agrees",
}


def wait(session: SessionState, remote: NetworkGame, condition: Callable[[], Any], cancelled: str) -> None:
    """Wait for others; Ctrl-C at a terminal cancels that, without a terminal the end of the input does."""
    try:
        while not remote.wait(condition, POLL):
            if session.lines.has_ended:
                raise LudariumError(cancelled)
    except KeyboardInterrupt:
        if not session.terminal:
            raise
        raise LudariumError(cancelled) from None


def wait_for_others(session: SessionState, remote: NetworkGame) -> None:
    """Wait until every seat is taken; if that is cancelled, the game is hosted no longer."""
    how = " (Ctrl-C cancels)" if session.terminal else ""
    session.say(f"Waiting for somebody to join {remote.invitation}{how} ...")
    session.remote = remote
    try:
        wait(session, remote, lambda: not remote.vacant, "nobody has joined, and the game is not hosted any more")
    except BaseException:
        session.remote = None
        leave(remote)
        raise
    other = 1 - session.me
    session.say(f"{remote.title(other)} has joined, and plays {session.players[other]}.")


# Set-up, start, and leaving


def send_setup(session: SessionState, remote: NetworkGame) -> None:
    """Send the set-up to the server, if it has changed."""
    if _setup(session.match.game, session.me) == _setup(remote.game, remote.my_players[0]):
        return
    try:
        remote.request("set up", record=session.match.game.record(), player=session.me)
    except LudariumError:
        session.match.replace(remote.game.copy())
        session.me = remote.my_players[0]
        raise


def _setup(game: Game, me: int) -> tuple[object, ...]:
    """Everything that can be set up."""
    return me, game.origin, tuple(game.options.items()), tuple(move.number for move in game.moves)


def start(session: SessionState, remote: NetworkGame) -> None:
    """Begin the game; if a player has left in the meantime, wait for another one first.

    The server's answer to the request may be the first news of a player who left.
    """
    try:
        remote.request("start")
    except LudariumError:
        if not remote.vacant:
            raise
        wait_for_others(session, remote)
        start(session, remote)


def leave(remote: NetworkGame) -> None:
    """Leave a remote game: before it begins a guest's seat becomes free again, later the player resigns."""
    with suppress(LudariumError):
        if remote.my_players and not remote.is_host and not remote.is_ready:
            remote.request("leave", player=remote.my_players[0])
        else:
            remote.resign()
    remote.close()


# In the game


def send_move(session: SessionState, remote: NetworkGame, move: Move) -> None:
    """Send a move of the user to the server. The moves of others come from there, and are not sent."""
    if session.match.player not in remote.my_players:
        return
    try:
        remote.play(str(move), len(session.match.game.moves))
    except LudariumError:
        receive(session, remote)
        raise


def receive(session: SessionState, remote: NetworkGame) -> None:
    """Carry out and print what has happened on the server since the last command: takebacks, the end, offers."""
    if session.state is State.PLAYING:
        moves = len(session.match.game.moves)
        if len(remote.game.moves) < moves:
            session.match.rewind(len(remote.game.moves))
            session.say(f"{counted(moves - len(remote.game.moves), 'move')} taken back.")
        elif len(remote.game.moves) == moves and remote.ending and not session.match.outcome():
            end(session, "")
            session.finish()
    for offer in remote.new_offers():
        session.say(offer_text(offer, remote.title(1 - session.me), ANSWERS[offer], remote.takeback))


def must_answer(session: SessionState, remote: NetworkGame, message: str) -> bool:
    """Whether the user has to answer something before the other side moves; prints what it is."""
    if message:
        session.say(phrases.sentence(message))
    receive(session, remote)
    return bool(message or remote.offers())


def end(session: SessionState, reason: str) -> None:
    """End the game otherwise than by its rules: a player has resigned, or the server cannot be reached any more."""
    ending = session.remote.ending if session.remote else None
    if ending:
        session.say(phrases.sentence(ending[1]))
        session.match.end(*ending)
        return
    session.state = State.FINISHED
    raise LudariumError(f"{reason}; the game is broken off, and save keeps it")
