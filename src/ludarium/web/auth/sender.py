"""The sender of an HTTP request, as the house knows callers."""

from typing import Any

from litestar import Request

from ...store.people.models import Person
from .identity import check_new_game, ensure_person, identity_of


class Sender:
    """A caller by HTTP."""

    def __init__(self, request: "Request[Any, Any, Any]") -> None:
        self._request, self._identity = request, identity_of(request)
        self.is_local, self.holder, self.share_key = (
            self._identity.is_local,
            self._identity.holder,
            self._identity.share_key,
        )

    @property
    def person(self) -> Person | None:
        return self._identity.person

    @property
    def user_id(self) -> str | None:
        return self._identity.user_id

    async def ensure_person(self) -> Person:
        return await ensure_person(self._request)

    def check_new_game(self, cells: int = 0, size: int = 0) -> None:
        check_new_game(self._request, cells, size)
