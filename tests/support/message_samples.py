"""What msgspec does with all messages of the house, printed as JSON; with a folder as argument, what is in it does.

`python -m tests.support.message_samples [FOLDER]`. Both see the same values, which are made from the types alone.
"""

import importlib
import importlib.util
import json
import pkgutil
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from random import Random
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

PACKAGES = "ludarium.protocol", "ludarium.play.match"
PLAIN: dict[Any, list[Any]] = {
    bool: [False, True],
    int: [0, 1, -1, 1000, (1 << 53) - 1, 1 << 70],
    float: [0.0, -0.0, 0.5, 1.0, 1 / 3, 1e-4, 1e-5, -1.25e-5, 1e-6, 2.5e-7, 1e15, 1e16, -1.5e300],
    str: ["", "a", "a7-b6", 'é\u2028😀"\\\n\x00\x1f\x7f/', "1e-05", '"1e-05'],
    NoneType: [None],
    Any: [None, [1, {"a": 2.5}], "text"],
}
OTHERS = [None, True, 3, -1, 1 << 60, 1.5, 1e-5, "other", "7", [], [1], {}, {"a": 1}]

REQUESTS = [
    "[]", "1", '"a"', "null", "{}", '{"do":1}', '{"do":null}', '{"do":"x"}', '{"do":"it\'s"}', '{"do":"play"}',
    '{"id":"a","do":"x"}', '{"id":"a","do":"play"}', '{"do":"play","id":-1}', '{"do":"play","id":9007199254740992}',
    '{"do":"play","id":1.0}', '{"do":"play","id":1,"at":0,"zz":1}', '{"do":"play","id":1,"at":0,"":1}',
    '{"do":"play","id":1,"at":true}', '{"do":"play","id":1,"at":1e3}', '{"do":"play","id":1,"at":0,"path":["a",1]}',
    '{"do":"play","id":1,"id":2,"at":3}', '{"do":"play","id":1,"at":0,"move":"\\ud83d\\ude00\\u00e9"}',
    '{"do":"seed","id":1,"number":null}', '{"do":"seed","id":1,"number":1.5}', '{"do":"seed","id":1,"number":"5"}',
    '{"do":"analyse","id":1,"ply":0,"seconds":1e999}', '{"do":"analyse","id":1,"ply":0,"seconds":2}',
    '{"do":"preview","id":1,"at":0,"paths":[["a"],["b",2]]}', ' { "do" : "undo" , "id" : 4 } \n',
]  # fmt: skip
MALFORMED = [
    "", "{", "[1,", "nul", '"abc', '"\\x"', '"\\ud800"', '{"a"}', "{1:2}", '{"a":1,}', "[1] x", "01", "-", "1.", "NaN",
    "Infinity", '"\x01"', "\ufeff1", "{'a':1}", "[1 2]",
]  # fmt: skip

FILES: list[Any] = [
    {}, {"steps": 1}, {"poster": {}}, {"poster": {"position": 1}}, {"poster": {"position": "a", "options": {"b": 1}}},
    {"steps": [{"zz": 1}]}, {"steps": [{"position": "a", "text": "b"}]}, {"x": 1}, {"poster": date(2026, 11, 17)},
    {"poster": {"position": "a"}, "steps": [{"position": "a", "text": "b", "after": "c", "moves": ["d"]}]},
]  # fmt: skip


def main() -> None:
    if sys.argv[1:]:
        stand_in(Path(sys.argv[1]))
    from msgspec.json import Decoder, Encoder

    from ludarium.play.match.events import MatchEvent
    from ludarium.protocol.messages import Told
    from ludarium.protocol.requests import Asked

    encoder, found = Encoder(), {}
    for struct in structs():
        chosen, decoder = Random(struct.__name__), Decoder(struct)
        texts = [encoder.encode(made(struct, chosen, share)).decode() for share in (0.0, 0.5, 0.5, 0.5, 1.0)]
        wrong = [json.dumps(changed(json.loads(chosen.choice(texts)), chosen)) for _ in range(25)]
        found[f"{struct.__module__}.{struct.__qualname__}"] = {
            "fields": struct.__struct_fields__,
            "by position": struct.__match_args__,
            "tag": [struct.__struct_config__.tag_field, struct.__struct_config__.tag],
            "shown": repr(made(struct, Random(1), 0.0)) if "codec" not in struct.__module__ else "",
            "texts": texts,
            "read": [read(decoder, text) for text in texts],
            "wrong": [(text[:200], read(decoder, text)) for text in wrong],
        }
    events = [text.replace('"do"', '"what"').replace("play", "played") for text in REQUESTS]
    told = [text.replace('"do"', '"say"').replace("play", "done") for text in REQUESTS]
    for union, lines in ((Asked, REQUESTS), (MatchEvent, events), (Told, told)):
        found[f"union of {lines[6]}"] = {text: read(Decoder(union), text) for text in lines}
    found["malformed"] = {text: str(read(Decoder(), text)).partition(":")[0] for text in MALFORMED}
    found["converted"] = {str(each): read_file(each) for each in FILES}
    json.dump(found, sys.stdout)


