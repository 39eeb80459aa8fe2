"""What can go wrong between here and a server, each in one sentence."""

from ..contract.errors import LudariumError


class Unreachable(LudariumError):
    """There is no server at an address, or it does not answer."""


class Refused(LudariumError):
    """A server has said no; the sentence is its own."""


class Lost(LudariumError):
    """A game has been lost sight of, and will not be found again."""
