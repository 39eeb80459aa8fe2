"""Quotas: how many games, and how much text in them, the store keeps for a person."""

from typing import Any, NamedTuple

from sqlalchemy import Connection, func, select

from .database import tables
from .database.database import advisory_lock
from .errors import StoreError


class Quota(NamedTuple):
    """What the store keeps for one person."""

    unfinished: int  # games
    games: int  # in all
    record_bytes: int  # of the records of all games


GUEST_QUOTA = Quota(unfinished=100, games=500, record_bytes=16 << 20)
ACCOUNT_QUOTA = Quota(unfinished=500, games=5000, record_bytes=128 << 20)
LONGEST_PREFERENCE = 1000  # characters of a value that is read by its name


class QuotaReached(StoreError):
    """A person has as much as the store keeps for one; nothing was stored."""


def check_new_game(connection: Connection, row: dict[str, Any]) -> None:
    """Refuse a new game of a person who has too many, or too long ones. Games without an owner have no quota."""
    owner = row["owner"]
    if owner is None:
        return
    # Of two concurrent transactions the second one sees the first one's game
    advisory_lock(connection, f"games of {owner}")
    p = tables.people.c
    has_account = connection.execute(select(p.login).where(p.id == owner)).scalar() is not None
    quota = ACCOUNT_QUOTA if has_account else GUEST_QUOTA
    unfinished, games, size = _kept(connection, owner)
    if not row["finished"] and unfinished >= quota.unfinished:
        raise QuotaReached(
            f"you have {unfinished:,} unfinished games, as many as one player may; finish or delete one first"
        )
    if games >= quota.games:
        raise QuotaReached(f"you have {games:,} games here, as many as one player may; delete one first")
    if size + len(row["record"].encode()) > quota.record_bytes:
        raise QuotaReached(
            f"your games are {size >> 10:,} KiB of records, and {quota.record_bytes >> 10:,} KiB are kept for one "
            "player; delete a long one first"
        )


def _kept(connection: Connection, owner: str) -> tuple[int, int, int]:
    """How many unfinished games a person has, how many in all, and the bytes of their records."""
    c = tables.games.c
    # PostgreSQL knows the bytes of a text without reading it
    size = func.octet_length(c.record) if connection.dialect.name == "postgresql" else func.length(c.record)
    query = select(func.count().filter(c.finished.is_(False)), func.count(), func.coalesce(func.sum(size), 0)).where(
        c.owner == owner
    )
    unfinished, games, bytes_kept = connection.execute(query).one()
    return unfinished, games, int(bytes_kept)
