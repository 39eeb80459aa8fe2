"""Many players at once, as a program of its own: pairs at tables, who move at a pace of all together.

    python -m benchmarks._players ADDRESS PLAYERS MOVES_A_SECOND SECONDS

prints JSON: how many moves a second were acknowledged, and milliseconds from a move sent to its acknowledgement. The
players share the cores with the server, so they speak just as much WebSocket as they need.
"""

import asyncio
import base64
import gc
import json
import os
import random
import resource
import struct
import sys
import time
import urllib.request
from itertools import count
from typing import cast
from urllib.parse import urlsplit

import uvloop

import ludarium

WAITING = 10.0  # seconds for what was sent at the end
CONNECTING = 20  # tables that are laid at once
TEXT, PING, PONG = 1, 9, 10  # sorts of frames


def script(seed: int = 3) -> list[str]:
    """The moves of a long game."""
    game, chance = ludarium.new("ataxx"), random.Random(seed)
    while game.legal_moves:
        game.push(chance.choice(game.legal_moves))
    return [str(move) for move in game.moves]


class Player(asyncio.Protocol):
    """One end of a WebSocket."""

    def __init__(self, table: "Table", host: str, path: str) -> None:
        self._table, self._head = table, (host, path)
        self._read = bytearray()
        self.is_open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        host, path = self._head
        key = base64.b64encode(os.urandom(16)).decode()
        wants = f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13"
        self._transport.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n{wants}\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        self._read += data
        if not self.is_open.done():
            head, end, rest = self._read.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                raise RuntimeError(bytes(head))
            self._read = rest
            self.is_open.set_result(None)
        self._hear()

    def _hear(self) -> None:
        """Read all frames that have come as a whole."""
        read, at = self._read, 0
        while len(read) >= at + 10 or (len(read) >= at + 2 and read[at + 1] < 126):
            length, begin = read[at + 1], at + 2
            if length == 126:
                length, begin = int.from_bytes(read[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                length, begin = int.from_bytes(read[at + 2 : at + 10], "big"), at + 10
            if len(read) < begin + length:
                break
            sort = read[at] & 15
            if sort == TEXT:
                self._table.hear(bytes(read[begin : begin + length]))
            elif sort == PING:
                self._send(PONG, bytes(read[begin : begin + length]))
            at = begin + length
        del read[:at]

    def say(self, text: str) -> None:
        self._send(TEXT, text.encode())

    def _send(self, sort: int, data: bytes) -> None:
        # Whatever a client sends has to be masked; by nothing but zeros it stays as it is
        self._transport.write(struct.pack("!BB4x", 0x80 | sort, 0x80 | len(data)) + data)

    def connection_lost(self, error: Exception | None) -> None:
        self._table.lost += 1


class Table:
    """A game between two connections."""

    def __init__(self, moves: list[str], taken: list[float]) -> None:
        self.moves, self.made, self.lost = moves, 0, 0
        self.players: list[Player] = []
        self._taken = taken  # milliseconds that moves took
        self._sent = 0.0
        self.is_free = True

    def move(self) -> None:
        """Make the next move."""
        self.is_free, self._sent, at = False, time.perf_counter(), self.made
        self.players[at % 2].say(json.dumps({"do": "play", "id": at, "at": at, "move": self.moves[at]}))

    def hear(self, told: bytes) -> None:
        """Take note of everything, and know the answer to a move by its first letters."""
        if told.startswith(b'{"say":"done"'):
            self._taken.append(1000 * (time.perf_counter() - self._sent))
            self.made += 1
            self.is_free = True
        elif told.startswith(b'{"say":"error"'):
            raise RuntimeError(told)


def new_game(address: str) -> str:
    body = json.dumps({"kind": "ataxx", "seats": ["human", "human"]}).encode()
    asked = urllib.request.Request(f"{address}api/games", body, {"content-type": "application/json"})
    with urllib.request.urlopen(asked) as answer:
        return str(json.load(answer)["id"])


async def sit(address: str, tables: list[Table], echo: bool) -> None:
    """Connect two players for every table."""
    gate, where, loop = asyncio.Semaphore(CONNECTING), urlsplit(address), asyncio.get_running_loop()
    assert where.hostname and where.port
    host, port = where.hostname, where.port

    async def join(table: Table, id: str) -> Player:
        player = Player(table, where.netloc, f"/api/games/{id}/socket")
        await loop.create_connection(lambda: player, host, port)
        await player.is_open
        return player

    async def take(number: int, table: Table) -> None:
        async with gate:
            id = str(number) if echo else await asyncio.to_thread(new_game, address)
            table.players = [await join(table, id), await join(table, id)]

    await asyncio.gather(*(take(number, table) for number, table in enumerate(tables)))


async def play(tables: list[Table], pace: float, seconds: float) -> None:
    """Let tables move in turn, so many moves a second in all; those that are not done with the last one are skipped."""
    begun = time.perf_counter()
    for number in count():
        due = begun + number / pace
        if due > begun + seconds:
            break
        if (wait := due - time.perf_counter()) > 0:
            await asyncio.sleep(wait)
        table = tables[number % len(tables)]
        if table.is_free and table.made < len(table.moves):
            table.move()
    waiting = time.perf_counter() + WAITING
    while not all(table.is_free for table in tables) and time.perf_counter() < waiting:
        await asyncio.sleep(0.01)


async def main(address: str, players: int, pace: float, seconds: float, echo: bool) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    moves, taken = script(), list[float]()
    tables = [Table(moves, taken) for _ in range(players // 2)]
    await sit(address, tables, echo)
    gc.disable()  # players do not wait for their own garbage to be collected
    print("connected", flush=True)
    sys.stdin.readline()
    await play(tables, pace, seconds)
    taken.sort()
    told = {
        "moves": len(taken) / seconds,
        "p50": taken[len(taken) // 2],
        "p99": taken[len(taken) * 99 // 100],
        "failed": sum(table.lost for table in tables),
    }
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    words = sys.argv[1:]
    uvloop.run(main(words[0], int(words[1]), float(words[2]), float(words[3]), words[4:] == ["echo"]))
