"""The commands of line mode: their names, when they may be given, and what they do."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ..contract.errors import BadOption, IllegalMove
from ..contract.options import Whole
from ..play import high_scores
from ..play.game import Game
from ..play.levels import LEVELS
from . import files, help_text, network, phrases, score_table
from .state import ANYTIME, State

if TYPE_CHECKING:
    from .shell import Shell

SETUP, PLAYING, FINISHED = State

LEVEL = Whole("level", 4, 1, len(LEVELS), "how well the computer plays: by default it slips now and then")
SEED = Whole("seed", 0, -(1 << 63), (1 << 63) - 1, "where chance is drawn from")
MOVES = Whole("auto", 1, 1, 10**9, "how many moves the computer makes")
FOREVER = 1 << 62  # moves of the computer

SCORES_HELP = "the high scores; with a name, end the game and enter yours"
AUTO_HELP = "let the computer play, so many moves or until Ctrl-C"
HOST_HELP = "wait for somebody to join a game over the network"
JOIN_HELP = "join a game over the network"


class Command(NamedTuple):
    """One word, and what stands behind it: nothing, something, or in brackets something that may be left out."""

    word: str
    argument: str
    states: tuple[State, ...]
    help: str
    do: "Callable[[Shell, str], object]"  # returns False to end the conversation
    basic: bool = False  # whether `help` mentions it
    suits: Callable[[Game], bool] = lambda game: True
    outside: bool = False  # whether it reaches for files, tables or other machines
    far: bool = False  # whether it is said only to somebody from elsewhere

    def require(self, state: State, rest: str) -> None:
        """Refuse what is said at the wrong time, or with too much or too little behind it."""
        if state not in self.states:
            raise IllegalMove(state.refuses(self.word, self.states))
        if rest and not self.argument:
            raise BadOption(f"{self.word} takes nothing behind it, not {rest!r:.60}")
        if not rest and self.argument and self.argument[0] != "[":
            raise BadOption(f"{self.word} needs something behind it: {self.word} {self.argument}")


def _quit(shell: "Shell", rest: str) -> bool:
    return False


def _load(shell: "Shell", name: str) -> None:
    data = files.read(name)
    if files.is_record(data):
        shell.put(files.read_record(name, data, shell.kind))
    else:
        shell.lines.load(name, files.find(name), data)


def _save(shell: "Shell", name: str) -> None:
    shell.say(f"Saved as {phrases.plain(files.write(name, shell.match.game))}.")


def _color(shell: "Shell", name: str) -> None:
    names = [player.lower() for player in shell.players]
    if name.lower() not in names:
        raise BadOption(f"color takes {' or '.join(shell.players)}, not {name!r:.60}")
    shell.me = names.index(name.lower())


def _auto(shell: "Shell", rest: str) -> None:
    shell.auto = FOREVER


def _auto_for_one(shell: "Shell", count: str) -> None:
    """A game for one may never end, so the computer plays as long as it is let."""
    if not count and not shell.terminal:
        raise BadOption("auto needs a number of moves here, as in auto 20: without a terminal nobody can stop it")
    shell.auto = MOVES.check(count) if count else FOREVER
    if shell.state is PLAYING:
        shell.seat()
        shell.go_on()


def _seed(shell: "Shell", number: str) -> None:
    shell.set_seed(shell.kind.options.get("seed", SEED).check(number))


def _level(shell: "Shell", number: str) -> None:
    shell.level = LEVEL.check(number)
    if shell.state is PLAYING:
        shell.seat()


def _hint(shell: "Shell", rest: str) -> None:
    game = shell.match.game
    if shell.afar and not _solo(game):
        raise IllegalMove("you play against somebody; ask a computer when the game is over")
    for_points = high_scores.has_table(game) and not high_scores.barred(game)
    shell.say(f"Try {shell.hint()}.")
    if for_points:
        shell.say("With this help, the score of the game can no longer be entered.")


def _dump(shell: "Shell", rest: str) -> None:
    shell.say(phrases.dumped(shell.match.game))


def _rules(shell: "Shell", rest: str) -> None:
    shell.say(shell.kind.help.rstrip())


def _manual(shell: "Shell", rest: str) -> None:
    shell.say(help_text.manual(shell))


def _help(shell: "Shell", rest: str) -> None:
    shell.say(help_text.help(shell))


def _undo(shell: "Shell", rest: str) -> None:
    if shell.afar and shell.state is not SETUP:
        network.take_back(shell, shell.afar)
        return
    shell.say(f"{phrases.counted(shell.undo(), 'move')} taken back.")


def _stats(shell: "Shell", rest: str) -> None:
    game = shell.match.game
    facts = game.kind.statistics(game.constants, game.row)
    shell.say("\n".join(f"{label}: {value}" for label, value in facts))


def _next(shell: "Shell", rest: str) -> None:
    shell.say(_panels(shell.match.game)[shell.match.game.kind.next_panel])


def _panels(game: Game) -> dict[str, str]:
    """What stands beside the board, without describing all of that."""
    return dict(game.kind.panels(game.constants, game.row))


def _scores(shell: "Shell", name: str) -> None:
    """Show the table; with a name, end the game and enter its score."""
    game = shell.match.game
    if not name:
        shell.say(score_table.shown(game))
        return
    if shell.state is SETUP:
        raise IllegalMove("a score is entered when a game has been played; start begins it")
    if high_scores.barred(game):
        raise IllegalMove(high_scores.barred(game))
    if shell.entered:
        raise IllegalMove("the score of this game is entered already; clear begins a new one")
    if not game.kind.rules.score(game.constants, game.row, shell.me):
        raise IllegalMove("there are no points to enter yet")
    place = score_table.entered(game, phrases.plain(name))
    shell.entered = True
    if shell.state is PLAYING:
        shell.match.give_up(shell.me, "the player has stopped")
        shell.go_on()
    shell.say("Too few points for the high scores." if place is None else f"Place {place} of the high scores.")


def _has_statistics(game: Game) -> bool:
    return game.kind.has_statistics


def _shows_next(game: Game) -> bool:
    return game.kind.next_panel in _panels(game)


def _solo(game: Game) -> bool:
    return game.kind.rules.players(game.constants) == 1


def _for_many(game: Game) -> bool:
    return not _solo(game)


COMMANDS = (
    Command("start", "", (SETUP,), "begin the game as it is set up", lambda shell, _: shell.start(), True),
    Command("color", "C", (SETUP,), "play this color; computers play the others", _color, True, _for_many),
    Command("level", "N", (SETUP, PLAYING), "how well computers play, from 1 to 8", _level, True),
    Command("hint", "", (PLAYING,), "what the computer would play", _hint, True),
    Command("undo", "", ANYTIME, "take your last move back, and the answers to it", _undo, True),
    Command("dump", "", ANYTIME, "print the board", _dump, True),
    Command("next", "", ANYTIME, "what comes next from the stack", _next, True, _shows_next),
    Command("stats", "", ANYTIME, "the game in numbers", _stats, True, _has_statistics),
    Command("scores", "[NAME]", ANYTIME, SCORES_HELP, _scores, True, high_scores.has_table, True),
    Command("auto", "", (SETUP,), "let the computer play your side in the next game", _auto, False, _for_many),
    Command("auto", "[N]", (SETUP, PLAYING), AUTO_HELP, _auto_for_one, False, _solo),
    Command("seed", "N", (SETUP,), "let chance come out the same whenever this number is given", _seed),
    Command("host", "ID", (SETUP,), HOST_HELP, network.host, outside=True),
    Command("join", "ID@HOST", (SETUP,), JOIN_HELP, network.join, outside=True),
    Command("wait", "", (PLAYING,), "wait for the other side", network.go_on, True, _for_many, far=True),
    Command("draw", "", (PLAYING,), "offer a draw, or agree to one", network.draw, True, _for_many, far=True),
    Command("decline", "", (PLAYING,), "do not agree to what was offered", network.decline, True, _for_many, far=True),
    Command("claim", "", (PLAYING,), "win from somebody who has left", network.claim, True, _for_many, far=True),
    Command("rematch", "", (FINISHED,), "play another game", network.rematch, True, _for_many, far=True),
    Command(
        "load", "FILE", ANYTIME, "obey the commands of a file; before the game, take up a record", _load, outside=True
    ),
    Command("save", "[FILE]", ANYTIME, "keep a record of the game", _save, outside=True),
    Command("rules", "", ANYTIME, "how the game is played", _rules),
    Command("manual", "", ANYTIME, "all commands", _manual, True),
    Command("help", "", ANYTIME, "the most important commands", _help),
    Command("clear", "", ANYTIME, "leave the game and set up a new one", lambda shell, _: shell.clear(), True),
    Command("quit", "", ANYTIME, "leave the program", _quit, True),
)
