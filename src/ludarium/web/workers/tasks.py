"""What the server and its workers tell each other, a line of JSON each."""

from typing import TypeAlias

from msgspec import Struct
from msgspec.json import Decoder, Encoder

from ...protocol.messages import Judged, Line
from .run_script import ScriptResult


class Task(Struct, frozen=True, tag="task"):
    """Something to think about. `moves` are the rules' numbers of all moves that led to the position."""

    id: int
    do: str  # ready, move, hint, analyse, review or run_script
    game: str  # the same for the same game, so that what was learned about it is found again
    kind: str
    options: dict[str, str]
    origin: str | None
    moves: tuple[int, ...]
    seat: str = ""
    player: int = 0
    seed: int | None = None
    lines: int = 1
    seconds: float = 1.0
    text: str = ""  # commands to obey


class Stop(Struct, frozen=True, tag="stop"):
    """A task has been thought about enough: the best so far is the answer."""

    id: int


class Part(Struct, frozen=True, tag="part"):
    """A part of the answer; more will come."""

    id: int
    judged: Judged


class Answer(Struct, frozen=True, tag="answer"):
    """All of the answer, or what remained of it. A task that failed says why."""

    id: int
    move: int = -1
    lines: tuple[Line, ...] = ()
    script: ScriptResult | None = None
    problem: str = ""


ToWorker: TypeAlias = Task | Stop
FromWorker: TypeAlias = Part | Answer

to_worker: Decoder[ToWorker] = Decoder(ToWorker)
from_worker: Decoder[FromWorker] = Decoder(FromWorker)
encoder = Encoder()
