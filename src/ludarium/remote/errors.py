"""Errors of remote play, each one sentence for the user."""

from ..contract.errors import LudariumError


class Unreachable(LudariumError):
    """There is no server at an address, or it does not answer."""


class Busy(Unreachable):
    """The server is there, and cannot take this now; the sentence is the server's."""


class Refused(LudariumError):
    """The server refused a request; the sentence is the server's."""


class Lost(LudariumError):
    """The game cannot be followed any more."""
