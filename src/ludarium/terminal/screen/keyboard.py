"""What a terminal sends, read byte by byte: keys, mouse and pastes. Bytes without a meaning are left out."""

import array
import codecs
import fcntl
import os
import re
import selectors
import termios
import time
from collections.abc import Generator, Iterator
from contextlib import suppress
from typing import IO, Any

from textual import events
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from ...games.blame import stop_rule

ESC = "\x1b"
PASTE, PASTED = f"{ESC}[200~", f"{ESC}[201~"
CHUNK = 1 << 16  # bytes read at a time
CTRL_C = b"\x03"
WAIT = 0.1  # seconds after which a sequence that has begun will not go on
PASTE_WAIT = 1.0  # seconds after which a paste that has begun will not go on
MOST_ESCAPES = 3  # of those pressed in a row; no screen has more to close

_TOKEN = re.compile(
    f"{ESC}\\[M[ -\U0010ffff]{{3}}"  # a mouse without the protocol that we ask for
    f"|{ESC}\\[\\[?[0-?]*[ -/]*[@-~]"  # a control sequence
    f"|{ESC}O[@-~]"  # a key of the keypad
    f"|{ESC}[\\]P_^X][^\x07{ESC}]*(?:\x07|{ESC}\\\\)"  # an answer to a question that the program has not asked
    f"|{ESC}[\\]P_^X](?!$)"  # the beginning of one without its end
    f"|{ESC}+(?={ESC}[\\[O\\]P_^X])|{ESC}+|[^{ESC}]",
    re.DOTALL,
)
_UNFINISHED = re.compile(f"{ESC}(?:\\[(?:M.{{0,2}}|\\[?[0-?]*[ -/]*)|O|[\\]P_^X])?$", re.DOTALL)
_LONGEST = 64  # characters of a sequence; a longer one has no meaning


class Parser(XTermParser):
    """Finds the meaning of one whole sequence at a time."""

    def meaning(self, sequence: str) -> list[Message]:
        """The messages of a sequence, none if it has no meaning."""
        found = list(self.feed(sequence))
        if self._timeout_time is not None:
            # It waits for more: forget what it has
            self._timeout_time = 0.0
            for _ in self.tick():
                pass
        return found


class Decoder:
    """Turns bytes into messages."""

    def __init__(self) -> None:
        self._text = codecs.getincrementaldecoder("utf-8")(errors="ignore")
        self._parser = Parser()
        self._rest = ""  # the beginning of a sequence
        self._pasted: str | None = None  # what has come of a paste
        self._since = 0.0  # when the last bytes came

    def feed(self, data: bytes) -> Iterator[Message]:
        """The messages that these bytes complete."""
        self._since = time.monotonic()
        text, self._rest = self._rest + self._text.decode(data), ""
        while text:
            if self._pasted is not None:
                text = yield from self._paste(text)
                continue
            before, found, text = text.partition(PASTE)
            yield from self._tokens(before, final=bool(found))
            if found:
                self._pasted = ""

    def tick(self) -> Iterator[Message]:
        """The messages of what has begun and did not go on."""
        idle = time.monotonic() - self._since
        if self._pasted is not None and idle > PASTE_WAIT:
            yield events.Paste(self._pasted)
            self._pasted = None
        if self._rest and idle > WAIT:
            rest, self._rest = self._rest, ""
            # A person may have pressed Esc and then another key
            yield from self._keys(rest if len(rest) < 3 and not rest.endswith("[") else "")

    def _paste(self, text: str) -> Generator[Message, None, str]:
        """Add to a paste; returns what comes after it."""
        pasted, ended, text = ((self._pasted or "") + text).partition(PASTED)
        self._pasted = None if ended else pasted
        if ended:
            yield events.Paste(pasted)
        return text

    def _tokens(self, text: str, final: bool) -> Iterator[Message]:
        rest = None if final else _UNFINISHED.search(text[-_LONGEST:])
        if rest:
            self._rest = rest[0]
            text = text[: -len(rest[0])]
        for token in _TOKEN.findall(text):
            yield from self._keys(token)

    def _keys(self, token: str) -> Iterator[Message]:
        if token.startswith(ESC) and token[1:2] in ("]", "P", "_", "^", "X"):
            return
        plain = token.lstrip(ESC)
        escapes = len(token) - len(plain)
        if not plain or plain[0] not in "[O" or len(plain) == 1:
            for _ in range(min(escapes, MOST_ESCAPES)):
                yield events.Key("escape", ESC)
            token = plain
        if token:
            yield from self._meaning(token)

    def _meaning(self, sequence: str) -> list[Message]:
        try:
            return self._parser.meaning(sequence)
        except (ValueError, OverflowError):
            # Numbers that no terminal sends; the parser cannot go on after its own error
            old, self._parser = self._parser, Parser()
            self._parser.terminal_size, self._parser.terminal_pixel_size = old.terminal_size, old.terminal_pixel_size
            self._parser.mouse_pixels = old.mouse_pixels
            return []


def keys_in(text: str) -> list[events.Key]:
    """The keys that a pasted text consists of."""
    decoder = Decoder()
    typed = text.replace("\r\n", "\r").replace("\n", "\r").encode()
    return [message for message in decoder.feed(typed) if isinstance(message, events.Key)]


def early(data: bytes) -> bytes:
    """What was typed before the screen was open, as the keys that it would be now. The terminal's line discipline had
    turned Ctrl-D into a zero and Enter into a line feed."""
    return data.replace(b"\0", b"\x04").replace(b"\n", b"\r")


class Output:
    """Where the screen is written to. Once the terminal has gone nothing is written: Textual would wait for ever."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self.fileno = file.fileno

    def write(self, text: str) -> None:
        with suppress(OSError):
            self._file.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._file.flush()


class TerminalDriver(LinuxDriver):
    """Textual's driver with our decoder."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._file: Any = Output(self._file)

    def run_input_thread(self) -> None:
        waiting = array.array("i", [0])
        fcntl.ioctl(self.fileno, termios.FIONREAD, waiting)
        decoder, typed_early = Decoder(), waiting[0]
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(WAIT):
                    data = self._read(typed_early or CHUNK)
                    if typed_early:
                        typed_early -= len(data)
                        data = early(data)
                    self._send(decoder.feed(data))
                    if CTRL_C in data:
                        stop_rule()  # the event loop, which reads the key, may wait for a rule that never returns
                    if not data and not os.isatty(self.fileno):
                        return  # the terminal has gone; the application sees that
                self._send(decoder.tick())

    def _read(self, most: int) -> bytes:
        try:
            return os.read(self.fileno, most)
        except OSError:
            return b""  # the terminal has gone

    def _send(self, messages: Iterator[Message]) -> None:
        for message in messages:
            self.process_message(message)
