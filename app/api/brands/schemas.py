"""Brands on the wire."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import soupsieve
from lxml import etree
from marshmallow import ValidationError, fields
from marshmallow.fields import Field
from marshmallow.types import ErrorMessages
from marshmallow.validate import Length

from app.api.declare import Answer, Input, Query, ValueOrObject
from app.api.declare.fields import (
    BIG_MAX,
    INT_MAX,
    Choice,
    Flag,
    Id,
    Line,
    Named,
    Paged,
    Text,
    Website,
    WholeNumber,
    about,
    names_of,
    one_of,
)
from app.api.search.hits import Hit
from app.live.context import context
from app.web.wire import field_of
from indexer import models
from indexer.catalogue import stores
from indexer.ingest.schedule import CronError, check_cron
from indexer.models.incident import TROUBLES
from indexer.models.run import KINDS, RESULTS
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


MAX_PAGES = 500
STATES = ("new", "accepted", "declined")  # of a suggested website
SHOWN = ("active", "disabled", "in trouble", "scheduled", "archived")
ORDERS = tuple(way + by for by in ("name", "id", "lastRun", "found") for way in ("", "-"))


class ChosenId(Id):
    """The id of what is chosen from a list; 0 and nothing are no choice."""

    def deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        """Read a value; raises ValidationError."""
        return None if value in (0, "0") else super().deserialize(value, *args, **kwargs)


class PageInput(Input):
    """A listing page of a brand, as it is sent."""

    ALSO = frozenset({"brandId"})
    error_messages = {**Input.error_messages, "type": "must be a list of pages"}

    # A page that was there keeps its id; one that is not known is a new page.
    page_id = fields.Raw(allow_none=True, metadata={"type": "integer"})
    page_url = Website()
    product_category = ChosenId(empty=None)
    color = ChosenId(empty=None)
    custom_click_selector = Text(MAX_SELECTOR, check=selector)


class Pages(fields.List[Any]):
    """Listing pages; those without an address are left out (spec §3)."""

    def __init__(self, **kwargs: Any) -> None:
        words: ErrorMessages = {"invalid": "must be a list of pages"}
        most = Length(max=MAX_PAGES, error=f"at most {MAX_PAGES} pages")
        super().__init__(fields.Nested(PageInput), error_messages=words, validate=[most], **kwargs)

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> list[Any]:
        if isinstance(value, list):
            value = [row for row in value if not isinstance(row, Mapping) or row.get("pageUrl")]
        return super()._deserialize(value, *args, **kwargs)


class StyleIds(fields.List[Any]):
    """Styles, by their ids or as entries that hold them."""

    def __init__(self, **kwargs: Any) -> None:
        words: ErrorMessages = {"invalid": "must be a list of style ids"}
        super().__init__(Id(), error_messages=words, **kwargs)

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> list[Any]:
        if isinstance(value, list):
            value = [
                one.get("styleId", one.get("id")) if isinstance(one, Mapping) else one
                for one in value
            ]
        return super()._deserialize(value, *args, **kwargs)


class Configuration(Input):
    """A brand's fields; what spec §3 and lists of brands have besides may be sent back."""

    ALSO = names_of(Named) | set(
        "brandId isActive stylesFriendly open openYPosition pageId pageUrl productCategory color"
        " customClickSelector itemType styles".split()
    )


BrandInput = Configuration.from_dict(
    {
        "id": Id(empty=None, about="Edits that brand; absent: adds one"),
        **input_fields(),
        "item_type": Choice("new", "vintage"),
        "styles": StyleIds(),
        "pages": Pages(),
        "same_website": Flag(about="A second brand of another one's website is meant"),
    },
    name="BrandInput",
)
TriedBrand = Configuration.from_dict({**input_fields(), "pages": Pages()}, name="TriedBrand")


class PreviewInput(Input):
    """A configuration, and the page on which it is tried."""

    brand = fields.Nested(
        TriedBrand,
        required=True,
        metadata={"description": "The fields of BrandInput"},
        error_messages={"null": "must be the brand's fields"},
    )
    page_url = Website(required=True)


class StoreAddress(ValueOrObject):
    """The store whose configuration is wanted, and what its brand has already."""

    url = Website(required=True)
    brand = fields.Nested(TriedBrand, metadata={"description": "The fields of BrandInput"})
    quick = Flag(about="No listing pages where a feed or catalogue is good")
    brand_id = Id(empty=None, about="A known brand: what becomes of its products is shown")


class BrandSwitch(Input):
    """Whether a brand's products are shown."""

    brand_id = Id(required=True)
    is_active = Flag(required=True, allow_none=False)


class VersionId(ValueOrObject):
    """The edit that is meant."""

    version_id = Id(BIG_MAX, required=True)


