"""Promises of board.py: notation, positions, records, undo, and what is drawn."""

from collections.abc import Iterator

from ...contract.errors import BadNotation, LudariumError
from ...contract.row import Row
from ...contract.scene import Cell, Panel, Piece
from ...contract.shape import Flaw
from ...play.game import Game
from ...play.move import Move
from ...play.record import load
from .subject import Sample, Subject

NONSENSE = "", " ", "?", "zz99", "-1", "99999999999999999999", "a" * 300, "é", "a1 a1 a1 a1"


def options(subject: Subject) -> Iterator[Flaw]:
    """Options take back what they write, and `make` takes them."""
    for option in subject.kind.options.values():
        for value in (option.default, *option.samples()):
            if option.check(option.write(value)) != value:
                yield Flaw("board.py", 0, f"the option {option.name} writes {value!r} as {option.write(value)!r} and "
                           "reads another value back")  # fmt: skip
    if len(subject.kind.options) < len(subject.kind.board.OPTIONS):
        yield Flaw("board.py", 0, "two options have one name")


def notation(subject: Subject) -> Iterator[Flaw]:
    """Every legal move has a notation of its own, which is read back."""
    kind, board = subject.kind, subject.kind.board
    for sample in subject.open_samples:
        written: dict[str, int] = {}
        for move in kind.legal_moves(sample.game, sample.row):
            text = kind.write(sample.game, sample.row, move)
            other = written.setdefault(text, move)
            if other != move:
                yield subject.board(board.write, f"two legal moves, {other} and {move}, are both written {text!r}")
                return
            if text != " ".join(text.split()) or not text:
                yield subject.board(board.write, f"{text!r} has spaces at its ends or twice in a row, or is empty")
                return
            read = board.read(sample.game, sample.row, text)
            if read != move:
                yield subject.board(board.read, f"{text!r} was written for the move {move} and is read as {read!r}")
                return


def nonsense(subject: Subject) -> Iterator[Flaw]:
    """A text that is no move is refused by BadNotation."""
    board, sample = subject.kind.board, subject.samples[0]
    for text in NONSENSE:
        try:
            read = board.read(sample.game, sample.row, text)
        except BadNotation:
            continue
        except Exception as error:
            yield subject.board(board.read, f"{text[:20]!r} ends it by {type(error).__name__}; raise BadNotation for "
                                "a text that is no move")  # fmt: skip
            return
        if type(read) is not int:
            yield subject.board(board.read, f"{text[:20]!r} is read as {read!r}; raise BadNotation for a text that is "
                                "no move")  # fmt: skip
            return


def positions(subject: Subject) -> Iterator[Flaw]:
    """A position as text is read back."""
    kind = subject.kind
    for sample in subject.samples:
        text = kind.write_position(sample.game, sample.row)
        if "\n" in text:
            yield subject.board(kind.write_position, f"{text!r} is more than one line")
            return
        again = kind.read_position(sample.game, text)
        if _facts(subject, sample, again) != _facts(subject, sample, sample.row):
            yield subject.board(kind.read_position, f"{text!r} is read back as another position")
            return


def _facts(subject: Subject, sample: Sample, row: Row) -> tuple[object, ...]:
    """What of a position matters; numbers that a game keeps beside it, to be quick, may differ."""
    kind, game = subject.kind, sample.game
    return kind.write_position(game, row), kind.rules.key(game, row), sorted(kind.legal_moves(game, row))


