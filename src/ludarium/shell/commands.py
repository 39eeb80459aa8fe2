"""The commands of line mode."""

from ..contract.errors import BadOption, IllegalMove
from ..contract.options import Whole
from ..contract.quotation import quoted
from ..play import high_scores
from ..play.game import Game
from ..play.levels import LEVELS, read_level
from ..play.match.commands import SEED
from ..play.match.presenter import counted
from ..play.match.sight import check_open
from . import files, help_text, phrases, score_table
from .command import Command
from .network import requests, sync
from .session import FOREVER, Session
from .state import ANYTIME, State

SETUP, PLAYING, FINISHED = State
MOVES = Whole("auto", 1, 1, 10**9, "how many moves the computer makes")

LEVEL_HELP = f"how well computers play; N sets it, from 1 to {len(LEVELS)}"
SCORES_HELP = "the high scores; with a name, end the game and enter yours"
SIDES_HELP = "let the computer play your side in the next game, or C's"
MANUAL_HELP = "all commands; with a player, type that side's moves too"
AUTO_HELP = "let the computer play, so many moves or until Ctrl-C"
HOST_HELP = "wait for a player to join a game over the network"
JOIN_HELP = "join a game over the network"
DECLINE_HELP = "do not agree to what was offered"


def _quit(session: Session, rest: str) -> bool:
    return False


def _load(session: Session, name: str) -> None:
    data = files.read(name)
    if files.is_record(data):
        session.load(files.read_record(name, data, session.kind))
        game = session.match.game
        session.note(f"{counted(len(game.moves), 'move')} loaded. {game.turn.capitalize()} is to move; start goes on.")
    else:
        files.check_script(name, data)
        session.note("The commands of the file follow.")
        session.lines.load(name, files.find(name), data)


def _save(session: Session, name: str) -> None:
    check_open(session.match)
    session.say(f"Saved as {phrases.plain(files.write(name, session.match.game))}.")


def _color(session: Session, name: str) -> None:
    names = [player.lower() for player in session.players]
    if name.lower() not in names:
        raise BadOption(f"color takes {' or '.join(session.players)}, not {quoted(name)}")
    session.me = names.index(name.lower())
    session.beside.clear()


def _auto(session: Session, name: str) -> None:
    if name:
        session.seat(session.choose_player(name), person=False)
    else:
        session.auto = FOREVER
        session.beside.clear()


def _block(session: Session, square: str) -> None:
    session.lay(square.lower())


def _auto_for_one(session: Session, count: str) -> None:
    """A game for one player may never end, so the computer stops after a number of moves, or at Ctrl-C."""
    if not count and not session.terminal:
        raise BadOption("auto needs a number of moves here, as in auto 20: without a terminal it cannot be stopped")
    session.auto = MOVES.check(count) if count else FOREVER
    if session.state is PLAYING:
        session.assign_seats()
        session.go_on()


def _seed(session: Session, number: str) -> None:
    session.set_seed(session.kind.options.get("seed", SEED).check(number))


def _level(session: Session, level: str) -> None:
    """Print how well computers play; with a level, let them play so."""
    if not level:
        session.say(help_text.levels(session))
        return
    session.level, session.rival = read_level(level).number, None
    session.note(f"Computers play {session.manner} now.")
    if session.state is PLAYING:
        session.assign_seats()
        session.go_on()  # an engine that was to move may have failed


def _hint(session: Session, rest: str) -> None:
    game = session.match.game
    if session.remote and not _solo(game):
        raise IllegalMove("you play against another person; ask a computer when the game is over")
    for_points = session.match.is_for_points and not session.entered
    if for_points and session.terminal and not session.warned:
        session.warned = True
        session.say("A hint counts as help: the score of this game can then not be entered. Type hint again to get it.")
        return
    session.say(f"Try {session.hint()}.")
    if for_points:
        session.say("With this help, the score of the game can no longer be entered.")


def _dump(session: Session, rest: str) -> None:
    game = session.match.game
    session.say(phrases.dumped(game.kind.picture(game.constants, session.row)))


def _rules(session: Session, rest: str) -> None:
    session.say(session.kind.help.rstrip())


def _manual(session: Session, name: str) -> None:
    if name:
        player = session.choose_player(name)
        sync.require_host(session)
        if session.state is not SETUP:
            raise IllegalMove(session.state.refuses("manual with a player", (SETUP,)))
        session.seat(player, person=True)
        return
    session.say(help_text.manual(session, available(session)))


def _help(session: Session, rest: str) -> None:
    session.say(help_text.help(session, available(session)))


def _undo(session: Session, rest: str) -> None:
    if session.remote and session.state is not SETUP:
        requests.take_back(session, session.remote)
        return
    session.say(f"{counted(session.undo(), 'move')} taken back.")


