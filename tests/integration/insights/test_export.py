"""A stream as a file, and Kibana's import, by the commands that the Makefile calls."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.insights.dashboards.install import KibanaError, install
from indexer.insights.dashboards.kibana import ndjson, saved_objects
from indexer.insights.export import ExportError, export
from indexer.insights.streams import BY_NAME
from indexer.insights.write import index_events
from tests.support.saved_store import Answer, Request, answering

SEARCHES = BY_NAME["searches"]
AT = "2026-03-01T10:00:00+00:00"


@pytest.fixture
def stored(settings: Settings, own_index_prefix: str) -> Settings:
    own = settings.but(index_prefix=own_index_prefix)
    said = {"event": "search", "@timestamp": AT, "product": ["1", "2"], "page": 1}
    texts = ["dress", "=cmd()", "émile, vase"]
    events = [{"_id": text, "query": text, **said} for text in texts]
    index_events(own, events)
    client = elasticsearch(own.elasticsearch_url)
    client.indices.refresh(index=SEARCHES.alias(own.index_prefix))
    return own


def test_a_csv_has_every_field_and_no_formula(stored: Settings, tmp_path: Path) -> None:
    path = tmp_path / "out" / "searches.csv"
    assert export(stored, SEARCHES, path, "2026-01-01", None) == 3
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["query"] for row in rows} == {"dress", "'=cmd()", "émile, vase"}
    assert json.loads(rows[0]["product"]) == ["1", "2"]


def test_json_lines_keep_lists_and_the_time_narrows(stored: Settings, tmp_path: Path) -> None:
    path = tmp_path / "searches.jsonl"
    assert export(stored, SEARCHES, path, "2026-01-01", None) == 3
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert {row["query"] for row in rows} == {"dress", "=cmd()", "émile, vase"}
    assert rows[0]["product"] == ["1", "2"]
    assert export(stored, SEARCHES, path, "2026-03-02", None) == 0


def test_an_unknown_format_says_what_there_is(stored: Settings, tmp_path: Path) -> None:
    with pytest.raises(ExportError, match=r"\.csv or \.jsonl"):
        export(stored, SEARCHES, tmp_path / "searches.xlsx", "now-1d", None)


def test_dashboards_are_sent_as_one_file_that_replaces() -> None:
    """Kibana itself is not at hand where tests run."""
    asked: list[Request] = []

    def taken(request: Request) -> Answer:
        asked.append(request)
        return Answer(b'{"success": true, "successCount": 11}')

    with answering(taken) as kibana:
        assert install(f"{kibana}/", ndjson("products")) == 11
    (sent,) = asked
    assert sent.path == "/api/saved_objects/_import?overwrite=true"
    assert sent.headers["kbn-xsrf"] == "true"
    lines = [line for line in sent.body.decode().splitlines() if line.startswith("{")]
    assert [json.loads(line)["id"] for line in lines] == [
        one["id"] for one in saved_objects("products")
    ]


@pytest.mark.parametrize(
    ("status", "answer", "words"),
    [(200, b'{"success": false, "errors": ["no view"]}', "no view"), (401, b'{"a": 1}', "401")],
)
def test_what_kibana_refuses_is_told(status: int, answer: bytes, words: str) -> None:
    with (
        answering(lambda _: Answer(answer, status)) as kibana,
        pytest.raises(KibanaError, match=words),
    ):
        install(kibana, "{}\n")


def test_an_address_that_is_none_says_how_to_name_one() -> None:
    with pytest.raises(KibanaError, match="KIBANA_URL"):
        install("kibana", "{}\n")
