"""Ratings of people as solvers of puzzles, and of puzzles: a first try is a game between the two."""

from datetime import datetime

from sqlalchemy import Connection, bindparam, select, text

from ..database import tables
from ..database.database import advisory_lock
from .models import DEVIATIONS, NEW_SOLVER, SCALE, START, Rating, Solver
from .ratings import updated

UNSURE = 4.0  # the uncertainty of a puzzle's first rating, which its maker has estimated

MARK_TRIED = text(
    "INSERT INTO attempts (person, kind, puzzle, solved, at) VALUES (:person, :kind, :puzzle, :solved, :at)"
    " ON CONFLICT DO NOTHING"
).bindparams(
    bindparam("person", type_=tables.EXACT_TEXT),
    bindparam("kind", type_=tables.EXACT_TEXT),
    bindparam("puzzle", type_=tables.EXACT_TEXT),
    bindparam("at", type_=tables.UtcDateTime()),
)


def rate_try(
    connection: Connection, person: str, kind: str, puzzle: str, estimate: int, solved: bool, now: datetime
) -> bool:
    """Rate a person's first try at a puzzle, whose maker has estimated its rating; False if it was not the first."""
    values = {"person": person, "kind": kind, "puzzle": puzzle, "solved": solved, "at": now}
    if not connection.execute(MARK_TRIED, values).rowcount:
        return False
    advisory_lock(connection, f"rating of {person}")
    advisory_lock(connection, f"rating of puzzle {puzzle}")
    s, p = tables.solvers, tables.puzzles
    solver = connection.execute(select(s).where(s.c.person == person, s.c.kind == kind)).first()
    known = connection.execute(select(p).where(p.c.kind == kind, p.c.puzzle == puzzle)).first()
    before = {puzzle: first_rating(puzzle, estimate)}
    if known:
        before[puzzle] = Rating(puzzle, "", kind, known.mu, known.sigma, known.tries)
    if solver:
        before[person] = Rating(person, "", kind, solver.mu, solver.sigma, solver.tries)
    ranks = {person: 0 if solved else 1, puzzle: 1 if solved else 0}
    (mu, sigma), (hard, unsure) = updated([person, puzzle], ranks, before)
    streak = (solver.streak if solver else 0) + 1 if solved else 0
    mine = {"mu": mu, "sigma": sigma, "tries": (solver.tries if solver else 0) + 1, "streak": streak}
    its = {"mu": hard, "sigma": unsure, "tries": before[puzzle].games + 1}
    if solver:
        connection.execute(s.update().where(s.c.person == person, s.c.kind == kind).values(**mine))
    else:
        connection.execute(s.insert().values(person=person, kind=kind, **mine))
    if known:
        connection.execute(p.update().where(p.c.kind == kind, p.c.puzzle == puzzle).values(**its))
    else:
        connection.execute(p.insert().values(kind=kind, puzzle=puzzle, **its))
    return True


def first_rating(puzzle: str, estimate: int) -> Rating:
    """The rating of a puzzle that no person has tried: it shows what its maker has estimated."""
    return Rating(puzzle, "", "", (estimate - START) / SCALE + DEVIATIONS * UNSURE, UNSURE, 0)


def solver_of(connection: Connection, person: str, kind: str) -> Solver:
    """How well a person solves the puzzles of a kind of game."""
    s = tables.solvers
    found = connection.execute(select(s).where(s.c.person == person, s.c.kind == kind)).first()
    if found is None:
        return NEW_SOLVER
    return Solver(Rating(person, "", kind, found.mu, found.sigma, found.tries).displayed, found.tries, found.streak)


def tried(connection: Connection, person: str, kind: str) -> dict[str, bool]:
    """The puzzles of a kind of game that a person has tried, and whether the first try was right."""
    t = tables.attempts.c
    query = select(t.puzzle, t.solved).where(t.person == person, t.kind == kind)
    return {row.puzzle: row.solved for row in connection.execute(query)}


def rating_of(connection: Connection, kind: str, puzzle: str) -> int | None:
    """The rating of a puzzle that people have tried."""
    p = tables.puzzles
    found = connection.execute(select(p).where(p.c.kind == kind, p.c.puzzle == puzzle)).first()
    return Rating(puzzle, "", kind, found.mu, found.sigma, found.tries).displayed if found else None
