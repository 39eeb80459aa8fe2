"""What the house tells of a game by its rules: its description, help and boards, and what pictures are drawn with."""

from msgspec import Raw, Struct
from msgspec.json import encode

from ..contract.kind import Kind
from ..house.guides import describe_poster
from ..protocol.games import KindTold
from ..web.http.board_svg import drawings
from ..web.http.games import describe_house
from ..web.http.guides import draw_help


class Answers(Struct, frozen=True):
    """What is told of a game."""

    kind: KindTold
    help: Raw
    poster: Raw
    own_symbols: dict[str, str]  # what its boards are drawn with in pictures
    colours: dict[str, str]


def answers_of(kind: Kind) -> Answers:
    """What is told of a game, by its rules."""
    (described,) = describe_house([kind]).kinds
    found = drawings(kind)
    return Answers(
        described, Raw(encode(draw_help(kind))), Raw(encode(describe_poster(kind.id))), found.own, found.colours
    )
