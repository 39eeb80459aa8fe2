"""The report of a tournament: one file of HTML that needs nothing else, with tables, Elo and games to replay."""

import json
from collections.abc import Iterable, Sequence
from html import escape
from math import ceil
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

from ....house.board_picture import DETAILED, draw_replays
from ....play.game import Game
from ....play.record import load
from ....web.http.board_svg import drawings
from .standings_table import count_heads, counts, elo_text, result_words

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
        _standings(table, runner.tournament.seats),
        _crosstable(table, runner.tournament.seats),
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


def _standings(table: "Sequence[Standing]", seats: int) -> str:
    heads = ["place", "player", *count_heads(seats), "Elo", "95 %", "Elo, drawn", "a game took"]
    reach = STEP * ceil(max(abs(each.rating.elo) + each.rating.error for each in table) / STEP)
    return _rows(heads, (_standing(each, seats, reach) for each in table), "Standings")


def _standing(each: "Standing", seats: int, reach: float) -> str:
    rating = each.rating
    pace = f"{each.seconds / each.games:.2f} s" if each.games else ""
    numbers = [*counts(each, seats), elo_text(rating), f"±{rating.error:.0f}"]
    cells = "".join(f"<td>{text}</td>" for text in numbers)
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


def _crosstable(table: "Sequence[Standing]", seats: int) -> str:
    heads = ["player", *(escape(each.name) for each in table)]
    rows = list[str]()
    for i, each in enumerate(table):
        cells = [
            '<td class="self"></td>' if i == j else f"<td>{tally.won:g}-{tally.drawn:g}-{tally.lost:g}</td>"
            for j, tally in enumerate(each.against)
        ]
        rows.append(f'<tr><th scope="row">{escape(each.name)}</th>{"".join(cells)}</tr>')
    return _rows(heads, rows, f"Each against each: {', '.join(result_words(seats))}")


def _faults(found: dict[str, list[int]]) -> str:
    rows = [
        f'<tr><td class="word">{escape(why)}</td><td>{len(numbers)}</td><td class="word">{_few(numbers)}</td></tr>'
        for why, numbers in found.items()
    ]
    return _rows(["why", "games", "numbers"], rows, "Games that ended out of turn") if rows else ""


def _few(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers[:12])) + (", ..." if len(numbers) > 12 else "")


def _openings(runner: "Runner", games: "Sequence[GameLine]", boards: Sequence[Game]) -> str:
    """The random moves or the deals that rounds began with, and what games were worth after them by seat."""
    begun: dict[int, str] = {}
    rounds: dict[int, list[GameLine]] = {}
    for line, board in zip(games, boards, strict=False):
        begun.setdefault(line.round, _opening(board, runner.tournament.openings, len(line.players)))
    for line in games:
        rounds.setdefault(line.round, []).append(line)
    rows = [
        f'<tr><td>{number}</td><td class="word">{escape(text)}</td><td>{len(rounds[number])}</td>'
        f"{_worths(rounds[number])}</tr>"
        for number, text in sorted(begun.items())
    ]
    seats = runner.tournament.seats
    scores = {1: ["mean score"], 2: ["score of the first seat"]}.get(
        seats, [f"score of seat {seat}" for seat in range(1, seats + 1)]
    )
    begins = "deal" if seats == 1 else "opening"
    return _rows(["round", begins, "games", *scores], rows, f"{begins.capitalize()}s") if rows else ""


def _opening(board: Game, count: int, seats: int) -> str:
    if seats == 1:
        return f"seed {board.options['seed']}" if "seed" in board.options else "always the same"
    return " ".join(map(str, board.moves[:count])) or "none"


def _worths(games: "Sequence[GameLine]") -> str:
    """What games were worth on average: alone in points, of two to the first seat, of more to each seat."""
    means = [fmean(worths) for worths in zip(*(line.worths for line in games), strict=True)]
    if len(means) == 1:
        return f"<td>{means[0]:.2f}</td>"
    return "".join(f"<td>{100 * mean:.0f} %</td>" for mean in (means[:1] if len(means) == 2 else means))


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
                "title": _title(line, board),
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


def _title(line: "GameLine", board: Game) -> str:
    if len(line.players) == 2:
        return f"Game {line.number}: {line.players[0]} against {line.players[1]}"
    seated = (f"{name} ({board.player_title(seat)})" for seat, name in enumerate(line.players))
    return f"Game {line.number}: {', '.join(seated if len(line.players) > 1 else line.players)}"


def _moves(board: Game) -> list[str]:
    """The moves, each with the player who made it unless there is only one."""
    if board.kind.rules.players(board.constants) == 1:
        return [str(move) for move in board.moves]
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
        names = "".join(f'<td class="word">{escape(name)}</td>' for name in line.players)
        rows.append(
            f"<tr><td>{line.number}</td><td>{line.round}</td>{names}<td>{' - '.join(line.results)}</td>"
            f'<td class="word">{escape(line.why)}</td><td>{button}</td></tr>'
        )
    seats = len(games[0].players) if games else 0
    named = {1: ["player"], 2: ["first seat", "second seat"]}.get(seats, [f"seat {1 + seat}" for seat in range(seats)])
    heads = ["game", "round", *named, "score" if seats == 1 else "result", "out of turn", "replay"]
    return _rows(heads, rows, "All games") if rows else ""
