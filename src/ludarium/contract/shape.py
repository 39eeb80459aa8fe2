"""What the modules of a game have, compared with what the house calls: functions, parameters, values, names."""

import ast
import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any, NamedTuple, get_type_hints

from .board import Board
from .capabilities import OF_BOARD, OF_RULES, OF_STRATEGY, Capabilities
from .options import Option
from .rules import Rules

VALUES = {"OPTIONS": "what can be chosen, () for nothing", "REASONS": "why a game ended, the first of them empty"}


class Flaw(NamedTuple):
    """Something that is wrong with a game, in a sentence, and where."""

    file: str
    line: int  # 0 where it is about the whole file
    text: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: {self.text}" if self.line else f"{self.file}: {self.text}"


def flaws_of_shape(rules: ModuleType, board: ModuleType, strategy: ModuleType | None) -> Iterator[Flaw]:
    """What is missing in the modules of a game, or takes other parameters than it is called with."""
    yield from _flaws("rules.py", rules, Rules, _names(Rules), OF_RULES)
    yield from _flaws("board.py", board, Board, _names(Board), OF_BOARD)
    if strategy is not None:
        yield from _flaws("strategy.py", strategy, Board, (), OF_STRATEGY)
    for name, what in VALUES.items():
        value = getattr(board, name, None)
        if value is None:
            yield Flaw("board.py", 0, f"it has no {name}: {what}")
        elif not isinstance(value, Sequence) or isinstance(value, str):
            yield Flaw("board.py", 0, f"{name} is no tuple or list; for a single value a tuple is written (value,)")
        elif name == "OPTIONS" and (wrong := [each for each in value if not isinstance(each, Option)]):
            yield Flaw("board.py", 0, f"OPTIONS has {wrong[0]!r}, which is no option of ludarium.contract.options")
    yield from _flaws_of_constants(rules)


def _names(protocol: type) -> tuple[str, ...]:
    return tuple(name for name, value in vars(protocol).items() if inspect.isfunction(value) and name[0] != "_")


def _flaws(
    file: str, module: ModuleType, protocol: type, needed: Sequence[str], optional: Sequence[str]
) -> Iterator[Flaw]:
    for name in (*needed, *optional):
        # Some functions may take the position besides: the house then calls them as Capabilities has them
        owners = (protocol, Capabilities) if name in needed else (Capabilities,)
        patterns = [getattr(owner, name) for owner in owners if hasattr(owner, name)]
        pattern = patterns[0]
        found = getattr(module, name, None)
        if found is None and name in needed:
            yield Flaw(file, 0, f"it has no function {_call(name, pattern)}")
        elif found is not None and not callable(found):
            yield Flaw(file, 0, f"{name} is no function, and {_call(name, pattern)} is called")
        elif found is not None and name != "make":
            yield from _flaws_of_call(file, name, found, patterns)


def _parameters(pattern: Callable[..., Any]) -> list[str]:
    return [name for name in inspect.signature(pattern).parameters if name != "self"]


def _call(name: str, pattern: Callable[..., Any]) -> str:
    return f"{name}({', '.join(_parameters(pattern))})"


def _flaws_of_call(file: str, name: str, found: Any, patterns: Sequence[Callable[..., Any]]) -> Iterator[Flaw]:
    try:
        signature = inspect.signature(found)
    except ValueError:  # no function of Python, and its parameters are not known
        return
    if not any(_takes(signature, pattern) for pattern in patterns):
        given = ", ".join(signature.parameters)
        yield Flaw(file, line_of(found), f"{name}({given}) is called as {_call(name, patterns[0])}")


def _takes(signature: inspect.Signature, pattern: Callable[..., Any]) -> bool:
    try:
        signature.bind(*_parameters(pattern))
    except TypeError:
        return False
    return True


def line_of(function: Any) -> int:
    """Where a function is defined; 0 if that is not known."""
    code = getattr(function, "__code__", None)
    return code.co_firstlineno if code else 0


def _flaws_of_constants(rules: Any) -> Iterator[Flaw]:
    turn = getattr(rules, "turn", None)
    if turn is None or not inspect.isfunction(turn):
        return
    try:
        constants = get_type_hints(turn).get("game")
    except Exception as error:
        yield Flaw("rules.py", line_of(turn), f"the annotations of turn cannot be read: {error}")
        return
    if constants is None:
        yield Flaw("rules.py", line_of(turn), "turn does not say what `game` is; write turn(game: NAME, s), NAME "
                   "being the NamedTuple of the game's constants")  # fmt: skip
    elif not (isinstance(constants, type) and issubclass(constants, tuple) and hasattr(constants, "_fields")):
        yield Flaw("rules.py", line_of(turn), f"turn says that `game` is {constants!r}, which is no NamedTuple")


def flaws_of_source(file: str, source: str) -> Iterator[Flaw]:
    """What is wrong with a module's text before it is run: its syntax, and names that are given to two things."""
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        line = (error.text or "").strip()
        shown = f", in `{line[:60]}`" if line else ""
        yield Flaw(file, error.lineno or 0, f"this is not Python: {error.msg}{shown}")
        return
    except ValueError as error:
        yield Flaw(file, 0, f"this is not Python: {error}")
        return
    given: dict[str, tuple[int, str]] = {}
    for node in tree.body:
        for name, what in _given(node):
            before = given.get(name)
            if before and "class" in (what, before[1]):
                yield Flaw(file, node.lineno, f"the name {name} is taken already, by the {before[1]} of line "
                           f"{before[0]}; give this {what} another one")  # fmt: skip
            given[name] = node.lineno, what


def _given(node: ast.stmt) -> Iterator[tuple[str, str]]:
    """The names that a statement gives, and to what."""
    if isinstance(node, ast.ClassDef):
        yield node.name, "class"
    elif isinstance(node, ast.FunctionDef):
        yield node.name, "function"
    elif isinstance(node, ast.Import | ast.ImportFrom):
        for alias in node.names:
            yield alias.asname or alias.name.partition(".")[0], "import"


def flaws_of_help(text: str) -> Iterator[Flaw]:
    """What the rules for players lack."""
    first, _, rest = text.partition("\n")
    if not re.match(r"# \S", first):
        yield Flaw("help.md", 1, "the first line is not the game's title; write # and the title")
    if not rest.strip():
        yield Flaw("help.md", 1, "no paragraph under the title says what the game is")
