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


def own_player(match: Match) -> int:
    """The player below the board: the first who plays at this keyboard, or else the first."""
    people = (number for number in range(min(match.seats.players, SHOWN)) if match.seats[number] is HUMAN)
    return next(people, 0)


def order(count: int, own: int) -> list[int]:
    """The players from top to bottom; of two, the one at this keyboard is below."""
    return [1 - own, own] if count == 2 else list(range(count))


def sign(theme: str, game: Game, number: int) -> Text:
    """A player's piece in their colour: the same sign wherever it is told whose turn it is."""
    style = owner_style(theme, game.kind, game.constants, number)
    return Text(f" {SHAPES[style.shape]}{style.initial} ", style=f"bold {style.ink} on {style.colour}")


def cards(theme: str, game: Game, row: Row, names: Sequence[str], *, is_over: bool) -> list[Text]:
    """The players with their signs, who plays for them, and what the board says about them."""
    count = game.kind.rules.players(game.constants)
    values = {panel.label: panel.value for panel in game.kind.panels(game.constants, row)}
    found = []
    for number, name in enumerate(names if count > 1 else ()):
        moves = not is_over and number == game.kind.rules.turn(game.constants, row)
        line = Text.assemble(("▸ " if moves else "  ", f"bold {LOOKS[theme].cursor}"), sign(theme, game, number))
        line.append(f" {name}", style="bold" if moves else "")
        value = values.get(game.player_title(number))
        if value is not None:
            written = f"  {value}" if len(value) < FITS else "".join(f"\n      {part}" for part in value.split(", "))
            line.append(written, style="bold")
        found.append(line)
    if count > SHOWN:
        found.append(Text(f"  and {count - SHOWN} more", style="dim"))
    return found


def facts(game: Game, row: Row) -> Text:
    """What the board says about everything but the players."""
    panels = game.kind.panels(game.constants, row)
    names = {game.player_title(number) for number in range(min(len(panels), game.kind.rules.players(game.constants)))}
    others = [panel for panel in panels if panel.label not in names]
    return Text("\n").join(Text.assemble((f"{panel.label}  ", "dim"), (panel.value, "bold")) for panel in others)


def turn_line(theme: str, match: Match) -> Text:
    """Whose turn it is, for the title."""
    outcome = match.outcome()
    if outcome:
        return Text(verdict(match, outcome), style="bold")
    if match.seats.players == 1:
        return Text(f"move {len(match.game.moves) + 1}")
    opponent, name = match.seats[match.player], capital(match.game.player_title(match.player))
    told = f"{name} to move" if opponent is HUMAN else f"{name} to move: {title(opponent)}"
    return Text.assemble(sign(theme, match.game, match.player), f" {told}")


def film_line(theme: str, match: Match) -> Text:
    """The move that a film shows, for the title; who moves next, or has won, is told after it."""
    game, mover = match.game, match.movers[-1]
    if match.seats.players == 1:
        return Text(f"move {len(game.moves)}: {game.moves[-1]}")
    return Text.assemble(sign(theme, game, mover), f" {capital(game.player_title(mover))}: {game.moves[-1]}")


def advice(found: MoveInput) -> str:
    """What the player can do now."""
    words = [_by_key(found, word) for word in found.words]
    also = f"\n\n{'; '.join(words)}." if words and not found.touched else ""
    if found.touched:
        return f"{' '.join(found.touched)}: where to?\nEsc lets go."
    if not found.has_cells:
        only = found.only_word
        return f"You can only {_called(found, only)}: C." if only else also.strip() or "T types a move."
    return f"Choose a marked {found.game.kind.cell_word}.{also}"


def no_choice(found: MoveInput, name: str) -> str:
    """What the player reads who has touched a cell that cannot be chosen."""
    half = " ".join(found.touched)
    if found.comes_later(name):
        return f"First choose where the move to {name} begins."
    return f"{name} cannot be chosen after {half}; Esc lets go." if half else f"{name} cannot be chosen now."


def _by_key(found: MoveInput, word: str) -> str:
    """A word with the key that chooses it."""
    return f"{'C' if found.means((word,)) else 'G'}: {_called(found, word)}"


def _called(found: MoveInput, word: str) -> str:
    return found.game.kind.word_labels.get(word, word)


def why_not(match: Match, over: str) -> str:
    """Why the player cannot move now; `over` is the text for a finished game."""
    if match.is_over:
        return over
    return "Paused. P goes on." if match.state.paused else "It is not your turn."
