"""One id goes from the front through the API and its logs to the job and the run's log."""

from __future__ import annotations

import json
import logging
import re
import sys

from app import create_app
from indexer.core.logs import REQUEST, JsonLines
from indexer.core.settings import Settings

SENT = "of-the-front-0001"
ID = re.compile(r"[0-9a-f]{32}")


def answered(own: Settings, sent: str) -> str:
    client = create_app(own).test_client()
    return client.get("/api/health/live", headers={"X-Request-ID": sent}).headers["X-Request-ID"]


def test_an_id_is_taken_from_a_front_alone(settings: Settings) -> None:
    assert answered(settings.but(trusted_proxies=1), SENT) == SENT
    assert ID.fullmatch(answered(settings, SENT))


def test_a_line_is_whole_json_whatever_a_store_or_an_error_says() -> None:
    hostile = 'a "quote"\nand {another} line\x00\ud800'
    try:
        raise ValueError(hostile)
    except ValueError:
        error = sys.exc_info()
    record = logging.LogRecord("shop", logging.ERROR, __file__, 1, "%s", (hostile,), error)
    token = REQUEST.set(SENT)
    try:
        line = JsonLines().format(record)
    finally:
        REQUEST.reset(token)
    assert "\n" not in line
    said = json.loads(line)
    assert (said["level"], said["request"], said["logger"]) == ("error", SENT, "shop")
    assert said["message"].startswith('a "quote"\nand')
    assert "ValueError" in said["error"]
    assert said["time"].endswith("+00:00")
