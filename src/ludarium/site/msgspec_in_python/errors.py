"""What is raised for texts that are not JSON, and for JSON that is not of the type asked for."""


class MsgspecError(ValueError):
    """Any of these errors."""


class DecodeError(MsgspecError):
    """A text that cannot be decoded."""


class ValidationError(DecodeError):
    """JSON that is not of the type asked for."""
