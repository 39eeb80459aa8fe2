"""A client decodes what it knows of a message, and ignores the rest."""

import json
from typing import Any

import msgspec
import pytest

from ludarium.contract.scene import Cell, Panel
from ludarium.protocol import messages
from ludarium.protocol.clock import Clock
from ludarium.protocol.codec import decode

VIEW = messages.View(
    turn=0,
    waits=True,
    count=2,
    players=(messages.Player(0, "red", "human", "Ann", 3, False, "ann"),),
    panels=(Panel("level", "1"),),
    words=(),
    leads=(),
    paths=(("a7", "b6"),),
    can_undo=False,
    can_redo=False,
    begun=True,
    paused=False,
    laying=False,
    setting=False,
    getting_ready=False,
    ending=None,
    place=None,
)
MADE = messages.Made(0, "a7-b6", ("a7", "b6"))
CELL = Cell("a7", 0, 0, "field", None)
STATE = messages.State(1, "x", "kind", {}, ("human",), 1, 1, (CELL,), (MADE,), VIEW, clock=Clock(seconds=60))
MOVED = messages.Moved(2, 1, MADE, (messages.Frame((CELL,), ()),), VIEW)
CHANGED = messages.Changed(3, 0, (CELL,), VIEW)


def written(message: msgspec.Struct) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(msgspec.json.encode(message))
    return found


@pytest.mark.parametrize(
    "message",
    [STATE, MOVED, CHANGED, messages.You("ann", "Ann", True), messages.Error("It is not your turn.", 1)],
    ids=lambda message: type(message).__name__,
)
def test_what_a_player_needs_is_decoded(message: msgspec.Struct) -> None:
    told = decode(msgspec.json.encode(message))
    assert isinstance(told, type(message))
    drawn = {"cells", "frames", "view", "clock"}
    for name in {*message.__struct_fields__} - drawn:
        assert getattr(told, name) == getattr(message, name)
    if isinstance(told, messages.State | messages.Moved | messages.Changed):
        for name in {*VIEW.__struct_fields__} - {"panels", "paths"}:
            assert getattr(told.view, name) == getattr(VIEW, name)


def test_a_newer_server_may_say_more() -> None:
    newer = written(STATE) | {"more": 1, "clock": {"seconds": 60, "more": 1}, "cells": [["a7", 0, 0, "field", None, 1]]}
    newer["view"] |= {"more": 1, "panels": [["level", "1", "more"]]}
    newer["view"]["players"][0]["more"] = 1
    told = decode(json.dumps(newer))
    assert isinstance(told, messages.State) and told.view.players == VIEW.players
    told = decode(json.dumps(written(MOVED) | {"frames": [["more"]], "more": 1}))
    assert isinstance(told, messages.Moved) and told.move == MADE
    told = decode(json.dumps(written(CHANGED) | {"cells": [["a7", 0, 0, "field", None, 1]]}))
    assert isinstance(told, messages.Changed) and len(told.cells) == 1


@pytest.mark.parametrize("text", ['{"say": "new thing", "version": 1}', '{"say": "thinking", "player": "red"}'])
def test_messages_that_a_player_does_not_need_are_ignored(text: str) -> None:
    assert decode(text) is None


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"say": "moved"}', '{"say": "done", "re": "x"}'])
def test_what_is_no_message_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        decode(text)
