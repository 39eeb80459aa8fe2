"""Ludarium as an engine of another program: the UAI protocol on two pipes.

One thread reads, and answers everything but searches at once. A second thread searches, one `go` after the other, each
in the position and with the options that were set when it was heard.
"""

import os
import re
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, BinaryIO

from ... import __version__
from ...contract.errors import BadNotation, BadOption, LudariumError
from ...contract.kind import Kind
from ...contract.options import Choice, Whole
from ...contract.quotation import quoted
from ...engine.search.cancel import CancelToken
from ...engine.search.patience import Patience
from ...games import uai_of
from ...play.game import Game
from .go import Go, read_go
from .time_manager import TimeManager

if TYPE_CHECKING:
    from ...engine.search.alphabeta import AlphaBeta
    from ...engine.search.result import SearchResult

OPTIONS = {
    option.name.lower(): option
    for option in (
        Whole("Hash", 64, 1, 4096, "megabytes for what the search remembers"),
        Whole("Threads", 1, 1, 64, "threads that search"),
        Whole("MultiPV", 1, 1, 64, "lines that are told"),
        Choice("Ponder", ("false", "true"), "whether the other program makes use of the opponent's time"),
    )
}

LEAVING = 1.0  # seconds for the search to end after `quit`
LONGEST_LINE = 1 << 20


def score(result: "SearchResult") -> str:
    """Hundredths of a piece, or the moves to a win that has been seen."""
    from ...engine.search.negamax import WIN
    from ...engine.search.result import SURE

    if abs(result.score) <= SURE:
        return f"cp {result.score}"
    moves = (WIN - abs(result.score) + 1) // 2
    return f"mate {moves if result.score > 0 else -moves}"


def info(result: "SearchResult", write: Callable[[int], str]) -> str:
    """What a search has found so far, as UAI tells it."""
    facts = {
        "depth": result.depth,
        "seldepth": max(result.depth, result.deepest),
        "multipv": result.rank,
        "score": score(result),
        "nodes": result.nodes,
        "nps": round(result.nodes / max(result.seconds, 1e-6)),
        "hashfull": result.table_use,
        "time": round(1000 * result.seconds),
        "pv": " ".join(map(write, result.line)),
    }
    return " ".join(("info", *(f"{name} {fact}" for name, fact in facts.items())))


class Job:
    """A `go` that is not answered yet."""

    def __init__(self, go: Go, game: Game, options: dict[str, Any], session: int) -> None:
        self.begun = time.perf_counter()
        self.go, self.game, self.options, self.session = go, game, options, session
        self.cancel = CancelToken()
        self.ponders = "ponder" in go.switches
        self.may_answer = threading.Event()
        if go.ends and not self.ponders:
            self.may_answer.set()
        self._turn = game.kind.rules.turn(game.constants, game.row)
        allowed = go.budget(self._turn)
        self._manager = TimeManager(allowed) if allowed else None

    @property
    def seconds(self) -> float | None:
        """How long it may take from now on, or None if there is no clock."""
        seconds = self.go.seconds(self._turn)
        return None if seconds is None else max(0.001, seconds - (time.perf_counter() - self.begun))

    def follow(self, found: "SearchResult") -> None:
        """End the search after a depth that is the last worth its time on the clock."""
        if self._manager and found.rank == 1:
            is_enough = self._manager.is_enough(found.move, found.score, time.perf_counter() - self.begun)
            if is_enough and self.go.ends and not self.ponders:
                self.cancel.cancel()

    def stop(self) -> None:
        self.cancel.cancel()
        self.may_answer.set()

    def hit(self) -> None:
        """The opponent has made the expected move: the clock runs from now on."""
        self.ponders, self.begun = False, time.perf_counter()
        seconds = self.seconds
        if seconds is not None:
            clock = threading.Timer(seconds, self.stop)
            clock.daemon = True
            clock.start()
        if self.go.ends:
            self.may_answer.set()


