"""Move input: the cells and words of a move that a user has chosen so far, and what can be chosen next."""

from functools import cached_property, partial

from ..contract.errors import BadNotation, IllegalMove
from ..contract.quotation import quoted
from .game import Game
from .move import Move
from .position import move_in

MANY = 1024  # cells, above which it takes too long to list all moves at every turn
KNOWN = 100_000  # moves of a large board that are cached


class MoveInput:
    """Finds moves by their paths, all of which are listed. `touched` are the cells and words chosen so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.touched: tuple[str, ...] = ()

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words that a move may begin with."""
        kind, over = self.game.kind, self.game.kind.rules.outcome(self.game.constants, self.game.row)
        return () if over else tuple(kind.words(self.game.constants, self.game.row))

    @property
    def leads(self) -> tuple[str, ...]:
        """Those of the words that need a cell after them."""
        return tuple(word for word in self.words if not self.means((word,)))

    @property
    def only_word(self) -> str:
        """The word that is the only legal move, as a pass; empty if there is a choice."""
        paths = self.paths or ()
        return paths[0][0] if len(paths) == 1 and len(paths[0]) == 1 and paths[0][0] in self.words else ""

    @property
    def has_cells(self) -> bool:
        """Whether a move can begin with a cell; some games only have words to type."""
        columns, rows = self.game.kind.board.shape(self.game.constants)
        look = self.game.kind.board.cell
        cells = (look(self.game.constants, self.game.row, x, y) for y in range(rows) for x in range(columns))
        return any(cell and self.may(cell.name) for cell in cells)

    @property
    def paths(self) -> tuple[tuple[str, ...], ...] | None:
        """Every path of a legal move; None where there are too many to list."""
        # Without the moves themselves, which are needed less often
        return tuple(self.game.kind.ways(self.game.constants, self.game.row))

    @cached_property
    def _paths(self) -> dict[tuple[str, ...], Move]:
        return self.game.paths()

    @cached_property
    def _next(self) -> set[str]:
        """What can be chosen next."""
        deep = len(self.touched)
        return {path[deep] for path in self._paths if len(path) > deep and path[:deep] == self.touched}

    @cached_property
    def _leads(self) -> set[str]:
        """The cells and words that begin a move and do not complete it."""
        return {path[0] for path in self._paths if len(path) > 1}

    def may(self, name: str) -> bool:
        """Whether a cell or word can be chosen next."""
        return name in self._next

    def can_touch(self, name: str) -> bool:
        """Whether touching a cell or word does anything: it is chosen next, let go, or begins another move.

        A cell that would complete a move of its own is none of these while another is half chosen.
        """
        return self.may(name) or name in self.touched or (bool(self.touched) and name in self._leads)

    def comes_later(self, name: str) -> bool:
        """Whether moves that begin on other cells go to this one."""
        return not self.touched and any(name in path[1:] for path in self._paths if path[0] not in self.words)

    def means(self, path: tuple[str, ...]) -> Move | None:
        """The legal move of a path, or None."""
        return self._paths.get(path)

    def touch(self, name: str) -> Move | None:
        """Choose a cell or a word; returns the move once it is complete. What cannot be touched changes nothing."""
        if self.may(name):
            self._go(*self.touched, name)
            found = self.means(self.touched)
            return found if found and not self._goes_on() else None
        # A complete move that could also go on is made by choosing its last cell again
        if self.touched and name == self.touched[-1] and (found := self.means(self.touched)):
            return found
        if not self.can_touch(name):
            return None
        again = name not in self.touched
        self.let_go()
        return self.touch(name) if again else None

    def take_up(self, touched: tuple[str, ...]) -> None:
        """Set the path so far, whether it leads to a move or not."""
        self._go(*touched)

    def let_go(self) -> None:
        """Forget half a move."""
        self._go()

    def _goes_on(self) -> bool:
        return bool(self._next)

    def _go(self, *touched: str) -> None:
        self.touched = touched
        self.__dict__.pop("_next", None)


