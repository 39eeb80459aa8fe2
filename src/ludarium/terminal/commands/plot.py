"""A graph of a game as SVG: the score or the chances of the first player, move by move."""

from collections.abc import Sequence

WIDTH, HEIGHT, EDGE = 720, 260, 34
INK, GRID, LINE, AREA, BAD = "#2b2a33", "#d9d4c7", "#2f6db5", "#2f6db522", "#c8452f"


def plot(scores: Sequence[int], marks: Sequence[str], middle: int, reach: int, title: str) -> str:
    """Draw scores from middle - reach to middle + reach, cut off at the edges; marked moves are dots."""
    wide, high = WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE

    def place(i: int, score: int) -> tuple[float, float]:
        part = (max(-reach, min(reach, score - middle)) + reach) / (2 * reach)
        return round(EDGE + wide * i / max(len(scores) - 1, 1), 1), round(EDGE + high * (1 - part), 1)

    points = [place(i, score) for i, score in enumerate(scores)]
    zero = EDGE + high / 2
    line = " ".join(f"{x:g},{y:g}" for x, y in points)
    around = f"{EDGE},{zero:g} {line} {points[-1][0]:g},{zero:g}" if points else ""
    bad = [
        f'<circle cx="{x:g}" cy="{y:g}" r="{3 + len(mark)}" fill="{BAD}"><title>{i}{mark}</title></circle>'
        for i, ((x, y), mark) in enumerate(zip(points, marks, strict=True), 1)
        if mark
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
            f'font-size="12" fill="{INK}">',
            f'<title>{title}</title><rect width="100%" height="100%" fill="#fffdf8"/>',
            f'<text x="{EDGE}" y="20">{title}</text>',
            f'<path d="M{EDGE} {zero:g}h{wide}M{EDGE} {EDGE}v{high}" stroke="{GRID}" fill="none"/>',
            f'<polygon points="{around}" fill="{AREA}"/>',
            f'<polyline points="{line}" fill="none" stroke="{LINE}" stroke-width="2"/>',
            *bad,
            f'<text x="{WIDTH - EDGE}" y="{HEIGHT - 10}" text-anchor="end">move {len(scores)}</text>',
            "</svg>",
            "",
        ]
    )
