"""The error of the store."""

from ..contract.errors import LudariumError


class StoreError(LudariumError):
    """The store cannot read or write something; what it held before is unchanged."""
