"""What an attack is, and the servers that attacks run against."""

import asyncio
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, NamedTuple

from tests.support.postgres import running as running_postgres

from ..server import running, serve


class Attack(NamedTuple):
    """What is tried, what must hold meanwhile, and the function that tries it; it returns what was seen."""

    name: str
    limit: str
    run: Callable[[], Coroutine[Any, Any, str]]


def show(attacks: list[Attack]) -> None:
    """Run attacks one after the other, and print a table."""
    for attack in attacks:
        seen = asyncio.run(attack.run())
        print(f"  {attack.name:<60} {attack.limit:<40} {seen}", flush=True)


@contextmanager
def sqlite_server(*words: str) -> Iterator[tuple[str, int]]:
    """A server in one process, by its address and its process id."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running(serve("--database", f"sqlite:///{folder}/a.db", *words)) as it,
    ):
        yield it


@contextmanager
def postgresql_servers(count: int = 2, *words: str) -> Iterator[tuple[str, int]]:
    """Server processes that share a PostgreSQL database, by their address and the id of their supervisor."""
    with running_postgres() as cluster:
        # In a thread, since it runs an event loop of its own and attacks run in one
        with ThreadPoolExecutor(1) as pool:
            database = pool.submit(cluster.new_schema).result()
        with running(serve("--database", database, "--workers", str(count), *words)) as it:
            yield it
