"""The address of a client, also behind proxies. Headers of proxies count only if the proxy is trusted."""

import os
import re
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, TypeAlias

from litestar.connection import ASGIConnection

from ...contract.errors import BadOption

PROXY = "LUDARIUM_TRUSTED_PROXY"  # addresses and networks, separated by spaces or commas
NO_ADDRESS = "nowhere"  # stands for the address of clients on a Unix socket, which have none
LOCAL_NAMES = ("localhost",)  # of this machine, besides its loopback addresses
HOST = re.compile(r"(?:\[(?P<ipv6>[\da-fA-F:.]+)\]|(?P<name>[\w.-]+))(?::\d{1,5})?", re.ASCII)  # the Host header
HOUSEHOLD_BITS = 64  # the prefix that all IPv6 addresses of one household share

Address: TypeAlias = IPv4Address | IPv6Address
Connection: TypeAlias = "ASGIConnection[Any, Any, Any, Any]"


class TrustedProxies:
    """Determines where requests come from, given the proxies that may speak for their clients."""

    def __init__(self, networks: Sequence[IPv4Network | IPv6Network] = ()) -> None:
        self._networks = networks

    @classmethod
    def from_environment(cls) -> "TrustedProxies":
        """The proxies in LUDARIUM_TRUSTED_PROXY."""
        words = os.environ.get(PROXY, "").replace(",", " ").split()
        try:
            return cls([ip_network(word) for word in words])
        except ValueError:
            raise BadOption(f"{PROXY} takes addresses or networks, such as 127.0.0.1 or 10.0.0.0/8") from None

    def client_address(self, connection: Connection) -> str:
        """The client's address; for IPv6 its /64 network, since each device of a household has many addresses."""
        found = _peer(connection)
        # A proxy may add a line of its own instead of extending the client's
        for word in reversed(",".join(connection.headers.getall("x-forwarded-for", [])).split(",")):
            forwarded = _parse(word)
            if forwarded is None or not self._trusts(found):
                break
            found = forwarded
        if isinstance(found, IPv6Address):
            return str(ip_network((found, HOUSEHOLD_BITS), strict=False))
        return str(found) if found else NO_ADDRESS

    def is_local(self, connection: Connection) -> bool:
        """Whether the client runs on this machine and no proxy is involved.

        The Host header must name this machine too. Otherwise a foreign page could rebind its own name to 127.0.0.1.
        """
        peer, headers = _peer(connection), connection.headers
        is_proxied = self._networks or "x-forwarded-for" in headers or "forwarded" in headers
        return peer is not None and peer.is_loopback and not is_proxied and _names_this_machine(headers.get("host", ""))

    def is_secure(self, connection: Connection) -> bool:
        """Whether the client's connection is encrypted, here or at a trusted proxy."""
        if connection.scope["scheme"] in ("https", "wss"):
            return True
        forwarded = connection.headers.get("x-forwarded-proto", "").partition(",")[0].strip()
        return forwarded in ("https", "wss") and self._trusts(_peer(connection))

    def _trusts(self, address: Address | None) -> bool:
        return address is not None and any(address in network for network in self._networks)


def _names_this_machine(host: str) -> bool:
    """Whether a Host header is a name of this machine and nothing else: `localhost:80@elsewhere` is not."""
    found = HOST.fullmatch(host)
    if not found:
        return False
    name = found["ipv6"] or found["name"]
    address = _parse(name)
    return address.is_loopback if address else name.lower() in LOCAL_NAMES


def _peer(connection: Connection) -> Address | None:
    return _parse(connection.client.host) if connection.client else None


def _parse(word: str) -> Address | None:
    """An address as proxies write it, with or without a port."""
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
