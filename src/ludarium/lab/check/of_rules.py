"""Promises of rules.py and strategy.py, tried in many positions."""

from collections.abc import Iterator
from typing import Any

from ...contract.row import Row
from ...contract.shape import Flaw
from .subject import ROOM, Sample, Subject

UNTOUCHED = -(1 << 60)  # what stands in memory that the rules must not write to
HIGHEST, LOWEST = (1 << 63) - 1, -(1 << 63)


def players(subject: Subject) -> Iterator[Flaw]:
    """Players are counted from 1, have names of their own, and one of them is to move."""
    kind = subject.kind
    for sample in subject.samples:
        count = kind.rules.players(sample.game)
        if not isinstance(count, int) or count < 1:
            yield subject.rules("players", f"there are {count!r} players; there is at least one")
            return
        names = [kind.board.player(sample.game, number) for number in range(min(count, 64))]
        if len(set(names)) < len(names) or not all(isinstance(name, str) and name for name in names):
            yield subject.board(kind.board.player, f"the players are called {', '.join(map(repr, names))}; "
                                "each needs a name of its own")  # fmt: skip
            return
    for sample in subject.open_samples:
        turn = kind.rules.turn(sample.game, sample.row)
        if not 0 <= turn < kind.rules.players(sample.game):
            yield subject.rules("turn", f"{turn!r} is to move, and the players are 0 to "
                                f"{kind.rules.players(sample.game) - 1}{_after(subject, sample)}")  # fmt: skip
            return


def moves_are_listed(subject: Subject) -> Iterator[Flaw]:
    """`moves` writes what it says where it says, no more than most_moves, and changes nothing else."""
    for sample in subject.open_samples:
        text = _flaw_of_list(subject, sample)
        if text:
            function = "most_moves" if "most_moves" in text else "moves"
            yield subject.rules(function, f"{text}{_after(subject, sample)}")
            return


def _flaw_of_list(subject: Subject, sample: Sample) -> str:
    rules, before = subject.kind.rules, sample.row[:]
    most, at = rules.most_moves(sample.game), 3
    out = [UNTOUCHED] * (at + most + ROOM)
    end = rules.moves(sample.game, sample.row, out, at)
    found = out[at:end] if isinstance(end, int) else []
    if not isinstance(end, int):
        return f"it returns {end!r} and not where the moves end"
    if end - at > most or out[at + most] != UNTOUCHED:
        return f"there are {max(end - at, most + 1)} legal moves, and most_moves says {most}, which is too small"
    if out[:at] != [UNTOUCHED] * at or any(each != UNTOUCHED for each in out[end:]):
        return f"it writes outside of out[n:], or returns {end} where the moves do not end"
    if not found:
        return "there is no legal move, and the game is not over; give it a pass, or an outcome"
    if UNTOUCHED in found or not all(type(move) is int for move in found):
        return "some of the moves are no whole numbers"
    if len(set(found)) < len(found):
        return "it lists a move twice"
    return "it changes the position" if sample.row != before else ""


def single_moves(subject: Subject) -> Iterator[Flaw]:
    """`legal` and `count_moves` say what the list says."""
    kind = subject.kind
    seen = sorted({move for sample in subject.samples for move in sample.moves})[:200]
    for sample in subject.open_samples:
        listed = kind.legal_moves(sample.game, sample.row)
        for move in {*listed, *seen}:
            if bool(kind.legal(sample.game, sample.row, move)) != (move in listed):
                shown = kind.write(sample.game, sample.row, move)
                says = "a legal move" if move not in listed else "no legal move"
                yield subject.rules("legal", f"it says that {shown} is {says}, and moves says otherwise"
                                    f"{_after(subject, sample)}")  # fmt: skip
                return
        count = kind.count_moves(sample.game, sample.row, [0] * kind.rules.most_moves(sample.game), 0)
        if count != len(listed):
            yield subject.rules("count_moves", f"it counts {count}, and there are {len(listed)} moves"
                                f"{_after(subject, sample)}")  # fmt: skip
            return


def types_stay(subject: Subject) -> Iterator[Flaw]:
    """A position keeps its length, and its numbers are whole and have 64 bits."""
    for sample in subject.samples:
        wrong = [each for each in sample.row if type(each) is not int]
        name = "play" if sample.moves else "start"
        if wrong:
            yield subject.rules(name, f"the position has {wrong[0]!r} in it, which is no whole number")
            return
        if any(not LOWEST <= each <= HIGHEST for each in sample.row):
            yield subject.rules(name, "the position has a number of more than 64 bits")
            return
        first = next(each for each in subject.samples if each.game == sample.game)
        if len(first.row) != len(sample.row):
            yield subject.rules(name, f"the position had {len(first.row)} numbers and now has {len(sample.row)}")
            return


def frames(subject: Subject) -> Iterator[Flaw]:
    """A move that unfolds ends as the move that is made at once."""
    kind = subject.kind
    for sample in subject.open_samples if kind.unfolds else ():
        for move in kind.legal_moves(sample.game, sample.row)[:8]:
            at_once, slowly = sample.row[:], sample.row[:]
            kind.rules.play(sample.game, at_once, move)
            for _ in kind.frames(sample.game, slowly, move):
                pass
            if _rest(subject, sample.game, at_once) != _rest(subject, sample.game, slowly):
                shown = kind.write(sample.game, sample.row, move)
                yield subject.rules("step", f"begin and step bring {shown} to another position than play"
                                    f"{_after(subject, sample)}")  # fmt: skip
                return


