"""The dashboard and the rules are of the metrics that there are."""

from __future__ import annotations

import re

from app.live.metrics import METRICS
from indexer.core.settings import ROOT


def test_the_documents_name_the_metrics() -> None:
    names = {metric.name for metric in METRICS}
    for name in ("deploy/grafana.json", "deploy/alerts.yml"):
        said = {*re.findall(r"winkel_\w+", (ROOT / name).read_text("utf-8"))}
        assert {one.removesuffix("_bucket") for one in said} <= names
        assert name == "deploy/alerts.yml" or names <= said | {"winkel_request_seconds"}, name
