"""Panels, their rows, and synonyms on the wire."""

from __future__ import annotations

from typing import get_args

from app.api.schemas.parts import (
    NUMBER,
    TEXT,
    WHOLE,
    YES_NO,
    Schema,
    array,
    maybe,
    one_of,
    ref,
    thing,
)
from indexer.insights.dashboards.panel import Action, Chart, Dashboard, Unit

_DASHBOARD = one_of(*get_args(Dashboard))

SCHEMAS: dict[str, Schema] = {
    "InsightPanel": thing(
        id=TEXT,
        dashboard=_DASHBOARD,
        title=TEXT,
        question=TEXT,
        chart=one_of(*get_args(Chart)),
        by=maybe(TEXT),
        measures=array(thing(label=TEXT, unit=one_of(*get_args(Unit)))),
        timed=YES_NO,
        leadsTo=maybe(TEXT),
        action=one_of(*get_args(Action)),
    ),
    "InsightPanels": thing(
        dashboards=array(thing(id=_DASHBOARD, title=TEXT)),
        panels=array(ref("InsightPanel")),
        stores=array(thing(slug=TEXT, name=TEXT)),
        waiting=maybe(WHOLE),
    ),
    "InsightRow": thing(
        key=maybe(TEXT),
        label=TEXT,
        href=maybe(TEXT),
        values=array(maybe(NUMBER)),
    ),
    "InsightRows": thing(rows=array(ref("InsightRow"))),
    "SynonymInput": {
        "type": "object",
        "required": ["words", "means"],
        "properties": {
            "words": {"type": "string", "minLength": 1, "maxLength": 100},
            "means": {"type": "string", "minLength": 1, "maxLength": 100},
        },
    },
    "SynonymAdded": thing(words=TEXT, means=TEXT, href=TEXT),
}
