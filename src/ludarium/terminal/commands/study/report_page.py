"""The report of a tournament: one file of HTML that needs nothing else, with tables, Elo and games to replay."""

import json
from collections.abc import Iterable, Sequence
from html import escape
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from ....house.board_picture import DETAILED, draw_replays
from ....play.game import Game
from ....play.record import load
from ....web.http.board_svg import drawings

if TYPE_CHECKING:
    from ....lab.tournament.journal import GameLine
    from ....lab.tournament.runner import Runner
    from ....lab.tournament.standings import Standing

PARTS = Path(__file__).parent / "report"
REPLAYS = 300  # games that can be replayed; all are listed
STEP = 100  # Elo, to which the scale of the bars is rounded


def report_page(runner: "Runner") -> str:
    """The page, as text."""
    from ....lab.tournament.standings import faults, standings

    games, title = runner.games, escape(runner.tournament.title)
    table = standings(runner.tournament.names, games)
    boards = [load(line.record) for line in games[:REPLAYS]]
    parts = [
        f"<h1>{title}</h1>",
        _summary(runner, len(games)),
        _standings(table),
        _crosstable(table),
        _faults(faults(games)),
        _openings(runner, games, boards),
        _replay(games, boards),
        _games(games, boards),
    ]
    style = (PARTS / "report.css").read_text(encoding="utf-8")
    body = "\n".join(part for part in parts if part)
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f'<meta name="viewport" content="width=device-width">\n<style>\n{style}</style>\n</head>\n'
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _summary(runner: "Runner", count: int) -> str:
    tournament = runner.tournament
    options = ", ".join(f"{name} {text}" for name, text in tournament.options.items() if text)
    game = f"{tournament.game} ({options})" if options else tournament.game
    said = f"{game}, {tournament.format}, {len(tournament.entrants)} players"
    verdict = f"<p>{escape(runner.verdict)}</p>" if runner.verdict else ""
    return f"<p>{escape(said)}, {count} of {runner.total} games, seed {tournament.seed}.</p>{verdict}"


def _rows(heads: Iterable[str], rows: Iterable[str], caption: str) -> str:
    head = "".join(f'<th scope="col">{text}</th>' for text in heads)
    return (
        f'<div class="wide" tabindex="0" role="group" aria-label="{escape(caption)}"><table>'
        f"<caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead>"
        f"<tbody>\n{chr(10).join(rows)}\n</tbody></table></div>"
    )


def _standings(table: "Sequence[Standing]") -> str:
    heads = ["place", "player", "points", "games", "won", "drawn", "lost", "Elo", "95 %", "Elo, drawn", "a game took"]
    reach = STEP * ceil(max(abs(each.rating.elo) + each.rating.error for each in table) / STEP)
    return _rows(heads, (_standing(each, reach) for each in table), "Standings")


def _standing(each: "Standing", reach: float) -> str:
    tally, rating = each.tally, each.rating
    numbers = [f"{number:g}" for number in (each.points, tally.games, tally.won, tally.drawn, tally.lost)]
    pace = f"{each.seconds / tally.games:.2f} s" if tally.games else ""
    cells = "".join(f"<td>{text}</td>" for text in [*numbers, f"{rating.elo:+.0f}", f"±{rating.error:.0f}"])
    name = f'<th scope="row">{escape(each.name)}</th>'
    return f"<tr><td>{each.place}</td>{name}{cells}<td>{_bar(each, reach)}</td><td>{pace}</td></tr>"


def _bar(each: "Standing", reach: float) -> str:
    """The Elo of a player with its error, on a scale that all players share."""

    def across(elo: float) -> float:
        return round(100 + 100 * elo / reach, 1)

    elo, error = each.rating
    low, high = across(elo - error), across(elo + error)
    line = f'<path d="M{low:g} 4v8M{low:g} 8H{high:g}M{high:g} 4v8"/>'
    zero = '<path class="zero" d="M100 0v16"/>'
    return (
        f'<svg class="bar" viewBox="0 0 200 16" preserveAspectRatio="none" aria-hidden="true">'
        f'{zero}{line}<circle cx="{across(elo):g}" cy="8" r="3"/></svg>'
    )


