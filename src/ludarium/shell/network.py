"""Commands of line mode for remote games: hosting, joining, and what the players have to agree on."""

from ..contract.errors import BadOption, IllegalMove, LudariumError
from ..contract.quotation import quoted
from .network_game import Connector, NetworkGame
from .network_sync import leave, receive, wait, wait_for_others
from .session import Session
from .state import State


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
    """Join a game, and wait until its host has set it up."""
    id, at, machine = where.partition("@")
    if not (id and at and machine):
        raise BadOption(f"join needs a game and where it is, as in join ID@HOST, not {quoted(where)}")
    remote = _connector(session).join(where, session.kind)
    try:
        _wait_for_host(session, remote)
    except BaseException:
        session.remote = None
        leave(remote)
        raise
    _begin(session, remote)


def _wait_for_host(session: Session, remote: NetworkGame) -> None:
    if remote.my_players:
        session.say(f"You have joined {remote.title(1 - remote.my_players[0])}, who sets the game up.")
    else:
        session.say(f"{remote.title(0)} plays; you look on.")
    wait(session, remote, lambda: remote.is_ready or remote.ending, "the game was left before it began")
    if remote.ending:
        raise LudariumError(f"the game is over before it began: {remote.ending[1]}")


def _begin(session: Session, remote: NetworkGame) -> None:
    """Play the game in its present position."""
    session.match.close()
    session.remote, session.auto, session.entered = remote, 0, False
    session.me = remote.my_players[0] if remote.my_players else session.me
    game = remote.game.copy()
    for _ in game.moves[remote.moves_at_start :]:
        game.pop()  # the first move may have arrived already; it is printed later
    session.match = session.new_match(game)
    session.state = State.PLAYING
    if remote.my_players:
        session.say(f"The game begins: you play {session.players[session.me]} against {remote.title(1 - session.me)}.")
    else:
        session.say("The game begins.")
    session.assign_seats()
    session.go_on()


def _connector(session: Session) -> Connector:
    if session.remote:
        raise IllegalMove("others are at this table already; clear leaves them")
    if session.connector is None:
        raise LudariumError("games over the network cannot be played from here")
    return session.connector


def go_on(session: Session, rest: str = "") -> None:
    """Wait for the other side, if it is their turn."""
    if session.state is State.PLAYING:
        session.go_on()


def take_back(session: Session, remote: NetworkGame) -> None:
    """Ask to take a move back, or agree to that; a single player needs no consent."""
    if len(session.players) == 1:
        remote.request("undo")
        receive(session, remote)
    else:
        _offer(session, remote, "takeback")


def draw(session: Session, rest: str) -> None:
    """Offer a draw, or agree to one."""
    _offer(session, _remote(session), "draw")


def _offer(session: Session, remote: NetworkGame, offer: str) -> None:
    moves, agrees = len(remote.game.moves), offer in remote.offers()
    remote.request("offer", offer=offer)
    if not agrees:
        session.say("Waiting for an answer ...")
        wait(session, remote, lambda: not remote.has_offered(offer), "there is no answer yet; what was offered stands")
        if len(remote.game.moves) == moves and not remote.ending:
            session.say(f"{remote.title(1 - session.me)} does not agree.")
    receive(session, remote)
    go_on(session)


def decline(session: Session, rest: str) -> None:
    """Decline all offers."""
    remote = _remote(session)
    if not remote.offers():
        raise IllegalMove("nobody has offered anything")
    for offer in remote.offers():
        remote.request("decline", offer=offer)
    go_on(session)


def claim(session: Session, rest: str) -> None:
    """Win against a player who has left and not come back."""
    remote = _remote(session)
    remote.claim()
    receive(session, remote)


def rematch(session: Session, rest: str) -> None:
    """Ask for another game with the seats exchanged, or agree to one, and play it."""
    remote = _remote(session)
    if not remote.next_id:
        agrees = "rematch" in remote.offers()
        remote.request("offer", offer="rematch")
        if not agrees:
            session.say("Waiting for an answer ...")
        wait(session, remote, lambda: remote.next_id or not remote.has_offered("rematch"), "there is no answer yet")
    if not remote.next_id:
        raise LudariumError(f"{remote.title(1 - session.me)} does not agree")
    _begin(session, remote.open_next())


def _remote(session: Session) -> NetworkGame:
    assert session.remote
    return session.remote
