"""What visitors did next after they searched for a text: the next event of the same visitor.

No aggregation of Elasticsearch looks from one event to the next, so that the newest searches are
read, with all that their visitors did. A visitor is a day's key (`app.visitors`).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from indexer.insights.buffer import Event
from indexer.insights.dashboards import Body

STREAMS = ("searches", "clicks", "views")
MOST_SEARCHES = 500  # the newest
MOST_EVENTS = 10_000  # of their visitors: what Elasticsearch gives at once
WITHIN = timedelta(minutes=30)
STEPS = ("click", "view", "search", "again", "page", "filter", "other", "nothing")


@dataclass(frozen=True, slots=True)
class Step:
    """What was done: to a product or store by its name, with another text, or in general ("")."""

    kind: str
    label: str = ""
    product: str = ""


def searches_body(text: str, time: Body, *, demo: bool) -> Body:
    """Return the body that finds the newest searches for a text."""
    where: list[Body] = [
        {"term": {"event": "search"}},
        {"term": {"page": 1}},
        {"term": {"query": text}},
    ]
    return _newest([*where, {"range": {"@timestamp": time}}], demo, MOST_SEARCHES)


def visits_body(searches: Sequence[Event], *, demo: bool) -> Body:
    """Return the body that finds what the visitors of these searches did from the first on."""
    sessions = sorted({one["session"] for one in searches})
    times = [datetime.fromisoformat(one["@timestamp"]) for one in searches]
    span = {"gte": min(times).isoformat(), "lte": (max(times) + WITHIN).isoformat()}
    where: list[Body] = [{"terms": {"session": sessions}}, {"range": {"@timestamp": span}}]
    return _newest(where, demo, MOST_EVENTS)


def _newest(where: list[Body], demo: bool, most: int) -> Body:
    query: Body = {"bool": {"filter": where}}
    if not demo:
        query["bool"]["must_not"] = [{"term": {"demo": True}}]
    return {"size": most, "query": query, "sort": [{"@timestamp": "desc"}]}


def next_steps(text: str, events: Iterable[Event]) -> Counter[Step]:
    """Count what each search for a text was followed by, of all that its visitors did."""
    steps: Counter[Step] = Counter()
    following: dict[str, Event] = {}
    # Backwards, so that what comes after an event is known when it is met.
    for event in sorted(events, key=lambda one: str(one["@timestamp"]), reverse=True):
        if event["event"] == "search" and event.get("page") != 1:
            continue  # the page of a search: the click that asked for it is there, too
        if event["event"] == "search" and event.get("query") == text:
            steps[_step(event, following.get(event["session"]), text)] += 1
        following[event["session"]] = event
    return steps


def _step(search: Event, then: Mapping[str, Any] | None, text: str) -> Step:
    if then is None or _time(then) - _time(search) > WITHIN:
        return Step("nothing")
    if then["event"] == "search":
        query = then.get("query") or ""
        return Step("again") if query == text else Step("search", query)
    product = then.get("product") or ""
    label = then.get("productName") or then.get("store") or ""
    if then["event"] == "view":
        return Step("view", label, product)
    kind = str(then.get("kind"))
    return Step("click", label, product) if kind in {"product", "store"} else Step(kind)


def _time(event: Mapping[str, Any]) -> datetime:
    return datetime.fromisoformat(event["@timestamp"])
