"""Generations of nets: each learns from games that the one before it has played, and is gauged against it.

Everything is in one folder, and each part goes on where it was stopped, also by `kill -9`:

    run.json                 what is learned, and each generation with what has come of it
    1/shards/000001.shard    the positions that generation 1 learns from, played by the net before it
    1/weights.net            the net
    1/weights.net.part       a checkpoint of its training, as long as that takes
    1/games.txt              the results of its match against the net before it
"""

import json
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ...contract.errors import LudariumError
from ...contract.kind import Kind
from ...contract.quotation import quoted
from ...play.judging.analysis import Limit
from ..crew import Crew
from ..elo import Tally
from ..engine_match import Sprt
from ..whole_file import read_bytes, write_whole
from .gauge import Contest, Gauge
from .self_play import Plan
from .shard import read_shards
from .shard_maker import Made, make_shards, orders
from .variants import check

if TYPE_CHECKING:
    from .trainer import Trained, Trainer

FORMAT = "ludarium learning 1"
FILE = "run.json"


class Settings(NamedTuple):
    """How a generation is made."""

    positions: int
    nodes: int  # of a move of self-play
    hidden: int
    epochs: int = 0
    seconds: float = 0  # of training, instead of epochs
    scale: int = 400
    batch: int = 16_384
    shard: int = 0  # positions of a shard; 0 for the usual number
    games: int = 200  # of the match against the net before, at most
    gauge_nodes: int = 5000  # of a move of that match
    test: str = "0,20"  # the sequential test of that match
    learned: int = 2  # generations whose positions a net learns from: its own and those before it


class Generation(NamedTuple):
    """A generation, as far as it has come."""

    number: int
    settings: Settings
    positions: int = 0
    steps: int = 0  # of training
    loss: float = 0.0
    error: float = 0.0  # of held-out positions
    won: int = 0
    drawn: int = 0
    lost: int = 0
    is_over: bool = False
    play_seconds: float = 0.0
    train_seconds: float = 0.0
    gauge_seconds: float = 0.0

    @property
    def tally(self) -> Tally:
        """The match against the net before."""
        return Tally(self.won, self.drawn, self.lost)

    @property
    def is_taken(self) -> bool:
        """Whether its net plays from now on: it has scored half of the points or more."""
        return self.is_over and self.tally.score >= 0.5