def games(subject: Subject) -> Iterator[Flaw]:
    """Moves can be taken back, and a record, which a share link holds too, brings the same game again."""
    kind = subject.kind
    for sample in subject.samples[:: max(1, len(subject.samples) // 30)]:
        game = _game(subject, sample)
        again = load(game.record())
        if again != game or [move.number for move in again.moves] != [*sample.moves]:
            yield Flaw("board.py", 0, f"the record of {len(sample.moves)} moves is read back as another game")
            return
        if sample.moves and not kind.has_chapters:
            after, before = game.row[:], game.row_after(len(sample.moves) - 1)[:]
            move = game.pop()
            if game.row != before:
                yield subject.rules("play", f"{move} cannot be taken back: the position before it is another one now")
                return
            game.push(move)
            if game.row != after:
                yield subject.rules("play", f"{move} leads to another position when it is made a second time")
                return


def _game(subject: Subject, sample: Sample) -> Game:
    game = Game(subject.kind, **sample.options)
    for number in sample.moves:
        game.push(Move(subject.kind, game.constants, number))
    return game


def drawing(subject: Subject) -> Iterator[Flaw]:
    """Every cell can be drawn, at its place and under a name of its own."""
    for sample in subject.samples:
        text = _flaw_of_scene(subject, sample)
        if text:
            yield subject.board(subject.kind.board.cell, text)
            return


def _flaw_of_scene(subject: Subject, sample: Sample) -> str:
    board, game = subject.kind.board, sample.game
    columns, rows = board.shape(game)
    names: dict[str, tuple[int, int]] = {}
    for x, y in ((x, y) for y in range(rows) for x in range(columns)):
        cell = board.cell(game, sample.row, x, y)
        if cell is None:
            continue
        if not isinstance(cell, Cell):
            return f"at column {x} of row {y} is {cell!r}, which is no Cell and not None"
        if (cell.x, cell.y) != (x, y):
            return f"the cell at column {x} of row {y} says that it is at {cell.x}, {cell.y}"
        if names.setdefault(cell.name, (x, y)) != (x, y):
            return f"two cells are called {cell.name!r}"
        if cell.piece is not None and not isinstance(cell.piece, Piece):
            return f"on {cell.name} stands {cell.piece!r}, which is no Piece"
        if cell.piece and not -1 <= cell.piece.owner < subject.kind.rules.players(game):
            return f"the piece on {cell.name} belongs to player {cell.piece.owner}, and there is none"
    return "" if names else "there is no cell at all"


def pictures(subject: Subject) -> Iterator[Flaw]:
    """The position as text, and the facts beside it."""
    kind = subject.kind
    for sample in subject.samples:
        if not isinstance(kind.picture(sample.game, sample.row), str):
            yield subject.board(kind.picture, "it returns no text")
            return
        wrong = [each for each in kind.panels(sample.game, sample.row) if not isinstance(each, Panel)]
        if wrong:
            yield subject.board(kind.panels, f"it has {wrong[0]!r}, which is no Panel")
            return


def paths(subject: Subject) -> Iterator[Flaw]:
    """Every legal move can be pointed at, by cells that are there and words that are announced."""
    kind = subject.kind
    for sample in subject.open_samples:
        scene = kind.scene(sample.game, sample.row)
        known = {cell.name for cell in scene.cells} | set(scene.words) | set(kind.leading_words)
        pointed: dict[tuple[str, ...], int] = {}
        for move in kind.legal_moves(sample.game, sample.row):
            shown = kind.write(sample.game, sample.row, move)
            ways = [*kind.paths(sample.game, sample.row, move)]
            if not ways:
                yield subject.board(kind.paths, f"no path means {shown}")
                return
            for path in ways:
                if unknown := [name for name in path if name not in known]:
                    yield subject.board(kind.paths, f"the path of {shown} has {unknown[0]!r}, which is neither a cell "
                                        "nor one of the words")  # fmt: skip
                    return
                if pointed.setdefault(tuple(path), move) != move:
                    yield subject.board(kind.paths, f"one path means two moves, one of them {shown}")
                    return


def introduction(subject: Subject) -> Iterator[Flaw]:
    """The boards of introduction.toml and help.md can be drawn, and the moves of the steps are legal."""
    from ...contract.kind import BOARD
    from ...play.introduction import FILE, Diagram, has_introduction, introduction_of, poster

    kind = subject.kind
    try:
        poster(kind).scene()
        for step in introduction_of(kind).steps if has_introduction(kind) else ():
            game = step.game(kind)
            for move in step.moves:
                game.parse(move)
    except LudariumError as error:
        yield Flaw(FILE, 0, str(error).removeprefix(f"{FILE} of {kind.id}: "))  # a flaw names the file itself
    for found in BOARD.finditer(kind.illustrated_help):
        line = kind.illustrated_help[: found.start()].count("\n") + 1
        try:
            Diagram.read(found["position"]).game(kind).scene()
        except LudariumError as error:
            yield Flaw("help.md", line, f"this board cannot be drawn: {error}")
