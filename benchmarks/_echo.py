"""A bare Litestar application: what one player sends, both at the table are sent, with as many bytes as a move has."""

import json
import socket
from collections import defaultdict
from typing import Any

import uvicorn
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

MOVED = json.dumps({"say": "moved", "view": "x" * 1400})  # about what a move in Ataxx has

tables: defaultdict[str, list["WebSocket[Any, Any, Any]"]] = defaultdict(list)


@websocket("/api/games/{id:str}/socket")
async def table(socket: "WebSocket[Any, Any, Any]", id: FromPath[str]) -> None:
    await socket.accept()
    tables[id].append(socket)
    try:
        while True:
            asked = json.loads(await socket.receive_text())
            for each in tables[id]:
                await each.send_text(MOVED)
            await socket.send_text(json.dumps({"say": "done", "re": asked["id"]}, separators=(",", ":")))
    except WebSocketDisconnect:
        tables[id].remove(socket)


def main() -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=2048) as listening:
        print(f"Echo is at http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
        config = uvicorn.Config(Litestar([table], openapi_config=None), ws="websockets-sansio", log_level="error")
        uvicorn.Server(config).run([listening])


if __name__ == "__main__":
    main()
