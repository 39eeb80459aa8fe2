"""What line mode prints about a game, in sentences."""

from ..play.match import presenter
from ..play.match.match import Match
from ..play.outcome import Outcome

PASSES = "-", "pass"  # the notation of a pass


def moved(player: str, move: str) -> str:
    name = player.capitalize()
    return f"{name} passes." if move in PASSES else f"{name} moves {move}."


def result(match: Match, outcome: Outcome) -> str:
    if outcome.winner is not None:
        return f"{outcome.winner.capitalize()} wins."
    if len(outcome.scores) > 2:
        return presenter.verdict(match, outcome)
    if len(outcome.scores) == 2:
        return "Draw."
    return f"The game is over: {outcome.reason}. {presenter.counted(outcome.scores[0], 'point')}."


def dumped(picture: str) -> str:
    """The picture of a board between two marks, so that programs can find it."""
    return "\n".join(["===", *(f"  {line}" for line in picture.split("\n")), "==="])


def sentence(text: str) -> str:
    """A text of another program as a sentence that is safe to print."""
    return presenter.sentence(plain(text))


def plain(sentence: str) -> str:
    """One line without control characters, which a terminal would obey."""
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in sentence)
