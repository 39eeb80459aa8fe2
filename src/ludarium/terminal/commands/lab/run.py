"""`ludarium lab run`: generation after generation, each of which plays, learns and is gauged."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ....contract.errors import BadOption
from ....games import kind as find
from ...options import GameId, Options, given
from .arguments import (
    BATCH,
    EPOCHS,
    GAUGED,
    HIDDEN,
    NODES,
    SCALE,
    Batch,
    Epochs,
    Hidden,
    NetFile,
    Processes,
    Ray,
    Scale,
    Seconds,
    Seed,
    Test,
    crew_of,
    require_torch,
    warn,
)
from .gauge import follow_gauge
from .gauge import told as told_of_match
from .play import follow_play
from .train import follow_training
from .train import told as told_of_training

if TYPE_CHECKING:
    from ....lab.crew import Crew
    from ....lab.learning.generations import Run, Settings

POSITIONS = 1_000_000


def run(
    game: GameId,
    folder: Annotated[Path, typer.Argument(help="Where everything is kept; run again, it goes on.")],
    option: Options = [],  # noqa: B006 (typer copies it)
    generations: Annotated[int, typer.Option(min=0, help="How many there shall be; 0 for as long as it runs.")] = 0,
    positions: Annotated[int, typer.Option(min=1, help="Positions of a generation.")] = POSITIONS,
    nodes: Annotated[int, typer.Option(min=1, help="Positions that a move of self-play looks at.")] = NODES,
    net: NetFile = None,
    hidden: Hidden = HIDDEN,
    epochs: Epochs = 0,
    seconds: Seconds = 0,
    scale: Scale = SCALE,
    batch: Batch = BATCH,
    games: Annotated[int, typer.Option(min=2, help="Games of a match at most.")] = 400,
    gauge_nodes: Annotated[int, typer.Option(min=1, help="Positions that a move of a match looks at.")] = GAUGED,
    sprt: Test = "0,20",
    learned: Annotated[int, typer.Option(min=1, help="Generations whose positions a net learns from.")] = 2,
    processes: Processes = 0,
    ray: Ray = "",
    seed: Seed = 0,
    shard: Annotated[int, typer.Option(min=0, help="Positions of a shard.")] = 0,
) -> None:
    """Play, learn and gauge, again and again until stopped. A net that is not weaker plays the next generation.

    Other settings than before apply from the next generation on.
    """
    require_torch()
    from ....lab.engine_match import Sprt
    from ....lab.folder_lock import locked
    from ....lab.learning.generations import Run, Settings

    if epochs and seconds:
        raise BadOption("the end of training is given by --epochs or by --seconds, not by both")
    if sprt:
        Sprt.parse(sprt)
    settings = Settings(
        positions=positions,
        nodes=nodes,
        shard=shard,
        hidden=hidden,
        epochs=0 if seconds else epochs or EPOCHS,
        seconds=seconds,
        scale=scale,
        batch=batch,
        games=games,
        gauge_nodes=gauge_nodes,
        test=sprt,
        learned=learned,
    )
    crew = crew_of(processes, ray)
    with locked(folder):
        learning = Run(folder, find(game), given(option), seed, tell=warn)
        learning.start_from(net)
        while not generations or learning.count < generations:
            _make_generation(learning, settings, crew)


def _make_generation(learning: "Run", settings: "Settings", crew: "Crew") -> None:
    """Make a generation, or what is missing of it."""
    now = learning.begin(settings)
    typer.echo(f"generation {now.number}")
    if not now.steps:
        with closing(learning.play(crew)) as made:
            typer.echo(follow_play(made, "positions", now.settings.positions))
        trainer = learning.trainer()
        with closing(learning.train(trainer)) as steps:
            follow_training(trainer, steps)
        typer.echo(told_of_training(learning.trained, now.settings.hidden, len(trainer.samples)))
    gauge = learning.gauge()
    with closing(learning.decide(gauge, crew)) as tallies:
        follow_gauge(gauge, tallies)
    typer.echo(told_of_match(gauge))
