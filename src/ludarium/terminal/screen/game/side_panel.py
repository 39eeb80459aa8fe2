"""The panel beside the board: the players, the facts, and what can be done now."""

from collections.abc import Sequence

from rich.text import Text

from ....contract.row import Row
from ....play.game import Game
from ....play.match.match import Match
from ....play.match.presenter import capital, title, verdict
from ....play.match.seats import SHOWN
from ....play.move_input import MoveInput
from ....play.opponents.opponent import HUMAN
from ..board.painter import SHAPES, owner_style
from ..themes import LOOKS

FITS = 8  # letters that fit after a player's name


def names(match: Match) -> list[str]:
    """Who plays for the players that are shown."""
    return [title(match.seats[number]) for number in range(min(match.seats.players, SHOWN))]


def players(theme: str, game: Game, row: Row, names: Sequence[str], *, is_over: bool) -> Text:
    """The players with their shapes and colours, who plays for them, and what the board says about them."""
    count, lines = game.kind.rules.players(game.constants), list[Text]()
    values = {panel.label: panel.value for panel in game.kind.panels(game.constants, row)}
    for number, name in enumerate(names if count > 1 else ()):
        style = owner_style(theme, number, game.kind.board.player(game.constants, number))
        moves = not is_over and number == game.kind.rules.turn(game.constants, row)
        line = Text()
        line.append("▸" if moves else " ", style=LOOKS[theme].cursor)
        line.append(f" {SHAPES[style.shape]}{style.initial} ", style=f"bold {LOOKS[theme].ink} on {style.colour}")
        line.append(f" {name}", style="bold" if moves else "")
        value = values.get(game.player_title(number))
        if value is not None:
            written = f"  {value}" if len(value) < FITS else "".join(f"\n      {part}" for part in value.split(", "))
            line.append(written)
        lines.append(line)
    if count > SHOWN:
        lines.append(Text(f"  and {count - SHOWN} more", style="dim"))
    return Text("\n").join(lines)


def facts(game: Game, row: Row) -> Text:
    """What the board says about everything but the players."""
    panels = game.kind.panels(game.constants, row)
    names = {game.player_title(number) for number in range(min(len(panels), game.kind.rules.players(game.constants)))}
    others = [panel for panel in panels if panel.label not in names]
    return Text("\n").join(Text.assemble((f"{panel.label}  ", "dim"), (panel.value, "bold")) for panel in others)


def turn_line(match: Match) -> str:
    """Whose turn it is, for the title."""
    outcome = match.outcome()
    if outcome:
        return verdict(match, outcome)
    if match.seats.players == 1:
        return f"move {len(match.game.moves) + 1}"
    opponent, name = match.seats[match.player], capital(match.game.player_title(match.player))
    return f"{name} to move" if opponent is HUMAN else f"{name} to move: {title(opponent)}"


def advice(found: MoveInput) -> str:
    """What the player can do now."""
    words = [_by_key(found, word) for word in found.words]
    also = f"\n\n{'; '.join(words)}." if words and not found.touched else ""
    if found.touched:
        return f"{' '.join(found.touched)}: where to?\nEsc lets go."
    if not found.has_cells:
        return also.strip() or "T types a move."
    return f"Choose a marked square.{also}"


def no_choice(found: MoveInput, name: str) -> str:
    """What the player reads who has touched a cell that cannot be chosen."""
    half = " ".join(found.touched)
    return f"{name} cannot be chosen after {half}; Esc lets go." if half else f"{name} cannot be chosen now."


def _by_key(found: MoveInput, word: str) -> str:
    """A word with the key that chooses it."""
    called = found.game.kind.word_labels.get(word, word)
    return f"C: {called}" if found.means((word,)) else f"G: {called}"


def why_not(match: Match, over: str) -> str:
    """Why the player cannot move now; `over` is the text for a finished game."""
    if match.is_over:
        return over
    return "Paused. P goes on." if match.state.paused else "It is not your turn."
