"""Functions that check parsed JSON against a type, and turn it into values of that type.

`reader_of` compiles one for each type when it is first asked for; annotations are resolved then.
"""

import math
import re
from collections.abc import Callable
from functools import cache
from json import dumps
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from .errors import ValidationError
from .raw import Raw
from .struct_class import REQUIRED, StructMeta

Read = Callable[[Any], Any]

NAMES = {NoneType: "null", dict: "object", list: "array"}  # of Python's types in JSON, where they differ
ORDER = ["bool", "int", "float", "str", "object", "array", "null"]  # in which an error names them
WHOLE = re.compile(r"-?(0|[1-9][0-9]*)")


class Meta(NamedTuple):
    """The least and the greatest value of a whole number."""

    ge: int | None = None
    le: int | None = None


class Mismatch(Exception):
    """A value that is not of its type; `path` grows while the error leaves what it is in."""

    def __init__(self, message: str, path: str = "", of_key: bool = False) -> None:
        self.message, self.path, self.of_key = message, path, of_key

    def sentence(self) -> str:
        key = "`key` in " if self.of_key else ""
        return f"{self.message} - at {key}`${self.path}`" if self.path or key else self.message


class Reader(NamedTuple):
    """How a type is read: its name in JSON, the types of Python that the JSON parser makes of it, and the function."""

    name: str
    parsed: tuple[type, ...]
    read: Read


def convert(value: object, asked: Any) -> Any:
    """A value of the type asked for, from parsed JSON or TOML."""
    try:
        return reader_of(asked).read(value)
    except Mismatch as wrong:
        raise ValidationError(wrong.sentence()) from None


@cache
def reader_of(asked: Any) -> Reader:
    """The reader of a type."""
    if asked in _PLAIN:
        return _PLAIN[asked]
    origin, arguments = get_origin(asked), get_args(asked)
    if isinstance(asked, StructMeta):
        return Reader("object", (dict,), _struct(asked))
    if origin is Annotated and arguments[0] is int and isinstance(arguments[1], Meta):
        return Reader("int", (int,), _limited(arguments[1]))
    if origin in (Union, UnionType):
        return _union(arguments)
    if origin is tuple:
        read = _array(arguments[0]) if arguments[1:] == (...,) else _row(tuple, arguments, len(arguments))
        return Reader("array", (list,), read)
    if origin is dict and arguments[0] in (str, int):
        return Reader("object", (dict,), _mapping(*arguments))
    if isinstance(asked, type) and issubclass(asked, tuple) and hasattr(asked, "_field_defaults"):
        types = get_type_hints(asked, include_extras=True)
        needed = len(types) - len(asked._field_defaults)
        return Reader("array", (list,), _row(lambda found: asked(*found), tuple(types.values()), needed))
    raise TypeError(f"{asked} is not supported by msgspec in plain Python")


def _unlike(expected: str, value: object) -> Mismatch:
    got = NAMES.get(type(value), type(value).__name__)
    return Mismatch(f"Expected `{expected}`, got `{got}`")


def _scalar(asked: type) -> Reader:
    name = NAMES.get(asked, asked.__name__)

    def read(value: Any) -> Any:
        if type(value) is not asked:
            raise _unlike(name, value)
        return value

    return Reader(name, (asked,), read)


def _float(value: Any) -> float:
    if type(value) is not float:
        if type(value) is not int:
            raise _unlike("float", value)
        try:
            return float(value)
        except OverflowError:
            raise Mismatch("Number out of range") from None
    if math.isinf(value):
        raise Mismatch("Number out of range")
    return value


def _raw(value: Any) -> Raw:
    return Raw(dumps(value, separators=(",", ":"), ensure_ascii=False).encode())


_PLAIN = {asked: _scalar(asked) for asked in (bool, int, str, NoneType)} | {
    float: Reader("float", (float, int), _float),
    Raw: Reader("any", (), _raw),
    Any: Reader("any", (), lambda value: value),
}


def _limited(meta: Meta) -> Read:
    def read(value: Any) -> Any:
        if type(value) is not int:
            raise _unlike("int", value)
        if meta.ge is not None and value < meta.ge:
            raise Mismatch(f"Expected `int` >= {meta.ge}")
        if meta.le is not None and value > meta.le:
            raise Mismatch(f"Expected `int` <= {meta.le}")
        return value

    return read


