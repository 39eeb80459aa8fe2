"""Line mode with somebody elsewhere: hosting, joining, and what two sides have to agree on."""

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from ..contract.errors import BadOption, IllegalMove, LudariumError
from ..play.game import Game
from ..play.move import Move
from . import phrases
from .network_game import Connector, NetworkGame
from .state import State

if TYPE_CHECKING:
    from .shell import Shell

LOOKING = 0.2  # seconds between two looks at whether the input has ended
OFFERED = {
    "draw": "{} offers a draw; draw agrees, decline does not.",
    "takeback": "{} asks to take a move back; undo agrees, decline does not.",
    "rematch": "{} asks for another game; rematch agrees.",
}


def host(shell: "Shell", where: str) -> None:
    """Let others join, and wait for them. The set-up stays with whoever hosts."""
    if not where.split("@")[0]:
        raise BadOption(f"host needs a name for the game, as in host ID, not {where!r:.60}")
    afar = _connector(shell).host(where, shell.match.game, shell.me)
    if len(shell.players) == 1:
        shell.afar = afar
        shell.say(f"Others can look on by join {afar.invitation}")
        return
    _wait_for_others(shell, afar)


def _wait_for_others(shell: "Shell", afar: NetworkGame) -> None:
    how = " (Ctrl-C cancels)" if shell.terminal else ""
    shell.say(f"Waiting for somebody to join {afar.invitation}{how} ...")
    shell.afar = afar
    try:
        _wait(shell, afar, lambda: not afar.vacant, "nobody has joined, and the game is not hosted any more")
    except BaseException:
        shell.afar = None
        leave(afar)
        raise
    other = 1 - shell.me
    shell.say(f"{afar.title(other)} has joined, and plays {shell.players[other]}.")


def join(shell: "Shell", where: str) -> None:
    """Join a game, and wait until its host has set it up."""
    id, at, machine = where.partition("@")
    if not (id and at and machine):
        raise BadOption(f"join needs a game and where it is, as in join ID@HOST, not {where!r:.60}")
    afar = _connector(shell).join(where, shell.kind)
    try:
        _sit_down(shell, afar)
    except BaseException:
        shell.afar = None
        leave(afar)
        raise
    _begin(shell, afar)


def _sit_down(shell: "Shell", afar: NetworkGame) -> None:
    if afar.my_players:
        shell.say(f"You have joined {afar.title(1 - afar.my_players[0])}, who sets the game up.")
    else:
        shell.say(f"{afar.title(0)} plays; you look on.")
    _wait(shell, afar, lambda: afar.is_ready or afar.ending, "the game was left before it began")
    if afar.ending:
        raise LudariumError(f"the game is over before it began: {afar.ending[1]}")


def _begin(shell: "Shell", afar: NetworkGame) -> None:
    """Play the game as it stands there."""
    shell.match.close()
    shell.afar, shell.auto, shell.entered = afar, 0, False
    shell.me = afar.my_players[0] if afar.my_players else shell.me
    game = afar.game.copy()
    for _ in game.moves[afar.moves_at_start :]:
        game.pop()  # the first move may have come already, and is yet to be told
    shell.match = shell.lay(game)
    shell.state = State.PLAYING
    if afar.my_players:
        shell.say(f"The game begins: you play {shell.players[shell.me]} against {afar.title(1 - shell.me)}.")
    else:
        shell.say("The game begins.")
    shell.seat()
    shell.go_on()


def _connector(shell: "Shell") -> Connector:
    if shell.afar:
        raise IllegalMove("others are at this table already; clear leaves them")
    if shell.connector is None:
        raise LudariumError("games over the network cannot be played from here")
    return shell.connector


def _wait(shell: "Shell", afar: NetworkGame, true: Callable[[], Any], cancelled: str) -> None:
    """Wait for others; Ctrl-C at a terminal cancels that, and elsewhere the end of the input does."""
    try:
        while not afar.wait(true, LOOKING):
            if shell.lines.has_ended:
                raise LudariumError(cancelled)
    except KeyboardInterrupt:
        if not shell.terminal:
            raise
        raise LudariumError(cancelled) from None


# Setting up, and leaving


def arrange(shell: "Shell", afar: NetworkGame) -> None:
    """Let the others see how the game is set up now."""
    if _set_up(shell.match.game, shell.me) == _set_up(afar.game, afar.my_players[0]):
        return
    try:
        afar.request("set up", record=shell.match.game.record(), player=shell.me)
    except LudariumError:
        shell.match.replace(afar.game.copy())
        shell.me = afar.my_players[0]
        raise


def _set_up(game: Game, me: int) -> tuple[object, ...]:
    """All that can be set up."""
    return me, game.origin, tuple(game.options.items()), tuple(move.number for move in game.moves)


