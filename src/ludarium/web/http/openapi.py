"""The description of everything that can be asked and told, for programs: OpenAPI, with the messages of the socket."""

from typing import Any

import msgspec
from litestar import MediaType, Request
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from ... import __version__
from ...protocol import games, people
from ...protocol import messages as wire

PLACE = "#/components/schemas/{name}"
ABOUT = """Games are begun, listed, fetched, brought and taken away over HTTP. A game is played over its socket,
`ws: /api/games/{id}/socket`: requests (`Asked`) go in and messages (`Told`) come out, as texts in JSON. Every request
carries a number and gets one answer with that number as `re`. What happens to the game is told to everybody in order,
each event with the next `version`; a page that was away asks for `?after=VERSION` and is told what it has missed, or
all of the game. Cells, pieces, panels, moves and frames are arrays. Whatever cannot be done is answered with one
sentence, and nothing was changed."""

EXAMPLES: dict[str, Any] = {
    "Play": {"do": "play", "id": 1, "at": 0, "path": ["a7", "b6"]},
    "Seat": {"do": "seat", "id": 2, "player": 1, "who": "level 5"},
    "Analyse": {"do": "analyse", "id": 3, "ply": 12, "lines": 3, "seconds": 1.0},
    "Look": {"do": "look", "id": 4, "names": ["0,0", "0,1"], "touched": ["g"]},
    "Error": {"say": "error", "message": "It is not your turn.", "re": 1},
    "Done": {"say": "done", "re": 1},
    "Thinking": {"say": "thinking", "version": 1794759570156, "player": 1},
    "Made": [0, "a7-b6", ["a7", "b6"]],
    "Cell": ["a7", 0, 0, "field", [0, "piece", 1, "", 0]],
    "NewGame": {"kind": "ataxx", "options": {"blocks": "3gh"}, "seats": ["human", "level 3"]},
    "Brought": {"text": "game: ataxx\nversion: 1\n\nmove_number,player,move\n1,red,a7-b6\n", "seats": ["human"]},
    "Signed": {"name": "Ada"},
    "Preference": {"value": "dark"},
    "Named": {"name": "Ada"},
    "Entering": {"name": "Ada", "password": "correct horse"},
    "NewPassword": {"old": "correct horse", "new": "battery staple"},
    "Labelled": {"label": "my program"},
    "Wrong": {"message": "There is no game 'chess'."},
}

REFUSALS = {
    "400": "What was asked for is wrong.",
    "401": "Nobody is known who asks this, or by another token.",
    "403": "Whoever asks this may not.",
    "404": "There is no such thing here.",
    "429": "This was asked for too often; the answer says when to try again.",
    "503": "What is kept cannot be read or written now.",
}


def components() -> dict[str, Any]:
    """Every body and message by its name, as msgspec reads and writes it."""
    structs = [
        each
        for module in (games, people)
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, msgspec.Struct) and each.__module__ == module.__name__
    ]
    (asked, said, *_), named = msgspec.json.schema_components([wire.Asked, wire.Told, *structs], ref_template=PLACE)
    named |= {
        "Asked": {"title": "Asked", "description": "Any request over a game's socket."} | asked,
        "Told": {"title": "Told", "description": "Any message from a game's socket."} | said,
    }
    for name, example in EXAMPLES.items():
        named[name]["example"] = example
    for name, order in (("Cell", "name, x, y, ground, piece"), ("Piece", "owner, kind, amount, arrow, colour")):
        named[name]["description"] += f" An array: {order}."
    return dict(sorted(named.items()))


def describe(found: dict[str, Any]) -> dict[str, Any]:
    """The description that Litestar has made of the routes, with our messages and errors in it."""
    for path in found["paths"].values():
        for operation in path.values():
            for status, answer in operation["responses"].items():
                answer.pop("headers", None)
                if status >= "400":
                    answer |= _wrong("What was asked for is wrong.")
            for status, meaning in REFUSALS.items():
                operation["responses"].setdefault(status, _wrong(meaning))
    return found | {"components": {"schemas": components()}}


def _wrong(description: str) -> dict[str, Any]:
    schema = {"$ref": PLACE.format(name="Wrong")}
    return {"description": description, "content": {"application/json": {"schema": schema}}}


class Described(JsonRenderPlugin):
    """The document as a whole."""

    def render(self, request: "Request[Any, Any, Any]", openapi_schema: dict[str, Any]) -> bytes:
        return msgspec.json.encode(describe(openapi_schema))


OPENAPI = OpenAPIConfig(
    title="Ludarium",
    version=__version__,
    description=" ".join(ABOUT.split()),
    # A folder, for Litestar, which answers in HTML for all that is not in it: it must not be that of the routes
    path="/api/openapi.json",
    render_plugins=[Described(path=["/", "/openapi.json"], media_type=MediaType.JSON)],
    use_handler_docstrings=True,
)
