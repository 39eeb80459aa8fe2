"""Applications that tests use one after the other: to make the routes of one takes longer than most tests."""

from litestar import Litestar

from ludarium.web.app import create_app, set_up
from ludarium.web.ops.server_time import ServerTime
from ludarium.web.workers.pool import FEWEST

_idle = list[Litestar]()


def take(store_url: str | None = None, workers: int = FEWEST, time_source: ServerTime | None = None) -> Litestar:
    """An application as new."""
    if not _idle:
        return create_app(store_url, workers, time_source)
    app = _idle.pop()
    set_up(app, store_url, workers, time_source)
    return app


def give_back(app: Litestar) -> None:
    """Let another test have an application that has ended."""
    _idle.append(app)
