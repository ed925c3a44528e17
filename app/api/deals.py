"""`GET /api/deals`: what is truly lower than before, and what stores claim."""

from collections.abc import Callable, Hashable
from datetime import date

from flask import Response
from sqlalchemy import select

from app.api.declare import Answer, Area
from app.api.declare.schema import about
from app.api.search.cached import Result, cached_response
from app.api.search.filters import asked_country
from app.api.search.hits import Hit
from app.api.search.schemas import VisitorQuery
from app.context import context
from app.deals import deals_view, today
from app.search.filters import DEFAULT_CURRENCY
from indexer.models import Deals

AREA = Area("deals", "deals", "Deals, measured by price histories")


class Deal(Answer):
    """A product that costs less than before, or was raised before it was cut."""

    hit: Hit
    off: int | None = about("Per cent, as measured")
    since: date = about("Since when it costs what it does")
    raised: float | None = about("To what, before it was cut")
    line: list[list[int]] = about("From and to which of the last 90 days, how high of 100")


class Section(Answer):
    """A category's deals, the biggest first."""

    slug: str
    name: str
    deals: list[Deal]


class Claims(Answer):
    """What is claimed and what was measured, means in per cent."""

    slug: str
    name: str
    claims: int = about("Products that are said to be reduced")
    known: int = about("Those of which the history is known")
    denied: int = about("Those whose history says otherwise")
    deals: int
    claimed: float | None
    measured: float | None


class AllDeals(Answer):
    """The deals of a day; null where no prices were measured yet."""

    day: date | None
    black_friday: date
    is_season: bool = about("It is November")
    sections: list[Section]
    raised: list[Deal]
    stores: list[Claims]
    categories: list[Claims]


@AREA.get("")
@AREA.query(VisitorQuery)
@AREA.response(AllDeals)
def deals(currency: str = DEFAULT_CURRENCY, country_code: str | None = None) -> Response:
    """Show what is truly lower than before, what was raised first, and what stores claim"""
    return cached_response(*deals_question(currency, asked_country(country_code)))[0]


def deals_question(currency: str, country: str) -> tuple[Hashable, int, Callable[[], Result]]:
    """Return the deals as what may be kept: the question, its size, and what answers it."""
    with context().session() as session:
        made = session.scalar(select(Deals.made_at).order_by(Deals.day.desc()).limit(1))
    asked = ("deals", currency, country, today(), made)
    return asked, 0, lambda: Result(*deals_view(currency, country))
