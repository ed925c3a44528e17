"""Jobs that search, done by the worker by name: what takes jobs does not import the search."""

from collections.abc import Callable

from app import visitor_alerts
from app.api.brands import adding
from app.factory import create_app
from app.live.context import context
from indexer.core import background
from indexer.core.settings import Settings


def look_at_searches() -> None:
    """Look at what runs have added to the searches of alerts."""
    _do("look_at_searches", lambda: visitor_alerts.look_at_searches(context()))


def add_stores() -> None:
    """Make brands of the stores of lists that were found."""
    _do("add_stores", adding.add_found)


def _do(name: str, step: Callable[[], object]) -> None:
    """Do it as the app; what fails is enqueued again by a job of the plan."""
    settings = Settings.from_env()
    app = create_app(settings.but(kept_answers_mb=0))  # it checks once and ends
    with app.app_context():
        background.do(settings.redis_url, name, step)
