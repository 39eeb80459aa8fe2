"""The modules that some modules need, found by their import statements; nothing is imported for it."""

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple

Source = Callable[[str], str | None]


class Import(NamedTuple):
    """A module that is imported, or a name of one, which may be a module too."""

    name: str
    is_late: bool  # in a function, which may never be called


def imports(source: str, package: str) -> Iterator[Import]:
    """What a module of a package imports; imports for type checkers alone do not count."""
    waiting = [(statement, False) for statement in ast.parse(source).body]
    while waiting:
        statement, is_late = waiting.pop()
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield from (Import(name, is_late) for name in _names(statement, package))
        elif not (isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.unparse(statement.test)):
            inner = is_late or isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef)
            waiting += [(each, inner) for each in _inside(statement)]
        else:
            waiting += [(each, is_late) for each in statement.orelse]


def _names(statement: ast.Import | ast.ImportFrom, package: str) -> list[str]:
    if isinstance(statement, ast.Import):
        return [alias.name for alias in statement.names]
    above = package.split(".")
    base = above[: len(above) - statement.level + 1] if statement.level else []
    module = ".".join([*base, *([statement.module] if statement.module else [])])
    return [module, *(f"{module}.{alias.name}" for alias in statement.names)]


def _inside(statement: ast.AST) -> Iterator[ast.stmt]:
    """The statements in another one; expressions are not looked at, since none of them imports."""
    for field in ("body", "orelse", "finalbody", "handlers", "cases"):
        for each in getattr(statement, field, ()):
            if isinstance(each, ast.stmt):
                yield each
            else:
                yield from _inside(each)


class Modules:
    """Modules by name, as far as `source` has them (a package by the text of its `__init__.py`)."""

    def __init__(self, source: Source, is_package: Callable[[str], bool]) -> None:
        self.source = cache(source)
        self.is_package = is_package
        self._imports: dict[str, list[Import]] = {}

    def imports(self, name: str) -> list[Import]:
        """What a module imports."""
        if name not in self._imports:
            package = name if self.is_package(name) else name.rpartition(".")[0]
            self._imports[name] = [*imports(self.source(name) or "", package)]
        return self._imports[name]

    def needed(self, start: Iterable[str], lacking: frozenset[str] = frozenset()) -> set[str]:
        """The modules that are reached from some, without those that lack something."""
        found, waiting = set[str](), [*start]
        while waiting:
            name = waiting.pop()
            if name in found or name in lacking or self.source(name) is None:
                continue
            found.add(name)
            waiting += [each.name for each in self.imports(name)]
            waiting += [name.rpartition(".")[0]] if "." in name else []
        return found

    def lacking(self, start: Iterable[str], is_there: Callable[[str], bool]) -> frozenset[str]:
        """The modules that cannot be imported, because they import at once what is not there."""
        reached = self.needed(start)
        lacking = {name for name in reached if any(not is_there(each.name) for each in self._at_once(name))}
        while more := {name for name in reached - lacking if any(each.name in lacking for each in self._at_once(name))}:
            lacking |= more
        return frozenset(lacking)

    def _at_once(self, name: str) -> Iterator[Import]:
        return (each for each in self.imports(name) if not each.is_late)
