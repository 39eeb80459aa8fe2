"""Ludarium as an engine of another program: the UAI protocol on two pipes.

One thread reads, and answers at once what must not wait: `stop`, `quit`, and `isready` while a search runs. Everything
else goes to a second thread, which does it in order, the searching included.
"""

import os
import re
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, BinaryIO

from .. import __version__
from ..contract.errors import BadNotation, BadOption, LudariumError
from ..contract.kind import Kind
from ..contract.options import Whole
from ..contract.quotation import quoted
from ..engine.search.cancel import CancelToken
from ..engine.search.patience import Patience
from ..games import uai_of
from ..play.game import Game

if TYPE_CHECKING:
    from ..engine.search.alphabeta import AlphaBeta
    from ..engine.search.result import SearchResult

OPTIONS = {
    option.name.lower(): option
    for option in (
        Whole("Hash", 64, 1, 4096, "megabytes for what the search remembers"),
        Whole("Threads", 1, 1, 64, "threads that search"),
    )
}

NUMBERS = "movetime", "depth", "nodes", "wtime", "btime", "winc", "binc"  # the words of `go` with a number behind
CLOCKS = ("btime", "binc"), ("wtime", "winc")  # of the player who moves first, and of the other

EARLY = 0.007  # seconds before the end of the time for a move at which the search stops, to answer within it
RESERVE = 0.05  # seconds that are left on the clock, whatever happens
MOVES_TO_GO = 25  # that the time on the clock is meant to last for
LEAVING = 1.0  # seconds for the search to end after `quit`
LONGEST_LINE = 1 << 20


def numbers(words: Sequence[str]) -> dict[str, int]:
    """The numbers of a `go`; unknown words are ignored."""
    found = {}
    for word, value in pairwise([*words, ""]):
        if word in NUMBERS:
            if not re.fullmatch("-?[0-9]{1,15}", value):
                raise BadNotation(f"{word} takes a whole number, not {quoted(value, 40)}")
            found[word] = int(value)
    return found


def seconds_for(go: dict[str, int], turn: int) -> float | None:
    """How long the search may take, or None if there is no clock."""
    allowed = []
    if "movetime" in go:
        allowed.append(go["movetime"] / 1000 - EARLY)
    clock, gain = CLOCKS[turn] if CLOCKS[turn][0] in go else CLOCKS[1 - turn]
    if clock in go:
        left = go[clock] / 1000
        allowed.append(min(left / MOVES_TO_GO + 0.75 * go.get(gain, 0) / 1000, left - RESERVE))
    return max(0.001, min(allowed)) if allowed else None


def score(result: "SearchResult") -> str:
    """Hundredths of a piece, or the moves to a win that has been seen."""
    from ..engine.search.negamax import SURE, WIN

    if abs(result.score) <= SURE:
        return f"cp {result.score}"
    moves = (WIN - abs(result.score) + 1) // 2
    return f"mate {moves if result.score > 0 else -moves}"


def info(result: "SearchResult", write: Callable[[int], str]) -> str:
    """What a search has found so far, as UAI tells it."""
    line = " ".join(map(write, result.line))
    speed = round(result.nodes / max(result.seconds, 1e-6))
    spent = round(1000 * result.seconds)
    return f"info depth {result.depth} score {score(result)} nodes {result.nodes} nps {speed} time {spent} pv {line}"


