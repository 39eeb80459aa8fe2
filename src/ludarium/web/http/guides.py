"""HTTP routes: what players see and try before they play. Rules with drawn boards, posters, introductions."""

from html import escape
from typing import Any

from litestar import Request, get, post
from litestar.params import FromPath, JSONBody

from ...contract.kind import Kind
from ...house import guides
from ...house.rooms.registry import find_kind
from ...play.introduction import Diagram
from ...protocol.games import BoardTold, Help, IntroductionTold, Tried, TriedTold


def draw_help(kind: Kind) -> Help:
    """The rules as HTML, and the boards that are drawn in it."""
    from markdown_it import MarkdownIt

    boards: list[BoardTold] = []

    def fence(renderer: Any, tokens: Any, at: int, options: Any, environment: Any) -> str:
        word, _, position = tokens[at].info.partition(" ")
        letters = escape(tokens[at].content)
        if word != "board":
            return f"<pre><code>{letters}</code></pre>\n"
        boards.append(guides.describe_board(Diagram.read(position).game(kind)))
        return f'<pre data-board="{len(boards) - 1}">{letters}</pre>\n'

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.add_render_rule("fence", fence)
    html = reader.render(kind.illustrated_help)
    return Help(html, tuple(boards))


@get("/kinds/{kind:str}/help", sync_to_thread=False)
def kind_help(kind: FromPath[str]) -> Help:
    """The rules of a game for players, as HTML."""
    return draw_help(find_kind(kind))


@get("/kinds/{kind:str}/board", sync_to_thread=False)
def kind_board(kind: FromPath[str], request: Request[Any, Any, Any]) -> BoardTold:
    """The first board, with the values of options that can be pictured."""
    return guides.first_board(kind, dict(request.query_params))


@get("/kinds/{kind:str}/poster", sync_to_thread=False)
def kind_poster(kind: FromPath[str]) -> BoardTold:
    """A board that shows what a game looks like."""
    return guides.describe_poster(kind)


@get("/kinds/{kind:str}/introduction", sync_to_thread=False)
def kind_introduction(kind: FromPath[str]) -> IntroductionTold:
    """The introduction to a game; no steps if it has none."""
    return guides.introduction(kind)


@post("/kinds/{kind:str}/introduction/{step:int}", status_code=200, sync_to_thread=False)
def try_move(kind: FromPath[str], step: FromPath[int], data: JSONBody[Tried]) -> TriedTold:
    """Make a move in the position of a step, counted from 0. Nothing is stored."""
    return guides.try_move(kind, step, data)


GUIDE_ROUTES = (kind_help, kind_board, kind_poster, kind_introduction, try_move)
