"""Graphs as SVG: the score or the chances of the first player move by move, and numbers over a count."""

from collections.abc import Iterable, Sequence
from math import floor, log10
from typing import NamedTuple

WIDTH, HEIGHT, EDGE = 720, 260, 34
INK, GRID, LINE, AREA, BAD = "#2b2a33", "#d9d4c7", "#2f6db5", "#2f6db522", "#c8452f"

Place = tuple[float, float]


def plot(scores: Sequence[int], marks: Sequence[str], middle: int, reach: int, title: str) -> str:
    """Draw scores from middle - reach to middle + reach, cut off at the edges; marked moves are dots."""
    wide, high = WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE

    def place(i: int, score: int) -> Place:
        part = (max(-reach, min(reach, score - middle)) + reach) / (2 * reach)
        return round(EDGE + wide * i / max(len(scores) - 1, 1), 1), round(EDGE + high * (1 - part), 1)

    points = [place(i, score) for i, score in enumerate(scores)]
    zero = EDGE + high / 2
    around = f"{EDGE},{zero:g} {_listed(points)} {points[-1][0]:g},{zero:g}" if points else ""
    bad = [
        f'<circle cx="{x:g}" cy="{y:g}" r="{3 + len(mark)}" fill="{BAD}"><title>{i}{mark}</title></circle>'
        for i, ((x, y), mark) in enumerate(zip(points, marks, strict=True), 1)
        if mark
    ]
    parts = [
        f'<text x="{EDGE}" y="20">{title}</text>',
        f'<path d="M{EDGE} {zero:g}h{wide}M{EDGE} {EDGE}v{high}" stroke="{GRID}" fill="none"/>',
        f'<polygon points="{around}" fill="{AREA}"/>',
        _line(points),
        *bad,
        f'<text x="{WIDTH - EDGE}" y="{HEIGHT - 10}" text-anchor="end">move {len(scores)}</text>',
    ]
    return _sheet(title, HEIGHT, parts)


class Value(NamedTuple):
    """A number with how far it may be off."""

    middle: float
    low: float
    high: float


class Curve(NamedTuple):
    """Numbers that belong to 1, 2, ..., under a title."""

    title: str
    values: Sequence[Value]


def plot_curves(title: str, below: str, curves: Sequence[Curve]) -> str:
    """Draw curves one below the other, each with a scale of its own; `below` says what is counted."""
    parts = [part for i, curve in enumerate(curves) for part in _panel(curve, HEIGHT * i)]
    bottom = HEIGHT * len(curves)
    parts.append(f'<text x="{WIDTH - EDGE}" y="{bottom - 10}" text-anchor="end">{below}</text>')
    return _sheet(title, bottom, parts)


def _panel(curve: Curve, top: int) -> list[str]:
    left, wide, high = 2 * EDGE, WIDTH - 3 * EDGE, HEIGHT - 2 * EDGE
    ticks = _ticks(min(each.low for each in curve.values), max(each.high for each in curve.values))
    span = ticks[-1] - ticks[0]

    def across(i: int) -> float:
        return round(left + wide * (i + 0.5) / len(curve.values), 1)

    def down(value: float) -> float:
        return round(top + EDGE + high * (1 - (value - ticks[0]) / span), 1)

    grid = "".join(f"M{left} {down(tick):g}h{wide}" for tick in ticks)
    bars = "".join(f"M{across(i):g} {down(each.high):g}V{down(each.low):g}" for i, each in enumerate(curve.values))
    points = [(across(i), down(each.middle)) for i, each in enumerate(curve.values)]
    return [
        f'<text x="{EDGE}" y="{top + 20}">{curve.title}</text>',
        f'<path d="{grid}" stroke="{GRID}" fill="none"/>',
        *(f'<text x="{left - 6}" y="{down(tick) + 4:g}" text-anchor="end">{tick:g}</text>' for tick in ticks),
        f'<path d="{bars}" stroke="{LINE}" fill="none"/>',
        _line(points),
        *(f'<circle cx="{x:g}" cy="{y:g}" r="3" fill="{LINE}"/>' for x, y in points),
        *(
            f'<text x="{x:g}" y="{top + HEIGHT - 12}" text-anchor="middle">{i}</text>'
            for i, (x, _) in enumerate(points, 1)
            if i % (1 + len(points) // 20) == 0
        ),
    ]


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers, three to eight of them, around all values."""
    span = high - low or abs(high) or 1.0
    step = 10.0 ** floor(log10(span))
    step *= 0.2 if span / step < 2 else 0.5 if span / step < 4 else 1
    first, last = floor(low / step), floor(high / step) + 1
    return [round(step * number, 12) for number in range(first, last + 1)]


def _line(points: Iterable[Place]) -> str:
    return f'<polyline points="{_listed(points)}" fill="none" stroke="{LINE}" stroke-width="2"/>'


def _listed(points: Iterable[Place]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def _sheet(title: str, height: int, parts: Iterable[str]) -> str:
    """A picture of these parts on paper."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" '
            f'font-size="12" fill="{INK}">',
            f'<title>{title}</title><rect width="100%" height="100%" fill="#fffdf8"/>',
            *parts,
            "</svg>",
            "",
        ]
    )
