"""The sources of the house and of its tests, each parsed once for all tests that look at them."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path


@cache
def nodes(file: Path) -> tuple[ast.AST, ...]:
    """All nodes of a file's syntax tree, the module first."""
    return tuple(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))


def words(file: Path) -> Iterator[str]:
    """The names and strings of a file without its docstrings."""
    documented = ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef
    docstrings = [
        node.body[0].value  # type: ignore[attr-defined]
        for node in nodes(file)
        if isinstance(node, documented) and ast.get_docstring(node, clean=False) is not None
    ]
    hidden = set(map(id, docstrings))
    for node in nodes(file):
        if id(node) not in hidden:
            for _, value in ast.iter_fields(node):
                yield from (each for each in (value if isinstance(value, list) else [value]) if isinstance(each, str))
