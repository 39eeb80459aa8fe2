"""The messages between a server and its workers, one line of JSON each."""

from typing import NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from ...protocol.messages import Judged, Line


class Task(Struct, frozen=True, tag="task"):
    """A task for a worker. `moves` are the rules' numbers of all moves that led to the position."""

    id: int
    do: str  # move, hint, analyse, review or run_script
    game: str  # the id of the game: a worker keeps what it has learned about it
    kind: str
    options: dict[str, str]
    origin: str | None
    moves: tuple[int, ...]
    seat: str = ""
    player: int = 0
    seed: int | None = None
    lines: int = 1
    seconds: float = 1.0
    nodes: int = 0  # of each search of a review
    text: str = ""  # the commands of a script
    files: dict[str, str] = {}  # those that the script may load, by name
    since: int = 0  # the moves of a review that are judged already


class Stop(Struct, frozen=True, tag="stop"):
    """Stop a task; the best result so far is its result."""

    id: int


class PartialResult(Struct, frozen=True, tag="part"):
    """One move of a review; the result comes later."""

    id: int
    judged: Judged


class ScriptResult(NamedTuple):
    """The game after the last command of a script."""

    record: str = ""
    seats: tuple[str, ...] = ()
    begun: bool = True
    seed: int | None = None
    needs: str = ""  # a file that it loads and that did not come with it; then there is no game


class TaskResult(Struct, frozen=True, tag="answer"):
    """The result of a task; `problem` says why one has failed."""

    id: int
    move: int = -1
    lines: tuple[Line, ...] = ()
    script: ScriptResult | None = None
    problem: str = ""
    is_partial: bool = False  # whether a review has to be continued
    seconds: float = 0.0  # of processor time that it took


ToWorker: TypeAlias = Task | Stop
FromWorker: TypeAlias = PartialResult | TaskResult

to_worker: Decoder[ToWorker] = Decoder(ToWorker)
from_worker: Decoder[FromWorker] = Decoder(FromWorker)
encoder = Encoder()
