"""What is started to measure how soon it answers: the library, line mode, an engine, and a thinker of the server."""

import sys
from collections.abc import Iterator
from typing import NamedTuple

import ludarium
from ludarium.games import has_program, kind
from ludarium.house.thinking.tasks import Task, encoder

LEVELS = range(1, 6)  # those that answer before their code is compiled
SEED = 2  # with which none of these levels plays at random instead of searching
HINT = 1.0  # seconds of a hint

LUDARIUM = [sys.executable, "-m", "ludarium"]
THINKER = [sys.executable, "-m", "ludarium.web.workers.worker", "0"]


class Target(NamedTuple):
    """What a start may cost: seconds of the processor, and millions of bytes."""

    processor: float
    memory: float | None = None

    def __str__(self) -> str:
        return f"{self.processor} s" + (f", {self.memory:.0f} MB" if self.memory else "")


class Step(NamedTuple):
    """A text that is sent, and words of the answer; where none are awaited, the process ends. No name: not shown."""

    name: str
    text: str
    awaited: str
    target: Target | None = None


class Start(NamedTuple):
    """A process, and what it is asked."""

    command: list[str]
    steps: list[Step]
    in_terminal: bool = False


def to_the_end(name: str, command: list[str], text: str = "", target: Target | None = None) -> Start:
    """A process that is measured from its start to its end."""
    return Start(command, [Step(name, text, "", target)])


def script(name: str, *lines: str) -> Start:
    """A short program in Python, which prints when it has its answer."""
    code = "\n".join([*lines, "print('Answer', flush=True)", "input()"])
    return Start([sys.executable, "-c", code], [Step(name, "", "Answer")])


REFERENCES = (
    to_the_end("an empty Python", [sys.executable, "-c", "pass"]),
    to_the_end("import numba", [sys.executable, "-c", "import numba"]),
)


def of_game(id: str) -> Iterator[Start]:
    """Everything with which a computer can be asked for the first time."""
    begin = "import ludarium", f"game = ludarium.new({id!r})"
    for level in LEVELS:
        yield script(f"best_move(level={level})", *begin, f"game.best_move(level={level}, seed={SEED})")
    match = "from ludarium.play.match.match import Match", "Match(game).hint()"
    yield script("a hint", *begin, *match)
    yield script("a line of an analysis", *begin, "game.analyse(lines=1)")
    yield line_mode(id)
    yield from (thinker(id, what) for what in ("move", "hint"))
    if id in ludarium.games() and kind(id).uai:
        yield engine(id)


def line_mode(id: str) -> Start:
    """At a terminal: until the first prompt, and until the computer has moved. Or a game's own program."""
    if has_program(id):
        return Start([*LUDARIUM, id], [Step("its own program, a move", "B 9 9 2 9\nm 1 0 0\n", "1\n")])
    move = Step("line mode, a move of level 5", "level 5\nauto\nstart\n", " moves ")
    return Start([*LUDARIUM, id], [Step("line mode, the prompt", "", "> "), move], in_terminal=True)


def engine(id: str) -> Start:
    """By UAI: the handshake, and a move of one second."""
    handshake = Step("engine, to readyok", "uai\nisready\n", "readyok", Target(0.3))
    return Start(
        [*LUDARIUM, "engine", id],
        [handshake, Step("engine, go movetime 1000", "position startpos\ngo movetime 1000\n", "bestmove")],
    )


def thinker(id: str, what: str) -> Start:
    """A process of the server, with a task as it gets them."""
    task = Task(1, what, "game", id, {}, None, (), seat="level 5", seconds=HINT)
    name = f"thinker, {'a move of level 5' if what == 'move' else 'a hint'}"
    target = Target(0.3, 60) if what == "move" else None
    return Start(THINKER, [Step(name, f"{encoder.encode(task).decode()}\n", '"problem":""', target)])
