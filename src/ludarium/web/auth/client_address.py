"""Where a request comes from, also by way of a proxy: what a proxy says counts only if it is one that is trusted."""

import os
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, TypeAlias

from litestar.connection import ASGIConnection

from ...contract.errors import BadOption

PROXY = "LUDARIUM_TRUSTED_PROXY"  # addresses and networks, with blanks or commas between them
NOWHERE = "nowhere"  # the address of those who have none: they come by a socket in the file system
HOME = ("localhost",)  # what this machine is called on itself, besides its addresses
NEIGHBOURS = 64  # bits that the addresses of one IPv6 household share

Address: TypeAlias = IPv4Address | IPv6Address
Connection: TypeAlias = "ASGIConnection[Any, Any, Any, Any]"


class TrustedProxies:
    """Tells where requests come from."""

    def __init__(self, trusted: Sequence[IPv4Network | IPv6Network] = ()) -> None:
        self._trusted = trusted

    @classmethod
    def from_environment(cls) -> "TrustedProxies":
        """With the proxies that LUDARIUM_TRUSTED_PROXY names."""
        words = os.environ.get(PROXY, "").replace(",", " ").split()
        try:
            return cls([ip_network(word) for word in words])
        except ValueError:
            raise BadOption(f"{PROXY} names addresses or networks, such as 127.0.0.1 or 10.0.0.0/8") from None

    def address(self, connection: Connection) -> str:
        """The address that a request comes from; that of an IPv6 household, whose every device has thousands."""
        found = _peer(connection)
        for word in reversed(connection.headers.get("x-forwarded-for", "").split(",")):
            said = _read(word)
            if said is None or not self._trusts(found):
                break
            found = said
        if isinstance(found, IPv6Address):
            return str(ip_network((found, NEIGHBOURS), strict=False))
        return str(found) if found else NOWHERE

    def is_local(self, connection: Connection) -> bool:
        """Whether somebody asks from this very machine, and no proxy for anybody else.

        They ask for it by one of its own names: a page from elsewhere, whose name was made to lead here, does not.
        """
        peer, headers = _peer(connection), connection.headers
        forwarded = self._trusted or "x-forwarded-for" in headers or "forwarded" in headers
        return peer is not None and peer.is_loopback and not forwarded and _names_home(headers.get("host", ""))

    def is_secure(self, connection: Connection) -> bool:
        """Whether nobody on the way can read along."""
        if connection.scope["scheme"] in ("https", "wss"):
            return True
        said = connection.headers.get("x-forwarded-proto", "").partition(",")[0].strip()
        return said in ("https", "wss") and self._trusts(_peer(connection))

    def _trusts(self, address: Address | None) -> bool:
        return address is not None and any(address in network for network in self._trusted)


def _names_home(host: str) -> bool:
    found = _read(host)
    return found.is_loopback if found else host.partition(":")[0].lower() in HOME


def _peer(connection: Connection) -> Address | None:
    return _read(connection.client.host) if connection.client else None


def _read(word: str) -> Address | None:
    """An address as proxies write it, maybe with a port."""
    word = word.strip()
    if word.startswith("["):
        word = word[1:].partition("]")[0]
    elif word.count(":") == 1:
        word = word.partition(":")[0]
    try:
        found = ip_address(word)
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found
