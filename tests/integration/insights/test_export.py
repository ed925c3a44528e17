"""A stream as a file, and Kibana's import, by the commands that the Makefile calls."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar

import pytest

from indexer.index.cluster.client import elasticsearch
from indexer.insights.dashboards.install import KibanaError, install
from indexer.insights.dashboards.kibana import ndjson, saved_objects
from indexer.insights.export import ExportError, export
from indexer.insights.streams import BY_NAME
from indexer.insights.write import index_events
from indexer.settings import Settings

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


class _Kibana(BaseHTTPRequestHandler):
    """Answers as Kibana's import does: Kibana itself is not at hand where tests run."""

    answer: ClassVar[dict[str, object]]
    status = 200
    asked: ClassVar[list[tuple[str, str, bytes]]]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.asked.append((self.path, self.headers["kbn-xsrf"], body))
        self.send_response(self.status)
        self.end_headers()
        self.wfile.write(json.dumps(self.answer).encode())

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture
def kibana() -> Iterator[tuple[str, type[_Kibana]]]:
    class Own(_Kibana):
        answer: ClassVar[dict[str, object]] = {"success": True, "successCount": 11}
        asked: ClassVar[list[tuple[str, str, bytes]]] = []

    server = HTTPServer(("127.0.0.1", 0), Own)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", Own
    server.shutdown()
    thread.join()
    server.server_close()


def test_dashboards_are_sent_as_one_file_that_replaces(
    kibana: tuple[str, type[_Kibana]],
) -> None:
    url, own = kibana
    assert install(url + "/", ndjson("products")) == 11
    ((path, xsrf, body),) = own.asked
    assert (path, xsrf) == ("/api/saved_objects/_import?overwrite=true", "true")
    lines = [line for line in body.decode().splitlines() if line.startswith("{")]
    assert [json.loads(line)["id"] for line in lines] == [
        one["id"] for one in saved_objects("products")
    ]


@pytest.mark.parametrize(
    ("status", "answer", "words"),
    [(200, {"success": False, "errors": ["no view"]}, "no view"), (401, {"message": "who"}, "401")],
)
def test_what_kibana_refuses_is_told(
    kibana: tuple[str, type[_Kibana]], status: int, answer: dict[str, object], words: str
) -> None:
    url, own = kibana
    own.status, own.answer = status, answer
    with pytest.raises(KibanaError, match=words):
        install(url, "{}\n")


def test_an_address_that_is_none_says_how_to_name_one() -> None:
    with pytest.raises(KibanaError, match="KIBANA_URL"):
        install("kibana", "{}\n")
