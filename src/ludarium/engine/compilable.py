"""What of a game's source does not compile, by the source alone: each with its line, and what to write instead."""

import ast
import builtins
import dis
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from ..contract.capabilities import is_default
from ..contract.kind import Kind
from ..contract.shape import Flaw
from . import rule_calls

# What Python has and compiled rules have not, by the sort of the expression or statement.
UNKNOWN: dict[type[ast.AST], str] = {
    ast.Slice: "a slice makes a new list, and compiled rules make none; write a loop over the places",
    ast.GeneratorExp: "a generator does not compile; write a for loop",
    ast.ListComp: "a comprehension makes a new list, and compiled rules make none; write a for loop",
    ast.SetComp: "a set does not compile; use a row, or the bits of a number",
    ast.DictComp: "a dict does not compile; use a list of numbers at the top of the module",
    ast.Dict: "a dict does not compile; use a list of numbers at the top of the module",
    ast.Set: "a set does not compile; use a tuple, or the bits of a number",
    ast.List: "compiled rules make no lists; write a tuple, or a list at the top of the module",
    ast.JoinedStr: "compiled rules know no text; texts belong into board.py",
    ast.Try: "try and except do not compile; test before with an if",
    ast.With: "with does not compile",
    ast.Lambda: "a function within a function does not compile; define it at the top of the module",
    ast.FunctionDef: "a function within a function does not compile; define it at the top of the module",
    ast.ClassDef: "a class within a function does not compile",
    ast.Yield: "yield does not compile; write the results into a row",
    ast.YieldFrom: "yield does not compile; write the results into a row",
    ast.Import: "an import within a function does not compile; put it at the top of the module",
    ast.ImportFrom: "an import within a function does not compile; put it at the top of the module",
    ast.Global: "compiled rules cannot change a global variable; keep it in the position",
    ast.Div: "/ makes a real number of two whole ones; write //",
    ast.Starred: "a star before an argument does not compile; write the arguments one by one",
}
FUNCTIONS = {
    "dict": "a dict does not compile; use a list of numbers at the top of the module",
    "filter": "filter does not compile; write a for loop with an if",
    "getattr": "getattr does not compile; name the field",
    "hasattr": "hasattr does not compile",
    "list": "compiled rules make no lists; write into a row",
    "map": "map does not compile; write a for loop",
    "open": "rules read no files",
    "print": "print does not compile; look at positions in `ludarium GAME`",
    "set": "a set does not compile; use a row, or the bits of a number",
    "sorted": "sorted makes a new list, and compiled rules make none; look for the least in a loop",
    "str": "compiled rules know no text; texts belong into board.py",
}
METHODS = ("append", "clear", "copy", "count", "extend", "index", "insert", "pop", "remove", "reverse", "sort")
# Functions of the rules and the strategy that are only called from Python
PLAIN = "players", "start", "pace", "positions"


def flaws_of_compiling(kind: Kind) -> Iterator[Flaw]:
    """What does not compile in a game's functions that are compiled."""
    called: dict[FunctionType, set[FunctionType]] = {}
    for function in compiled_functions(kind):
        called[function] = set(_called(function, kind.folder))
        yield from _flaws(function, kind.folder)
    for function in called:
        if _reaches(function, function, called):
            text = f"{function.__name__} calls itself, and rules do without recursion; write a loop"
            yield Flaw(_file(function, kind.folder), function.__code__.co_firstlineno, text)


def compiled_functions(kind: Kind) -> list[FunctionType]:
    """The functions of a game that are compiled, and all that they call."""
    names = [name for name, value in vars(rule_calls).items() if isinstance(value, FunctionType)]
    roots = [_own(kind, name) for name in names if name not in (*PLAIN, "never_noisy", "own_moves")]
    found = dict.fromkeys(function for function in roots if function is not None)
    waiting = [*found]
    while waiting:
        for function in _called(waiting.pop(), kind.folder):
            if function not in found:
                found[function] = None
                waiting.append(function)
    return [*found]


def _own(kind: Kind, name: str) -> FunctionType | None:
    function: Callable[..., Any] | None = kind.function(name)
    return function if isinstance(function, FunctionType) and not is_default(function) else None


def _called(function: FunctionType, folder: Path) -> Iterator[FunctionType]:
    for name in {step.argval for step in dis.get_instructions(function) if step.opname == "LOAD_GLOBAL"}:
        value = function.__globals__.get(name)
        if isinstance(value, FunctionType) and Path(value.__code__.co_filename).is_relative_to(folder):
            yield value


def _reaches(start: FunctionType, wanted: FunctionType, called: dict[FunctionType, set[FunctionType]]) -> bool:
    seen, waiting = set[FunctionType](), [start]
    while waiting:
        for each in called.get(waiting.pop(), ()):
            if each is wanted:
                return True
            if each not in seen:
                seen.add(each)
                waiting.append(each)
    return False


