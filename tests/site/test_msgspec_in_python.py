"""The stand-in for msgspec does with the house's messages what msgspec does."""

import ast
import importlib
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from ludarium.site import msgspec_in_python
from ludarium.site.msgspec_in_python import json as json_in_python

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "src" / "ludarium"
STAND_IN = HOUSE / "site" / "msgspec_in_python"
IN_THE_BROWSER = "contract", "games", "engine", "play", "protocol", "house", "site/home"


def samples(*arguments: str) -> dict[str, Any]:
    """What one of the two does in a fresh interpreter."""
    command = [sys.executable, "-m", "tests.support.message_samples", *arguments]
    found: dict[str, Any] = json.loads(subprocess.run(command, capture_output=True, check=True, cwd=ROOT).stdout)
    return found


def test_all_messages_are_written_and_read_as_by_msgspec() -> None:
    """The same texts, the same values, and the same sentences about texts that are wrong."""
    real, ours = samples(), samples(str(STAND_IN))
    assert len(real) > 100 and list(real) == list(ours)
    refused = [sentence for each in real.values() for _, sentence in each.get("wrong", ()) if "Error" in str(sentence)]
    assert len(refused) > 1000
    for name, each in real.items():
        for what, found in each.items():
            assert ours[name][what] == found, f"{name}: {what}"


def used_names(file: Path) -> Iterator[str]:
    """The names of msgspec that a file uses, such as `json.Decoder`."""
    text = file.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if "msgspec" in text else ():
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "msgspec" and not node.level:
            inner = (node.module or "").partition(".")[2]
            yield from (f"{inner}.{alias.name}".lstrip(".") for alias in node.names)
        elif isinstance(node, ast.Attribute) and ast.unparse(node).startswith("msgspec."):
            yield ast.unparse(node).removeprefix("msgspec.")


def test_the_stand_in_has_every_name_that_the_browser_needs() -> None:
    places = [HOUSE / place for place in IN_THE_BROWSER]
    files = [file for place in places for file in ([place] if place.is_file() else place.rglob("*.py"))]
    names = {name for file in files for name in used_names(file)}
    assert {"Struct", "convert", "json.Decoder", "structs.replace"} <= names
    for name in names:
        inner, _, own = name.rpartition(".")
        module = importlib.import_module(f"{msgspec_in_python.__name__}.{inner}".rstrip("."))
        assert hasattr(module, own), f"the stand-in has no msgspec.{name}"


def outcome(of: Callable[[], object]) -> str:
    try:
        return repr(of())
    except (AttributeError, TypeError) as error:
        return f"{type(error).__name__}: {error}"


CLASSES = """
class Open(Struct):
    number: int
    names: dict[int, str] = {}

class Fixed(Open, frozen=True, kw_only=True):
    names: tuple[str, ...] = ()
    other: list[int] = field(default_factory=list)
"""


def behaviour(package: ModuleType) -> list[str]:
    """What structs of a package do besides reading and writing."""
    names: dict[str, Any] = {**vars(package), "__name__": __name__}
    exec(CLASSES, names)
    Open, Fixed = names["Open"], names["Fixed"]
    replace = importlib.import_module(f"{package.__name__}.structs").replace
    opened, fixed = Open(1), Fixed(1, names=("a",), other=())
    opened.number = 3
    return [
        outcome(of)
        for of in (
            lambda: (opened, Open(1).names is Open(1).names, opened == Open(3), opened == fixed, opened != Open(3)),
            lambda: (fixed, Fixed(2), Fixed(2).other is Fixed(2).other, Fixed.__struct_fields__),
            lambda: {fixed: 1}[Fixed(1, names=("a",), other=())],
            lambda: hash(opened),
            lambda: setattr(fixed, "number", 2),
            lambda: delattr(fixed, "number"),
            lambda: (replace(fixed, number=5), replace(opened, names={1: "b"}), fixed.number),
            lambda: replace(fixed, unknown=5),
        )
    ]


def test_structs_behave_as_those_of_msgspec() -> None:
    assert behaviour(msgspec_in_python) == behaviour(msgspec)


@pytest.mark.parametrize(
    "body",
    [
        "class New(Struct, array_like=True): pass",
        "class New(Struct, rename='camel'): pass",
        "class New(Struct, tag=True): pass",
        "class New(Struct, Path): pass",
        "class New(Struct):\n    a: int = 0\n    b: int",
        "class New(Struct):\n    a: list[int] = [1]",
        "Decoder(set[int]).decode('[]')",
        "Decoder(int | float).decode('1')",
        "Decoder(tuple[int, ...] | tuple[str, str]).decode('1')",
        "Encoder().encode({'a': Path()})",
        "Meta(gt=1)",
    ],
)
def test_what_is_not_supported_is_refused(body: str) -> None:
    names = {**vars(msgspec_in_python), **vars(json_in_python), "Path": Path}
    with pytest.raises(TypeError):
        exec(body, names)
