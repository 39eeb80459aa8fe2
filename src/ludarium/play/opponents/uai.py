"""Engines as opponents: any program that speaks UAI, or UCI with a variant for the game."""

import shlex
import shutil
from contextlib import suppress

from ...contract.errors import BadOption, LudariumError
from ...contract.quotation import quoted
from ...contract.uai import Uai
from ...engine.search.cancel import CancelToken
from ..game import Game
from ..judging.analysis import Limit
from ..move import Move
from .opponent import Forfeit, Opponent
from .talk import Gone, Hung, Talk

# Seconds to wait for an answer; an engine that needs longer has hung
GREETING = 3.0  # to `uai`, before it is asked `uci`
HANDSHAKE = 20.0  # to that
GETTING_READY = 120.0  # to `isready`: engines load much, or compile
OVER_TIME = 5.0  # to `go`, beyond the time for the move
UNTIMED = 300.0  # to `go` where nodes or depth are the limit


class UaiEngine(Opponent):
    """An engine process, started with the first game and again if it has ended since."""

    def __init__(self, command: str, limit: Limit, uai: Uai) -> None:
        self.options, self._uai = uai.OPTIONS, uai
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise BadOption(f"{quoted(command)} is no command: {error}") from None
        self.name = command
        self._limit = limit
        self._talk: Talk | None = None
        self._new_game = ""
        self._variant = False

    def check_program(self) -> None:
        """Refuse a program that is not on this machine, before a game begins."""
        if not (self._words and shutil.which(self._words[0])):
            raise BadOption(f"{quoted(self.name)} cannot be started: there is no such program")

    def begin(self, game: Game) -> None:
        if self._talk:
            try:
                self._get_ready(self._talk)
                return
            except (Gone, Hung):
                self.close()
        try:
            self._talk = Talk(self._words)
            self._greet(self._talk)
            self._get_ready(self._talk)
        except OSError as error:
            raise BadOption(f"{quoted(self._words[0])} cannot be started: {error.strerror}") from None
        except (Gone, Hung) as error:
            self.close()
            what = "has ended" if isinstance(error, Gone) else "does not answer"
            raise BadOption(f"{quoted(self.name)} is no engine that can be used: it {what} before the game") from None

    def _greet(self, talk: Talk) -> None:
        """Find out which protocol the engine speaks, and set its options."""
        offered: dict[str, str] = {}
        talk.send("uai")
        try:
            spoken = self._introduction(talk, GREETING, offered)
        except Hung:
            talk.send("uci")
            spoken = self._introduction(talk, HANDSHAKE, offered, patient=True)
        self._variant = spoken == "uciok"
        self._new_game = "ucinewgame" if self._variant else "uainewgame"
        if self._variant:
            variant = self._uai.VARIANT
            if f" var {variant}" not in offered.get("UCI_Variant", ""):
                self.close()
                raise BadOption(f"{quoted(self.name)} speaks UCI and plays no {variant}")
            talk.send(f"setoption name UCI_Variant value {variant}")
        if "Threads" in offered:
            talk.send("setoption name Threads value 1")

    def _introduction(self, talk: Talk, seconds: float, offered: dict[str, str], patient: bool = False) -> str:
        """Read the engine's name and options; returns the `uaiok` or `uciok` that ends them."""
        for line in talk.lines(seconds):
            words = line.split()
            if words[:2] == ["id", "name"]:
                self.name = " ".join(words[2:])[:60]
            elif words[:2] == ["option", "name"] and "type" in words:
                kind = words.index("type")
                offered[" ".join(words[2:kind])] = " ".join(words[kind:])
            elif words[:1] in (["uaiok"], ["uciok"]):
                return words[0]
            elif "unknown" in line.lower() and not patient:
                break
        raise Hung

    def _get_ready(self, talk: Talk) -> None:
        talk.send(self._new_game)
        talk.send("isready")
        talk.wait("readyok", GETTING_READY)

    def choose(self, game: Game, cancel: CancelToken | None = None) -> Move:
        if not self._talk:
            self.begin(game)
        assert self._talk
        try:
            self._talk.send(f"position fen {self._fen(game)}")
            self._talk.send(f"go {self._go()}")
            seconds = UNTIMED if self._limit.seconds is None else self._limit.seconds + OVER_TIME
            with (cancel or CancelToken()).on_cancel(self._interrupt):
                answer = self._talk.wait("bestmove", seconds).split()[1:2]
            return game.parse(answer[0] if answer else "")
        except (Gone, Hung, LudariumError) as error:
            self.close()
            raise Forfeit(f"{self.name} {self._reason(error)}") from None

    def _interrupt(self) -> None:
        with suppress(Gone):
            if self._talk:
                self._talk.send("stop")

    def _reason(self, error: Exception) -> str:
        if isinstance(error, Gone):
            return "has ended in the middle of the game"
        return "does not answer any more" if isinstance(error, Hung) else f"made a wrong move: {error}"

    def _fen(self, game: Game) -> str:
        return self._uai.uci_position(game.position) if self._variant else game.position

    def _go(self) -> str:
        limit = self._limit
        milliseconds = None if limit.seconds is None else max(1, round(1000 * limit.seconds))
        named = ("movetime", milliseconds), ("nodes", limit.nodes), ("depth", limit.depth)
        return " ".join(f"{name} {value}" for name, value in named if value is not None)

    def close(self) -> None:
        talk, self._talk = self._talk, None
        if talk:
            talk.close()