class ScheduleQuery(Query):
    """A schedule that may not have been saved. It is refused by the names that the form has."""

    hours = Text(20, about="Hours between two scrapes")
    cron = Text(200, metadata={"description": "A cron expression", "example": "30 3 * * 1"})
    brand_id = Id(about="The brand whose schedule it would be")


class Schedule(Input):
    """When a brand is scraped."""

    scrape_every_hours = WholeNumber(*BOUNDS["scrape_every_hours"], empty=None)
    scrape_cron = Cron()


class Submission(Input):
    """A website that a visitor suggests."""

    website = Website(required=True)


class Decision(Input):
    """What becomes of a suggested website."""

    state = Choice(*STATES, required=True)


class NamedBrand(Named):
    """A brand with its address."""

    website: str


class BrandSummary(
    NamedBrand, of=stores.Store, columns="is_active is_multi_brand country_iso country_name"
):
    """A brand in the list of all."""

    styles: list[int] = about(attribute="style_ids")


class Store(NamedBrand):
    """A store that reaches the visitor's country; `style` is the first of its styles."""

    style: str
    styles: list[str]


class ProductBrand(Answer):
    """A brand of products, and the store that sells them."""

    final_brand: str
    brand_country_iso: str | None = about(data_key="brandCountryISO")
    brand_id: int


class StyleBrand(NamedBrand):
    """A brand that is tagged with a style."""

    pin_board_url: str | None


class AboutStyle(Named):
    """A style of a brand."""


class Department(Answer):
    """A top category in which a brand has products."""

    value: str
    label: str
    products: int


class BrandAbout(NamedBrand):
    """A brand's own page."""

    instagram: str | None
    story: list[str] = about("Sentences", example=["It delivers to South Africa."])
    styles: list[AboutStyle]
    departments: list[Department]
    products: int
    hits: list[Hit] = about("The newest, in stock first")


class BrandField(Answer, of=FieldHelp, columns="name label help group"):
    """A field of the operator's brand form."""

    type: str = one_of(
        "text", "number", "boolean", "textarea", "country", "currency", "source", "styles", "pages"
    )


class ListingPage(Answer):
    """A listing page of a brand; all null in the one row of a brand without pages."""

    page_id: int | None
    page_url: str | None
    product_category: int | None
    color: int | None
    custom_click_selector: str | None


class Tag(Answer):
    """A style that a brand is tagged with, of which its id is shown."""

    id: int


BrandPageRow = ListingPage.from_dict(
    {
        "id": fields.Integer(),
        "brand_id": fields.Integer(),
        "slug": fields.String(),
        "item_type": one_of("new", "vintage"),
        "styles": fields.Pluck(Tag, "id", many=True),
        **output_fields(),
    },
    name="BrandPageRow",
)
# What an edit's record keeps, and what `brands/add` takes.
BrandConfiguration = Answer.from_dict(
    {
        "item_type": fields.String(),
        **output_fields(),
        "styles": fields.Pluck(Tag, "id", many=True),
        "pages": fields.List(fields.Nested(ListingPage)),
    },
    name="BrandConfiguration",
)


class BrandRun(
    Answer, of=models.ScrapeRun, columns="id complete found_count failure_reason end_time"
):
    """A run in the list of brands."""

    kind: str = one_of(*KINDS)
    result: str = one_of(*RESULTS)


class OverviewQuery(Paged):
    """Which brands are listed."""

    text = Text(about="In the name or the website, or the id")
    show = Choice(*SHOWN, about="Only those; all where absent")
    order = Choice(*ORDERS, about="By what they are sorted; with - the last first")


class Starting(Answer):
    """How many brands are started by starting all; the others are left out."""

    ready: int
    running: int
    without_address: int
    disabled: int


class BrandOverview(NamedBrand, of=models.Brand, columns="is_active archived_at deleting_at"):
    """How a brand is doing."""

    state: str | None = one_of("queued", "running")
    pid: int | None
    pages: int
    checkable: bool = about("It has another source, too")
    schedule: str
    next_run: datetime | None
    last_run: BrandRun | None
    trend: list[BrandRun]
    troubles: Any = fields.List(one_of(*TROUBLES))


class ScheduleTimes(Answer):
    """When a brand would be scraped."""

    words: str
    time_zone: str
    times: list[datetime]


class FieldChange(Answer):
    """What an edit changed."""

    field: str
    old: Any | None
    new: Any | None


class BrandVersion(Answer, of=models.BrandVersion, columns="id restored_id created_at"):
    """An edit of a brand."""

    author: str = about("The name of the operator's token; empty: not known")
    action: str = one_of("before", "added", "edited", "restored")
    changes: list[FieldChange]
    restoring: list[FieldChange]


class BrandSaved(Answer):
    """A brand that was saved."""

    id: int
    slug: str
    message: str


class BrandSubmission(
    Answer, of=models.BrandSubmission, columns="id website created_at decided_at"
):
    """A website that a visitor suggested."""

    state: str = one_of(*STATES)