class Engine:
    """One conversation. Answers go out by `say`, from any thread."""

    def __init__(self, kind: Kind, say: Callable[[str], None]) -> None:
        self._say = say
        self._kind, self._notation = kind, uai_of(kind)
        self.game = self._new()
        self._values: dict[str, Any] = {name: option.default for name, option in OPTIONS.items()}
        self._session = 0  # counts the games: what was learned in one is not used in the next
        self._searcher: AlphaBeta | None = None
        self._made_for: tuple[int, ...] = ()
        self._jobs: list[Job] = []
        self._work: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._worker = threading.Thread(target=self._work_through, daemon=True)
        self._worker.start()

    def hear(self, line: str) -> bool:
        """Take a line in; False if it was the last."""
        words = line.split()
        if words[:1] == ["quit"]:
            return False
        try:
            if words:
                self._run(words)
        except LudariumError as error:
            self._say(f"info string {error}")
        return True

    def close(self, seconds: float | None = None, *, finish: bool = True) -> bool:
        """Come to an end; False if that takes longer than these seconds. Searches that end by themselves may finish."""
        for job in self._jobs[:]:
            if not finish or job.ponders or not job.go.ends:
                job.stop()
        self._work.put(None)
        self._worker.join(seconds)
        return not self._worker.is_alive()

    def _work_through(self) -> None:
        while work := self._work.get():
            work()

    def _run(self, words: Sequence[str]) -> None:
        command = COMMANDS.get(words[0])
        if command is None:
            raise BadNotation(f"{quoted(words[0], 40)} is no command here; there are {', '.join(COMMANDS)}, quit")
        command(self, words[1:])

    def _uai(self, words: Sequence[str]) -> None:
        self._say(f"id name Ludarium {__version__}")
        self._say("id author the Ludarium authors")
        for option in OPTIONS.values():
            bounds = option.bounds
            sort = f"type spin default {option.default} min {bounds[0]} max {bounds[1]}" if bounds else None
            self._say(f"option name {option.name} {sort or f'type check default {option.default}'}")
        self._say("uaiok")
        self._work.put(partial(self._load, self._job([])))

    def _isready(self, words: Sequence[str]) -> None:
        if self._jobs:
            self._say("readyok")
            return
        self._work.put(partial(self._load, self._job([])))
        self._work.put(partial(self._say, "readyok"))

    def _new_game(self, words: Sequence[str]) -> None:
        self.game = self._new()
        self._session += 1

    def _setoption(self, words: Sequence[str]) -> None:
        found = re.fullmatch("name (.+) value (.+)", " ".join(words))
        if not found or found[1].lower() not in OPTIONS:
            known = ", ".join(option.name for option in OPTIONS.values())
            raise BadOption(f"there is no such option; there are {known}, set by 'setoption name Hash value 64'")
        self._values[found[1].lower()] = OPTIONS[found[1].lower()].check(found[2])

    def _position(self, words: Sequence[str]) -> None:
        """Begin at a position and make the moves; if anything is wrong the last position stays."""
        end = words.index("moves") if "moves" in words else len(words)
        if words[:1] == ["fen"]:
            game = self._new(" ".join(words[1:end]))
        elif words[:end] == ["startpos"]:
            game = self._new()
        else:
            raise BadNotation("a position is startpos or fen, and the moves behind the word moves")
        for move in words[end + 1 :]:
            game.push(move)
        self.game = game

    def _new(self, position: str | None = None) -> Game:
        return Game(self._kind, position, **self._notation.OPTIONS)

    def _display(self, words: Sequence[str]) -> None:
        """The board and the position. `print` is the same, by another name that engines have for it."""
        game, over = self.game, self.game.outcome()
        self._say(f"{game}\n")
        self._say(f"Fen: {game.position}")
        self._say(f"Over: {over.reason}" if over else f"To move: {game.turn}, {len(game.legal_moves)} legal moves")

    def _stop(self, words: Sequence[str]) -> None:
        for job in self._jobs[:]:
            job.stop()

    def _ponderhit(self, words: Sequence[str]) -> None:
        pondering = next((job for job in self._jobs if job.ponders), None)
        if pondering is None:
            raise BadNotation("ponderhit comes after go ponder, and nothing is pondered now")
        pondering.hit()

    def _job(self, words: Sequence[str]) -> Job:
        return Job(read_go(words), self.game, dict(self._values), self._session)

    def _go(self, words: Sequence[str]) -> None:
        job = self._job(words)
        for sentence in job.go.wrong:
            self._say(f"info string {sentence}")
        if self._jobs:
            self._say("info string a search is running; this one begins when that has ended, and stop ends both")
        self._jobs.append(job)
        self._work.put(partial(self._answer, job))

    # In the thread that searches

    def _load(self, job: Job) -> "AlphaBeta":
        """The searcher, with its code loaded; where that is not compiled yet, plain Python begins to search."""
        from ...engine.net.files import net_of
        from ...engine.search.alphabeta import AlphaBeta

        wanted = job.session, job.options["hash"], job.options["threads"]
        if self._searcher is None or self._made_for != wanted:
            self._searcher = None  # its table goes before the next one comes
            _, megabytes, threads = wanted
            net = net_of(self._kind, job.game.constants)
            make = partial(AlphaBeta, self._kind, job.game.constants, threads=threads, net=net)
            try:
                self._searcher = make(megabytes=megabytes)
            except (MemoryError, OSError):
                self._say(f"info string there is no room for Hash {megabytes}; the search has 1 megabyte")
                self._searcher = make(megabytes=1)
            self._searcher.get_ready()
            self._made_for = wanted
        self._searcher.lines = job.options["multipv"]
        return self._searcher

    def _answer(self, job: Job) -> None:
        """Answer a `go`, which does not count as running any more when the answer is heard."""
        try:
            said = self._perft(job) if "perft" in job.go.numbers else f"bestmove {self._best(job)}"
        finally:
            self._jobs.remove(job)
        self._say(said)

    def _perft(self, job: Job) -> str:
        """The lines of play below each move, and in all, as chess engines tell them."""
        from ...engine.perft import divide

        def go_on(done: int, whole: int) -> None:
            if job.cancel.cancelled:
                raise LudariumError("perft was stopped")

        game, depth, threads = job.game, job.go.numbers["perft"], job.options["threads"]
        try:
            counts = (
                divide(game.kind, game.constants, game.row, depth, threads=threads, progress=go_on) if depth else {}
            )
        except LudariumError as error:
            return f"info string {error}"
        moves = [f"{self._notation.write(move)}: {count}" for move, count in counts.items()]
        return "\n".join([*moves, "", f"Nodes searched: {sum(counts.values()) if depth else 1}"])

    def _best(self, job: Job) -> str:
        """The answer to a `go`, when the search has ended and may be answered."""
        over = job.game.outcome()
        if over:
            self._say(f"info string the game is over: {over.reason}")
            return self._notation.NO_MOVE
        limits: dict[str, Any] = job.go.limits()
        if not job.ponders and job.go.ends and job.seconds is not None:
            limits["seconds"] = job.seconds
        result = self._load(job).search(
            job.game.row,
            banned=self._banned(job),
            report=partial(self._report, job),
            cancel=job.cancel,
            patience=Patience.IN_TIME,
            **limits,
        )
        job.may_answer.wait()
        answer, line = self._notation.write(result.move), result.line
        ponders = job.options["ponder"] == "true" and len(line) > 1
        return f"{answer} ponder {self._notation.write(line[1])}" if ponders else answer

    def _banned(self, job: Job) -> list[int]:
        """The moves that `searchmoves` leaves out."""
        allowed = set[int]()
        for text in job.go.moves:
            try:
                allowed.add(job.game.parse(text).number)
            except LudariumError as error:
                self._say(f"info string searchmoves: {error}")
        if job.go.moves and not allowed:
            self._say("info string searchmoves names no legal move; all of them are searched")
        return [move.number for move in job.game.legal_moves if allowed and move.number not in allowed]

    def _report(self, job: Job, found: "SearchResult") -> None:
        self._say(info(found, self._notation.write))
        job.follow(found)


COMMANDS: dict[str, Callable[[Engine, Sequence[str]], None]] = {
    "uai": Engine._uai,
    "isready": Engine._isready,
    "uainewgame": Engine._new_game,
    "setoption": Engine._setoption,
    "position": Engine._position,
    "go": Engine._go,
    "stop": Engine._stop,
    "ponderhit": Engine._ponderhit,
    "d": Engine._display,
    "print": Engine._display,
}


def _write(line: str) -> None:
    """Write a line at once. A closed pipe is no error here: the end of the input follows."""
    with suppress(BrokenPipeError):
        os.write(1, f"{line}\n".encode())


def serve(kind: Kind, lines: BinaryIO) -> None:
    """Answer until `quit`, or until the input ends."""
    engine = Engine(kind, _write)
    ended = False
    try:
        while line := lines.readline(LONGEST_LINE):
            if not engine.hear(line.decode("utf-8", "replace")):
                break
        else:
            ended = True  # commands before the end of the input are still answered
    finally:
        if not engine.close(None if ended else LEAVING, finish=ended):
            os._exit(0)  # a compilation cannot be stopped otherwise
