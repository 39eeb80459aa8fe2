"""A folder of shards that is filled by many processes, and filled further when they begin again.

A shard has a number, and everything by chance in it is drawn from its number and the seed. So it does not matter how
many processes make them, in which order, or how often they were stopped: the shards are the same.
"""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from ...contract.errors import LudariumError
from ...contract.quotation import quoted
from ..crew import Crew
from ..net_player import name_of
from ..whole_file import write_whole
from .self_play import Order, Plan, play_shard
from .shard import BadShard, Header, Shard, file_of, read_shard
from .variants import variant

POSITIONS = 5000  # of a shard, if positions are counted
GAMES = 50  # of a shard, if games are counted


class Made(NamedTuple):
    """A shard that is whole: its header, and whether it has been made now."""

    header: Header
    is_new: bool


def orders(plan: Plan, *, positions: int = 0, games: int = 0, each: int = 0) -> list[Order]:
    """The shards that hold so many positions, or so many games, `each` of them in every shard but the last."""
    each = each or (POSITIONS if positions else GAMES)
    sizes = [min(each, (positions or games) - begun) for begun in range(0, positions or games, each)]
    return [
        Order(plan, number, **{"positions" if positions else "games": size}) for number, size in enumerate(sizes, 1)
    ]


def make_shards(
    folder: Path, wanted: Sequence[Order], crew: Crew, tell: Callable[[str], None] = lambda _: None
) -> Generator[Made, None, None]:
    """Make the shards that are not there yet: first each that is, then each new one. Damaged ones are made again.

    `tell` gets a sentence about each damaged one; LudariumError if the folder has shards that were made otherwise.
    """
    missing = list[Order]()
    for order in wanted:
        found = _present(folder, order, tell)
        if found:
            yield Made(found, False)
        else:
            missing.append(order)
    with closing(crew.answers(play_shard, missing)) as answers:
        for order, content in answers:
            write_whole(file_of(folder, order.number), content)
            yield Made(Shard.decode(content).header, True)


def _present(folder: Path, order: Order, tell: Callable[[str], None]) -> Header | None:
    """The header of a shard that need not be made."""
    file = file_of(folder, order.number)
    if not file.exists():
        return None
    try:
        header = read_shard(file).header
    except BadShard as error:
        tell(str(error))
        return None
    _check(file, header, order)
    return header if order.is_filled(header.positions, header.games) else None


def _check(file: Path, header: Header, order: Order) -> None:
    plan, options = order.plan, variant(order.plan.options, order.number)
    made = header.game, header.options, header.nodes, header.seed, header.generation, header.net
    wanted = plan.game, options, plan.nodes, plan.seed, plan.generation, name_of(plan.net)
    names = "game", "options", "nodes", "seed", "generation", "net"
    for name, old, new in zip(names, made, wanted, strict=True):
        if old != new:
            made_with = f"{name} {quoted(old)} and not {quoted(new)}"
            raise LudariumError(f"{quoted(str(file), 300)} was made with {made_with}; name another folder")
