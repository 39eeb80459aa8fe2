"""Password hashes. Checking one takes equally long whether or not the account exists."""

import asyncio
import unicodedata
from functools import cached_property
from typing import TYPE_CHECKING

from ..errors import StoreError
from . import easy_passwords

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SHORTEST, LONGEST = 8, 256  # characters
# OWASP's minimum for Argon2id. With more memory, a few concurrent logins could fill that of a small server.
TIME_COST, MEMORY_KIB = 2, 19 * 1024
CONCURRENT = 2  # hashes computed at once, so that logins do not slow down games


class Passwords:
    """Hashes and verifies passwords, in threads."""

    def __init__(self) -> None:
        self._slots = asyncio.Semaphore(CONCURRENT)
        self._dummy: str | None = None

    @cached_property
    def _hasher(self) -> "PasswordHasher":
        # Imported late: only accounts need it
        from argon2 import PasswordHasher

        return PasswordHasher(time_cost=TIME_COST, memory_cost=MEMORY_KIB, parallelism=1)

    async def hash_new(self, password: str, name: str) -> str:
        """The hash of a new password of an account; raises StoreError for one of a wrong length or an easy one."""
        if not SHORTEST <= len(password) <= LONGEST:
            raise StoreError(f"a password has {SHORTEST} to {LONGEST} letters")
        easy_passwords.check(password, name)
        return await self.hash(password)

    async def hash(self, password: str) -> str:
        """The hash of a password."""
        data = _bytes(password)
        async with self._slots:
            return await asyncio.to_thread(self._hasher.hash, data)

    async def is_right(self, password: str, hash: str | None) -> bool:
        """Whether this is the password. Without a hash the answer is no, and takes as long."""
        if self._dummy is None:
            self._dummy = await self.hash("a password of no account")
        data = _bytes(password[:LONGEST])
        async with self._slots:
            matches = await asyncio.to_thread(self._verify, hash or self._dummy, data)
        return matches and hash is not None and len(password) <= LONGEST

    def is_outdated(self, hash: str) -> bool:
        """Whether it was computed with other parameters than those of today."""
        return self._hasher.check_needs_rehash(hash)

    def _verify(self, hash: str, data: bytes) -> bool:
        from argon2.exceptions import InvalidHashError, VerificationError

        try:
            return self._hasher.verify(hash, data)
        except (VerificationError, InvalidHashError):
            return False


def _bytes(password: str) -> bytes:
    """Normalized, so that it is the same however a keyboard composes its accents."""
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