def _crosstable(table: "Sequence[Standing]") -> str:
    heads = ["player", *(escape(each.name) for each in table)]
    rows = list[str]()
    for i, each in enumerate(table):
        cells = [
            '<td class="self"></td>' if i == j else f"<td>{tally.won:g}-{tally.drawn:g}-{tally.lost:g}</td>"
            for j, tally in enumerate(each.against)
        ]
        rows.append(f'<tr><th scope="row">{escape(each.name)}</th>{"".join(cells)}</tr>')
    return _rows(heads, rows, "Each against each: won, drawn, lost")


def _faults(found: dict[str, list[int]]) -> str:
    rows = [
        f'<tr><td class="word">{escape(why)}</td><td>{len(numbers)}</td><td class="word">{_few(numbers)}</td></tr>'
        for why, numbers in found.items()
    ]
    return _rows(["why", "games", "numbers"], rows, "Games that ended out of turn") if rows else ""


def _few(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:12])) + (", ..." if len(numbers) > 12 else "")


def _openings(runner: "Runner", games: "Sequence[GameLine]", boards: Sequence[Game]) -> str:
    """The random moves that rounds began with, and how the player in the first seat scored after them."""
    count, begun, points = runner.tournament.openings, dict[int, str](), dict[int, list[float]]()
    for line, board in zip(games, boards, strict=False):
        begun.setdefault(line.round, " ".join(map(str, board.moves[:count])) or "none")
    for line in games:
        points.setdefault(line.round, []).append(line.worths[0])
    rows = [
        f'<tr><td>{number}</td><td class="word">{escape(text)}</td><td>{len(points[number])}</td>'
        f"<td>{100 * sum(points[number]) / len(points[number]):.0f} %</td></tr>"
        for number, text in sorted(begun.items())
    ]
    return _rows(["round", "opening", "games", "score of the first seat"], rows, "Openings") if rows else ""


def _replay(games: "Sequence[GameLine]", boards: Sequence[Game]) -> str:
    """The board on which games are replayed, with their data and the script."""
    if not can_replay(boards):
        return ""
    drawn = draw_replays(boards, drawings(boards[0].kind))
    data = {
        "frame": drawn.frame,
        "looks": drawn.looks,
        "games": [
            {
                "number": line.number,
                "title": f"Game {line.number}: {line.players[0]} against {line.players[1]}",
                "moves": _moves(board),
                "steps": [[number for change in step for number in change] for step in steps],
            }
            for line, board, steps in zip(games, boards, drawn.games, strict=False)
        ],
    }
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    script = (PARTS / "report.js").read_text(encoding="utf-8")
    return (
        '<h2 id="replay-title" aria-live="polite">Replay</h2>\n<div class="replay"><div><div id="board"></div>'
        '<label>Move <input id="ply" type="range" min="0" max="0" value="0"></label>'
        '<button id="back" type="button">Back</button> <button id="on" type="button">On</button></div>'
        '<ol id="moves" tabindex="0" aria-label="Moves"></ol></div>\n'
        f'<script type="application/json" id="games-data">{text}</script>\n'
        f"<script>addEventListener('DOMContentLoaded', () => {{\n{script}}});</script>"
    )


def _moves(board: Game) -> list[str]:
    return [f"{board.player_title(who)} {move}" for who, move in zip(board.movers, board.moves, strict=True)]


def can_replay(boards: Sequence[Game]) -> bool:
    """Whether there are games, whose boards are all alike and not too large."""
    if not boards or boards[0].kind.hides:
        return False
    columns, rows = boards[0].kind.board.shape(boards[0].constants)
    return columns * rows <= DETAILED and all(board.constants == boards[0].constants for board in boards)


def _games(games: "Sequence[GameLine]", boards: Sequence[Game]) -> str:
    shown = len(boards) if can_replay(boards) else 0
    rows = list[str]()
    for i, line in enumerate(games):
        button = f'<button type="button" data-game="{i}">Replay game {line.number}</button>' if i < shown else ""
        first, second = map(escape, line.players)
        result = f"{line.worths[0]:g} - {line.worths[1]:g}"
        rows.append(
            f'<tr><td>{line.number}</td><td>{line.round}</td><td class="word">{first}</td>'
            f'<td class="word">{second}</td><td>{result}</td><td class="word">{escape(line.why)}</td>'
            f"<td>{button}</td></tr>"
        )
    heads = ["game", "round", "first seat", "second seat", "result", "out of turn", "replay"]
    return _rows(heads, rows, "All games") if rows else ""