class Engine:
    """One conversation. Answers go out by `say`, from any thread."""

    def __init__(self, kind: Kind, say: Callable[[str], None]) -> None:
        self._say = say
        self._kind, self._notation = kind, uai_of(kind)
        self.game = self._new()
        self._values = {name: option.default for name, option in OPTIONS.items()}
        self._searcher: AlphaBeta | None = None
        self._searches: list[CancelToken] = []  # of each `go` not yet answered, what stops it
        self._work: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._worker = threading.Thread(target=self._work_through, daemon=True)
        self._worker.start()

    def hear(self, line: str) -> bool:
        """Take a line in; False if it was the last."""
        begun = time.perf_counter()
        words = line.split()
        if words[:1] == ["quit"]:
            return False
        if words[:1] == ["stop"]:
            self._stop()
        elif words[:1] == ["go"]:
            cancel = CancelToken()
            self._searches.append(cancel)
            self._work.put(partial(self._go, words[1:], cancel, begun))
        elif words[:1] == ["isready"] and self._searches:
            self._say("readyok")
        elif words:
            self._work.put(partial(self._run, words))
        return True

    def close(self, seconds: float | None = None) -> bool:
        """Stop searching and come to an end; False if that takes longer than these seconds."""
        self._stop()
        self._work.put(None)
        self._worker.join(seconds)
        return not self._worker.is_alive()

    def _stop(self) -> None:
        for cancel in self._searches[:]:
            cancel.cancel()

    def _work_through(self) -> None:
        while job := self._work.get():
            try:
                job()
            except LudariumError as error:
                self._say(f"info string {error}")

    def _run(self, words: Sequence[str]) -> None:
        command = COMMANDS.get(words[0])
        if command is None:
            raise BadNotation(
                f"{quoted(words[0], 40)} is no command here; there are {', '.join(COMMANDS)}, go, stop, quit"
            )
        command(self, words[1:])

    def _uai(self, words: Sequence[str]) -> None:
        self._say(f"id name Ludarium {__version__}")
        self._say("id author the Ludarium authors")
        for option in OPTIONS.values():
            self._say(
                f"option name {option.name} type spin default {option.default} min {option.low} max {option.high}"
            )
        self._say("uaiok")
        self._load()

    def _isready(self, words: Sequence[str]) -> None:
        self._load()
        self._say("readyok")

    def _new_game(self, words: Sequence[str]) -> None:
        self.game = self._new()
        self._searcher = None

    def _setoption(self, words: Sequence[str]) -> None:
        found = re.fullmatch("name (.+) value (.+)", " ".join(words))
        if not found or found[1].lower() not in OPTIONS:
            known = " and ".join(option.name for option in OPTIONS.values())
            raise BadOption(f"there is no such option; there are {known}, set by 'setoption name Hash value 64'")
        self._values[found[1].lower()] = OPTIONS[found[1].lower()].check(found[2])
        self._searcher = None

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

    def _load(self) -> "AlphaBeta":
        """The searcher, with its code loaded; where that is not compiled yet, plain Python begins to search."""
        from ..engine.search.alphabeta import AlphaBeta

        if self._searcher is None:
            megabytes, threads = self._values["hash"], self._values["threads"]
            self._searcher = AlphaBeta(self._kind, self.game.constants, megabytes=megabytes, threads=threads)
            self._searcher.get_ready()
        return self._searcher

    def _report(self, found: "SearchResult") -> None:
        self._say(info(found, self._notation.write))

    def _go(self, words: Sequence[str], cancel: CancelToken, begun: float) -> None:
        try:
            self._search(numbers(words), cancel, begun, self.game)
        finally:
            self._searches.remove(cancel)

    def _search(self, go: dict[str, int], cancel: CancelToken, begun: float, game: Game) -> None:
        over = game.outcome()
        if over:
            self._say(f"info string the game is over: {over.reason}")
            self._say(f"bestmove {self._notation.NO_MOVE}")
            return
        searcher = self._load()

        limits: dict[str, Any] = {name: max(1, go[name]) for name in ("depth", "nodes") if name in go}
        seconds = seconds_for(go, self._kind.rules.turn(game.constants, game.row))
        if seconds is not None:
            limits["seconds"] = max(0.001, seconds - (time.perf_counter() - begun))
        result = searcher.search(game.row, report=self._report, cancel=cancel, patience=Patience.IN_TIME, **limits)
        if not limits:
            stopped = threading.Event()
            with cancel.on_cancel(stopped.set):
                stopped.wait()
        self._say(f"bestmove {self._notation.write(result.move)}")


COMMANDS: dict[str, Callable[[Engine, Sequence[str]], None]] = {
    "uai": Engine._uai,
    "isready": Engine._isready,
    "uainewgame": Engine._new_game,
    "setoption": Engine._setoption,
    "position": Engine._position,
}


def _write(line: str) -> None:
    """Write a line at once. A closed pipe is no error here: the end of the input follows."""
    with suppress(BrokenPipeError):
        os.write(1, f"{line}\n".encode())


def serve(kind: Kind, lines: BinaryIO) -> None:
    """Answer until `quit`, or until the input ends."""
    engine = Engine(kind, _write)
    patience: float | None = LEAVING
    try:
        while line := lines.readline(LONGEST_LINE):
            if not engine.hear(line.decode("utf-8", "replace")):
                break
        else:
            patience = None  # commands before the end of the input are still answered
    finally:
        if not engine.close(patience):
            os._exit(0)  # a compilation cannot be stopped otherwise
