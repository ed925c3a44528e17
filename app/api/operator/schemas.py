"""Take-downs, curation, panels and synonyms on the wire."""

import re
from typing import Any

from marshmallow import fields
from marshmallow.validate import Length, Regexp

from app.api.declare import Answer, Input, Query
from app.api.declare.fields import Choice, Day, Flag, Id, Text, about, names_of, one_of
from app.api.images import FlatImage, ProductGroup
from app.api.search.hits import HitImage
from app.web.visitors import DEVICES
from indexer import models
from indexer.catalogue.stores import Store
from indexer.insights.learning import STEPS
from indexer.insights.panels import ACTIONS, CHARTS, DASHBOARDS, UNITS

MOST_STORES = 50
MOST_TEXT = 1_000  # characters of a searched text
MOST_WORDS = 100  # characters of one side of a synonym
_COUNTRY = re.compile(r"[A-Z]{2}\Z", re.ASCII)
_TIME = re.compile(r"^(now|now-\d{1,4}[hdw]|\d{4}-\d{2}-\d{2})\Z", re.ASCII)


class Session(Answer):
    """Who is logged in."""

    name: str = about("The name of the operator's token")
    is_open: bool = about("No token is required on this machine")
    time_zone: str = about("In which operators read times")


class TakeDownInput(Input):
    """What is hidden: a product, or otherwise everything of a domain."""

    product_id = Id(empty=None)
    domain = Text()
    reason = Text()


class TakeDownReason(Input):
    """Why something is hidden, as it is to be read."""

    reason = Text(required=True)


class TakeDown(
    Answer, of=models.TakeDown, columns="id domain brand_id group_key reason created_at"
):
    """A product or a domain that stays hidden."""

    product: str = about("Its name; empty: a domain, or a product that is gone")
    product_id: int | None
    hides: int = about("So many products it hides")


class TakenDown(TakeDown):
    """A new take-down, and whether the search shows it already."""

    message: str


# What images and product groups have besides (spec §3), the screen's own marks among it.
_OF_IMAGES = names_of(FlatImage, HitImage, ProductGroup) | set(
    "annotation productSearchResults vertexClassification loaded error hovered redirectUrl"
    " imageBg showTooltip needExternalTranslate".split()
)


class CuratedImage(Input):
    """An image whose category or colour is set by hand."""

    ALSO = _OF_IMAGES
    error_messages = {**Input.error_messages, "type": "must be a list of images"}

    image_url = Text()
    brand_id = Id(empty=None)  # the product's, where it is not named otherwise
    group_key = Text()
    curated_category_id = Id(empty=None)
    curated_color_id = Id(empty=None)


class ImageSave(Input):
    """What an operator sets by hand; null returns to what was scraped or classified."""

    ALSO = _OF_IMAGES

    product_id = Id(empty=None)
    brand_id = Id(empty=None)
    group_key = Text()
    final_category_id = Id(empty=None)
    final_color_id = Id(empty=None)
    unisex = Flag(empty=None)
    switch_order = Flag(empty=None)
    images = fields.List(
        fields.Nested(CuratedImage),
        allow_none=True,
        error_messages={"invalid": "must be a list of images"},
    )


def _time(example: str, description: str) -> Text:
    words = "must be a day (2026-01-31), now, or such as now-7d"
    return Text(
        validate=[Regexp(_TIME, error=words)],
        check=lambda time: time.startswith("now") or Day().deserialize(time),
        allow_none=False,
        metadata={"description": description, "example": example},
    )


class PanelQuery(Query):
    """The time and the stores that a panel counts."""

    since = _time("now-7d", "From when on: a day, or such as now-7d")
    until = _time("now", "Until when; now where absent")
    stores = fields.List(
        fields.String(),
        data_key="store",
        validate=Length(max=MOST_STORES, error=f"must be at most {MOST_STORES} stores"),
        metadata={"description": "Only these stores, by slug"},
    )

    device = Choice(*DEVICES, about="Of visitors on such a device")
    country = Text(
        validate=[Regexp(_COUNTRY, error="must be two letters (ISO 3166)")],
        allow_none=False,
        about="Of visitors in this country (ISO 3166)",
    )
    text = Text(MOST_TEXT, about="For the panels about one text")
    demo = Flag(empty=True, about="false: without made-up events")
    before = Flag(about="With the numbers of the time before, as long")


class NextQuery(Query):
    """After which text, when."""

    text = Text(MOST_TEXT, required=True, allow_none=False)
    since = _time("now-7d", "From when on: a day, or such as now-7d")
    until = _time("now", "Until when; now where absent")
    demo = Flag(empty=True, about="false: without made-up events")


class NextStep(Answer):
    """What visitors did next, and how often."""

    kind: str = one_of(*STEPS)
    label: str = about("The text, or the product or store")
    href: str | None
    count: int


class NextSteps(Answer):
    """What followed a text: of `searches`, the most frequent first."""

    searches: int
    steps: list[NextStep]


class SynonymInput(Input):
    """Words, and what they are read as."""

    words = Text(MOST_WORDS, required=True, allow_none=False)
    means = Text(MOST_WORDS, required=True, allow_none=False)


class SynonymWords(Input):
    """The words of a synonym."""

    words = Text(MOST_WORDS, required=True, allow_none=False)


class Synonym(Answer, of=models.Synonym, columns="words means added_by created_at"):
    """Words, what they are read as, and who added them."""


class SynonymAdded(Answer):
    """A synonym, and the search that shows what it does."""

    words: str
    means: str
    href: str


class InsightMeasure(Answer):
    """One number of each row."""

    label: str
    unit: str = one_of(*UNITS)


class InsightPanel(Answer):
    """A panel as the screen draws it."""

    id: str
    title: str
    question: str
    dashboard: str = one_of(*DASHBOARDS)
    chart: str = one_of(*CHARTS)
    by: str | None
    measures: list[InsightMeasure]
    timed: bool
    of_visitors: bool = about("It has device and country")
    leads_to: str | None
    action: str = one_of(*ACTIONS)


class InsightDashboard(Answer):
    """A group of panels."""

    id: str = one_of(*DASHBOARDS)
    title: str


class InsightStore(Answer, of=Store, columns="slug name"):
    """A store that panels can be narrowed to."""


class InsightPanels(Answer):
    """The dashboards; `waiting`: the events that are not counted yet, null where unknown.

    `made_up`: how many events were made up for a demonstration.
    """

    dashboards: list[InsightDashboard]
    panels: list[InsightPanel]
    stores: list[InsightStore]
    devices: Any = fields.List(one_of(*DEVICES))
    waiting: int | None
    made_up: int


class InsightRow(Answer):
    """A row of a panel, with a value for each of its measures."""

    key: str | None
    label: str
    href: str | None
    values: list[float | None]
    before: list[float | None] | None = about(
        "Its values in the time before; null where they are not requested"
    )


class InsightRows(Answer):
    """A panel's rows."""

    rows: list[InsightRow]
