"""A position as clients show it: of the past of a game, or of a variation."""

from ...play.game import Game
from ...play.match.film import film
from ...play.match.presenter import made
from ...play.match.sight import seen
from ...play.move_input import move_input
from ...protocol.messages import Explored, Frame, Made, PlyTold
from .board_size import describe_cells


def describe_ply(game: Game, ply: int, made: Made | None, viewer: int | None = None) -> PlyTold:
    """The position after so many moves, the last of which is given, as a viewer sees it."""
    kind, constants, row = game.kind, game.constants, seen(game, game.row_after(ply), viewer)
    cells, grid = describe_cells(game, row)
    turn = None if kind.rules.outcome(constants, row) else kind.rules.turn(constants, row)
    if viewer is not None:
        panels = tuple(kind.panels(constants, row))
        return PlyTold(ply, cells, panels, turn, made, (Frame(cells, panels),), grid)
    before = game.row_after(max(0, ply - 1))
    frames = film(kind, constants, before, game.moves[ply - 1].number, row) if ply else ()
    return PlyTold(ply, cells, tuple(kind.panels(constants, row)), turn, made, frames, grid)


def describe_choice(game: Game, re: int) -> Explored:
    """The last position of a game, with what can be played there."""
    pointing, outcome = move_input(game), game.outcome()
    position = describe_ply(game, len(game.moves), last_made(game))
    return Explored(re, position, pointing.words, pointing.leads, pointing.paths, outcome.reason if outcome else "")


def last_made(game: Game) -> Made | None:
    """The last move of a game for the list of moves."""
    if not game.moves:
        return None
    before = game.row_after(len(game.moves) - 1)
    return made(game, before, game.kind.rules.turn(game.constants, before), game.moves[-1])
