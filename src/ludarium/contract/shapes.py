"""The outlines of cells that are no squares of a grid, for `outline` of a board.

The unit is the width of a cell; x and y say where its middle is, y grows downwards.
"""

from math import sqrt

from .scene import Outline

ROW = sqrt(3) / 2  # from one row of hexagons or triangles to the next

_HALF, _QUARTER = 1 / sqrt(3), 1 / (2 * sqrt(3))  # of a hexagon of width 1, from the middle to a corner; half of it


def hexagon(x: float, y: float) -> Outline:
    """A hexagon with a corner above: rows are `ROW` apart, each half a cell beside the one before."""
    corners = (0, -_HALF), (0.5, -_QUARTER), (0.5, _QUARTER), (0, _HALF), (-0.5, _QUARTER), (-0.5, -_QUARTER)
    return Outline(x, y, corners)


def flat_hexagon(x: float, y: float) -> Outline:
    """A hexagon with a side above: columns are `ROW` apart, each half a cell below the one before."""
    return Outline(x, y, tuple((v, u) for u, v in hexagon(x, y).corners))


def triangle(x: float, y: float, *, down: bool = False) -> Outline:
    """A triangle that points up or down: those of a row are half a cell apart, rows are `ROW` apart."""
    top = -ROW / 2
    corners = (0, top), (0.5, -top), (-0.5, -top)
    return Outline(x, y, tuple((u, -v) for u, v in corners) if down else corners)


def square(x: float, y: float) -> Outline:
    """A square that lies anywhere."""
    return Outline(x, y, ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)))


def circle(x: float, y: float, width: float = 1) -> Outline:
    return Outline(x, y, (), width / 2)


def polygon(x: float, y: float, *corners: tuple[float, float]) -> Outline:
    """Any form, by its corners as seen from its middle."""
    return Outline(x, y, corners)
