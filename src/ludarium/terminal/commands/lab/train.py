"""`ludarium lab train`: a net learns from shards."""

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ....contract.errors import BadOption
from ....games import kind as find
from ...options import GameId, Options, given
from ...progress import Progress
from .arguments import (
    BATCH,
    EPOCHS,
    HIDDEN,
    SCALE,
    Batch,
    Epochs,
    Hidden,
    Scale,
    Seconds,
    Seed,
    counted,
    require_torch,
    warn,
)

if TYPE_CHECKING:
    from ....lab.learning.trainer import Trained, Trainer

PARTS = 1000  # of a training, as its progress is shown


def train(
    game: GameId,
    folders: Annotated[list[Path], typer.Argument(metavar="FOLDER...", help="Where the shards are.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the net is kept.")],
    option: Options = [],  # noqa: B006 (typer copies it)
    hidden: Hidden = HIDDEN,
    epochs: Epochs = 0,
    seconds: Seconds = 0,
    scale: Scale = SCALE,
    batch: Batch = BATCH,
    seed: Seed = 0,
) -> None:
    """Train a net by PyTorch, on a GPU if there is one. Stopped and run again, it goes on."""
    require_torch()
    from ....engine.net.net import encode_net
    from ....lab.learning.samples import gather
    from ....lab.learning.shard import read_shards
    from ....lab.learning.trainer import Trainer, Training
    from ....lab.learning.variants import check
    from ....lab.whole_file import write_whole

    if epochs and seconds:
        raise BadOption("the end is given by --epochs or by --seconds, not by both")
    kind = find(game)
    training = Training(hidden, 0 if seconds else epochs or EPOCHS, seconds, seed, scale, batch)
    samples = gather(kind, check(kind, given(option)), read_shards(folders), warn)
    trainer = Trainer(samples, training, out.with_name(f"{out.name}.part"))
    with closing(trainer.run()) as steps:
        follow_training(trainer, steps)
    trained = trainer.finish()
    write_whole(out, encode_net(trained.net))
    trainer.forget()
    typer.echo(told(trained, hidden, len(samples)))


def follow_training(trainer: "Trainer", steps: Iterable[int]) -> None:
    """Show the progress of a training."""
    with Progress("thousandths of the training") as progress:
        for number in steps:
            if progress.is_due:
                progress.what = f"thousandths of the training, step {counted(number)}, loss {trainer.loss:.5f}"
            progress.show(int(PARTS * trainer.part), PARTS)


def told(trained: "Trained", hidden: int, positions: int) -> str:
    """What has come of a training, in a sentence."""
    learned = (
        f"{hidden} hidden, {counted(positions)} positions, {counted(trained.steps)} steps, loss {trained.loss:.5f}"
    )
    return f"{learned}; error {trained.error:.5f} on {counted(trained.tested)} positions that were held out."
