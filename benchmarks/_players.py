"""Many players at once, as a program of its own: pairs at tables, who move at a pace of all together.

    python -m benchmarks._players ADDRESS PLAYERS MOVES_A_SECOND SECONDS

prints JSON: how many moves a second were acknowledged, and milliseconds from a move sent to its acknowledgement.
"""

import asyncio
import json
import random
import resource
import sys
import time
import urllib.request
from itertools import count

from websockets.asyncio.client import ClientConnection, connect

import ludarium

WAITING = 10.0  # seconds for what was sent at the end
CONNECTING = 50  # connections that are made at once


def script(seed: int = 3) -> list[str]:
    """The moves of a long game."""
    game, chance = ludarium.new("ataxx"), random.Random(seed)
    while game.legal_moves:
        game.push(chance.choice(game.legal_moves))
    return [str(move) for move in game.moves]


class Table:
    """A game between two connections."""

    def __init__(self, moves: list[str]) -> None:
        self.moves, self.made = moves, 0
        self.players: list[ClientConnection] = []
        self.sent: dict[int, float] = {}
        self.is_free = asyncio.Event()
        self.is_free.set()

    async def move(self, taken: list[float]) -> None:
        """Make the next move, and hear that it is made."""
        self.is_free.clear()
        at = self.made
        begun = time.perf_counter()
        self.sent[at] = begun
        await self.players[at % 2].send(json.dumps({"do": "play", "id": at, "at": at, "move": self.moves[at]}))
        await self.is_free.wait()
        taken.append(1000 * (time.perf_counter() - begun))

    async def listen(self, player: ClientConnection) -> None:
        """Read everything, as a page does, and know one's own answer by its first letters."""
        async for told in player:
            say = str(told[:14])
            if say.startswith('{"say":"done"'):
                self.made += 1
                self.is_free.set()
            elif say == '{"say":"error"':
                raise RuntimeError(told)


def new_game(address: str) -> str:
    body = json.dumps({"kind": "ataxx", "seats": ["human", "human"]}).encode()
    asked = urllib.request.Request(f"{address}api/games", body, {"content-type": "application/json"})
    with urllib.request.urlopen(asked) as answer:
        return str(json.load(answer)["id"])


async def sit(address: str, tables: list[Table], echo: bool) -> list[asyncio.Task[None]]:
    """Connect two players for every table."""
    gate, listening = asyncio.Semaphore(CONNECTING), list[asyncio.Task[None]]()
    socket = address.replace("http", "ws", 1)

    async def take(number: int, table: Table) -> None:
        async with gate:
            id = str(number) if echo else await asyncio.to_thread(new_game, address)
            for _ in range(2):
                player = await connect(f"{socket}api/games/{id}/socket", compression=None, max_size=None)
                table.players.append(player)
                listening.append(asyncio.create_task(table.listen(player)))

    await asyncio.gather(*(take(number, table) for number, table in enumerate(tables)))
    return listening


async def play(tables: list[Table], pace: float, seconds: float) -> list[float]:
    """Let tables move in turn, so many moves a second in all; those that are not done with the last one are skipped."""
    taken, moving = list[float](), set[asyncio.Task[None]]()
    begun = time.perf_counter()
    for number in count():
        due = begun + number / pace
        if due > begun + seconds:
            break
        if (wait := due - time.perf_counter()) > 0:
            await asyncio.sleep(wait)
        table = tables[number % len(tables)]
        if table.is_free.is_set() and table.made < len(table.moves):
            task = asyncio.create_task(table.move(taken))
            moving.add(task)
            task.add_done_callback(moving.discard)
    if moving:
        await asyncio.wait(moving, timeout=WAITING)
    return taken


async def main(address: str, players: int, pace: float, seconds: float, echo: bool) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    moves = script()
    tables = [Table(moves) for _ in range(players // 2)]
    listening = await sit(address, tables, echo)
    print("connected", flush=True)
    sys.stdin.readline()
    taken = sorted(await play(tables, pace, seconds))
    failed = [task for task in listening if task.done() and task.exception()]
    told = {
        "moves": len(taken) / seconds,
        "p50": taken[len(taken) // 2],
        "p99": taken[len(taken) * 99 // 100],
        "failed": len(failed),
    }
    print(json.dumps(told), flush=True)
    for task in listening:
        task.cancel()


if __name__ == "__main__":
    words = sys.argv[1:]
    asyncio.run(main(words[0], int(words[1]), float(words[2]), float(words[3]), words[4:] == ["echo"]))
