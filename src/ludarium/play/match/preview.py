"""Previews: what a move would do, why it cannot be made, and which moves a player would have at turn."""

from itertools import islice

from ...contract.row import Row
from ...contract.scene import Cell
from ...protocol.messages import Premoves, Preview
from ..game import Game
from ..move_input import lists_moves, objection
from .film import changed
from .match import Match

FRAMES = 32  # after which a film is told by its end
LARGEST = 1 << 18  # numbers of a position, above which it takes too long to try a move on a copy
DRAWS = 3  # worlds in which a move is tried, where there is something that a player does not see


def preview(match: Match, path: tuple[str, ...], viewer: int | None = None) -> Preview:
    """What the move of a path would do, as far as a viewer may know it."""
    if viewer not in (None, match.player):
        return Preview(path)
    game, move = match.game, match.move_input.means(path)
    if move is None or match.is_over:
        return Preview(path, objection="the game is over" if match.is_over else objection(game, path))
    if viewer is not None:
        return Preview(path)
    kind, constants, row = game.kind, game.constants, game.row
    areas = tuple(tuple(area) for area in kind.areas(constants, row, move.number))
    frames = _frames(game, move.number) if len(row) <= LARGEST else ()
    return Preview(path, frames, areas, move=str(move))


def _frames(game: Game, number: int) -> tuple[tuple[Cell, ...], ...]:
    """The frames of a move, as far as they are the same whatever the player does not see."""
    kind, worlds = game.kind, range(DRAWS if game.kind.has_secrets else 1)
    films = []
    for world in worlds:
        row = game.row[:]
        if kind.has_secrets:
            kind.determinize(game.constants, row, world)
        films.append(_film(game, row, number))
    known = []
    for frames in zip(*films, strict=False):
        if any(frame != frames[0] for frame in frames):
            break
        known.append(frames[0])
    return tuple(frame for frame in known if frame)


def _film(game: Game, row: Row, number: int) -> list[tuple[Cell, ...]]:
    """The first frames of a move in one world, and all the others as one."""
    kind, constants, frames = game.kind, game.constants, list[tuple[Cell, ...]]()
    film, shown = kind.frames(constants, row, number), game.row
    for frame in islice(film, FRAMES):
        frames.append(changed(kind, constants, shown, frame))
        shown = frame[:]
    for _ in film:
        pass
    frames.append(changed(kind, constants, shown, row))
    return frames


def premoves(match: Match, player: int, re: int) -> Premoves:
    """The moves that a player would have now, as answer to a request."""
    game = match.game
    kind, constants = game.kind, game.constants
    if len(game.row) > LARGEST:
        return Premoves(re, (), (), None)
    row = None if match.is_over or kind.hides else kind.at_turn(constants, game.row, player)
    if row is None:
        return Premoves(re, (), (), ())
    words = tuple(kind.words(constants, row))
    leads = tuple(word for word in words if word in kind.leading_words)
    return Premoves(re, words, leads, tuple(kind.ways(constants, row)) if lists_moves(game) else None)
