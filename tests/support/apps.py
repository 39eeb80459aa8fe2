"""Applications that tests use one after the other: to make the routes of one takes longer than most tests."""

from litestar import Litestar

from ludarium.web.app import create_app, set_up
from ludarium.web.ops.server_time import ServerTime
from ludarium.web.workers.pool import FEWEST

_idle = list[Litestar]()
_routes = dict[Litestar, int]()  # of each, how many it was made with


def take(store_url: str | None = None, workers: int = FEWEST, time_source: ServerTime | None = None) -> Litestar:
    """An application as new."""
    if not _idle:
        app = create_app(store_url, workers, time_source)
        _routes[app] = len(app.routes)
        return app
    app = _idle.pop()
    set_up(app, store_url, workers, time_source)
    return app


def give_back(app: Litestar) -> None:
    """Let another test have an application that has ended; one that got further routes is no longer as new."""
    if len(app.routes) == _routes[app]:
        _idle.append(app)
