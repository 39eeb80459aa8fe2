"""What is hidden from a player crosses the wire to nobody else: messages, records, pictures, hints, errors."""

import json
import re
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

import ludarium
from ludarium.play.game import Game

from ..support.example_games import furnished
from ..support.sealed import write_sealed
from ..support.seated_players import meet
from ..support.server import Page, Server

KIND = "liars-dice"
NORTH, SOUTH = range(2)
DIES = "one", "two", "three", "four", "five", "six"


@pytest.fixture(autouse=True)
def house() -> Iterator[None]:
    with furnished():
        yield


def dice(game: Game, player: int) -> list[str]:
    """What the dice of a player show."""
    name = game.kind.board.player(game.constants, player)
    return [cell.piece.kind for cell in game.scene().cells if cell.name.startswith(name) and cell.piece]


def alike(player: int) -> tuple[Game, Game]:
    """Two games in which a player has the same dice and the other one has not."""
    first = ludarium.new(KIND, seed=1)
    for seed in range(2, 10_000):
        other = ludarium.new(KIND, seed=seed)
        if dice(first, player) == dice(other, player) and dice(first, 1 - player) != dice(other, 1 - player):
            return first, other
    raise AssertionError("no such game")


async def begin(stack: AsyncExitStack, server: Server, game: Game) -> tuple[str, list[Page], list[Server]]:
    """A game of two people from elsewhere, with a third who watches, of which the dice are given."""
    people = await meet(stack, server, "Ann", "Ben", "Cid")
    id = await people[0].new(KIND, "human", "open")
    (await people[0].room(id)).match.replace(game.copy())
    pages = [await stack.enter_async_context(each.page(id)) for each in people]
    for page in pages:
        await page.told()
    assert (await pages[1].ask("sit"))["say"] == "done"
    return id, pages, people


REQUESTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("play", {"at": 1, "move": "1*1"}),
    ("play", {"at": 1, "path": ["9*9"]}),
    ("play", {"at": 1, "path": ["south1"]}),
    ("preview", {"at": 1, "paths": [["liar"], ["1*1"], ["3*3"], ["south1"]]}),
    ("look", {"names": ["2*2", "south1", "liar"]}),
    ("premoves", {"player": 0}),
    ("premoves", {"player": 1}),
    ("hint", {}),
    ("analyse", {"ply": 1, "seconds": 0.1}),
    ("explore", {"ply": 0, "moves": ["6*6", "liar"]}),
    ("review", {}),
    ("undo", {}),
    ("redo", {}),
    ("offer", {"offer": "takeback"}),
    ("set moves", {"on": True}),
    ("set up", {"record": "", "player": 0}),
)
ROUTES = "", "/board.svg", "/plies/0", "/plies/1", "/statistics", "/record"


async def heard(stack: AsyncExitStack, server: Server, game: Game, who: int) -> list[str]:
    """Everything that a user is told of a game, whatever the user asks for; the game's own id and names left out."""
    id, pages, people = await begin(stack, server, game)
    assert (await pages[NORTH].ask("play", at=0, move="1*2"))["say"] == "done"
    texts = []
    for do, fields in REQUESTS:
        texts.append(json.dumps(await pages[who].ask(do, **fields)))
    for route in ROUTES:
        answer = await people[who].client.get(f"/api/games/{id}{route}")
        texts.append(f"{answer.status_code} {answer.text}")
    async with people[who].page(id, after=1) as again:  # a client that comes back
        texts.append(json.dumps(await again.told()))
    people_ids = {page.you["person"] for page in pages}
    known = re.compile("|".join(map(re.escape, [id, *people_ids])))
    return [known.sub("...", text) for text in (*texts, *map(json.dumps, pages[who].seen))]


@pytest.mark.parametrize("who", [NORTH, SOUTH, 2])
async def test_what_one_is_told_does_not_depend_on_what_is_hidden_from_that_one(server: Server, who: int) -> None:
    """Two games differ only in what the user does not see: everything that the user is told is the same."""
    games = alike(who) if who < 2 else (ludarium.new(KIND, seed=1), ludarium.new(KIND, seed=2))
    told = []
    for game in games:
        async with AsyncExitStack() as stack:
            told.append(await heard(stack, server, game, who))
    for one, other in zip(*told, strict=True):
        assert one == other
    # And a player sees the own dice
    text, shown = "".join(told[0]), dice(games[0], who) if who < 2 else []
    assert {kind for kind in DIES if f'"{kind}"' in text} == set(shown)
    assert '"seed"' not in text