def outcomes(subject: Subject) -> Iterator[Flaw]:
    """An outcome is one of the REASONS, and the shares of a finished game are 1000 in all."""
    kind = subject.kind
    reasons = kind.board.REASONS
    for sample in subject.samples:
        outcome = kind.rules.outcome(sample.game, sample.row)
        if not isinstance(outcome, int) or not 0 <= outcome < len(reasons):
            yield subject.rules("outcome", f"it returns {outcome!r}, and REASONS has 0 to {len(reasons) - 1}"
                                f"{_after(subject, sample)}")  # fmt: skip
            return
        if outcome and not reasons[outcome]:
            yield Flaw("board.py", 0, f"REASONS has no text for outcome {outcome}")
            return
    for sample in subject.ended_samples:
        count = min(kind.rules.players(sample.game), len(sample.row))
        shares = [kind.rules.share(sample.game, sample.row, player) for player in range(count)]
        # Alone a player wins all or nothing, and of millions of players not all are counted
        if count == kind.rules.players(sample.game) > 1 and sum(shares) != 1000:
            text = f"the shares are {' + '.join(map(str, shares))} = {sum(shares)}, and all of them make 1000"
            yield subject.rules("share", f"{text}{_after(subject, sample)}")
            return
        if any(type(share) is not int or not 0 <= share <= 1000 for share in shares):
            yield subject.rules("share", f"the shares are {shares}, and each is a whole number from 0 to 1000")
            return


def scores(subject: Subject) -> Iterator[Flaw]:
    """Every player has points."""
    for sample in subject.samples:
        for player in range(min(subject.kind.rules.players(sample.game), 64)):
            score = subject.kind.rules.score(sample.game, sample.row, player)
            if not isinstance(score, int):
                yield subject.rules("score", f"player {player} has {score!r} points, which is no whole number")
                return


def keys(subject: Subject) -> Iterator[Flaw]:
    """Keys have 63 bits, and positions that the rules tell apart have different ones."""
    seen: dict[tuple[Any, int], Row] = {}
    for sample in subject.samples:
        key = subject.kind.rules.key(sample.game, sample.row)
        if not isinstance(key, int) or not 0 <= key < 1 << 63:
            yield subject.rules("key", f"{key!r} is no number of 63 bits; mix of ludarium.contract.bits makes them")
            return
        if not _are_alike(subject, sample.game, seen.setdefault((sample.game, key), sample.row), sample.row):
            yield subject.rules("key", f"two positions have the key {key}; mix in every number that the rules look at")
            return


def strategy(subject: Subject) -> Iterator[Flaw]:
    """Evaluations and orders are whole numbers, and look without touching."""
    kind = subject.kind
    for sample in subject.open_samples if kind.strategy else ():
        before = sample.row[:]
        move = kind.legal_moves(sample.game, sample.row)[0]
        found = {
            "evaluate": kind.evaluate(sample.game, sample.row),
            "order": kind.order(sample.game, sample.row, move),
            "known": kind.known(sample.game, sample.row),
        }
        shares = [0] * kind.rules.players(sample.game) if kind.expects_shares(sample.game) else []
        if shares:
            kind.expected_shares(sample.game, sample.row, shares)
        for name, value in *found.items(), *(("expected_shares", share) for share in shares):
            if type(value) is not int:
                yield subject.rules(name, f"it returns {value!r}, which is no whole number")
                return
        if sample.row != before:
            yield Flaw("strategy.py", 0, "a function changes the position that it looks at")
            return


def games_end(subject: Subject) -> Iterator[Flaw]:
    """Random games end; those of some games need not, which is worth knowing."""
    if subject.endless:
        subject.notes.append(
            f"{subject.endless} of {subject.played} random games had not ended when they were broken off; if a game "
            "can go on for ever, count moves without progress and let `outcome` end it"
        )
    return iter(())


def _are_alike(subject: Subject, game: Any, one: Row, other: Row) -> bool:
    """Whether two positions are the same, or differ only in what the rules do not look at, as far as one move shows."""
    if _rest(subject, game, one) == _rest(subject, game, other):
        return True
    seen = _seen(subject, game, one)
    return seen == _seen(subject, game, other) and all(
        _seen(subject, game, _after_move(subject, game, one, move))
        == _seen(subject, game, _after_move(subject, game, other, move))
        for move in seen[2]
    )


def _seen(subject: Subject, game: Any, row: Row) -> tuple[int, int, list[int], list[int]]:
    """What the rules say of a position: turn, outcome, legal moves, and points."""
    kind, rules = subject.kind, subject.kind.rules
    points = [rules.score(game, row, player) for player in range(rules.players(game))]
    outcome = rules.outcome(game, row)
    return rules.turn(game, row), outcome, [] if outcome else sorted(kind.legal_moves(game, row)), points


def _after_move(subject: Subject, game: Any, row: Row, move: int) -> Row:
    after = row[:]
    subject.kind.rules.play(game, after, move)
    return after


def _rest(subject: Subject, game: Any, row: Row) -> tuple[int, ...]:
    """The numbers that make the position at rest."""
    kept = subject.kind.kept(game)
    return tuple(row[:kept] if kept else row)


def _after(subject: Subject, sample: Sample) -> str:
    """Where a flaw was seen."""
    kind = subject.kind
    try:
        moves = kind.write_line(sample.game, kind.start(sample.game, sample.options), sample.moves)
    except Exception:
        return f" (after {len(sample.moves)} moves)"
    shown = " ".join(moves[-6:])
    return f" (after {'... ' if len(moves) > 6 else ''}{shown})" if moves else " (in the first position)"
