"""What is learned of visitors: popular products and searches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Date,
    Select,
    bindparam,
    cast,
    delete,
    func,
    insert,
    not_,
    select,
    text,
    update,
)
from sqlalchemy.orm import Session

from indexer.catalogue.outbox import enqueue, hold
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.insights.panels import Body
from indexer.insights.write import Event
from indexer.models import PopularSearch, Product, SearchLog

CLICKS_AN_HOUR = 5  # of one product; a store's best seller is looked at about as often
HALF_LIVES = 10  # a click that old is worth a thousandth and is not counted
BATCH = 1_000

_CHANGED = text("""
WITH hourly AS (
    SELECT brand_id, group_key, least(count(*), :most)
           * power(0.5, extract(epoch FROM now() - max(created_at)) / 86400 / :half_life) AS worth
      FROM click
     WHERE brand_id IS NOT NULL AND group_key IS NOT NULL
       AND created_at BETWEEN now() - make_interval(days => :horizon) AND now()
     GROUP BY brand_id, group_key, date_trunc('hour', created_at)
), scored AS (
    SELECT p.id, floor(log(2, (1 + sum(h.worth))::numeric))::int AS popularity
      FROM hourly h JOIN product p USING (brand_id, group_key)
     GROUP BY p.id
)
SELECT p.id, coalesce(s.popularity, 0) AS popularity
  FROM product p LEFT JOIN scored s USING (id)
 WHERE p.popularity <> coalesce(s.popularity, 0)
 ORDER BY p.id
""")


def refresh_popularity(settings: Settings) -> int:
    """Count the clicks anew; return how many products changed, which are to be indexed again."""
    half_life = settings.popularity_half_life_days
    values = {"most": CLICKS_AN_HOUR, "half_life": half_life, "horizon": HALF_LIVES * half_life}
    with session_scope(settings.database_url) as session:
        changed = [dict(row) for row in session.execute(_CHANGED, values).mappings()]
    for start in range(0, len(changed), BATCH):
        with session_scope(settings.database_url) as session:
            _set(session, changed[start : start + BATCH])
    return len(changed)


def _set(session: Session, rows: Sequence[dict[str, int]]) -> None:
    """Set the popularity; a product that is gone meanwhile is left out."""
    hold(session)
    session.connection().execute(
        update(Product.__table__)  # type: ignore[arg-type]
        .where(Product.id == bindparam("product"))
        .values(popularity=bindparam("steps")),
        [{"product": row["id"], "steps": row["popularity"]} for row in rows],
    )
    enqueue(session, [row["id"] for row in rows], alone=True, content=False)


LONGEST, SHORTEST = 60, 2  # letters
MOST_KEPT = 5_000
# Six digits, whatever stands between them: a telephone, card or identity number.
_NUMBER = r"(\d[^[:alnum:]]*){6}"
_ADDRESS = r"@|://|www\."


def learn(settings: Settings) -> int:
    """Replace the popular searches by those of the window; return how many there are."""
    with session_scope(settings.database_url) as session:
        rows = [
            {"text": text, "times": times}
            for text, times in session.execute(_count_texts(settings))
        ]
        session.execute(delete(PopularSearch))
        if rows:
            session.execute(insert(PopularSearch), rows)
    return len(rows)


def _count_texts(settings: Settings) -> Select[Any]:
    text = func.lower(func.btrim(func.regexp_replace(SearchLog.query, r"\s+", " ", "g")))
    days = func.count(cast(SearchLog.created_at, Date).distinct())
    times = func.count()
    return (
        select(text, times)
        .where(*_usable(text, settings))
        .group_by(text)
        .having(times >= settings.popular_least_searches, days >= settings.popular_least_days)
        .order_by(times.desc(), text)
        .limit(MOST_KEPT)
    )


def _usable(text: ColumnElement[str], settings: Settings) -> list[ColumnElement[bool]]:
    """Return what a search must be to count: a text alone that found something."""
    window = timedelta(days=settings.popular_window_days)
    return [
        SearchLog.created_at > func.now() - window,
        SearchLog.total > 0,
        SearchLog.filters == {},
        func.char_length(text).between(SHORTEST, LONGEST),
        not_(text.regexp_match(_NUMBER)),
        not_(text.regexp_match(_ADDRESS)),
    ]


STREAMS = ("searches", "clicks", "views")
MOST_SEARCHES = 500  # the newest
MOST_EVENTS = 10_000  # of their visitors: what Elasticsearch gives at once
WITHIN = timedelta(minutes=30)
STEPS = ("click", "view", "search", "again", "page", "filter", "other", "nothing")


# What was done: to a product or store by its name and id, with another text, or in general ("").
Step = tuple[str, str, str]


def searches_body(text: str, time: Body, *, demo: bool) -> Body:
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
            continue  # the page of a search: the click that requested it is there, too
        if event["event"] == "search" and event.get("query") == text:
            steps[_step(event, following.get(event["session"]), text)] += 1
        following[event["session"]] = event
    return steps


def _step(search: Event, then: Mapping[str, Any] | None, text: str) -> Step:
    if then is None or _time(then) - _time(search) > WITHIN:
        return "nothing", "", ""
    if then["event"] == "search":
        query = then.get("query") or ""
        return ("again", "", "") if query == text else ("search", query, "")
    product = then.get("product") or ""
    label = then.get("productName") or then.get("store") or ""
    if then["event"] == "view":
        return "view", label, product
    kind = str(then.get("kind"))
    return ("click", label, product) if kind in {"product", "store"} else (kind, "", "")


def _time(event: Mapping[str, Any]) -> datetime:
    return datetime.fromisoformat(event["@timestamp"])