def _stats(session: Session, rest: str) -> None:
    game = session.match.game
    facts = game.kind.statistics(game.constants, session.row)
    session.say("\n".join(f"{label}: {value}" for label, value in facts))


def _next(session: Session, rest: str) -> None:
    game = session.match.game
    session.say(dict(game.kind.panels(game.constants, session.row))[game.kind.next_panel])


def _panels(game: Game) -> dict[str, str]:
    """The panels beside the board, without the scene of the board itself."""
    return dict(game.kind.panels(game.constants, game.row))


def _scores(session: Session, name: str) -> None:
    """Print the high scores; with a name, end the game and enter its score."""
    game = session.match.game
    if not name:
        session.say(score_table.format_scores(game))
        return
    if session.state is SETUP:
        raise IllegalMove("a score is entered when a game has been played; start begins it")
    if session.match.barred:
        raise IllegalMove(session.match.barred)
    if session.entered:
        raise IllegalMove("the score of this game is entered already; clear begins a new one")
    if not game.kind.rules.score(game.constants, game.row, session.me):
        raise IllegalMove("there are no points to enter yet")
    place = score_table.enter_score(game, phrases.plain(name))
    session.entered = True
    if session.state is PLAYING:
        session.match.give_up(session.me, "the player has stopped")
        session.go_on()
    session.say("Too few points for the high scores." if place is None else f"Place {place} of the high scores.")


def _has_statistics(game: Game) -> bool:
    return game.kind.has_statistics


def _shows_next(game: Game) -> bool:
    return game.kind.next_panel in _panels(game)


def _has_blocks(game: Game) -> bool:
    return game.kind.can_lay


def _solo(game: Game) -> bool:
    return game.kind.rules.players(game.constants) == 1


def _for_many(game: Game) -> bool:
    return not _solo(game)


COMMANDS = (
    Command("start", "", (SETUP,), "begin the game as it is set up", lambda session, _: session.start(), True),
    Command("color", "C", (SETUP,), "play this color; computers play the others", _color, True, _for_many),
    Command("level", "[N]", (SETUP, PLAYING), LEVEL_HELP, _level, True),
    Command("hint", "", (PLAYING,), "what the computer would play", _hint, True),
    Command("undo", "", ANYTIME, "take your last move back, and the answers to it", _undo, True),
    Command("dump", "", ANYTIME, "print the board", _dump, True),
    Command("next", "", ANYTIME, "what comes next from the stack", _next, True, _shows_next),
    Command("stats", "", ANYTIME, "the game in numbers", _stats, True, _has_statistics),
    Command("scores", "[NAME]", ANYTIME, SCORES_HELP, _scores, True, high_scores.has_table, True),
    Command("auto", "[C]", (SETUP,), SIDES_HELP, _auto, False, _for_many),
    Command("block", "CELL", (SETUP,), "lay a block on a cell and on its mirror images", _block, suits=_has_blocks),
    Command("auto", "[N]", (SETUP, PLAYING), AUTO_HELP, _auto_for_one, False, _solo),
    Command("seed", "N", (SETUP,), "let chance come out the same whenever this number is given", _seed),
    Command("host", "ID", (SETUP,), HOST_HELP, requests.host, outside=True),
    Command("join", "ID@HOST", (SETUP,), JOIN_HELP, requests.join, outside=True),
    Command("wait", "", (PLAYING,), "wait for the other side", requests.go_on, True, _for_many, remote=True),
    Command("draw", "", (PLAYING,), "offer a draw, or agree to one", requests.draw, True, _for_many, remote=True),
    Command(
        "decline", "", (PLAYING,), "do not agree to what was offered", requests.decline, True, _for_many, remote=True
    ),
    Command("claim", "", (PLAYING,), "win from a player who has left", requests.claim, True, _for_many, remote=True),
    Command("rematch", "", (FINISHED,), "play another game", requests.rematch, True, _for_many, remote=True),
    Command(
        "load", "FILE", ANYTIME, "obey the commands of a file; before the game, take up a record", _load, outside=True
    ),
    Command("save", "[FILE]", ANYTIME, "keep a record of the game", _save, outside=True),
    Command("rules", "", ANYTIME, "how the game is played", _rules),
    Command("manual", "[C]", ANYTIME, MANUAL_HELP, _manual, True, _for_many),
    Command("manual", "", ANYTIME, "all commands", _manual, True, _solo),
    Command("help", "", ANYTIME, "the most important commands", _help),
    Command("clear", "", ANYTIME, "leave the game and set up a new one", lambda session, _: session.clear(), True),
    Command("quit", "", ANYTIME, "leave the program", _quit, True),
)


def available(session: Session) -> list[Command]:
    """The commands that the game of a session has."""
    usable = (command for command in COMMANDS if session.remote or not command.remote)
    return [command for command in usable if command.suits(session.match.game)]