class Run:
    """The generations in a folder."""

    def __init__(
        self,
        folder: Path,
        kind: Kind,
        options: dict[str, str],
        seed: int,
        *,
        clock: Callable[[], float] = time.monotonic,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.folder, self.kind, self._clock, self._tell = folder, kind, clock, tell
        self._purpose = {"game": kind.id, "options": check(kind, options), "seed": seed}
        self.options, self._seed = check(kind, options), seed
        self.generations: list[Generation] = []
        self.trained: Trained
        """What has come of the last training."""
        if (folder / FILE).exists():
            purpose, self.generations = read_run(folder)
            for name, value in self._purpose.items():
                if purpose[name] != value:
                    before = f"{name} {quoted(purpose[name])} and not {quoted(value)}"
                    raise LudariumError(f"{quoted(str(folder), 300)} was begun with {before}; name another folder")

    @property
    def count(self) -> int:
        """Generations that are over."""
        return sum(each.is_over for each in self.generations)

    def start_from(self, net: Path | None) -> None:
        """Begin with a net, as if it were generation 0; one that is there already must be the same."""
        if net is None:
            return
        content, file = read_bytes(net), self.net(0)
        if read_bytes(file) != content if file.exists() else self.generations:
            raise LudariumError(f"{quoted(str(self.folder), 300)} was begun with another net; name another folder")
        write_whole(file, content)

    def begin(self, settings: Settings) -> Generation:
        """The generation that is being made, with the settings that it was begun with; or else a new one."""
        if not self.generations or self.generations[-1].is_over:
            self.generations.append(Generation(len(self.generations) + 1, settings))
            self._keep()
        return self.generations[-1]

    def net(self, number: int) -> Path:
        """The file of the net of a generation."""
        return self.folder / str(number) / "weights.net"

    def champion(self, before: int) -> bytes:
        """The best net before a generation, as the content of its file; empty if there is none."""
        taken = [each.number for each in self.generations if each.number < before and each.is_taken]
        file = self.net(max(taken, default=0))
        return read_bytes(file) if taken or file.exists() else b""

    def play(self, crew: Crew) -> Generator[Made, None, None]:
        """Make the shards of the generation that is being made."""
        now = self.generations[-1]
        plan = Plan(self.kind.id, self.options, now.settings.nodes, self._seed, now.number, self.champion(now.number))
        wanted = orders(plan, positions=now.settings.positions, each=now.settings.shard)
        positions = 0
        with self._timed("play_seconds"):
            for made in make_shards(self._shards(now.number), wanted, crew, self._tell):
                positions += made.header.positions
                yield made
        self._note(positions=positions)

    def _shards(self, number: int) -> Path:
        return self.folder / str(number) / "shards"

    def trainer(self) -> "Trainer":
        """The training of the generation that is being made, as far as it has come."""
        from .samples import gather
        from .trainer import Trainer, Training

        now, settings = self.generations[-1], self.generations[-1].settings
        folders = [self._shards(number) for number in range(max(1, now.number + 1 - settings.learned), now.number + 1)]
        samples = gather(self.kind, self.options, read_shards(folders), self._tell)
        limits = settings.epochs, settings.seconds
        training = Training(settings.hidden, *limits, self._seed + now.number, settings.scale, settings.batch)
        return Trainer(samples, training, self.net(now.number).with_suffix(".net.part"))

    def train(self, trainer: "Trainer") -> Generator[int, None, None]:
        """Train the net of the generation that is being made, step by step, and keep it."""
        from ...engine.net.net import encode_net

        now = self.generations[-1]
        with self._timed("train_seconds"):
            yield from trainer.run()
        self.trained = trainer.finish()
        write_whole(self.net(now.number), encode_net(self.trained.net))
        self._note(steps=self.trained.steps, loss=self.trained.loss, error=self.trained.error)
        trainer.forget()

    def gauge(self) -> Gauge:
        """The match of the generation that is being made against the net before it."""
        now, settings = self.generations[-1], self.generations[-1].settings
        new, old = read_bytes(self.net(now.number)), self.champion(now.number)
        contest = Contest(
            self.kind.id, self.options, new, old, Limit(nodes=settings.gauge_nodes), seed=self._seed + now.number
        )
        test = Sprt.parse(settings.test) if settings.test else None
        return Gauge(contest, self.folder / str(now.number) / "games.txt", settings.games, test)

    def decide(self, gauge: Gauge, crew: Crew) -> Generator[Tally, None, None]:
        """Play the match, and end the generation with its result."""
        with self._timed("gauge_seconds"):
            yield from gauge.play(crew)
        won, drawn, lost = map(int, gauge.tally)
        self._note(won=won, drawn=drawn, lost=lost, is_over=True)

    @contextmanager
    def _timed(self, name: str) -> Iterator[None]:
        """Add the time that a part takes, whether it ends or is stopped."""
        begun = self._clock()
        try:
            yield
        finally:
            self._note(**{name: self.generations[-1]._asdict()[name] + self._clock() - begun})

    def _note(self, **found: Any) -> None:
        self.generations[-1] = self.generations[-1]._replace(**found)
        self._keep()

    def _keep(self) -> None:
        generations = [{**each._asdict(), "settings": each.settings._asdict()} for each in self.generations]
        state = {"format": FORMAT, **self._purpose, "generations": generations}
        write_whole(self.folder / FILE, json.dumps(state, indent=1).encode() + b"\n")


def read_run(folder: Path) -> tuple[dict[str, Any], list[Generation]]:
    """What is learned in a folder, and its generations."""
    file = folder / FILE
    try:
        state = json.loads(read_bytes(file))
        if state.pop("format") != FORMAT:
            raise ValueError
        return state, [
            Generation(**{**each, "settings": Settings(**each["settings"])}) for each in state.pop("generations")
        ]
    except LudariumError:
        raise
    except (ValueError, KeyError, TypeError):
        raise LudariumError(f"{quoted(str(file), 300)} is damaged, or of another version") from None
