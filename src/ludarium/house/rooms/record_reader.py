"""Reading records that users bring: of boards that are not too large, and of games that are not too long."""

from collections.abc import Callable

from ...contract.errors import BadOption, BadRecord, LudariumError
from ...contract.kind import Kind
from ...games import ids
from ...games import kind as find
from ...play import record
from ...play.game import Game
from ...protocol.limits import MOST_EVENTS
from .board_size import count_cells


def read_record(kind: str, text: str, before_move: Callable[[], None] = lambda: None) -> Game:
    """The game of a record, of a kind if one is named. `before_move` may end it by an error."""
    _count_cells(text)
    if text.count("\n") > MOST_EVENTS:
        raise BadRecord(0, f"a game on this server has at most {MOST_EVENTS:,} moves; this record has more lines")
    # A record that was typed or pasted may lack the end of its last line
    game = record.parse(text if text.endswith("\n") else f"{text}\n", before_move)
    if kind and game.kind.id != find(kind).id:
        raise BadOption(f"this is a record of {game.kind.id}, and not of {kind}")
    return game


def _count_cells(text: str) -> int:
    """The cells of a record's board, by its header alone, so that none is made that is too large.

    Other errors are found later.
    """
    head = text.replace("\r", "").partition("\n\n")[0]
    values = {key: value.strip() for key, colon, value in (line.partition(":") for line in head.split("\n"))}
    kind = _kind(values)
    if kind:
        given = {name: value for name, value in values.items() if name in kind.options}
        try:
            return count_cells(kind, given)
        except LudariumError as error:
            raise BadRecord(0, str(error)) from None
    return 0


def _kind(values: dict[str, str]) -> Kind | None:
    return find(values["game"]) if values.get("game") in ids() else None
