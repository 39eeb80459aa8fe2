"""The interface of the browser's database: texts by table and key."""

from typing import Protocol


class Database(Protocol):
    """Texts that stay in the browser. When a method returns, what it wrote is kept."""

    async def get(self, table: str, key: str) -> str | None: ...

    async def rows(self, table: str) -> list[tuple[str, int, str]]:
        """All keys of a table with the versions and the texts."""

    async def put(self, table: str, key: str, text: str) -> None: ...

    async def replace(self, table: str, key: str, version: int, text: str, new_version: int) -> bool:
        """Put a text in the place of one that has a version, 0 for none; False if it has another version by now."""

    async def delete(self, table: str, key: str) -> bool: ...


class Memory:
    """A database that forgets everything with its process: for browsers that keep nothing, and for tests."""

    def __init__(self) -> None:
        self._texts: dict[tuple[str, str], tuple[int, str]] = {}

    async def get(self, table: str, key: str) -> str | None:
        return self._texts.get((table, key), (0, None))[1]

    async def rows(self, table: str) -> list[tuple[str, int, str]]:
        return [(key, version, text) for (name, key), (version, text) in self._texts.items() if name == table]

    async def put(self, table: str, key: str, text: str) -> None:
        self._texts[table, key] = 0, text

    async def replace(self, table: str, key: str, version: int, text: str, new_version: int) -> bool:
        if self._texts.get((table, key), (0, ""))[0] != version:
            return False
        self._texts[table, key] = new_version, text
        return True

    async def delete(self, table: str, key: str) -> bool:
        return self._texts.pop((table, key), None) is not None
