"""The panels, as `panels.toml` declares them."""

import tomllib
from pathlib import Path
from typing import Any

from pydantic import ConfigDict, TypeAdapter

from indexer.insights.dashboards.panel import Panel, Source
from scrapers.attributes import ATTRIBUTES

FILE = Path(__file__).with_name("panels.toml")
_DECLARATION = TypeAdapter(
    tuple[tuple[Source, ...], tuple[Panel, ...]], config=ConfigDict(extra="forbid")
)
EACH_ATTRIBUTE = "each attribute"  # a measure for each: the share of products that have it


def read(text: str) -> tuple[tuple[Source, ...], tuple[Panel, ...]]:
    """Return the sources and panels of a declaration; raises ValueError where it is none."""
    declared = tomllib.loads(text)
    sources = {name: {"name": name} | one for name, one in declared["sources"].items()}
    measures = {name: {"label": name} | one for name, one in declared["measures"].items()}
    for panel in declared["panels"]:
        panel["measures"] = [part for one in panel["measures"] for part in _parts(one)]
    found = _DECLARATION.validate_python(
        ([*sources.values()], declared["panels"]),
        context={"sources": sources, "measures": measures},
    )
    if len({panel.id for panel in found[1]}) < len(found[1]):
        raise ValueError("Two panels have the same id")
    return found


def _parts(measure: Any) -> list[Any]:
    if measure != EACH_ATTRIBUTE:
        return [measure]
    return [
        {
            "label": attribute.label,
            "part": {"label": f"with {attribute.label}", "where": [attribute.field]},
            "whole": "Products",
        }
        for attribute in ATTRIBUTES
    ]


SOURCES, PANELS = read(FILE.read_text("utf-8"))
BY_ID = {panel.id: panel for panel in PANELS}
