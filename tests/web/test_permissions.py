"""Who may do what: every cell of the table, through the handlers of a server, and the copies of the table."""

from contextlib import AsyncExitStack
from typing import Any

import pytest

import ludarium
from ludarium.house import handlers
from ludarium.house.handlers import action_of
from ludarium.house.rooms import presence
from ludarium.play.match import offers
from ludarium.play.match.permissions import STATES, TABLE, Role, State, refusal
from ludarium.play.match.presenter import sentence
from ludarium.protocol import requests
from ludarium.web.http.game_guard import action_of as action_of_route

from ..support import table_roles
from ..support.seated_players import meet
from ..support.server import Server
from ..support.table_roles import Circle, request
from ..support.tools import load_tool

CELLS = [(*cell, action) for cell in table_roles.CELLS for action in TABLE]
# What is refused for other reasons, in games like those of this test
NEEDS = {
    "offer draw": "A draw needs another player who can agree.",
    "enter score": "This game is not played for points.",
}
HTTP = "read", "delete", "enter score"
# Allowed, and the game stays as it is
KEEPS = "look", "preview", "premoves", "analyse", "explore", "review", "enough", "stop", "read"
READ = "", "/record", "/board.svg", "/plies/0", "/statistics"


def test_every_request_has_a_row() -> None:
    asked = [each for each in requests.Asked.__args__ if each is not requests.Offer]
    named = {str(each.__struct_config__.tag) for each in asked}
    named |= {action_of(requests.Offer(1, offer)) for offer in offers.OFFERS}
    assert named | set(HTTP) == set(TABLE)
    assert all(len(row.cells) == len(STATES) for row in TABLE.values())


def test_every_refusal_has_a_sentence() -> None:
    for role, state, action in CELLS:
        allowed = TABLE[action].cells[STATES.index(state)].allows(role)
        assert bool(refusal(action, role, state)) != allowed, (action, role, state)


def test_every_route_of_a_game_has_an_action(server: Server) -> None:
    routes = [route for route in server.app.routes if "/games/{id" in route.path_format]
    found = {
        action_of_route(method, route.path.removeprefix("/api"))
        for route in routes
        for method in getattr(route, "methods", ())
    }
    assert found == set(HTTP)


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.title)
async def test_every_cell(server: Server, monkeypatch: pytest.MonkeyPatch, state: State) -> None:
    monkeypatch.setattr(presence, "BLINK", 1e6)
    monkeypatch.setattr(handlers, "HINT", 0.01)
    record = ludarium.new("ataxx").record()
    async with AsyncExitStack() as stack:
        circle = await Circle.gather(stack, server)
        for role in dict.fromkeys(cell[0] for cell in CELLS if cell[1] == state):
            shared = await circle.begin(role, state, "look")
            for action in TABLE:
                reason = refusal(action, role, state)
                changes = not reason and action not in KEEPS
                room, own = await circle.begin(role, state, action) if changes else shared
                assert (Role.of(room.match, _User(circle.id_of(role))), State.of(room.match)) == (role, state)
                if action == "claim":
                    server.time.passes(offers.GRACE / 1000 + 1)
                version, message = (
                    room.version,
                    request(action, own, record, state.stage == "over", room.match.seats.is_suspended),
                )
                told = await _ask(circle.subject(role), room.id, action, message)
                where = f"{action}, {role.title}, {state.title}: {told}"
                if reason:
                    assert (told, room.version) == (sentence(Exception(reason)), version), where
                else:
                    assert told in ("", NEEDS.get(action)), where


class _User:
    """The subject of a cell, for the module of permissions."""

    is_local = False

    def __init__(self, id: str) -> None:
        self.user_id = id


async def _ask(who: Server, id: str, action: str, message: dict[str, Any]) -> str:
    """Ask for an action; the message of the error, or nothing."""
    client, path = who.client, f"/api/games/{id}"
    if action == "read":
        answers = [await client.get(f"{path}{part}") for part in READ]
    elif action == "delete":
        answers = [await client.delete(path)]
    elif action == "enter score":
        answers = [await client.post(f"{path}/score", json={"name": "Somebody"})]
    else:
        async with who.page(id) as page:
            told = await page.ask(**message)
            return str(told["message"]) if told["say"] == "error" else ""
    return next((str(each.json()["message"]) for each in answers if each.status_code >= 400), "")


async def test_who_hosts_a_game_without_an_owner(server: Server) -> None:
    """Local clients do, and others look on; where a user owns the game, a local client looks on."""
    async with AsyncExitStack() as stack:
        (ada,) = await meet(stack, server, "Ada")
        for id, host, spectator in ((await server.new("ataxx"), server, ada), (await ada.new("ataxx"), ada, server)):
            async with host.page(id) as page, spectator.page(id) as other:
                for do in ("undo", "stop", "pause"):
                    refused = await other.ask(do, **({"on": True} if do == "pause" else {}))
                    assert refused["message"].startswith("Only the host"), refused
                assert (await page.ask("pause", on=True))["say"] == "done"
                assert (await page.ask("stop"))["say"] == "done"


async def test_a_spectator_s_hint_does_not_cost_the_score(server: Server) -> None:
    async with AsyncExitStack() as stack:
        ada, eve = await meet(stack, server, "Ada", "Eve")
        id = await ada.new("abatis", "human")
        page = await stack.enter_async_context(eve.page(id))
        assert (await page.ask("hint"))["message"] == "Only a player of this game gets hints."
        assert not (await server.room(id)).game.helped
        own = await stack.enter_async_context(ada.page(id))
        assert (await own.ask("hint"))["say"] == "hint"
        assert (await server.room(id)).game.helped


async def test_a_spectator_does_not_stop_the_opponent(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = list[str]()
    async with AsyncExitStack() as stack:
        ada, eve = await meet(stack, server, "Ada", "Eve")
        id = await ada.new("ataxx", "human", "level 11")
        monkeypatch.setattr(server.app.state.rooms.pool, "stop", stopped.append)
        page = await stack.enter_async_context(eve.page(id))
        assert (await page.ask("stop"))["message"] == "Only the host and the players of this game can do that."
        assert stopped == []
        assert (await (await stack.enter_async_context(ada.page(id))).ask("stop"))["say"] == "done"
        assert stopped == [id]


def test_the_copies_of_the_table_are_up_to_date() -> None:
    table = load_tool("permission_table")
    assert table.DOCS.read_text() == table.documentation(table.DOCS.read_text())
    assert table.PAGE.read_text() == table.page()
