"""A visitor's, an operator's and an analyst's day, by the API alone, and what is wrong after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import quote

from elasticsearch import Elasticsearch
from rq import Queue
from rq.registry import FailedJobRegistry

from indexer.core.heartbeats import read_heartbeats
from indexer.core.queues import ALL, redis_connection
from indexer.core.settings import Settings
from indexer.insights.write import STREAMS, Buffer
from tests.support.saved_store import Answer, a_picture, missing, serving

ITEM = (
    "<item><g:id>{n}</g:id><title>{kind} {n}</title><link>{base}/p/{n}</link>"
    "<g:image_link>{base}/i.jpg?{n}</g:image_link><g:price>{price} ZAR</g:price>"
    "<g:availability>in stock</g:availability><g:color>Red</g:color></item>"
)
KINDS = ("Linen dress", "Leather boots", "Cotton t-shirt", "Ceramic vase")
PRODUCTS = 40


class Answered(NamedTuple):
    """The status of an answer and what it holds."""

    status: int
    body: Any


def feed(base: str, factor: int = 1, products: int = PRODUCTS) -> bytes:
    """Return a store's feed; `factor`: of its usual prices."""
    items = (
        ITEM.format(n=n, kind=KINDS[n % len(KINDS)], base=base, price=(200 + n) * factor)
        for n in range(products)
    )
    google = 'xmlns:g="http://base.google.com/ns/1.0"'
    return f"<rss {google}><channel>{''.join(items)}</channel></rss>".encode()


@contextmanager
def day_store() -> Iterator[tuple[str, Callable[[bytes], None]]]:
    """Serve a store; yields its address, and what sets its feed."""
    answers = {"/i.jpg": Answer(a_picture(), content_type="image/jpeg")}

    def serve(body: bytes) -> None:
        answers["/feed.xml"] = Answer(body)

    with serving(lambda path: answers.get(path.partition("?")[0]) or missing(path)) as base:
        yield base, serve


@dataclass(frozen=True)
class Day:
    """Calls of a site (`call(method, path, body)`), whose jobs `work` does or waits for."""

    settings: Settings
    call: Callable[[str, str, Any], Answered]
    work: Callable[[], object]
    store: str  # the address of a store
    serve: Callable[[bytes], object]  # a feed, at /feed.xml of the store

    def live(self) -> None:
        """Do all of it; every call must be answered as a person expects."""
        brand_id = self._operator_adds_a_store()
        hits = self._visitor_searches()
        self._visitor_looks(hits[0])
        self._operator_decides(brand_id)
        self._operator_edits(brand_id)
        self._visitor_searches()
        self._analyst_looks()

    @property
    def _name(self) -> str:
        return f"Day Store {self.store.rpartition(':')[2]}"

    def _get(self, path: str) -> Any:
        return self._answer("GET", path, None)

    def _post(self, path: str, body: Any) -> Any:
        return self._answer("POST", path, body)

    def _answer(self, method: str, path: str, body: Any) -> Any:
        answer = self.call(method, f"/api/{path}", body)
        assert answer.status == 200, (method, path, answer)
        return answer.body

    def _operator_adds_a_store(self) -> int:
        self.serve(feed(self.store))
        brand = {
            "name": self._name,
            "website": self.store,
            "source": "feed",
            "feedUrl": f"{self.store}/feed.xml",
        }
        self._post("brands/add", brand)
        rows = self._get(f"brands/overview?text={quote(self._name)}")
        brand_id: int = rows[0]["id"]
        assert self._run(brand_id)["result"] == "success"
        return brand_id

    def _run(self, brand_id: int) -> Mapping[str, Any]:
        self._post("scraper/start", {"brandId": brand_id})
        self.work()
        newest: Mapping[str, Any] = self._get(f"scraper/getHistory?brandId={brand_id}")[0]
        return newest

    def _visitor_searches(self) -> list[dict[str, Any]]:
        by_filters = self._search(
            "", facetFilters=[[f"store:{self._name.lower().replace(' ', '-')}"]]
        )
        assert by_filters, "filters alone find nothing"
        for text in ("linen dress", "rooi rok", "dressb22", "boots under R500", "zzzz"):
            self._search(text)
        self._get("suggest?q=linen dr")
        self._get("landing")
        self._get("deals")
        return by_filters

    def _search(self, text: str, **also: Any) -> list[dict[str, Any]]:
        params = {"query": text, "facets": ["*"], "hitsPerPage": 24, **also}
        answer = self._post("search", [{"indexName": "products", "params": params}])
        hits: list[dict[str, Any]] = answer["results"][0]["hits"]
        return hits

    def _visitor_looks(self, hit: Mapping[str, Any]) -> None:
        product = {"brandId": hit["brandId"], "groupKey": hit["groupKey"]}
        self._get(f"products/{hit['productId']}")
        self._post("interactions/saveItemView", product)
        self._post("interactions/saveItemClick", product | {"href": hit["href"]})
        alert = {"email": "thandi@shop.example", "kind": "drop", "percent": 10}
        self._post("priceAlerts", alert | {"productId": hit["productId"]})

    def _operator_decides(self, brand_id: int) -> None:
        self.serve(feed(self.store, factor=10))
        run = self._run(brand_id)
        assert run["result"] == "suspect", run
        kinds = [one["kind"] for one in self._get(f"scraper/decisions/run/{run['id']}")["choices"]]
        assert "accept" in kinds
        self._post("scraper/decide", {"runId": run["id"], "kind": "accept"})
        self.work()

    def _operator_edits(self, brand_id: int) -> None:
        row = self._get(f"brands/{brand_id}")[0]
        self._post("brands/add", row | {"name": f"{self._name} Renamed"})
        self.work()

    def _analyst_looks(self) -> None:
        self.work()
        for panel in self._get("insights/panels")["panels"]:
            self._get(f"insights/panels/{panel['id']}")


def troubles(settings: Settings, client: Elasticsearch) -> list[str]:
    """Return what is wrong with the jobs and events of a site; empty after a good day."""
    connection, found = redis_connection(settings.redis_url), []
    for name in ALL:
        failed = FailedJobRegistry(queue=Queue(name, connection=connection))
        found += [f"a job of {name} failed: {job}" for job in failed.get_job_ids()]
    known = read_heartbeats(settings)
    found += [str(one) for one in known.attempts if one.failures]
    found += [f"put aside: {one}" for one in known.aside]
    if waiting := str(Buffer(settings).waiting()):
        found.append(waiting)
    for stream in STREAMS:
        alias = stream.alias(settings.index_prefix)
        client.indices.refresh(index=alias, ignore_unavailable=True)  # none is there at first
        if not client.count(index=alias, ignore_unavailable=True)["count"]:
            found.append(f"no event of {stream.name} is recorded")
    return found
