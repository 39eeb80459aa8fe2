"""What stands beside the board: the players, the facts, and what is to be done now."""

from rich.text import Text

from ....contract.row import Row
from ....contract.scene import Panel
from ....play.game import Outcome
from ....play.match.seats import SHOWN, Party, title
from ....play.match.table import HUMAN, Table
from ....play.move_input import MoveInput
from ..board.painter import SHAPES, dress
from ..themes import LOOKS

ROOM = 8  # letters that fit behind a player's name


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def player_title(table: Table, number: int) -> str:
    """A player by name; those whose name is a number are called so."""
    name = table.game.kind.board.player(table.game.constants, number)
    return f"player {name}" if name.isdigit() else name


def panels(table: Table, row: Row) -> list[Panel]:
    return list(table.game.kind.panels(table.game.constants, row))


def players(theme: str, table: Table, party: Party, row: Row) -> Text:
    """The players with their shapes and colours, who they are, and what the board says about them."""
    constants, kind = table.game.constants, table.game.kind
    count = kind.rules.players(constants)
    told = {panel.label: panel.value for panel in panels(table, row)}
    lines = []
    for number in range(min(count, SHOWN)):
        if count == 1:
            break
        name = kind.board.player(constants, number)
        worn = dress(theme, number, name)
        moves = not table.outcome() and number == kind.rules.turn(constants, row)
        line = Text()
        line.append("▸" if moves else " ", style=LOOKS[theme].cursor)
        line.append(f" {SHAPES[worn.shape]}{worn.initial} ", style=f"bold {LOOKS[theme].ink} on {worn.colour}")
        line.append(f" {title(party.whose(number))}", style="bold" if moves else "")
        value = told.get(player_title(table, number))
        if value is not None:
            written = f"  {value}" if len(value) < ROOM else "".join(f"\n      {part}" for part in value.split(", "))
            line.append(written)
        lines.append(line)
    if count > SHOWN:
        lines.append(Text(f"  and {count - SHOWN} more", style="dim"))
    return Text("\n").join(lines)


def facts(theme: str, table: Table, row: Row) -> Text:
    """What the board says about everything but the players."""
    names = {player_title(table, n) for n in range(min(SHOWN, table.game.kind.rules.players(table.game.constants)))}
    others = [panel for panel in panels(table, row) if panel.label not in names]
    return Text("\n").join(Text.assemble((f"{panel.label}  ", "dim"), (panel.value, "bold")) for panel in others)


def ending(table: Table, outcome: Outcome) -> str:
    """How a game ended, in a few words."""
    if outcome.winner is not None and len(outcome.scores) > 1:
        winner = f"player {outcome.winner}" if outcome.winner.isdigit() else outcome.winner
        return f"The winner is {winner}!"
    return "Nobody has won alone." if len(outcome.scores) > 1 else "The game is over."


def turn_line(table: Table, party: Party) -> str:
    """Whose turn it is, for the title."""
    outcome = table.outcome()
    if outcome:
        return ending(table, outcome)
    if table.game.kind.rules.players(table.game.constants) == 1:
        return f"move {len(table.game.moves) + 1}"
    who = party.whose(table.player)
    name = capital(player_title(table, table.player))
    return f"{name} to move" if who is HUMAN else f"{name} to move: {title(who)}"


def advice(found: MoveInput) -> str:
    """What a person can do now."""
    words = [_by_key(found, word) for word in found.words]
    also = f"\n\n{'; '.join(words)}." if words and not found.touched else ""
    if found.touched:
        return f"{' '.join(found.touched)}: where to?\nEsc lets go."
    if not found.has_cells:
        return also.strip() or "T types a move."
    return f"Choose a marked square.{also}"


def _by_key(found: MoveInput, word: str) -> str:
    """How a word is said by key."""
    called = {"g": "golden move", "-": "pass"}.get(word, word)
    return f"C: {called}" if found.means((word,)) else f"G: {called}"


def why_not(table: Table, paused: bool, over: str) -> str:
    """Why a person can do nothing now; `over` is said when the game is over."""
    if table.outcome():
        return over
    return "Paused. P goes on." if paused else "It is not your turn."


def statistics(table: Table) -> list[Panel]:
    """The game in detail, as far as the board can tell."""
    game = table.game
    made = [] if game.kind.has_statistics else [Panel("moves", str(len(game.moves)))]
    return [*made, *game.kind.statistics(game.constants, game.row)]
