"""Passwords: never kept, and checked so that nobody learns anything from how long that takes."""

import asyncio
import unicodedata
from functools import cached_property
from typing import TYPE_CHECKING

from ..errors import StoreError

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SHORTEST, LONGEST = 8, 256  # letters
# What OWASP asks of Argon2id at least. More memory would let a few who log in at once fill that of a small server.
TIMES, KIBIBYTES = 2, 19 * 1024
AT_ONCE = 2  # that are worked on; others wait, and whoever plays is not kept waiting by them


class Passwords:
    """Makes and checks what is kept of passwords."""

    def __init__(self) -> None:
        self._room = asyncio.Semaphore(AT_ONCE)
        self._nobodys: str | None = None

    @cached_property
    def _hasher(self) -> "PasswordHasher":
        # Imported for those who have an account
        from argon2 import PasswordHasher

        return PasswordHasher(time_cost=TIMES, memory_cost=KIBIBYTES, parallelism=1)

    async def made(self, password: str) -> str:
        """What is to be kept of a new password."""
        if not SHORTEST <= len(password) <= LONGEST:
            raise StoreError(f"a password has {SHORTEST} to {LONGEST} letters")
        data = _bytes(password)
        async with self._room:
            return await asyncio.to_thread(self._hasher.hash, data)

    async def is_right(self, password: str, kept: str | None) -> bool:
        """Whether this is the password; where none is kept it is not, and that takes as long."""
        if self._nobodys is None:
            self._nobodys = await self.made("nobody's at all")
        data = _bytes(password[:LONGEST])
        async with self._room:
            right = await asyncio.to_thread(self._verify, kept or self._nobodys, data)
        return right and kept is not None and len(password) <= LONGEST

    def is_outdated(self, kept: str) -> bool:
        """Whether it was made in a way that is no longer thought to be good."""
        return self._hasher.check_needs_rehash(kept)

    def _verify(self, kept: str, data: bytes) -> bool:
        from argon2.exceptions import InvalidHashError, VerificationError

        try:
            return self._hasher.verify(kept, data)
        except (VerificationError, InvalidHashError):
            return False


def _bytes(password: str) -> bytes:
    """A password as it is typed on any machine."""
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
