"""Kibana's import, by what the compose calls."""

from __future__ import annotations

import json
import os
from subprocess import run

import pytest

from indexer.index.cluster.mapping import FOLDER
from tests.support.saved_store import Answer, Request, answering


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
