"""Take-downs, curation, panels and synonyms on the wire."""

import re
from typing import get_args

from marshmallow import fields
from marshmallow.validate import Length, Regexp

from app.api.declare import Answer, Input, Query
from app.api.declare.fields import Choice, Day, Flag, Id, Text
from app.api.declare.schema import names_of, one_of
from app.api.images.schemas import FlatImage, ProductGroup
from app.api.search.hits import HitImage
from app.visitors import DEVICES
from indexer.insights.dashboards.panel import Action, Chart, Dashboard, Unit
from indexer.insights.next_steps import STEPS

MOST_STORES = 50
MOST_TEXT = 1_000  # characters of a searched text
MOST_WORDS = 100  # characters of one side of a synonym
_COUNTRY = re.compile(r"[A-Z]{2}\Z", re.ASCII)
_TIME = re.compile(r"^(now|now-\d{1,4}[hdw]|\d{4}-\d{2}-\d{2})\Z", re.ASCII)


class Session(Answer):
    """Who is logged in."""

    name = fields.String(metadata={"description": "The name of the operator's token"})
    is_open = fields.Boolean(metadata={"description": "No token is asked for on this machine"})
    time_zone = fields.String(metadata={"description": "In which operators read times"})


class TakeDownInput(Input):
    """What is hidden: a product, or otherwise everything of a domain."""

    product_id = Id(empty=None)
    domain = Text()
    reason = Text()


class TakeDownReason(Input):
    """Why something is hidden, as it is to be read."""

    reason = Text(required=True)


class TakeDown(Answer):
    """A product or a domain that stays hidden."""

    id = fields.Integer()
    product = fields.String(
        metadata={"description": "Its name; empty: a domain, or a product that is gone"}
    )
    product_id = fields.Integer(allow_none=True)
    hides = fields.Integer(metadata={"description": "So many products it hides"})
    domain = fields.String(allow_none=True)
    brand_id = fields.Integer(allow_none=True)
    group_key = fields.String(allow_none=True)
    reason = fields.String()
    created_at = fields.DateTime()


class TakenDown(TakeDown):
    """A new take-down, and whether the search shows it already."""

    message = fields.String()


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

    device = Choice(*DEVICES, metadata={"description": "Of visitors on such a device"})
    country = Text(
        validate=[Regexp(_COUNTRY, error="must be two letters (ISO 3166)")],
        allow_none=False,
        metadata={"description": "Of visitors in this country (ISO 3166)"},
    )
    text = Text(MOST_TEXT, metadata={"description": "For the panels about one text"})
    demo = Flag(empty=True, metadata={"description": "false: without made-up events"})
    before = Flag(metadata={"description": "With the numbers of the time before, as long"})


class NextQuery(Query):
    """After which text, when."""

    text = Text(MOST_TEXT, required=True, allow_none=False)
    since = _time("now-7d", "From when on: a day, or such as now-7d")
    until = _time("now", "Until when; now where absent")
    demo = Flag(empty=True, metadata={"description": "false: without made-up events"})


class NextStep(Answer):
    """What visitors did next, and how often."""

    kind = one_of(*STEPS)
    label = fields.String(metadata={"description": "The text, or the product or store"})
    href = fields.String(allow_none=True)
    count = fields.Integer()


class NextSteps(Answer):
    """What followed a text: of `searches`, the most frequent first."""

    searches = fields.Integer()
    steps = fields.List(fields.Nested(NextStep))


class SynonymInput(Input):
    """Words, and what they are read as."""

    words = Text(MOST_WORDS, required=True, allow_none=False)
    means = Text(MOST_WORDS, required=True, allow_none=False)


class SynonymWords(Input):
    """The words of a synonym."""

    words = Text(MOST_WORDS, required=True, allow_none=False)


class Synonym(Answer):
    """Words, what they are read as, and who says so."""

    words = fields.String()
    means = fields.String()
    added_by = fields.String()
    created_at = fields.DateTime()


class SynonymAdded(Answer):
    """A synonym, and the search that shows what it does."""

    words = fields.String()
    means = fields.String()
    href = fields.String()


class InsightMeasure(Answer):
    """One number of each row."""

    label = fields.String()
    unit = one_of(*get_args(Unit))


class InsightPanel(Answer):
    """A panel as the screen draws it."""

    id = fields.String()
    dashboard = one_of(*get_args(Dashboard))
    title = fields.String()
    question = fields.String()
    chart = one_of(*get_args(Chart))
    by = fields.String(allow_none=True)
    measures = fields.List(fields.Nested(InsightMeasure))
    timed = fields.Boolean()
    of_visitors = fields.Boolean(metadata={"description": "It knows device and country"})
    leads_to = fields.String(allow_none=True)
    action = one_of(*get_args(Action))


class InsightDashboard(Answer):
    """A group of panels."""

    id = one_of(*get_args(Dashboard))
    title = fields.String()


class InsightStore(Answer):
    """A store that panels can be narrowed to."""

    slug = fields.String()
    name = fields.String()


class InsightPanels(Answer):
    """The dashboards; `waiting`: the events that are not counted yet, null where unknown.

    `made_up`: how many events were made up for a demonstration.
    """

    dashboards = fields.List(fields.Nested(InsightDashboard))
    panels = fields.List(fields.Nested(InsightPanel))
    stores = fields.List(fields.Nested(InsightStore))
    devices = fields.List(one_of(*DEVICES))
    waiting = fields.Integer(allow_none=True)
    made_up = fields.Integer()


class InsightRow(Answer):
    """A row of a panel, with a value for each of its measures."""

    key = fields.String(allow_none=True)
    label = fields.String()
    href = fields.String(allow_none=True)
    values = fields.List(fields.Float(allow_none=True))
    before = fields.List(
        fields.Float(allow_none=True),
        allow_none=True,
        metadata={"description": "Its values in the time before; null where they are not asked"},
    )


class InsightRows(Answer):
    """A panel's rows."""

    rows = fields.List(fields.Nested(InsightRow))