def stand_in(folder: Path) -> None:
    """Import the package in a folder under the name `msgspec`."""
    spec = importlib.util.spec_from_file_location(
        "msgspec", folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec and spec.loader
    sys.modules["msgspec"] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)


def structs() -> Iterator[Any]:
    """All classes of messages."""
    for name in PACKAGES:
        for place in pkgutil.iter_modules(importlib.import_module(name).__path__, f"{name}."):
            for each in vars(importlib.import_module(place.name)).values():
                if hasattr(each, "__struct_fields__") and each.__module__ == place.name:
                    yield each


def made(asked: Any, chosen: Random, share: float) -> Any:
    """A value of a type; `share` says how many of the fields that have defaults are given."""
    if asked in PLAIN:
        return chosen.choice(PLAIN[asked])
    origin, arguments = get_origin(asked), get_args(asked)
    if origin is Annotated:
        return chosen.choice([0, 5])
    if origin in (Union, UnionType):
        return made(chosen.choice(arguments) if share < 1 else arguments[0], chosen, share)
    if origin is dict:
        return {made(arguments[0], chosen, share): made(arguments[1], chosen, share) for _ in range(2)}
    if origin is tuple and arguments[1:] != (...,):
        return tuple(made(each, chosen, share) for each in arguments)
    if origin is tuple:
        return tuple(made(arguments[0], chosen, share) for _ in range(chosen.choice([0, 1, 2]) if share < 1 else 2))
    if asked.__name__ == "Raw":
        return asked(b'{"a":[1,"\xc3\xa9"]}')
    fields = get_type_hints(asked, include_extras=True)
    always = {name for name, each in fields.items() if "Raw" in str(each)}  # the default of these is not JSON
    given = {name: made(fields[name], chosen, share) for name in fields if name in always or chosen.random() < share}
    while True:
        try:
            return asked(**given)
        except TypeError:  # a field without a default is missing
            name = next(name for name in fields if name not in given)
            given[name] = made(fields[name], chosen, share)


def changed(value: Any, chosen: Random) -> Any:
    """A value of JSON that differs from another in one place, at any depth."""
    if isinstance(value, list) and value and chosen.random() < 0.8:
        place = chosen.randrange(len(value) + 1)
        if place == len(value):
            return chosen.choice([value[:-1], [*value, 1]])
        return [*value[:place], changed(value[place], chosen), *value[place + 1 :]]
    if isinstance(value, dict) and value and chosen.random() < 0.9:
        name = chosen.choice(list(value))
        if chosen.random() < 0.2:
            return {other: value[other] for other in value if other != name}
        return value | {"unknown": 1} if chosen.random() < 0.1 else value | {name: changed(value[name], chosen)}
    return chosen.choice(OTHERS)


def read(decoder: Any, text: str) -> Any:
    """What a text is decoded to, or the sentence of the error."""
    from msgspec import DecodeError

    try:
        return described(decoder.decode(text))
    except DecodeError as error:
        return f"{type(error).__name__}: {error}"


def read_file(value: Any) -> Any:
    """What a parsed file of a game's introduction is converted to, or the sentence of the error."""
    from msgspec import ValidationError, convert

    from ludarium.play.introduction import Introduction

    try:
        return described(convert(value, Introduction))
    except ValidationError as error:
        return str(error)


def described(value: Any) -> Any:
    if hasattr(value, "__struct_fields__"):
        return [type(value).__name__, {name: described(getattr(value, name)) for name in value.__struct_fields__}]
    if isinstance(value, dict):
        return [[repr(name), described(each)] for name, each in value.items()]
    if isinstance(value, tuple | list):
        return [type(value).__name__, *map(described, value)]
    return json.loads(bytes(value) or b"null") if type(value).__name__ == "Raw" else repr(value)


if __name__ == "__main__":
    main()
