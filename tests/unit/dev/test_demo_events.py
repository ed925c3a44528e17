"""The demo's events: what has not happened yet is not among them."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

from app.search.facts import SearchFacts
from dev.run.demo.events import AnsweredSearch, _visits

HITS = [
    {"objectID": str(number), "name": "A vase", "brand": "A brand", "store": "a-store"}
    for number in range(24)
]
SEARCHED = AnsweredSearch(SearchFacts({"query": "vase"}, "ZA"), HITS, 1)
EVENING = datetime(2026, 11, 23, 16, tzinfo=UTC)


def test_no_click_comes_after_now() -> None:
    kinds: set[str] = set()
    for minute in range(0, 240, 20):
        now = EVENING + timedelta(minutes=minute)
        events = list(_visits([SEARCHED], random.Random(minute), now))
        kinds |= {event["event"] for event in events}
        assert max(datetime.fromisoformat(event["@timestamp"]) for event in events) <= now
    assert kinds == {"search", "click", "view"}
