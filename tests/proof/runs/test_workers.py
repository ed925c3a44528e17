"""What a worker is seen to do: a request's id in its log, its pulses, alerts after a run."""

from __future__ import annotations

import json
import os
import signal
from contextlib import suppress
from datetime import UTC, datetime

from sqlalchemy import select

from app import create_app
from indexer.core.db import session_scope
from indexer.core.heartbeats import HEARTBEAT_TIMEOUT_S, read_heartbeats
from indexer.core.queues import ALL
from indexer.core.settings import Settings
from indexer.models import ScrapeRun
from scrapers.browsing import confine
from tests.integration.app.test_request_ids import SENT
from tests.integration.visitor_alerts.test_searches import shop
from tests.integration.watch.test_site import SILENCE
from tests.support.catalogue import log_of, make_brand, make_items, scrape_items
from tests.support.worker import descendants, eventually, plain_worker, worker, worker_log

__all__ = ["shop"]


def test_a_run_says_which_request_started_it(own_settings: Settings) -> None:
    own = own_settings.but(trusted_proxies=1, operator_token="of-the-operator")
    own = own.but(operator_open=False)
    scrape_items(own, make_brand(own), make_items(2))
    client = create_app(own).test_client()
    headers = {"Authorization": "Bearer of-the-operator", "X-Request-ID": SENT}
    started = client.post(
        "/api/scraper/startOnlyClassificationSingle/", json={"brandId": 1}, headers=headers
    )
    assert started.status_code == 200, started.text
    with worker(own, "--queues", "classify", "--burst") as process:
        process.wait(60)
    with session_scope(own.database_url) as session:
        run = session.scalars(select(ScrapeRun).order_by(ScrapeRun.id.desc())).first()
        assert run is not None
    assert f"Request {SENT} started it." in log_of(own, run)
    lines = worker_log(own).read_text().splitlines()
    assert all({"time", "level", "message"} <= json.loads(line).keys() for line in lines)


def test_all_processes_of_a_worker_speak_and_fall_silent_when_they_are_frozen(
    own_settings: Settings,
) -> None:
    with plain_worker(own_settings) as process:
        eventually(lambda: read_heartbeats(own_settings).trouble == "")
        whole = read_heartbeats(own_settings)
        assert [queue.name for queue in whole.queues if queue.is_served] == list(ALL)
        assert whole.browsers_held is confine.is_possible()
        os.kill(process.pid, signal.SIGSTOP)  # first, so that it starts no other
        for pid in descendants(process.pid):
            with suppress(ProcessLookupError):  # the process of a job that has ended since
                os.kill(pid, signal.SIGSTOP)
        frozen = read_heartbeats(own_settings, datetime.now(UTC) + SILENCE)
    assert not any(queue.is_served for queue in frozen.queues)
    assert "no worker takes jobs of operator, stores, periodic, messages, index" in frozen.trouble
    assert "the scheduler of periodic jobs has been silent for" in frozen.trouble
    assert frozen.pulse_s is not None
    assert frozen.pulse_s > HEARTBEAT_TIMEOUT_S