class LargeBoardInput(MoveInput):
    """Asks the rules about one cell at a time: for large boards, where a move is one cell, perhaps after a word.

    Which number such a move has does not depend on the position, so it is looked up once in a game.
    """

    def __init__(self, game: Game, before: MoveInput | None = None) -> None:
        super().__init__(game)
        same = (
            isinstance(before, LargeBoardInput)
            and before.game.kind is game.kind
            and before.game.constants == game.constants
        )
        self._numbers: dict[tuple[str, ...], int | None] = before._numbers if same else {}  # type: ignore[union-attr]
        self._over = bool(game.kind.rules.outcome(game.constants, game.row))
        self._allowed = partial(game.kind.legal, game.constants, game.row)

    @property
    def has_cells(self) -> bool:
        return True

    @property
    def paths(self) -> None:
        return None

    def comes_later(self, name: str) -> bool:
        return False

    @cached_property
    def _leads(self) -> set[str]:
        return set(self.leads)

    def may(self, name: str) -> bool:
        return self._legal((*self.touched, name)) or (not self.touched and name in self.words)

    def means(self, path: tuple[str, ...]) -> Move | None:
        number = self._number(path)
        return move_in(self.game, number) if number is not None and self._legal(path) else None

    def _legal(self, path: tuple[str, ...]) -> bool:
        number = self._number(path)
        return number is not None and not self._over and self._allowed(number)

    def _number(self, path: tuple[str, ...]) -> int | None:
        if path not in self._numbers:
            if len(self._numbers) >= KNOWN:
                self._numbers.clear()
            try:
                self._numbers[path] = self.game.kind.board.read(self.game.constants, self.game.row, " ".join(path))
            except BadNotation:
                self._numbers[path] = None
        return self._numbers[path]

    def _goes_on(self) -> bool:
        return False


def move_input(game: Game, before: MoveInput | None = None) -> MoveInput:
    """The move input for a position; `before` is that of the position before, whose cache is used again."""
    return MoveInput(game) if lists_moves(game) else LargeBoardInput(game, before)


def pointed_at(pointing: MoveInput, path: tuple[str, ...]) -> Move:
    """The legal move of a path; IllegalMove if it means none."""
    move, game = pointing.means(path), pointing.game
    kind, constants = game.kind, game.constants
    if move is None:
        player = game.player_title(kind.rules.turn(constants, game.row))
        reason = objection(game, path)
        why = f": {reason}" if reason else ""
        raise IllegalMove(f"{quoted(' '.join(path))} is not a legal move for {player}{why}")
    return game.parse(kind.spell(constants, path)) if kind.spells else move


def objection(game: Game, path: tuple[str, ...]) -> str:
    """Why a path is no legal move; empty where it is no move at all, or the game does not say."""
    kind, constants, row = game.kind, game.constants, game.row
    between = _between(game, len(path))
    try:
        number = kind.board.read(constants, row, between.join(path) if between else kind.spell(constants, path))
    except BadNotation as error:
        # Of a path that is written as moves are, the game says what is wrong with it
        return str(error) if between else ""
    if kind.is_legal(constants, row, number):
        return ""
    return kind.objection(constants, kind.seen(constants, row, kind.rules.turn(constants, row)), number)


def _between(game: Game, length: int) -> str:
    """What the game writes between the cells of its moves, as in `a1-a2`; empty where it does not write them so."""
    if length < 2 or game.kind.spells or not lists_moves(game):
        return ""
    for path, move in game.paths().items():
        written = str(move)
        if len(path) == length:
            between = written[len(path[0]) : written.find(path[1], len(path[0]))]
            return between if between.join(path) == written else ""
    return ""


def lists_moves(game: Game) -> bool:
    """Whether a board is small enough to list all moves at every turn."""
    columns, rows = game.kind.board.shape(game.constants)
    return columns * rows <= MANY or not game.kind.checks_quickly
