"""Gamma's own program: transcripts, the naive program beside it, any bytes at all, and whatever is very large.

A transcript is a list of cases, each with a title, what is typed and what comes back:

    == a command must be known
    < B 2 2 2 1             typed; `<<` without a newline
    > OK 1                  an answer
    < x
    ! ERROR 2               an error

For another case, write what is typed and let goldens.py write the rest.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludarium.contract.kind import Kind
from ludarium.engine.code import GameCode, game_code
from ludarium.games import kind
from ludarium.games.gamma import contours, layout, players, program
from ludarium.terminal import game_program
from ludarium.terminal.game_program import Conversation

from ..support import goldens
from ..support.naive.gamma_lines import Program as Naive

FILES = sorted((goldens.FOLDER / "gamma_lines").glob("*.txt"))

NEVER = 1 << 60  # so much to do that plain Python goes on for ever
PLAIN_AND_COMPILED = pytest.mark.parametrize("much", [NEVER, 0], ids=["plain", "compiled"])
NO_SCREEN = "no screen here"
NEWLINE = b"\n"
GAMMA = kind("gamma")
COMPILED = game_code(GAMMA, "i")


class Said(NamedTuple):
    """All answers and all errors."""

    out: bytes
    err: bytes


def no_screen(kind: Kind, options: dict[str, Any]) -> str:
    """A terminal that cannot show the game."""
    kind.make(options)
    return NO_SCREEN


@pytest.fixture(scope="module", autouse=True)
def ready() -> None:
    """Compiled code is there before it is asked for, so that what is meant to run compiled does."""
    COMPILED.native(program.converse)


class Run:
    """The program in this process; what it says is kept."""

    def __init__(self, much: int = NEVER, screen: game_program.Screen = no_screen, together: bool = False) -> None:
        self.out, self.err = bytearray(), bytearray()
        self.program = Conversation(GAMMA, self.out.extend, self.err.extend, screen, much=much, together=together)

    def take(self) -> Said:
        """What was said since the last time."""
        said = Said(bytes(self.out), bytes(self.err))
        self.out.clear()
        self.err.clear()
        return said


def said(text: bytes, much: int = NEVER, piece: int = 1 << 20) -> Said:
    """What the program says to a whole input that comes in pieces of this size."""
    run = Run(much)
    for i in range(0, len(text), piece):
        run.program.hear(text[i : i + piece])
    assert much or not text or run.program._converse is COMPILED.ready(program.converse)
    run.program.close()
    return run.take()


def naive(text: bytes) -> Said:
    program = Naive(text, f"{NO_SCREEN}\n")
    return Said(program.out.encode(), program.err.encode())


# Transcripts


def written(line: bytes) -> str:
    """A line of bytes as a transcript shows it; a blank at its end would be lost to the eye."""
    text = line.decode("latin-1").encode("unicode_escape").decode("ascii")
    return re.sub(" $", r"\\x20", text)


def bytes_of(text: str) -> bytes:
    return text.encode("ascii").decode("unicode_escape").encode("latin-1")


class Case(NamedTuple):
    title: str
    lines: list[bytes]  # with their newlines

    @property
    def text(self) -> bytes:
        return b"".join(self.lines)


def cases(file: Path) -> Iterator[Case]:
    for block in file.read_text(encoding="ascii").split("== ")[1:]:
        title, *rest = block.split("\n")
        typed = (line.partition(" ") for line in rest if line.startswith("<"))
        yield Case(title, [bytes_of(text) + (NEWLINE if mark == "<" else b"") for mark, _, text in typed])


ALL = [case for file in FILES for case in cases(file)]


def transcript(case: Case) -> str:
    """The case as a conversation: each line is typed, and what it brings is out before the next."""
    told, run = [f"== {case.title}"], Run()

    def tell(said: Said) -> None:
        told.extend(f"> {written(line)}" for line in said.out.splitlines())
        told.extend(f"! {written(line)}" for line in said.err.splitlines())

    for line in case.lines:
        mark = "<" if line.endswith(NEWLINE) else "<<"
        told.append(f"{mark} {written(line.removesuffix(NEWLINE))}".rstrip())
        run.program.hear(line)
        tell(run.take())
    run.program.close()
    tell(run.take())
    return "\n".join(told) + "\n"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_transcripts(file: Path) -> None:
    goldens.check(f"gamma_lines/{file.name}", "\n".join(map(transcript, cases(file))))


def test_there_are_many_transcripts() -> None:
    assert len({case.title for case in ALL}) == len(ALL) >= 150


@pytest.mark.parametrize("case", ALL, ids=lambda case: case.title)
def test_a_case_is_answered_alike_by_all(case: Case) -> None:
    expected = naive(case.text)
    assert said(case.text) == said(case.text, piece=1) == expected
    assert said(case.text, much=0) == said(case.text, much=0, piece=1) == expected


# Beside the naive program


BLANKS = b" ", b" ", b" ", b"  ", b"\t", b"\v", b"\f", b"\r", b" \t\r "
JUNK = [
    b"",
    b"#",
    b"# m 1 0 0",
    b" ",
    b"\r",
    b"\0",
    b"x",
    b"\xff",
    b" p",
    b"p 1",
    b"p1",
    b"M 1 1 1",
    b"b 1c",
    b"b +1",
    b"b -1",
]
JUNK += [
    b"m",
    b"m 1 1",
    b"m 1 1 1 1",
    b"b 4294967296",
    b"b 4294967295",
    b"f 0001",
    b"q\xa01",
    b"B 2 2 2 2",
    b"I 2 2 2 2",
]


def words(random: Random, command: bytes, *numbers: int) -> bytes:
    """A command with its parameters and some white space, now and then with a byte changed."""
    line = b"".join([command, *(random.choice(BLANKS) + b"%d" % number for number in numbers)])
    if random.random() < 0.2:
        line += random.choice(BLANKS)
    if random.random() < 0.04:
        at = random.randrange(len(line) + 1)
        line = line[:at] + bytes([random.choice(b" 0159mp#-\0\r\xff")]) + line[at + random.randrange(2) :]
    return line


def script(random: Random) -> bytes:
    """A game of few fields with junk in it."""
    width, height, areas = random.randint(1, 5), random.randint(1, 4), random.choice([1, 1, 2, 3, 9])
    players = random.choice([1, 2, 3, 9, 10, 12, 4294967295])
    lines = [random.choice(JUNK) for _ in range(random.choice([0, 0, 1, 3]))]
    lines.append(words(random, b"B", width, height, players, areas))
    for command in random.choices(b"mgbfqp\0", (50, 15, 6, 8, 10, 3, 8), k=random.randrange(30)):
        player = random.choice([1, 2, 3, players, random.randint(0, 4)])
        where = random.randint(0, width), random.randint(0, height)
        if command == 0:
            lines.append(random.choice(JUNK))
        elif command in b"mg":
            lines.append(words(random, bytes([command]), player, *where))
        else:
            lines.append(words(random, bytes([command]), *[player][: command != ord("p")]))
    return NEWLINE.join(lines) + random.choice([NEWLINE, NEWLINE, b"", b"\n#"])


@pytest.mark.parametrize("seed", range(20))
def test_random_scripts_are_answered_as_the_naive_program_does(seed: int) -> None:
    random = Random(seed)
    for _ in range(150):
        text = script(random)
        expected = naive(text)
        assert said(text) == expected, text
        assert said(text, much=0) == expected, text
        # Plain Python begins and compiled code ends, and the input is cut anywhere
        assert said(text, much=random.randrange(2 * len(text) + 1), piece=random.randint(1, 40)) == expected, text


LIKELY = st.sampled_from(
    [*map(bytes, zip(b"BImgbfqp#\n\r\t 0123459\0\xff-+")), b"B 2 2 3 1\n", b"\nB 3 1 12 2\n", b"\np\n"]
)
ANY_BYTES = st.lists(LIKELY | st.binary(max_size=3), max_size=60).map(b"".join)


@settings(max_examples=400)
@given(text=ANY_BYTES, opening=st.sampled_from([b"", b"B 2 3 2 1\n", b"B 2 1 10 2\nm 1 0 0\n"]))
def test_any_bytes_are_answered_as_the_naive_program_does(text: bytes, opening: bytes) -> None:
    if re.search(rb"[0-9]{4}", text):
        text = re.sub(rb"[0-9]{4,}", b"12", text)  # boards for which the naive program would need hours
    expected = naive(opening + text)
    assert said(opening + text) == expected
    assert said(opening + text, much=0) == said(opening + text, much=len(text), piece=1) == expected


# Long lines, large boards, many players


LONG = 3 * game_program.CHUNK


@PLAIN_AND_COMPILED
@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (b"#" + b"x" * LONG, Said(b"", b"")),
        (b"#" + b"\0" * LONG, Said(b"", b"")),
        (b"x" * LONG, Said(b"", b"ERROR 2\n")),
        (b" " * LONG, Said(b"", b"ERROR 2\n")),
        (b"b " + b"1" * LONG, Said(b"", b"ERROR 2\n")),
        (b"b" + b" 1" * LONG, Said(b"", b"ERROR 2\n")),
        (b"b " + b"0" * LONG + b"1", Said(b"0\n", b"")),
        (b"b " + b"0" * LONG + b"4294967296", Said(b"", b"ERROR 2\n")),
        (b"b" + b" " * LONG + b"1", Said(b"0\n", b"")),
        (b"p" + b"\t" * LONG, Said(b"..\n..\n", b"")),
        (b"p" + b"\t" * LONG + b"p", Said(b"", b"ERROR 2\n")),
    ],
    ids=lambda value: repr(value[:4]) if isinstance(value, bytes) else "",
)
def test_a_line_may_be_longer_than_all_buffers(line: bytes, answer: Said, much: int) -> None:
    for piece in 1 << 20, 50_000:
        out, err = said(b"B 2 2 2 1\n" + line + b"\nb 1\n", much, piece)
        assert (out, err) == (b"OK 1\n" + answer.out + b"0\n", answer.err)
    out, err = said(b"B 2 2 2 1\n" + line, much)
    assert (out, err) == (b"OK 1\n", b"" if line.startswith(b"#") else b"ERROR 2\n")


def rows(text: bytes) -> list[bytes]:
    return text.split(NEWLINE)


@PLAIN_AND_COMPILED
@pytest.mark.parametrize(("players", "wide"), [(9, 1), (10, 3), (4294967295, 11)])
def test_a_board_may_be_larger_than_all_buffers(players: int, wide: int, much: int) -> None:
    width, height = 301, 250
    text = b"B %d %d %d 5\nm %d 7 0\nm 1 300 249\np\nb 1\n" % (width, height, players, players)
    out, err = said(text, much)
    shown = rows(out)[3:-2]
    assert err == b"" and rows(out)[-2:] == [b"1", b""]
    assert len(shown) == height and {len(row) for row in shown} == {wide * width}
    assert shown[0] == (b".".ljust(wide) * 300 + b"1".ljust(wide))
    assert shown[-1] == b".".ljust(wide) * 7 + (b"%d" % players).ljust(wide) + b".".ljust(wide) * 293
    assert set(shown[1:-1]) == {b".".ljust(wide) * width}
    assert said(text, much=game_program.CHUNK) == Said(out, err)  # compiled code goes on in the middle of the board


@PLAIN_AND_COMPILED
def test_a_row_grows_with_those_who_act(much: int) -> None:
    """Four thousand players, with numbers all over, take the same field from each other."""
    names = [1 + i * 1_000_003 for i in range(4000)]
    lines = [b"B 2 2 4294967295 1", b"m 1 0 0", *(b"g %d 0 0" % name for name in names[1:]), b"p"]
    lines += [b"b %d\nq %d\ng %d 0 0" % (name, name, name) for name in (names[0], names[1], names[-1])]
    out, err = said(NEWLINE.join(lines) + NEWLINE, much)
    last = b"%d" % names[-1]
    assert err == b"" and rows(out)[:-12] == [b"OK 1", *[b"1"] * 4000]
    assert rows(out)[-12:-10] == [b".".ljust(11) * 2, last.ljust(11) + b".".ljust(11)]
    # The first player has lost the field without a golden move, the second has used it, the last is the owner
    assert rows(out)[-10:] == [b"0", b"1", b"1", b"0", b"0", b"0", b"0", b"0", b"0", b""]


@PLAIN_AND_COMPILED
def test_where_memory_ends_newcomers_can_do_nothing(much: int, monkeypatch: pytest.MonkeyPatch) -> None:
    room = players.room_at_first(layout.Gamma(2, 2, 4294967295, 1, 4))
    run = Run(much)
    run.program.hear(b"B 2 2 4294967295 1\nm 1 0 0\n" + b"".join(b"g %d 0 0\n" % i for i in range(2, room + 1)))
    assert run.take().out == b"OK 1\n" + b"1\n" * room
    monkeypatch.setattr(program, "available", lambda: 1000)
    run.program.hear(b"g 99999 0 0\nm 99999 1 1\nb 99999\nf 99999\nq 99999\nm %d 1 0\ng 1 0 0\np\n" % room)
    shown = [b".".ljust(11) * 2, b"1".ljust(11) + (b"%d" % room).ljust(11)]
    out = [b"0", b"0", b"0", b"3", b"1", b"1", b"1", *shown, b""]
    assert run.take() == Said(NEWLINE.join(out), b"")


@PLAIN_AND_COMPILED
def test_labels_are_given_out_anew_before_they_run_out(much: int) -> None:
    run = Run(much)
    run.program.hear(b"B 3 3 2 1\nm 1 0 0\n")
    run.program._row[layout.LABEL] = contours.LAST_LABEL + 1
    run.program.hear(b"m 1 1 0\nm 1 2 0\nb 1\n")
    assert run.take().out == b"OK 1\n1\n1\n1\n3\n" and run.program._row[layout.LABEL] < 100


def test_boards_with_large_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """From half a billion fields on, a number has 64 bits; here from nine, and plain, for that is long to compile."""
    monkeypatch.setattr(players, "LARGEST", 9)
    run = Run()
    run.program.hear(b"B 3 3 4294967295 1\nm 4294967295 1 1\nq 1\ng 4 1 1\nb 4\np\n")
    assert run.program._row.typecode == "q"  # type: ignore[attr-defined]
    empty = b".".ljust(11)
    shown = [empty * 3, empty + b"4".ljust(11) + empty, empty * 3]
    assert run.take().out == b"OK 1\n1\n1\n1\n1\n" + NEWLINE.join(shown) + NEWLINE


def test_memory_is_asked_before_a_board_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "available", lambda: 100_000)
    assert said(b"B 100 100 2 2\nB 10 10 2 2\n") == Said(b"OK 2\n", b"ERROR 1\n")
    monkeypatch.setattr(program, "available", lambda: None)
    assert said(b"B 4294967295 4294967295 2 2\nB 10 10 2 2\n") == Said(b"OK 2\n", b"ERROR 1\n")


# The screen, and one place for answers and errors


def test_a_game_on_the_screen_is_the_end() -> None:
    asked = []

    def screen(kind: Kind, options: dict[str, Any]) -> str:
        asked.append(options)
        return ""

    run = Run(screen=screen)
    assert run.program.hear(b"x\nI 3 4 5") and not run.program.hear(b" 6\nB 1 1 1 1\n")
    assert asked == [{"width": 3, "height": 4, "players": 5, "areas": 6}] and run.take() == Said(b"", b"ERROR 1\n")


def test_a_screen_that_cannot_be_had_says_so_and_the_program_waits() -> None:
    assert said(b"I 200 100 2 2\nI 4294967295 4294967295 1 1\nB 1 1 1 1\n") == Said(
        b"no screen here\nOK 3\n", b"ERROR 2\n"
    )


def test_all_is_said_before_the_screen_opens() -> None:
    run = Run()
    seen = []
    run.program._screen = lambda *_: seen.append(run.take()) or NO_SCREEN  # type: ignore[func-returns-value]
    run.program.hear(b"x\nI 3 4 5 6\n")
    assert seen == [Said(b"", b"ERROR 1\n")] and run.take() == Said(NO_SCREEN.encode() + NEWLINE, b"")


@PLAIN_AND_COMPILED
def test_answers_and_errors_keep_their_order_where_they_go_to_one_place(much: int) -> None:
    run = Run(much, together=True)
    run.program.hear(b"x\nB 1 2 1 1\n x\np\nm 1 0 0\nb\nb 1\nq")
    run.program.close()
    assert run.take() == Said(b"ERROR 1\nOK 2\nERROR 3\n.\n.\n1\nERROR 6\n1\nERROR 8\n", b"")


@PLAIN_AND_COMPILED
def test_more_errors_than_a_buffer_holds(much: int) -> None:
    out, err = said(b"x\n" * 20_000, much)
    assert out == b"" and err == b"".join(b"ERROR %d\n" % line for line in range(1, 20_001))


def test_work_goes_on_while_compiled_code_gets_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GameCode, "ready", lambda *_: None)
    run = Run(much=0)
    run.program.hear(b"B 3 3 2 1\nm 1 0 0\n")
    assert run.program._converse is program.converse
    assert run.take().out == b"OK 1\n1\n"
    monkeypatch.undo()
    run.program.hear(b"b 1\n")
    assert run.take().out == b"1\n" and run.program._converse is COMPILED.ready(program.converse)
