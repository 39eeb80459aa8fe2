"""Variations: positions that were not played, asked for beside a game that goes on."""

from contextlib import AsyncExitStack
from random import Random
from typing import Any

import pytest

import ludarium

from ..support.cases import every_variant, random_moves
from ..support.seated_players import meet
from ..support.server import Server


def texts(game: ludarium.Game) -> list[str]:
    return [str(move) for move in game.moves]


def played(game: ludarium.Game, plies: int, seed: int) -> ludarium.Game:
    for move in random_moves(game, Random(seed), plies):
        game.push(move)
    return game


@pytest.mark.parametrize("id", ludarium.games())
async def test_a_variation_has_the_positions_of_a_game_with_its_moves(server: Server, id: str) -> None:
    whole = played(ludarium.new(id), 8, seed=1)
    ply = len(whole.moves) // 2
    varied = played(whole.after(ply), 3, seed=2)
    asked = {"text": whole.record(), "seats": ("human",)}
    game = (await server.post("games/import", asked)).json()["id"]
    async with server.page(game) as page:
        before = await page.told()
        for count in range(ply, len(varied.moves) + 1):
            there = varied.after(count)
            told = await page.ask("explore", ply=ply, moves=texts(varied)[ply:count])
            assert as_sent(told["position"]["cells"]) == as_sent(there.scene().cells)
            assert {tuple(path) for path in told["paths"]} == set(there.paths())
            outcome = there.outcome()
            assert told["ending"] == (outcome.reason if outcome else "")
            assert told["position"]["ply"] == count
            if count:
                assert told["position"]["move"][1] == texts(varied)[count - 1] and told["position"]["frames"]
        path = next(iter(varied.paths()))
        varied.push(varied.paths()[path])
        told = await page.ask("explore", ply=ply, moves=texts(varied)[ply:-1], path=path)
        assert told["position"]["move"][1] == texts(varied)[-1]
        after = await server.get(f"games/{game}")
        assert after | {"version": 0, "view": 0} == before | {"version": 0, "view": 0, "say": after["say"]}


def as_sent(cells: Any) -> list[Any]:
    """Cells as JSON carries them."""
    return [[*cell[:4], cell[4] and [*cell[4]]] for cell in cells]


@every_variant
def test_a_game_after_some_moves_is_one_of_its_own(id: str, options: dict[str, Any]) -> None:
    game = played(ludarium.new(id, **options), 12, seed=3)
    position, count = game.position, len(game.moves)
    for ply in range(count + 1):
        then = ludarium.new(id, **options)
        for move in game.moves[:ply]:
            then.push(move)
        branch = game.after(ply)
        assert branch == then and texts(branch) == texts(then)
        if branch.legal_moves:
            branch.push(branch.legal_moves[-1])
        assert game.position == position and len(game.moves) == count


async def test_a_variation_goes_on_from_a_game_that_was_given_up(server: Server) -> None:
    id = await server.new("ataxx")
    async with server.page(id) as page:
        await page.ask("play", at=0, move="a7-b6")
        await page.ask("resign", player=0)
        told = await page.ask("explore", ply=1, path=["g7", "f7"])
        assert told["position"]["ply"] == 2 and not told["ending"] and told["paths"]


async def test_a_large_board_does_not_list_its_moves(server: Server) -> None:
    id, game = await server.new("gamma", width="40", height="40"), ludarium.new("gamma", width=40, height=40)
    first, last = str(game.legal_moves[0]), game.scene().cells[-1].name
    async with server.page(id) as page:
        told = await page.ask("explore", ply=0, moves=[first], path=[last])
        assert told["paths"] is None and told["position"]["grid"] and told["position"]["ply"] == 2


async def test_people_who_play_each_other_explore_when_it_is_over(server: Server) -> None:
    async with AsyncExitStack() as stack:
        ada, bo, eve = await meet(stack, server, "Ada", "Bo", "Eve")
        id = await ada.new("ataxx", "human", "open")
        first, second, other = [await stack.enter_async_context(each.page(id)) for each in (ada, bo, eve)]
        await second.ask("sit")
        await first.ask("play", at=0, move="a7-b6")
        for page in first, second, other:
            told = await page.ask("explore", ply=0)
            assert told["message"] == "People play each other here; ask a computer when the game is over."
        await second.ask("resign", player=1)
        for page in first, second, other:
            assert (await page.ask("explore", ply=0, moves=["a7-a6"]))["say"] == "explored"