def _file(function: FunctionType, folder: Path) -> str:
    return Path(function.__code__.co_filename).relative_to(folder).as_posix()


@cache
def _definitions(file: str) -> dict[int, ast.FunctionDef]:
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    return {node.lineno: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def _flaws(function: FunctionType, folder: Path) -> Iterator[Flaw]:
    """What does not compile in one function, by line."""
    file = _file(function, folder)
    node = _definitions(function.__code__.co_filename).get(function.__code__.co_firstlineno)
    if node is None:
        line = function.__code__.co_firstlineno
        yield Flaw(file, line, f"{function.__name__} is no plain function at the top of the module")
        return
    found = [*_flaws_of_body(node), *_flaws_of_names(function), *_flaws_of_return(node)]
    for line, text in sorted(set(found)):
        yield Flaw(file, line, text)


def _flaws_of_body(function: ast.FunctionDef) -> Iterator[tuple[int, str]]:
    line = function.lineno
    for statement in function.body:
        is_docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        for node in () if is_docstring else ast.walk(statement):
            line = getattr(node, "lineno", line)
            if type(node) in UNKNOWN and not _is_annotation(node, statement):
                yield line, UNKNOWN[type(node)]
            elif isinstance(node, ast.Constant):
                yield from ((line, text) for text in _flaws_of_constant(node.value))
            elif isinstance(node, ast.Call):
                yield from ((node.lineno, text) for text in _flaws_of_call(node.func))


def _is_annotation(node: ast.AST, statement: ast.stmt) -> bool:
    return isinstance(statement, ast.AnnAssign) and any(node is each for each in ast.walk(statement.annotation))


def _flaws_of_constant(value: object) -> Iterator[str]:
    if value is None:
        yield "None is no number, and a variable keeps one type; use a number that stands for nothing, such as -1"
    elif isinstance(value, float):
        yield f"{value} is a real number, and rules have whole ones; count in hundredths, say"
    elif isinstance(value, str | bytes):
        yield "compiled rules know no text; texts belong into board.py, and numbers stand for them here"


def _flaws_of_call(called: ast.expr) -> Iterator[str]:
    if isinstance(called, ast.Name) and called.id in FUNCTIONS:
        yield FUNCTIONS[called.id]
    elif isinstance(called, ast.Attribute) and called.attr in METHODS:
        yield f"a row has no .{called.attr} in compiled code, and keeps its length; write its numbers in a loop"


def _flaws_of_names(function: FunctionType) -> Iterator[tuple[int, str]]:
    """Names that stand for nothing, and globals of a type that compiled code does not know."""
    line = function.__code__.co_firstlineno
    for step in dis.get_instructions(function):
        line = step.starts_line if step.starts_line and not isinstance(step.starts_line, bool) else line
        if step.opname != "LOAD_GLOBAL":
            continue
        name = step.argval
        value = function.__globals__.get(name)
        if name not in function.__globals__ and not hasattr(builtins, name):
            yield line, f"the name {name} stands for nothing here"
        elif isinstance(value, dict | set | frozenset | str | float):
            sort = type(value).__name__
            yield line, f"{name} is a {sort}; compiled rules use numbers, and tuples and lists of them"
        elif isinstance(value, list) and not _is_regular(value):
            yield line, f"{name} is no list of numbers, or of lists of numbers that are all equally long"


def _is_regular(value: list[Any]) -> bool:
    if all(isinstance(each, int) for each in value):
        return True
    rows = [each for each in value if isinstance(each, list | tuple)]
    return (
        len(rows) == len(value)
        and len({len(row) for row in rows}) == 1
        and all(isinstance(each, int) or (isinstance(each, list) and _is_regular(each)) for row in rows for each in row)
    )


def _flaws_of_return(function: ast.FunctionDef) -> Iterator[tuple[int, str]]:
    returns = [node for node in ast.walk(function) if isinstance(node, ast.Return)]
    with_value = [node for node in returns if node.value is not None]
    without = [node for node in returns if node.value is None]
    text = f"{function.name} returns a number on some ways and nothing on others; return one on every way"
    if with_value and without:
        yield without[0].lineno, text
    elif with_value and not _ends(function.body):
        yield function.lineno, text


def _ends(body: list[ast.stmt]) -> bool:
    """Whether no way leads behind the last of these statements."""
    last = body[-1]
    if isinstance(last, ast.Return | ast.Raise):
        return True
    if isinstance(last, ast.If):
        return bool(last.orelse) and _ends(last.body) and _ends(last.orelse)
    is_endless = isinstance(last, ast.While) and isinstance(last.test, ast.Constant) and bool(last.test.value)
    return is_endless and not any(isinstance(node, ast.Break) for node in ast.walk(last))
