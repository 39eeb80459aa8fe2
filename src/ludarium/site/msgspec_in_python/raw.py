"""JSON that is not decoded."""


class Raw(bytes):
    """The JSON of a value, without the spaces that it came with."""
