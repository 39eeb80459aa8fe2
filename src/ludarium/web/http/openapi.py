"""The OpenAPI description of the server, with the messages of the socket."""

from typing import Any

import msgspec
from litestar import MediaType, Request
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from ... import __version__
from ...protocol import games, messages, people, puzzles, requests

REFERENCE = "#/components/schemas/{name}"
ABOUT = """Games are created, listed, fetched, imported and exported over HTTP. A game is played over its socket,
`ws: /api/games/{id}/socket`: the client sends requests (`Asked`), the server sends messages (`Told`), as JSON texts. A
request has a number and gets one answer with that number as `re`. Events of the game go to all clients in order, each
with the next `version`; a client that reconnects asks for `?after=VERSION` and gets the events it has missed, or the
whole state. Cells, pieces, panels, moves and frames are arrays. A refused request is answered with one sentence, and
nothing was changed."""

EXAMPLES: dict[str, Any] = {
    "Play": {"do": "play", "id": 1, "at": 0, "path": ["a7", "b6"]},
    "Seat": {"do": "seat", "id": 2, "player": 1, "who": "level 5"},
    "Analyse": {"do": "analyse", "id": 3, "ply": 12, "lines": 3, "seconds": 1.0},
    "Look": {"do": "look", "id": 4, "names": ["0,0", "0,1"], "touched": ["g"]},
    "AskPreview": {"do": "preview", "id": 5, "at": 0, "paths": [["a7", "b6"]]},
    "Error": {"say": "error", "message": "It is not your turn.", "re": 1},
    "Done": {"say": "done", "re": 1},
    "Thinking": {"say": "thinking", "player": 1},
    "Made": [0, "a7-b6", ["a7", "b6"]],
    "Cell": ["a7", 0, 0, "field", [0, "piece", 1, "", 0, 0]],
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
    "400": "The request is wrong.",
    "401": "The client is not signed in, or its token is not valid.",
    "403": "The client may not do this.",
    "404": "There is nothing of this id here.",
    "429": "Too many requests; the answer says when to try again.",
    "503": "The store cannot be read or written now.",
}


def components() -> dict[str, Any]:
    """The JSON schemas of all bodies and messages, by name."""
    structs = [
        each
        for module in (games, people, puzzles)
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, msgspec.Struct) and each.__module__ == module.__name__
    ]
    (asked, said, *_), named = msgspec.json.schema_components(
        [requests.Asked, messages.Told, *structs], ref_template=REFERENCE
    )
    named |= {
        "Asked": {"title": "Asked", "description": "Any request over a game's socket."} | asked,
        "Told": {"title": "Told", "description": "Any message from a game's socket."} | said,
    }
    for name, example in EXAMPLES.items():
        named[name]["example"] = example
    for name, order in (("Cell", "name, x, y, ground, piece"), ("Piece", "owner, kind, amount, arrow, colour, room")):
        named[name]["description"] += f" An array: {order}."
    return dict(sorted(named.items()))


def describe(found: dict[str, Any]) -> dict[str, Any]:
    """Litestar's description of the routes, with our messages and errors added."""
    for path in found["paths"].values():
        for operation in path.values():
            for status, answer in operation["responses"].items():
                answer.pop("headers", None)
                if status >= "400":
                    answer |= _error_response("The request is wrong.")
            for status, meaning in REFUSALS.items():
                operation["responses"].setdefault(status, _error_response(meaning))
    return found | {"components": {"schemas": components()}}


def _error_response(description: str) -> dict[str, Any]:
    schema = {"$ref": REFERENCE.format(name="Wrong")}
    return {"description": description, "content": {"application/json": {"schema": schema}}}


class DescriptionPlugin(JsonRenderPlugin):
    """Renders the whole document."""

    def render(self, request: "Request[Any, Any, Any]", openapi_schema: dict[str, Any]) -> bytes:
        return msgspec.json.encode(describe(openapi_schema))


OPENAPI = OpenAPIConfig(
    title="Ludarium",
    version=__version__,
    description=" ".join(ABOUT.split()),
    # Litestar answers unknown paths below this one with HTML, so it must not be the path of the routes
    path="/api/openapi.json",
    render_plugins=[DescriptionPlugin(path=["/", "/openapi.json"], media_type=MediaType.JSON)],
    use_handler_docstrings=True,
)
