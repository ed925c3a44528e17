"""A stream as a file, and Kibana's import, by what the Makefile calls."""

from __future__ import annotations

import json
import os
from pathlib import Path
from subprocess import run

import pytest

from indexer.core.settings import Settings
from indexer.index.cluster.client import elasticsearch
from indexer.index.cluster.mapping import FOLDER
from indexer.insights.project import export, main
from indexer.insights.write import BY_NAME, index_events
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


def test_json_lines_keep_lists_and_the_time_narrows(stored: Settings, tmp_path: Path) -> None:
    path = tmp_path / "searches.jsonl"
    assert export(stored, SEARCHES, path, "2026-01-01") == 3
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert {row["query"] for row in rows} == {"dress", "=cmd()", "émile, vase"}
    assert rows[0]["product"] == ["1", "2"]
    assert export(stored, SEARCHES, path, "2026-03-02") == 0


def test_a_file_that_would_hold_no_lines_of_json_by_its_name_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["searches", str(tmp_path / "searches.csv")])
    assert "searches.csv must end in .jsonl" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("answer", "words"),
    [(b'{"success":true}', "are in Kibana"), (b'{"error":"no view"}', "no view")],
)
def test_dashboards_are_sent_as_one_file_that_replaces(answer: bytes, words: str) -> None:
    """Kibana itself is not at hand where tests run."""
    asked: list[Request] = []

    def taken(request: Request) -> Answer:
        asked.append(request)
        return Answer(answer)

    with answering(taken) as kibana:
        own = {**os.environ, "KIBANA_URL": f"{kibana}/", "INDEX_PREFIX": "own"}
        command = ["sh", str(FOLDER / "dashboards.sh")]
        done = run(command, check=False, env=own, capture_output=True, text=True)
    assert words in done.stdout + done.stderr
    assert (done.returncode == 0) is ("success" in answer.decode())
    (sent,) = asked
    assert sent.path == "/api/saved_objects/_import?overwrite=true"
    views = [line for line in sent.body.decode().splitlines() if '"index-pattern"' in line]
    titles = {json.loads(line)["attributes"]["title"] for line in views}
    assert {"own", "own.searches,own.clicks,own.views"} <= titles
