"""What line mode says about a game, in sentences."""

from ..play.game import Game
from ..play.move import Move
from ..play.outcome import Outcome

PASSES = "-", "pass"  # moves that are written so are no moves to people


def moved(player: str, move: Move) -> str:
    name = player.capitalize()
    return f"{name} passes." if str(move) in PASSES else f"{name} moves {move}."


def result(outcome: Outcome) -> str:
    if outcome.winner is not None:
        return f"{outcome.winner.capitalize()} wins."
    if len(outcome.scores) > 1:
        return "Draw."
    return f"The game is over: {outcome.reason}. {counted(outcome.scores[0], 'point')}."


def dumped(game: Game) -> str:
    """The board between two marks, so that programs find it."""
    return "\n".join(["===", *(f"  {line}" for line in str(game).split("\n")), "==="])


def sentence(text: object) -> str:
    """A text that begins and ends as a sentence does."""
    told = plain(str(text))
    return told[:1].upper() + told[1:] + ("" if told.endswith((".", "!", "?")) else ".")


def counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def plain(sentence: str) -> str:
    """One line without anything that would do something to a terminal, whatever was typed."""
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in sentence)
