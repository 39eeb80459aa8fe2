"""The page offers what the server allows: its own module, over all cells of the table of permissions."""

import asyncio
import json
import shutil
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

import ludarium
from ludarium.house.rooms import presence
from ludarium.play.match.permissions import TABLE, refusal

from ..support.server import Server
from ..support.table_roles import CELLS, Circle

CLIENT = Path(ludarium.__file__).parent / "web" / "client"
NODE = shutil.which("node")
SCRIPT = """
import { readFileSync } from "node:fs";
import { setHome, setUser } from "./core/identity.js";
import { may } from "./table/permissions.js";

setHome(false);
const found = JSON.parse(readFileSync(0, "utf8")).map(({ id, state, actions }) => {
  setUser({ id, name: "Somebody", guest: true, since: "" });
  return actions.filter((action) => may({ state, view: state.view }, action));
});
console.log(JSON.stringify(found));
"""


@pytest.mark.skipif(NODE is None, reason="there is no node on this machine")
async def test_the_page_decides_as_the_server(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "BLINK", 1e6)
    client = tmp_path / "client"
    shutil.copytree(CLIENT, client)
    (client / "package.json").write_text('{"type": "module"}')
    (client / "ask.js").write_text(SCRIPT)
    asked = []
    async with AsyncExitStack() as stack:
        circle = await Circle.gather(stack, server)
        for role, state in CELLS:
            room, _ = await circle.begin(role, state, "look")
            told = await circle.subject(role).get(f"games/{room.id}")
            asked.append({"id": circle.id_of(role), "state": told, "actions": [*TABLE]})
    assert NODE
    process = await asyncio.create_subprocess_exec(
        NODE, str(client / "ask.js"), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    out, _ = await process.communicate(json.dumps(asked).encode())
    found = dict(zip(CELLS, json.loads(out), strict=True))
    assert found == {
        (role, state): [action for action in TABLE if not refusal(action, role, state)] for role, state in CELLS
    }