def _array(item: Any) -> Read:
    read_item = reader_of(item).read

    def read(value: Any) -> Any:
        if type(value) is not list:
            raise _unlike("array", value)
        found: list[Any] = []
        try:
            found.extend(map(read_item, value))
        except Mismatch as wrong:
            wrong.path = f"[{len(found)}]{wrong.path}"
            raise
        return tuple(found)

    return read


def _row(make: Read, types: tuple[Any, ...], needed: int) -> Read:
    """An array with a type for each place, of which the last ones may be missing."""
    readers = [reader_of(each).read for each in types]
    lengths = f"{needed}" if needed == len(types) else f"{needed} to {len(types)}"

    def read(value: Any) -> Any:
        if type(value) is not list:
            raise _unlike("array", value)
        found: list[Any] = []
        try:
            for read_item, each in zip(readers, value, strict=False):
                found.append(read_item(each))
        except Mismatch as wrong:
            wrong.path = f"[{len(found)}]{wrong.path}"
            raise
        if not needed <= len(value) <= len(readers):
            raise Mismatch(f"Expected `array` of length {lengths}")
        return make(found)

    return read


def _mapping(key: type, item: Any) -> Read:
    read_item = reader_of(item).read

    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise _unlike("object", value)
        found = {}
        for name, each in value.items():
            if key is int and not WHOLE.fullmatch(name):
                wrong = _unlike("int", name)
                wrong.of_key = True
                raise wrong
            try:
                found[key(name)] = read_item(each)
            except Mismatch as wrong:
                wrong.path = f"[...]{wrong.path}"
                raise
        return found

    return read


def _struct(kind: StructMeta) -> Read:
    config, types = kind.__struct_config__, get_type_hints(kind, include_extras=True)
    readers = {field: reader_of(types[field]).read for field in kind.__struct_fields__}
    required = [field for field, default in kind.__struct_defaults__.items() if default is REQUIRED]

    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise _unlike("object", value)
        found: dict[str, Any] = {}
        key, is_known = "", True
        try:
            for key, each in value.items():
                if key in readers:
                    found[key] = readers[key](each)
                elif key == config.tag_field:
                    _check_tag(each, config.tag == each)
                elif config.forbid_unknown_fields:
                    is_known = False
                    break
        except Mismatch as wrong:
            wrong.path = f".{key}{wrong.path}"
            raise
        if not is_known:
            raise Mismatch(f"Object contains unknown field `{key}`")
        for field in required:
            if field not in found:
                raise Mismatch(f"Object missing required field `{field}`")
        return kind(**found)

    return read


def _check_tag(tag: object, is_known: bool) -> None:
    if not isinstance(tag, str):
        raise Mismatch("Expected `str`")
    if not is_known:
        raise Mismatch(f"Invalid value '{tag}'")


def _union(types: tuple[Any, ...]) -> Reader:
    structs = [each for each in types if isinstance(each, StructMeta)]
    readers = [reader_of(each) for each in types if len(structs) < 2 or each not in structs]
    if len(structs) > 1:
        readers.append(Reader("object", (dict,), _tagged(structs)))
    names = sorted((reader.name for reader in readers), key=ORDER.index)
    if len(set(names)) < len(names) or {"int", "float"} <= set(names):
        raise TypeError(f"{types} cannot be told apart by msgspec in plain Python")
    expected = " | ".join(names)
    by_parsed = {parsed: reader.read for reader in readers for parsed in reader.parsed}

    def read(value: Any) -> Any:
        known = by_parsed.get(type(value))
        if known is None:
            raise _unlike(expected, value)
        return known(value)

    return Reader(expected, tuple(by_parsed), by_parsed[dict] if names == ["object"] else read)


def _tagged(structs: list[StructMeta]) -> Read:
    """One of several structs, which is compiled when its tag is first read."""
    fields = {each.__struct_config__.tag_field for each in structs}
    by_tag = {each.__struct_config__.tag: each for each in structs}
    field = fields.pop()
    if fields or field is None or len(by_tag) < len(structs):
        raise TypeError(f"{structs} need one tag field and different tags")

    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise _unlike("object", value)
        if field not in value:
            raise Mismatch(f"Object missing required field `{field}`")
        tag = value[field]
        try:
            _check_tag(tag, isinstance(tag, str) and tag in by_tag)
        except Mismatch as wrong:
            wrong.path = f".{field}"
            raise
        return reader_of(by_tag[tag]).read(value)

    return read
