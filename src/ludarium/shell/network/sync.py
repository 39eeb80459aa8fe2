"""Keeping a match in line mode in step with the remote game on its server: what is sent there, and waiting for others.

`news.py` carries out what has happened on the server.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ...contract.errors import IllegalMove, LudariumError
from ...play.game import Game
from ..session_state import SessionState
from ..state import State
from .game import NetworkGame

POLL = 0.2  # seconds between two checks whether the input has ended


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
    session.say(f"Waiting for a player to join {remote.invitation}{how} ...")
    session.remote = remote
    try:
        wait(session, remote, lambda: not remote.vacant, "no player has joined, and the game is not hosted any more")
    except BaseException:
        session.remote = None
        leave(remote)
        raise
    tell_joined(session, remote)


def tell_joined(session: SessionState, remote: NetworkGame) -> None:
    other, session.vacant = 1 - session.me, 0
    session.say(f"{remote.title(other)} has joined, and plays {session.players[other]}.")


def wait_for_turn(session: SessionState, remote: NetworkGame, attend: Callable[[], None]) -> None:
    """Wait until the user has to move or to answer something; `attend` prints what happens meanwhile."""
    attend()
    while session.remote is remote and _waits(session, remote):
        seen = remote.changes
        try:
            with suppress(LudariumError):  # `attend` says why no more will come
                remote.wait(lambda seen=seen: remote.changes != seen, POLL)  # type: ignore[misc]
        except KeyboardInterrupt:
            if not session.terminal:
                raise
            raise LudariumError("it is not your turn yet; wait waits again, quit gives up") from None
        attend()


def _waits(session: SessionState, remote: NetworkGame) -> bool:
    if session.state is State.SETUP:
        return not remote.is_host
    if session.asked:
        return True
    return session.state is State.PLAYING and session.is_elsewhere and not remote.offers() and not remote.long_away


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


def require_host(session: SessionState) -> None:
    """Refuse a command of set-up to a user who has joined: the host sets the game up."""
    remote = session.remote
    if remote and session.state is State.SETUP and not remote.is_host:
        host = remote.title(1 - remote.my_players[0]) if remote.my_players else remote.title(0)
        raise IllegalMove(f"{host} sets the game up; it begins when {host} starts it")


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
    if remote.is_connected:  # a server that is gone is not waited for
        with suppress(LudariumError):
            if remote.my_players and not remote.is_host and not remote.is_ready:
                remote.request("leave", player=remote.my_players[0])
            else:
                remote.resign()
    remote.close()


# In the game


def send_move(session: SessionState, remote: NetworkGame, text: str, attend: Callable[[], None]) -> None:
    """Send a move of the user to the server as it was typed. The moves of others come from there, and are not sent."""
    if session.is_elsewhere:
        return
    try:
        remote.play(text, len(session.match.game.moves))
    except LudariumError:
        attend()
        raise
