"""Requests that a machine makes up from the description of the server: whatever they are, it is none that breaks it."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
import uvicorn
from hypothesis import HealthCheck, given, settings
from schemathesis.core.result import Ok

import ludarium
from ludarium.web.app import create_app
from ludarium.web.ops import serve

from ..support.patience import PATIENCE

EXAMPLES = 12  # requests of a sort


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A server in another thread, with a game in it."""
    app = create_app(f"sqlite:///{tmp_path}/games.db")
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", ws="none"))
    with serve.bind("127.0.0.1", 0) as listening:
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            yield serve.address(listening, "127.0.0.1").rstrip("/")
        finally:
            server.should_exit = True
            thread.join()


def described(address: str) -> dict[str, Any]:
    """The description, with names of things that are there."""
    body = {"kind": "ataxx", "seats": ["human", "human"]}
    ids = [httpx.post(f"{address}/api/games", json=body, timeout=PATIENCE).json()["id"] for _ in range(2)]
    known = {"id": [*ids, "nowhere"], "kind": [*ludarium.games(), "chess"]}
    told: dict[str, Any] = httpx.get(f"{address}/api/openapi.json", timeout=PATIENCE).json()
    for path in told["paths"].values():
        for operation in path.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path" and parameter["name"] in known:
                    parameter["schema"]["enum"] = known[parameter["name"]]
    return told


def test_no_request_breaks_the_server(address: str) -> None:
    schema = schemathesis.openapi.from_dict(described(address))
    statuses = set[int]()
    with httpx.Client(base_url=address, timeout=PATIENCE) as client:
        for found in schema.get_all_operations():
            assert isinstance(found, Ok)
            operation = found.ok()

            @settings(max_examples=EXAMPLES, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
            @given(case=operation.as_strategy())
            def ask(case: Any) -> None:
                words = case.as_transport_kwargs(base_url=address)
                words.pop("cookies", None)
                answer = client.request(words.pop("method"), words.pop("url"), **words)
                statuses.add(answer.status_code)
                assert answer.status_code < 500, (case.as_curl_command(), answer.text)
                if answer.status_code >= 400:
                    assert answer.json()["message"].endswith((".", "!", "?"))

            ask()
    assert {200, 201, 204, 400, 404} <= statuses
