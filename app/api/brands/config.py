"""The fields of the operator's brand form, from the scraper's configuration."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import soupsieve
from lxml import etree
from marshmallow import ValidationError
from marshmallow.fields import Field

from app.api.declare.fields import INT_MAX, Flag, Line, Text, Website, WholeNumber
from app.live.context import context
from app.web.wire import field_of
from indexer.ingest.schedule import CronError, check_cron
from scrapers.browsing.manners import cookies_of, headers_of, proxy_of, user_agent_of
from scrapers.config import FIELD_HELP, FieldHelp, wire_name

# Form types for what is chosen from a list; the others follow from the Python type.
LONG = frozenset({"shipping_countries_list", "extra_headers", "cookies"})  # of several lines
_CHOSEN = {"country_id": "country", "currency": "currency", "source": "source"}
_CHOSEN |= dict.fromkeys(LONG, "textarea")
_TYPES = {"bool": "boolean", "int": "number", "str": "text"}

# A listing page's own fields; the rest of FIELD_HELP is the brand's.
_PAGE_FIELDS = {"custom_click_selector"}
CONFIG = tuple(item for item in FIELD_HELP if item.name not in _PAGE_FIELDS)
SECRETS = frozenset(item.name for item in CONFIG if item.secret)


def form_fields() -> list[dict[str, str]]:
    """Describe every field of the brand form with its label, help and type."""
    described = [
        {
            "name": wire_name(item.name),
            "label": item.label,
            "help": item.help,
            "type": _CHOSEN.get(item.name, _TYPES[item.type]),
            "group": item.group,
        }
        for item in CONFIG
    ]
    styles = "What its products look like; they all inherit these styles."
    pages = "Listing pages, crawled in order; a product on several takes the most specific."
    return [
        *described,
        {"name": "styles", "label": "Styles", "help": styles, "type": "styles", "group": "store"},
        {"name": "pages", "label": "Pages", "help": pages, "type": "pages", "group": "page"},
    ]


MAX_SELECTOR = 2000  # characters
MAX_LIST = 20_000
# The database's own bounds (indexer.models.brand), with the unit that the help names.
BOUNDS = {
    "scroll_delay": (0, 60_000),
    "hover_delay": (0, 60_000),
    "parent_depth": (0, 50),
    "scrape_every_hours": (1, 24 * 366),
    "check_every_days": (1, 366),
    "request_delay": (0, 600_000),
    "page_time_budget": (5, 3_600),
    "run_time_budget": (1, 1_440),
    "detail_concurrency": (1, 8),
    "country_id": (1, INT_MAX),
}
MAY_BE_EMPTY = frozenset(
    "country_id scrape_every_hours check_every_days request_delay page_time_budget run_time_budget"
    " detail_concurrency".split()
)
WEBSITES = frozenset({"website", "pin_board_url", "shipping_page", "feed_url", "catalogue_url"})
SOURCES = ("pages", "feed", "catalogue")
_SELECTORS = re.compile(r"_(selector|xpath)$|node_path$|^href_class$")
_XPATH = re.compile(r"/|\./|\(")  # as in scrapers.config
_PAGE = etree.Element("html")


def _source(words: str) -> None:
    if words not in SOURCES:
        raise ValueError(f"must be one of {', '.join(SOURCES)}")


def _currency(words: str) -> None:
    rates = context().reference.rates
    if not rates.has_rate(words):
        raise ValueError(f"must have an exchange rate: {', '.join(sorted(rates.per_euro))}")


def selector(words: str) -> None:
    """Raise ValueError for a selector that is neither CSS nor XPath."""
    try:
        if _XPATH.match(words):
            etree.XPath(words)(_PAGE)
        elif words:
            soupsieve.compile(words)
    except (etree.XPathError, soupsieve.SelectorSyntaxError) as error:
        raise ValueError(f"is no CSS or XPath: {str(error).splitlines()[0]}") from error


# What is written in a form of its own; each raises ValueError with words for the operator.
WRITTEN: dict[str, Callable[[str], object]] = {
    "extra_headers": headers_of,
    "cookies": cookies_of,
    "upstream_proxy": proxy_of,
    "user_agent": user_agent_of,
    "currency": _currency,
    "source": _source,
    **{item.name: selector for item in CONFIG if _SELECTORS.search(item.name)},
}


class Cron(Text):
    """A cron expression, or nothing."""

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> str:
        words = super()._deserialize(value, *args, **kwargs)
        try:
            return check_cron(words) if words.strip() else ""
        except CronError as error:
            raise ValidationError(str(error)) from error


def input_field(item: FieldHelp) -> Field[Any]:
    """Return the field that reads what an operator sends."""
    common: dict[str, Any] = {"metadata": {"description": item.help}}
    if item.type == "bool":
        return Flag(**common)
    if item.type == "int":
        least, most = BOUNDS[item.name]
        empty = None if item.name in MAY_BE_EMPTY else least
        return WholeNumber(least, most, empty=empty, **common)
    if item.name in WEBSITES:
        return Website(may_be_empty=True, **common)
    if item.name == "scrape_cron":
        return Cron(MAX_SELECTOR, **common)
    if item.name == "name":  # the suggestion's is a store's own words
        return Line(MAX_SELECTOR, **common)
    longest = MAX_LIST if item.name in LONG else MAX_SELECTOR
    return Text(longest, check=WRITTEN.get(item.name), **common)


def input_fields() -> dict[str, Field[Any]]:
    """Return the fields of the configuration as they are sent, by their own names."""
    return {item.name: input_field(item) for item in CONFIG}


def output_fields() -> dict[str, Field[Any]]:
    """Return the fields of the configuration as they are shown, by their own names."""
    kinds = {"bool": bool, "int": int | None, "str": str}
    return {
        item.name: field_of(kinds[item.type], metadata={"description": item.help})
        for item in CONFIG
    }
