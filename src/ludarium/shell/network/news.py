"""What has happened on the server of a remote game: it is carried out in line mode and printed."""

from ...contract.errors import LudariumError
from ...play.game import Game
from ...play.match.presenter import counted, offer_text
from .. import phrases
from ..session_state import SessionState
from ..state import State
from .game import NetworkGame
from .sync import leave, tell_joined

ANSWERS = {  # the commands that answer an offer
    "draw": "; draw agrees, decline does not",
    "takeback": "; undo agrees, decline does not",
    "rematch": "; rematch agrees",
}
MOST_TOLD = 9  # moves of a set-up that are told one by one


def receive(session: SessionState, remote: NetworkGame) -> None:
    """Carry out and print what has happened on the server since the last time."""
    session.seen = remote.changes  # before looking: what comes now is looked at the next time
    error = remote.error  # before looking, too: it comes last
    if session.state is State.SETUP and remote.is_host:
        _tell_guests(session, remote)
    elif session.state is State.SETUP:
        _follow_host(session, remote)
    if session.state is State.PLAYING:
        _follow_game(session, remote)
        _tell_absence(session, remote)
    if error:
        _break_off(session, remote, error)
        return
    _tell_connection(session, remote)
    _tell_answer(session, remote)
    for offer in remote.new_offers():
        session.say(offer_text(offer, remote.title(1 - session.me), ANSWERS[offer], remote.takeback))


def has_news(session: SessionState, remote: NetworkGame) -> bool:
    """Whether `receive` may have something to print."""
    return remote.changes != session.seen or any(number not in session.overdue for number in remote.long_away)


# The connection


def _tell_connection(session: SessionState, remote: NetworkGame) -> None:
    if session.state is State.FINISHED or remote.is_connected == session.connected:
        return
    session.connected = remote.is_connected
    if session.connected:
        session.say("The connection is back.")
    else:
        session.say("The connection to the host is lost. It is tried again for a minute; quit leaves.")


def _break_off(session: SessionState, remote: NetworkGame, error: LudariumError) -> None:
    """The server is gone for good."""
    if session.state is State.PLAYING:
        session.match.end(None, str(error))
        session.state = State.FINISHED
        session.say(phrases.sentence(f"{error}; the game is broken off, and save keeps it"))
    elif session.state is State.SETUP:
        session.say(phrases.sentence(f"{error}; the game is not played"))
        abandon(session, remote)
    elif session.asked:
        session.say("The other players have left; no one can agree.")
    session.asked = None


def abandon(session: SessionState, remote: NetworkGame) -> None:
    """Leave a game that has not begun; the user may set up another one."""
    session.remote = None
    leave(remote)
    session.match.close()
    session.match = session.new_match(Game(session.kind))


# Set-up


def _tell_guests(session: SessionState, remote: NetworkGame) -> None:
    if remote.vacant > session.vacant:
        session.say("The other player has left; start waits until a player joins.")
    elif remote.vacant < session.vacant:
        tell_joined(session, remote)
    session.vacant = remote.vacant


def _follow_host(session: SessionState, remote: NetworkGame) -> None:
    if remote.ending:
        session.say(phrases.sentence(f"the game is over before it began: {remote.ending[1]}"))
        abandon(session, remote)
    elif remote.is_ready:
        begin(session, remote)
    else:
        _take_setup(session, remote, remote.game.copy())


def _take_setup(session: SessionState, remote: NetworkGame, game: Game) -> None:
    """Set the game up as the host has done, and print what is new in that."""
    me = remote.my_players[0] if remote.my_players else session.me
    told = [*_new_setup(session, remote.title(1 - me if remote.my_players else 0), game)]
    session.match.replace(game)
    if me != session.me:
        session.me = me
        told.append(f"You play {session.players[me]} now.")
    for sentence in told:
        session.say(sentence)


def _new_setup(session: SessionState, host: str, game: Game) -> list[str]:
    before = session.match.game
    told = [
        f"{host} sets {name} to {text or 'none'}."
        for name, text in game.option_texts.items()
        if text != before.option_texts[name] and name != "seed"  # a seed is drawn for every game
    ]
    if before.origin != game.origin:
        told.append(f"{host} sets up a position.")
    common = before.common_moves(game) if before.options == game.options and before.origin == game.origin else 0
    if common < len(before.moves):
        told.append(f"{counted(len(before.moves) - common, 'move')} taken back.")
    added = [*zip(game.movers, game.moves, strict=True)][common:]
    if len(added) > MOST_TOLD:
        return [*told, f"{host} sets up {counted(len(added), 'move')}."]
    return told + [phrases.moved(session.names(game)[player], str(move)) for player, move in added]


def begin(session: SessionState, remote: NetworkGame) -> None:
    """Play the game in its present position."""
    game = remote.game.copy()
    for _ in game.moves[remote.moves_at_start :]:
        game.pop()  # the first move may have arrived already; it is printed later
    if session.state is State.SETUP:
        _take_setup(session, remote, game)
    session.match.close()
    session.remote, session.auto, session.entered, session.asked = remote, 0, False, None
    session.me = remote.my_players[0] if remote.my_players else session.me
    session.match = session.new_match(game)
    session.state = State.PLAYING
    if remote.my_players:
        session.say(f"The game begins: you play {session.players[session.me]} against {remote.title(1 - session.me)}.")
    else:
        session.say("The game begins.")
    session.assign_seats()


# In the game


def _follow_game(session: SessionState, remote: NetworkGame) -> None:
    ending, theirs = remote.ending, remote.game  # the ending first: it comes after the last move
    texts, match = remote.move_texts, session.match
    common, made = match.game.common_moves(theirs), len(match.game.moves)
    if common < made:
        match.rewind(common)
        session.say(f"{counted(made - common, 'move')} taken back.")
    for move, text in [*zip(theirs.moves, texts, strict=False)][common:]:
        session.say(phrases.moved(match.game.turn, text))
        session.tell(session.play(str(move)))
    if ending and not match.outcome():
        session.say(phrases.sentence(ending[1]))
        match.end(*ending)
    session.finish()


def _tell_absence(session: SessionState, remote: NetworkGame) -> None:
    """Print who has lost the connection, who is back, and who has been away for so long that the win can be claimed."""
    away, long = set(remote.away_opponents), set(remote.long_away)
    for number in sorted(away - session.away):
        session.say(f"{remote.title(number)} has lost the connection.")
    for number in sorted(session.away - away):
        session.say(f"{remote.title(number)} is back.")
    for number in sorted(long - session.overdue):
        session.say(f"{remote.title(number)} has been away for a while; claim ends the game.")
    session.away, session.overdue = away, long


def _tell_answer(session: SessionState, remote: NetworkGame) -> None:
    """Print what became of an offer of the user."""
    asked, other = session.asked, remote.title(1 - session.me)
    if not asked:
        return
    if asked.offer == "rematch" and remote.next_id:
        begin(session, remote.open_next())
    elif asked.offer == "rematch" and remote.away_opponents:
        session.asked = None
        session.say(f"{other} has left, and cannot agree.")
    elif not remote.has_offered(asked.offer):
        session.asked = None
        if len(remote.game.moves) == asked.moves and (not remote.ending or asked.offer == "rematch"):
            session.say(f"{other} does not agree.")
