"""Values as messages quote them."""


def quoted(value: object, most: int = 60) -> str:
    """The value in quotes, as Python writes it. At most `most` characters of it are kept, and dots show a cut."""
    if not isinstance(value, str):
        text = repr(value)
        return text if len(text) <= most else text[:most] + "..."
    kept = value[:most]
    while len(text := repr(kept)) > most + 2:  # escapes are longer than what they stand for
        kept = kept[:-1]
    return text if kept == value else f"{text[:-1]}...{text[-1]}"
