"""What a worker knows: the games it was asked about, and the opponents that play them, with what they have learned."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from math import exp
from typing import TYPE_CHECKING, TypeVar

from ...contract.bits import mix
from ...contract.errors import IllegalMove
from ...engine.cancel import CancelToken
from ...games import kind as find
from ...play.analysis import Limit, as_line, make_searcher
from ...play.analysis import Line as Found
from ...play.game import Game
from ...play.move import Move
from ...play.opponents.engine_player import EnginePlayer
from ...play.opponents.opponent import Opponent
from ...play.opponents.registry import seated
from ...play.review import review
from ...protocol.messages import Judged, Line
from .run_script import run_script
from .tasks import Answer, FromWorker, Part, Task

if TYPE_CHECKING:
    from ...engine.searcher import Searcher

GAMES = 32  # whose positions are kept
OPPONENTS = 8  # whose memories are kept; each may be many megabytes
LINE = 12  # moves of a line that are told
STEEP = 300.0  # the score, in hundredths of a point, of somebody who wins about three games of four

T = TypeVar("T")


class Recent(OrderedDict[Hashable, T]):
    """The things that were asked for last."""

    def __init__(self, most: int, leave: Callable[[T], None] = lambda old: None) -> None:
        super().__init__()
        self._most, self._leave = most, leave

    def get_or(self, key: Hashable, make: Callable[[], T]) -> T:
        if key not in self:
            self[key] = make()
        self.move_to_end(key)
        while len(self) > self._most:
            self._leave(self.popitem(last=False)[1])
        return self[key]


class TaskRunner:
    """Answers tasks, one at a time."""

    def __init__(self) -> None:
        self._games: Recent[Game] = Recent(GAMES)
        self._opponents: Recent[Opponent] = Recent(OPPONENTS, lambda old: old.close())

    def answer(self, task: Task, cancel: CancelToken, say: Callable[[FromWorker], None]) -> Answer:
        if task.do == "run_script":
            return Answer(task.id, script=run_script(find(task.kind), task.text))
        game = self._game(task)
        if task.do == "review":
            return self._review(task, game, cancel, say)
        if game.outcome():
            raise IllegalMove("the game is over; there is no move to look for")
        if task.do == "ready":
            make_searcher(game).search(game.row, nodes=1)
            return Answer(task.id)
        if task.do == "analyse":
            return Answer(task.id, lines=self._analyse(task, game, cancel))
        return Answer(task.id, move=self._who(task).choose(game.copy(), cancel).number)

    def _game(self, task: Task) -> Game:
        """The game that a task is about, reached from where it was when last asked about."""
        key = (task.game, task.do == "analyse", tuple(task.options.items()), task.origin)
        game = self._games.get_or(key, lambda: _begin(task))
        known = [move.number for move in game.moves]
        common = next((i for i, pair in enumerate(zip(known, task.moves, strict=False)) if pair[0] != pair[1]), None)
        same = min(len(known), len(task.moves)) if common is None else common
        try:
            for _ in known[same:]:
                game.pop()
        except IllegalMove:
            # Not every move can be taken back
            game, same = _begin(task), 0
            self._games[key] = game
        for number in task.moves[same:]:
            game.push(Move(game.kind, game.constants, number))
        return game

    def _who(self, task: Task) -> Opponent:
        """Whoever is to choose a move. One with a seed is made anew: the same position, the same move."""
        if task.do == "hint":
            return self._opponents.get_or((task.game, task.do), lambda: EnginePlayer(Limit(seconds=task.seconds)))
        kind = find(task.kind)
        if task.seed is not None:
            return seated(task.seat, kind, mix(mix(task.seed, len(task.moves)), task.player))
        return self._opponents.get_or((task.game, task.player, task.seat), lambda: seated(task.seat, kind))

    def _analyse(self, task: Task, game: Game, cancel: CancelToken) -> tuple[Line, ...]:
        """The best ways to play on; those that were not looked at when it was halted are left out."""
        brain, found, banned = make_searcher(game), list[Found](), list[int]()
        brain.search(game.row, nodes=1)
        for _ in range(min(task.lines, len(game.legal_moves))):
            thought = brain.search(game.row, seconds=task.seconds, banned=banned, cancel=cancel)
            found.append(as_line(game, thought))
            banned.append(thought.move)
        found.sort(key=lambda line: -line.score)
        return tuple(told(game, line, brain) for line in found)

    def _review(self, task: Task, game: Game, cancel: CancelToken, say: Callable[[FromWorker], None]) -> Answer:
        asked = list[bool]()
        again = Game(game.kind, game.origin, **game.options)
        brain = make_searcher(again)
        with cancel.on_cancel(lambda: asked.append(True)):
            for judged in review(game, seconds=task.seconds):
                better = tuple(told(again, line, brain) for line in judged.better)
                again.push(judged.move)
                chance = first_chance(again, judged.view, brain, 0)
                mark = (judged.number, judged.score, judged.loss, judged.mark, chance, better)
                say(Part(task.id, Judged(0, *mark)))
                if asked:
                    break
        return Answer(task.id)


def _begin(task: Task) -> Game:
    return Game(find(task.kind), task.origin, **task.options)


def told(game: Game, line: Found, brain: "Searcher") -> Line:
    """A line of play for the wire."""
    turn = game.kind.rules.turn(game.constants, game.row)
    return Line(
        moves=tuple(map(str, line.moves[:LINE])),
        path=tuple(game.kind.paths(game.constants, game.row, line.move.number)[0]),
        score=line.score,
        chance=first_chance(game, line.score, brain, turn),
        wins_in=line.wins_in,
        depth=line.depth,
        nodes=line.nodes,
    )


def first_chance(game: Game, score: int, brain: "Searcher", player: int) -> float:
    """How likely the first player is to win, roughly, if a position is worth so much to a player."""
    count = game.kind.rules.players(game.constants)
    if count == 1:
        return 0.5
    # TaskRunner that play games to their ends count thousandths of the win: what is lost is won by others
    counts_wins = brain.mirrored(0) != 0
    mine = score / 1000 if counts_wins else 1 / (1 + exp(-max(-40.0, min(40.0, score / STEEP))))
    return round(min(1.0, max(0.0, mine if player == 0 else (1 - mine) / (count - 1))), 4)
