"""Write the types of the page from the messages of the protocol: `python tools/page_types.py`.

`client/server/protocol.d.ts` holds a TypeScript interface for each struct of `ludarium.protocol` and a labelled tuple
for each NamedTuple, which JSON carries as an array. A test checks that the committed file is what this tool writes.
"""

import inspect
import re
import types
import typing
from pathlib import Path
from typing import Any

import msgspec

from ludarium.contract.scene import Piece
from ludarium.protocol import clock, games, messages, people, puzzles, requests

MODULES = clock, messages, requests, games, people, puzzles
TARGET = Path(__file__).parents[1] / "src" / "ludarium" / "web" / "client" / "server" / "protocol.d.ts"
OMITTED = {(Piece, "room")}  # the last parts of tuples, which the page's own need not have
HEAD = "// Written by tools/page_types.py from ludarium.protocol; edit the structs there and run the tool again.\n"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", Any: "unknown"}


def type_script() -> str:
    """All types, in the order in which the modules declare them; tuples come first."""
    structs = [each for module in MODULES for each in vars(module).values() if _is_own_struct(each, module)]
    tuples: dict[type, None] = {}
    for struct in structs:
        for hint in typing.get_type_hints(struct).values():
            _collect(hint, tuples)
    unions = [("Told", messages.Told), ("Asked", requests.Asked)]
    parts = [*map(_tuple, tuples), *map(_interface, structs)]
    parts += [f"export type {name} = {_write(union)};\n" for name, union in unions]
    return "\n".join([HEAD, *parts])


def _is_own_struct(found: Any, module: types.ModuleType) -> bool:
    return isinstance(found, type) and issubclass(found, msgspec.Struct) and found.__module__ == module.__name__


def _is_tuple(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields")


def _collect(hint: Any, found: dict[type, None]) -> None:
    """Add the NamedTuples that a type is made of, each after those that it contains."""
    if _is_tuple(hint):
        for inner in typing.get_type_hints(hint).values():
            _collect(inner, found)
        found.setdefault(hint)
    for inner in typing.get_args(hint):
        _collect(inner, found)


def _write(hint: Any) -> str:
    """A Python type in TypeScript."""
    if hint in PLAIN:
        return PLAIN[hint]
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return _write(inner[0])
    if origin in (typing.Union, types.UnionType):
        return " | ".join(map(_write, inner))
    if origin is dict:
        return f"Record<{_write(inner[0])}, {_write(inner[1])}>"
    if origin in (tuple, list):
        item = _write(inner[0])
        return f"({item})[]" if "|" in item else f"{item}[]"
    return str(hint.__name__)


def _tuple(kind: type) -> str:
    hints, comments = typing.get_type_hints(kind), _comments(kind)
    lines = (
        f"{_comment(comments.get(name))}  {name}{'?' if (kind, name) in OMITTED else ''}: {_write(hint)},\n"
        for name, hint in hints.items()
    )
    fields = "".join(lines)
    return f"{_doc(kind)}export type {kind.__name__} = [\n{fields}];\n"


def _interface(struct: type[msgspec.Struct]) -> str:
    config, hints, comments = struct.__struct_config__, typing.get_type_hints(struct), _comments(struct)
    # A default may be left out of what the page sends, and out of what the server omits itself
    may_omit = config.omit_defaults or config.forbid_unknown_fields
    lines = [f'  {config.tag_field}: "{config.tag}";\n'] if config.tag else []
    for field in msgspec.structs.fields(struct):
        mark = "?" if may_omit and not field.required else ""
        lines.append(f"{_comment(comments.get(field.name))}  {field.name}{mark}: {_write(hints[field.name])};\n")
    return f"{_doc(struct)}export interface {struct.__name__} {{\n{''.join(lines)}}}\n"


def _comments(kind: type) -> dict[str, str]:
    """What is written behind the fields of a class."""
    return dict(re.findall(r"^    (\w+): [^#\n]*  # (.+)$", inspect.getsource(kind), re.MULTILINE))


def _comment(text: str | None) -> str:
    return f"  /** {text} */\n" if text else ""


def _doc(kind: type) -> str:
    return f"/** {' '.join(inspect.getdoc(kind).split())} */\n" if kind.__doc__ else ""  # type: ignore[union-attr]


if __name__ == "__main__":
    TARGET.write_text(type_script(), encoding="utf-8")
