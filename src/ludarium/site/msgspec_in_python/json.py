"""JSON by the standard library's parser and encoder, which are written in C."""

import json
import re
from typing import Any, Generic, TypeVar

from .errors import DecodeError
from .raw import Raw
from .readers import convert
from .struct_class import StructMeta

T = TypeVar("T")

# A number that Python writes with an exponent; msgspec writes it without `+` and zeros, and 1e-05 as 0.00001
HAS_EXPONENT = re.compile(r"[0-9]e[-+][0-9]")
TEXT_OR_EXPONENT = re.compile(r'"(?:[^"\\]|\\.)*"|(-?)([0-9.]+)e([-+][0-9]+)')


class Encoder:
    """Writes JSON."""

    def encode(self, value: object) -> bytes:
        text = _encoder.encode(value)
        if HAS_EXPONENT.search(text):
            text = TEXT_OR_EXPONENT.sub(_rewritten, text)
        return text.encode()


class Decoder(Generic[T]):
    """Reads JSON of a type."""

    def __init__(self, type: Any = Any) -> None:
        self.type = type

    def decode(self, text: str | bytes) -> T:
        found: T = convert(_parsed(text), self.type)
        return found


def _plain(value: Any) -> Any:
    if isinstance(type(value), StructMeta):
        return value.__struct_object__()
    if isinstance(value, Raw):
        return json.loads(value)
    raise TypeError(f"Encoding objects of type {type(value).__name__} is unsupported")


_encoder = json.JSONEncoder(
    separators=(",", ":"), ensure_ascii=False, check_circular=False, allow_nan=False, default=_plain
)


def _rewritten(found: re.Match[str]) -> str:
    if found[3] is None:
        return found[0]
    sign, digits, power = found[1], found[2], int(found[3])
    return f"{sign}0.0000{digits.replace('.', '')}" if power == -5 else f"{sign}{digits}e{power}"


def _parsed(text: str | bytes) -> Any:
    text = text if isinstance(text, str) else text.decode()
    try:
        found = _parser.decode(text)
        if "\\u" in text:
            json.dumps(found, ensure_ascii=False).encode()  # half of a surrogate pair cannot be encoded
    except json.JSONDecodeError as error:
        if error.pos >= len(text) or error.msg.startswith("Unterminated string"):
            raise DecodeError("Input data was truncated") from None
        reason, place = error.msg[0].lower() + error.msg[1:], len(text[: error.pos].encode())
        raise DecodeError(f"JSON is malformed: {reason} (byte {place})") from None
    except UnicodeEncodeError:
        raise DecodeError("JSON is malformed: invalid utf-16 surrogate pair") from None
    except ValueError as error:
        raise DecodeError(f"JSON is malformed: {error}") from None
    return found


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no number")


_parser = json.JSONDecoder(parse_constant=_refuse)
