"""Puzzles for a person, and what comes of a try."""

import random
from datetime import date

from ..contract.kind import Kind
from ..play.match.film import film
from ..play.puzzles import Answer, Puzzle, find_puzzle, puzzle_of_the_day, puzzles_of
from ..protocol.puzzles import AnswerTold, PuzzleTold, Shown, SolverTold, Try
from ..store.people.models import Solver
from .caller import Caller
from .rooms.registry import find_kind
from .storage import RatingStorage

SHOWN = 12  # moves of an answer
CHOICE = 20  # puzzles that fit a person about as well


async def next_puzzle(
    people: RatingStorage, person: str | None, today: date, kind: str, *, daily: bool = False, id: str = ""
) -> PuzzleTold:
    """A puzzle not tried yet, about as hard as the person is good; the puzzle of the day; or the one with an id."""
    found = find_kind(kind)
    of_the_day = puzzle_of_the_day(found, today)
    if id or daily:
        puzzle = find_puzzle(found, id) if id else of_the_day
    else:
        puzzle = await fitting_puzzle(people, person, found)
    return await _told(people, person, puzzle, puzzle is of_the_day)


async def try_puzzle(people: RatingStorage, caller: Caller, kind: str, id: str, data: Try) -> AnswerTold:
    """Try a move; the first try counts for the person's rating and the puzzle's."""
    puzzle = find_puzzle(find_kind(kind), id)
    answer = puzzle.answer_path(data.path) if data.path else puzzle.given_up()
    rated, mine = await rate_answer(people, (await caller.ensure_person()).id, puzzle, answer)
    return AnswerTold(answer.is_right, answer.text, _shown(puzzle, answer), rated, SolverTold(*mine))


async def rate_answer(people: RatingStorage, person: str, puzzle: Puzzle, answer: Answer) -> tuple[bool, Solver]:
    """Rate a first try; whether it was one, and how good the person is now."""
    kind = puzzle.kind.id
    rated = await people.rate_try(person, kind, puzzle.id, puzzle.rating, answer.is_right)
    return rated, await people.solver(person, kind)


async def fitting_puzzle(people: RatingStorage, person: str | None, kind: Kind, but: Puzzle | None = None) -> Puzzle:
    """One of the puzzles that were not tried, if there are any, whose ratings are nearest to the person's; never
    `but`, which the person has just seen."""
    tried, rating = await people.tried_puzzles(person, kind.id), (await people.solver(person, kind.id)).rating
    others = [puzzle for puzzle in puzzles_of(kind).values() if puzzle is not but] or [*puzzles_of(kind).values()]
    fresh = [puzzle for puzzle in others if puzzle.id not in tried] or others
    nearest = sorted(fresh, key=lambda puzzle: abs(puzzle.rating - rating))
    return random.choice(nearest[:CHOICE])


async def rating_of(people: RatingStorage, puzzle: Puzzle) -> int:
    """How hard a puzzle is: by those who have tried it, or else as its maker has estimated."""
    rating = await people.puzzle_rating(puzzle.kind.id, puzzle.id)
    return puzzle.rating if rating is None else rating


async def _told(people: RatingStorage, who: str | None, puzzle: Puzzle, daily: bool) -> PuzzleTold:
    game, kind = puzzle.game(), puzzle.kind
    scene = game.scene()
    return PuzzleTold(
        id=puzzle.id,
        kind=kind.id,
        task=puzzle.task,
        hint=puzzle.hint,
        rating=await rating_of(people, puzzle),
        daily=daily,
        tried=puzzle.id in await people.tried_puzzles(who, kind.id),
        turn=kind.rules.turn(game.constants, game.row),
        names=tuple(kind.board.player(game.constants, number) for number in range(kind.rules.players(game.constants))),
        columns=scene.columns,
        rows=scene.rows,
        cells=scene.cells,
        panels=scene.panels,
        words=scene.words,
        paths=tuple(game.paths()),
        mine=SolverTold(*await people.solver(who, kind.id)),
        geometry=kind.geometry(game.constants),
    )


def _shown(puzzle: Puzzle, answer: Answer) -> tuple[Shown, ...]:
    """The films of the moves of an answer, the first ones of a long line."""
    game, kind, shown = puzzle.game(), puzzle.kind, list[Shown]()
    for text in answer.moves[:SHOWN]:
        move, before = game.parse(text), game.row[:]
        path = kind.paths(game.constants, before, move.number)[0]
        game.push(move)
        shown.append(Shown(text, path, film(kind, game.constants, before, move.number, game.row)))
    return tuple(shown)