async def test_everything_is_shown_when_the_game_is_over(server: Server) -> None:
    game = ludarium.new(KIND, seed=3)
    async with AsyncExitStack() as stack:
        id, pages, people = await begin(stack, server, game)
        refused = await people[2].client.get(f"/api/games/{id}/record")
        assert refused.status_code == 403 and "when it is over" in refused.text
        assert (await pages[SOUTH].ask("resign", player=1))["say"] == "done"
        for page in pages:
            while not (ended := [told for told in page.seen if told.get("view", {}).get("ending")]):
                await page.told()
            told = ended[0]
            assert not told["view"]["hides"]
            shown = [cell[4][1] for cell in told["cells"] if cell[4]]
            assert sorted(shown) == sorted(dice(game, NORTH) + dice(game, SOUTH))
        record = (await people[2].client.get(f"/api/games/{id}/record")).text
        assert ludarium.load(record).options["seed"] == 3
        assert (await pages[NORTH].ask("undo"))["say"] == "error"


async def test_a_host_does_not_choose_what_is_hidden(server: Server) -> None:
    async with AsyncExitStack() as stack:
        (ann,) = await meet(stack, server, "Ann")
        body = {"kind": KIND, "seats": ["human", "open"], "options": {"seed": "7"}}
        answer = await ann.post("games", body)
        assert answer.status_code == 403 and "without a seed" in answer.text
        brought = {"text": ludarium.new(KIND, seed=7).record(), "seats": ["human", "open"]}
        assert (await ann.post("games/import", brought)).status_code == 403
        alone = await ann.new(KIND, "human", "level 1", seed="7")
        async with ann.page(alone) as page:
            assert (await page.ask("seat", player=1, who="open"))["say"] == "error"


async def test_two_people_at_one_device_see_in_turn(server: Server) -> None:
    game = ludarium.new(KIND, seed=5)
    id = await server.new(KIND, "human", "human", seed="5")
    async with server.page(id) as page:
        for ply, move in enumerate(("1*1", "1*2", "1*3")):
            told = await page.told() if not ply else page.seen[-1]
            cells = told.get("cells") or told["frames"][-1][0]
            shown = {cell[4][1] for cell in cells if cell[4] and cell[4][1] in DIES}
            assert shown == set(dice(game, ply % 2))
            page.send(json.dumps({"do": "play", "id": ply, "at": ply, "move": move}))
            await page.until("moved", ply=ply + 1)


async def test_a_secret_move_is_told_to_its_player_alone(server: Server, tmp_path: Path) -> None:
    with furnished(write_sealed(tmp_path)):
        async with AsyncExitStack() as stack:
            people = await meet(stack, server, "Ann", "Ben", "Cid")
            id = await people[0].new("sealed", "human", "open")
            pages = [await stack.enter_async_context(each.page(id)) for each in people]
            assert (await pages[1].ask("sit"))["say"] == "done"
            assert (await pages[0].ask("play", at=0, path=["b1"]))["say"] == "done"
            told = [(await page.until("moved", ply=1) if page is not pages[0] else page.seen[-2]) for page in pages]
            assert [each["move"] for each in told] == [[0, "b", ["b1"]], [0, "?", []], [0, "?", []]]
            seals = [[cell[0] for cell in each["frames"][-1][0] if cell[4]] for each in told]
            assert seals == [["b1"], [], []]
            # Moves are offered to the player who has them
            assert told[1]["view"]["paths"] == [["a2"], ["b2"], ["c2"]]
            assert told[0]["view"]["paths"] == told[2]["view"]["paths"] == []
            states = [await each.get(f"games/{id}") for each in people]
            assert [state["moves"][0][1] for state in states] == ["b", "?", "?"]
            assert (await pages[1].ask("play", at=1, move="b"))["say"] == "done"
            over = await pages[2].until("moved", ply=2)
            assert over["view"]["ending"]["winner"] == "even"
            assert [move[1] for move in (await people[2].get(f"games/{id}"))["moves"]] == ["b", "b"]
