"""What players see and try before they play: boards to be drawn, posters, introductions."""

from ..contract.errors import BadOption, IllegalMove
from ..contract.kind import Kind
from ..contract.quotation import quoted
from ..play.game import Game
from ..play.introduction import Step, introduction_of, poster
from ..play.match.film import film
from ..play.match.presenter import capital
from ..play.match.seats import SHOWN
from ..protocol.games import BoardTold, IntroductionTold, StepTold, Tried, TriedTold
from .rooms.registry import find_kind

MOST_CELLS = 400  # of a drawn board


def describe_board(game: Game) -> BoardTold:
    """A board to be drawn; BadOption if it is too large for a picture."""
    columns, rows = game.kind.board.shape(game.constants)
    if columns * rows > MOST_CELLS:
        raise BadOption(f"a board of {columns} x {rows} is too large for a picture")
    players = min(game.kind.rules.players(game.constants), SHOWN)
    names = tuple(game.kind.board.player(game.constants, number) for number in range(players))
    return BoardTold(columns, rows, game.scene().cells, names, game.kind.geometry(game.constants))


def first_board(kind: str, options: dict[str, str]) -> BoardTold:
    """The first board, with the values of options that can be pictured."""
    found = find_kind(kind)
    for name in options:
        if not (name in found.options and found.options[name].is_pictured):
            raise BadOption(f"there are no pictures for {quoted(name)}")
    return describe_board(Game(found, None, **options))


def describe_poster(kind: str) -> BoardTold:
    """A board that shows what a game looks like."""
    return describe_board(poster(find_kind(kind)))


def introduction(kind: str) -> IntroductionTold:
    """The introduction to a game; no steps if it has none."""
    found = find_kind(kind)
    return IntroductionTold(tuple(_describe_step(found, step) for step in introduction_of(found).steps))


def try_move(kind: str, step: int, data: Tried) -> TriedTold:
    """Make a move in the position of a step, counted from 0. Nothing is stored."""
    found = find_kind(kind)
    steps = introduction_of(found).steps
    if not 0 <= step < len(steps):
        raise BadOption(f"the introduction to {found.id} has {len(steps)} steps; there is no step {step}")
    asked = steps[step]
    game = asked.game(found)
    move = game.paths().get(data.path)
    if move is None:
        raise IllegalMove(f"{' '.join(data.path)[:80]} is no move in this position")
    (counts, text), before = asked.answer(game, move), game.snapshot()
    game.push(move)
    frames = film(found, game.constants, before, move.number, game.row)
    return TriedTold(counts, text, frames)


def _describe_step(kind: Kind, step: Step) -> StepTold:
    game = step.game(kind)
    scene, paths = game.scene(), game.paths()
    counted = [path for path, move in paths.items() if step.moves and step.counts(game, move)]
    # Words that no counted move begins with would lead astray
    words = tuple(word for word in scene.words if any(path[0] == word for path in counted))
    shown = tuple(path for path in paths if path[0] in words or path[0] not in scene.words)
    return StepTold(capital(step.text), describe_board(game), scene.turn or 0, shown, words)
