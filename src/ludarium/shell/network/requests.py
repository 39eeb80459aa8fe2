"""Commands of line mode for remote games: hosting, joining, and what the players have to agree on."""

from ...contract.errors import BadOption, IllegalMove, LudariumError
from ...contract.quotation import quoted
from ...play.game import Game
from ..session import Session
from ..session_state import Asked
from .game import Connector, NetworkGame
from .sync import wait_for_others, wait_for_turn


def host(session: Session, where: str) -> None:
    """Host the game and wait until the others have joined. The host sets it up."""
    if not where.split("@")[0]:
        raise BadOption(f"host needs a name for the game, as in host ID, not {quoted(where)}")
    remote = _connector(session).host(where, session.match.game, session.me)
    if len(session.players) == 1:
        session.remote = remote
        session.say(f"Others can look on by join {remote.invitation}")
        return
    wait_for_others(session, remote)


def join(session: Session, where: str) -> None:
    """Join a game, which its host sets up."""
    id, at, machine = where.partition("@")
    if not (id and at and machine):
        raise BadOption(f"join needs a game and where it is, as in join ID@HOST, not {quoted(where)}")
    remote = _connector(session).join(where, session.kind)
    session.match.close()
    session.match, session.remote = session.new_match(Game(session.kind)), remote
    if remote.my_players:
        session.me = remote.my_players[0]
        session.say(f"You have joined {remote.title(1 - session.me)}, who sets the game up.")
    else:
        session.say(f"{remote.title(0)} plays; you look on.")
    session.attend()


def _connector(session: Session) -> Connector:
    if session.remote:
        raise IllegalMove("others are at this table already; clear leaves them")
    if session.connector is None:
        raise LudariumError("games over the network cannot be played from here")
    return session.connector


def go_on(session: Session, rest: str = "") -> None:
    """Wait for the other side, if it is their turn."""
    wait_for_turn(session, _remote(session), session.attend)


def take_back(session: Session, remote: NetworkGame) -> None:
    """Ask to take a move back, or agree to that; a single player needs no consent."""
    if len(session.players) == 1:
        remote.request("undo")
        session.attend()
    else:
        _offer(session, remote, "takeback")


def draw(session: Session, rest: str) -> None:
    """Offer a draw, or agree to one."""
    _offer(session, _remote(session), "draw")


def _offer(session: Session, remote: NetworkGame, offer: str) -> None:
    asked, agrees = Asked(offer, len(remote.game.moves)), offer in remote.offers()
    remote.request("offer", offer=offer)
    session.asked = asked
    if not agrees:
        if offer == "takeback":
            session.say(f"You ask to take back {remote.takeback}.")
        session.say("Waiting for an answer ...")
    session.attend()


def decline(session: Session, rest: str) -> None:
    """Decline all offers."""
    remote = _remote(session)
    if not remote.offers():
        raise IllegalMove("there is no offer to answer")
    for offer in remote.offers():
        remote.request("decline", offer=offer)


def claim(session: Session, rest: str) -> None:
    """Win against a player who has left and not come back."""
    remote = _remote(session)
    remote.claim()
    session.attend()


def rematch(session: Session, rest: str) -> None:
    """Ask for another game with the seats exchanged, or agree to one, and play it."""
    remote = _remote(session)
    if remote.error or not remote.is_connected or remote.away_opponents:
        raise LudariumError(f"{remote.title(1 - session.me)} has left; clear begins a game of your own")
    _offer(session, remote, "rematch")


def _remote(session: Session) -> NetworkGame:
    assert session.remote
    return session.remote
