"""Write the table of limits in docs/security.md from the constants in the code: `python tools/limits_table.py`.

A test checks that the committed table is what this tool writes.
"""

import re
from pathlib import Path
from typing import NamedTuple

from ludarium.house import conversation
from ludarium.house.preferences import PREFERENCES
from ludarium.house.rooms import weight
from ludarium.house.rooms.board_size import MOST_CELLS
from ludarium.house.rooms.room import REMEMBERED
from ludarium.protocol.limits import LARGEST_REQUEST, LONGEST_ALIAS, LONGEST_SCORE_NAME, MOST_EVENTS
from ludarium.store.clean_up import FINISHED_DAYS, UNFINISHED_DAYS
from ludarium.store.daily import DAILY_ROWS
from ludarium.store.models import DAILY_DAYS, ROWS
from ludarium.store.people import names, tokens
from ludarium.store.people.accounts import PROGRAMS
from ludarium.store.quotas import ACCOUNT_QUOTA, GUEST_QUOTA
from ludarium.web.auth import identity
from ludarium.web.ws import connection

PAGE = Path(__file__).parents[1] / "docs" / "security.md"
BEGIN, END = "<!-- Written by tools/limits_table.py -->\n", "<!-- The end of the limits -->\n"
QUOTAS, WEIGHT, STORE = "`web/test_quotas.py`", "`web/test_weight.py`", "`store/test_quotas.py`"
API, ACCOUNTS, DAILY = "`web/test_api.py`", "`store/test_accounts.py`", "`web/test_daily.py`"


class Limit(NamedTuple):
    """What has a limit, the limit, what a client is answered above it, and the test that tries it."""

    what: str
    limit: str
    answer: str
    test: str


def _size(count: int) -> str:
    for shift, unit in ((30, "GiB"), (20, "MiB"), (10, "KiB")):
        if count >> shift and not count & ((1 << shift) - 1):
            return f"{count >> shift} {unit}"
    return f"{count:,} bytes"


def limits() -> list[Limit]:
    """All limits of what a client can make a server keep."""
    guest, account = GUEST_QUOTA, ACCOUNT_QUOTA
    return [
        Limit(
            "unfinished games of a person",
            f"{guest.unfinished} of a guest, {account.unfinished} of an account",
            "400: finish or delete one first",
            STORE,
        ),
        Limit(
            "games of a person in all",
            f"{guest.games} of a guest, {account.games:,} of an account",
            "400: delete one first",
            STORE,
        ),
        Limit(
            "records of a person's games",
            f"{_size(guest.record_bytes)} of a guest, {_size(account.record_bytes)} of an account",
            "400: delete a long one first",
            STORE,
        ),
        Limit(
            "a guest's game that no account plays in",
            f"{UNFINISHED_DAYS} days after its last event, {FINISHED_DAYS} if it is finished",
            "deleted; then 404",
            STORE,
        ),
        Limit("a guest without games, sessions and tokens", "a clean-up every hour", "deleted; then 401", STORE),
        Limit("events of a game", f"{MOST_EVENTS:,}", "an error: resign, or begin another", QUOTAS),
        Limit("lines of a record that is imported", f"{MOST_EVENTS:,}", "400", QUOTAS),
        Limit(
            "records that a user sends",
            f"{_size(identity.MOST_STORED)} at once, then {_size(identity.STORED_A_SECOND)} a second",
            "429 with `Retry-After`; on a socket an error",
            QUOTAS,
        ),
        Limit("a request over HTTP", _size(LARGEST_REQUEST), "413", "`web/test_hostile.py`"),
        Limit("a request on a socket", f"{conversation.LONGEST:,} characters", "an error", QUOTAS),
        Limit("cells of a board", f"{MOST_CELLS:,}", "400", API),
        Limit(
            "cells of new large boards of a user",
            f"{identity.MOST_NEW_CELLS:,} at once, then {identity.CELLS_A_SECOND:,} a second",
            "429 with `Retry-After`",
            QUOTAS,
        ),
        Limit("the name by which a game is joined", f"{LONGEST_ALIAS} letters, one a game", "400", QUOTAS),
        Limit("the name of a person", f"{names.LONGEST} letters", "400", QUOTAS),
        Limit(
            "a table of high scores",
            f"{ROWS} rows, names of {LONGEST_SCORE_NAME} letters",
            "no place",
            API,
        ),
        Limit("tries at the deal of a day", "one of a person for each game", "another game, for practice", DAILY),
        Limit(
            "deals of days and their tables",
            f"{DAILY_DAYS} days; {DAILY_ROWS} rows of a table are listed",
            "400: not kept any more",
            DAILY,
        ),
        Limit("preferences of a user", f"the {len(PREFERENCES)} known ones, with known values", "400", QUOTAS),
        Limit("new guests of an address", f"{identity.GUESTS_A_DAY} a day", "429 with `Retry-After`", QUOTAS),
        Limit(
            "tries at puzzles of a user",
            f"{identity.MOST_TRIES} at once, then {identity.TRIES_A_SECOND:g} a second; each puzzle is kept once",
            "429 with `Retry-After`",
            "`web/test_puzzles.py`",
        ),
        Limit("sessions of a person", f"{tokens.SESSIONS}", "a new one ends the oldest", STORE),
        Limit("tokens of a person's programs", f"{PROGRAMS}", "400: end one first", ACCOUNTS),
        Limit("the label of a session or a token", f"{tokens.LONGEST_LABEL} letters", "cut", QUOTAS),
        Limit(
            "open rooms without watchers, in a process",
            f"{weight.OPEN}, and {_size(weight.OPEN_BYTES)}",
            "closed, the least recently used first; they open again",
            WEIGHT,
        ),
        Limit(
            f"a room of a finished game, or of more than {_size(weight.LARGE_ROOM)}, without watchers",
            f"{weight.IDLE_SECONDS:g} seconds",
            "closed; it opens again",
            WEIGHT,
        ),
        Limit(
            "large rooms that a user holds open, in a process",
            _size(weight.USER_BYTES),
            f"400; a socket is closed with {connection.OPEN_LIMIT}",
            WEIGHT,
        ),
        Limit(
            "large rooms that all users hold open, in a process",
            _size(weight.PROCESS_BYTES),
            f"400; a socket is closed with {connection.OPEN_LIMIT}",
            WEIGHT,
        ),
        Limit(
            "sockets of a user, in a process", f"{weight.USER_SOCKETS}", f"closed with {connection.OPEN_LIMIT}", WEIGHT
        ),
        Limit(
            "messages that a client has not read",
            f"{connection.UNREAD:,}, and {_size(connection.UNREAD_BYTES)}",
            f"closed with {connection.TOO_SLOW}; it can resume",
            QUOTAS,
        ),
        Limit(
            "events that a client can have missed", f"{REMEMBERED}", "the whole state instead", "`web/test_socket.py`"
        ),
    ]


def table() -> str:
    """The table in Markdown."""
    heads = Limit("what", "limit", "above it", "test")
    return "".join(f"| {' | '.join(row)} |\n" for row in (heads, ("---",) * 4, *limits()))


def write(page: str) -> str:
    """A page with the present table in it."""
    return re.sub(f"{BEGIN}.*?{END}", lambda _: f"{BEGIN}\n{table()}\n{END}", page, flags=re.DOTALL)


if __name__ == "__main__":
    PAGE.write_text(write(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
