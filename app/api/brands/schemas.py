"""Brands on the wire."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from marshmallow import fields
from marshmallow.types import ErrorMessages
from marshmallow.validate import Length

from app.api.brands.config import BOUNDS, MAX_SELECTOR, Cron, input_fields, output_fields, selector
from app.api.declare import Answer, Input, Query, ValueOrObject
from app.api.declare.fields import BIG_MAX, Choice, Flag, Id, Text, Website, WholeNumber
from app.api.declare.schema import Named, Paged, about, names_of, one_of
from app.api.search.hits import Hit
from app.live import reference
from indexer import models
from indexer.models.incident import TROUBLES
from indexer.models.run import KINDS, RESULTS
from scrapers.config import FieldHelp

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
            value = [_style_id(item) for item in value]
        return super()._deserialize(value, *args, **kwargs)


def _style_id(item: Any) -> Any:
    return item.get("styleId", item.get("id")) if isinstance(item, Mapping) else item


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
    NamedBrand, of=reference.Store, columns="is_active is_multi_brand country_iso country_name"
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
