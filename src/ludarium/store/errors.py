"""What can go wrong with what is kept."""

from ..contract.errors import LudariumError


class StoreError(LudariumError):
    """Something that cannot be kept or found; all that was kept before is as it was."""