def start(shell: "Shell", afar: NetworkGame) -> None:
    """Begin; somebody who has left meanwhile is waited for again.

    One may hear of their leaving only with the answer.
    """
    afar.request("start")
    if afar.vacant:
        _wait_for_others(shell, afar)


def leave(afar: NetworkGame) -> None:
    """Leave a game with others: before it begins a guest's seat is free again, later that is to give up."""
    with suppress(LudariumError):
        if afar.my_players and not afar.is_host and not afar.is_ready:
            afar.request("leave", player=afar.my_players[0])
        else:
            afar.resign()
    afar.close()


# In the game


def send(shell: "Shell", afar: NetworkGame, move: Move) -> None:
    """Tell the others of a move of one's own; those of others come from there."""
    if shell.match.player not in afar.my_players:
        return
    try:
        afar.play(str(move), len(shell.match.game.moves))
    except LudariumError:
        see(shell, afar)
        raise


def see(shell: "Shell", afar: NetworkGame) -> None:
    """See what has happened elsewhere while somebody typed or waited, and say it."""
    if shell.state is State.PLAYING:
        moves = len(shell.match.game.moves)
        if len(afar.game.moves) < moves:
            shell.match.rewind(len(afar.game.moves))
            shell.say(f"{phrases.counted(moves - len(afar.game.moves), 'move')} taken back.")
        elif len(afar.game.moves) == moves and afar.ending and not shell.match.outcome():
            end(shell, "")
            shell.finish()
    for offer in afar.new_offers():
        shell.say(OFFERED[offer].format(afar.title(1 - shell.me)))


def must_answer(shell: "Shell", afar: NetworkGame, sentence: str) -> bool:
    """Whether somebody has to say something before the other side moves; they are told why."""
    if sentence:
        shell.say(phrases.sentence(sentence))
    see(shell, afar)
    return bool(sentence or afar.offers())


def end(shell: "Shell", reason: str) -> None:
    """The game is over otherwise than by its rules: somebody has given up, or cannot be reached any more."""
    ending = shell.afar.ending if shell.afar else None
    if ending:
        shell.say(phrases.sentence(ending[1]))
        shell.match.end(*ending)
        return
    shell.match.end(None, reason)
    shell.state = State.FINISHED
    raise LudariumError(f"{reason}; the game is broken off, and save keeps it")


def go_on(shell: "Shell", rest: str = "") -> None:
    """Wait for the other side, if it is their turn."""
    if shell.state is State.PLAYING:
        shell.go_on()


def take_back(shell: "Shell", afar: NetworkGame) -> None:
    """Ask to take a move back, or agree to that; alone one need not ask."""
    if len(shell.players) == 1:
        afar.request("undo")
        see(shell, afar)
    else:
        _offer(shell, afar, "takeback")


def draw(shell: "Shell", rest: str) -> None:
    """Offer a draw, or agree to one."""
    _offer(shell, _others(shell), "draw")


def _offer(shell: "Shell", afar: NetworkGame, offer: str) -> None:
    moves, agrees = len(afar.game.moves), offer in afar.offers()
    afar.request("offer", offer=offer)
    if not agrees:
        shell.say("Waiting for an answer ...")
        _wait(shell, afar, lambda: not afar.has_offered(offer), "there is no answer yet; what was offered stands")
        if len(afar.game.moves) == moves and not afar.ending:
            shell.say(f"{afar.title(1 - shell.me)} does not agree.")
    see(shell, afar)
    go_on(shell)


def decline(shell: "Shell", rest: str) -> None:
    """Do not agree to what was offered."""
    afar = _others(shell)
    if not afar.offers():
        raise IllegalMove("nobody has offered anything")
    for offer in afar.offers():
        afar.request("decline", offer=offer)
    go_on(shell)


def claim(shell: "Shell", rest: str) -> None:
    """Win from somebody who has gone away and not come back."""
    afar = _others(shell)
    afar.claim()
    see(shell, afar)


def rematch(shell: "Shell", rest: str) -> None:
    """Ask for another game with everybody in another seat, or agree to one, and play it."""
    afar = _others(shell)
    if not afar.next_id:
        agrees = "rematch" in afar.offers()
        afar.request("offer", offer="rematch")
        if not agrees:
            shell.say("Waiting for an answer ...")
        _wait(shell, afar, lambda: afar.next_id or not afar.has_offered("rematch"), "there is no answer yet")
    if not afar.next_id:
        raise LudariumError(f"{afar.title(1 - shell.me)} does not agree")
    _begin(shell, afar.open_next())


def _others(shell: "Shell") -> NetworkGame:
    assert shell.afar
    return shell.afar
