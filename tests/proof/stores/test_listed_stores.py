"""Many stores by their addresses, fifty of them: each is a brand, or has its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import cycle, islice
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import select

from app import create_app
from dev.ports import free_port
from indexer.core.db import session_scope
from indexer.core.settings import Settings
from indexer.index.rebuild import rebuild
from indexer.ingest.schedule import NIGHT, due_brands
from indexer.ingest.sources import store_lists
from indexer.models import Brand, ListedStore, OperatorAction, ScrapeRun
from indexer.models.brand import LOOKING, OPEN
from tests.support.own_store import CARD
from tests.support.saved_store import Answer, missing, serving
from tests.support.whole_store import whole_store
from tests.support.worker import eventually, for_this_process, kill_tree, worker

GOOD = ("shopify", "feed", "woocommerce")
MANY = 45  # whole stores; besides them lists, and stores in trouble
LOCK = b'<h1>Opening soon</h1><form><input type="password"><button>Enter</button></form>'


@pytest.fixture
def own(own_settings: Settings, clean_redis: str, monkeypatch: pytest.MonkeyPatch) -> Settings:
    for_this_process(own_settings, monkeypatch)
    rebuild(own_settings, fast=True)
    return own_settings


@pytest.fixture
def addresses() -> Iterator[dict[str, str]]:
    """The stores, by what is the matter with them."""
    with ExitStack() as stack:
        served = [
            (f"{name} {number}", stack.enter_context(whole_store(name)).base)
            for number, name in enumerate(islice(cycle(GOOD), MANY))
        ]
        served.append(("lists", stack.enter_context(whole_store("lists")).base))
        for name, answer in {"locked": Answer(LOCK), "refused": Answer(b"No robots", 403)}.items():
            served.append((name, stack.enter_context(serving(lambda _, own=answer: own))))  # type: ignore[misc]
        served.append(("empty", stack.enter_context(serving(missing))))
        yield {**dict(served), "gone": f"http://127.0.0.1:{free_port()}"}


def post(api: FlaskClient, path: str, body: Any, status: int = 200) -> Any:
    answer = api.post(f"/api/brands/stores{path}", json=body)
    assert answer.status_code == status, answer.text
    return answer.get_json()


def rows(settings: Settings) -> dict[str, ListedStore]:
    with session_scope(settings.database_url) as session:
        return {row.website: row for row in session.scalars(select(ListedStore))}


def worked_off(settings: Settings) -> bool:
    """Do what the plan does every ten seconds; return True where nothing is left to do."""
    store_lists.queue_looks(settings)
    return all(row.state not in OPEN for row in rows(settings).values())


@pytest.mark.timeout(2_000)  # by one worker: minutes, more beside other work
def test_many_stores_are_in_or_have_their_reason_though_page_and_worker_end(
    own: Settings, addresses: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    api = create_app(own).test_client()
    sent = {"addresses": [*addresses.values()]}
    whole = MANY + 1
    assert post(api, "/plan", sent)["waiting"] == len(addresses) == whole + 4
    assert post(api, "", sent)["message"].startswith(f"{whole + 4} stores on the list")
    # Nobody asks from here on: the page was closed.
    with worker(own, "--queues", "operator,stores") as first:
        eventually(lambda: sum(r.state == "added" for r in rows(own).values()) >= 3, "some are in")
        eventually(lambda: any(r.state == LOOKING for r in rows(own).values()), "one is looked at")
        kill_tree(first.pid)
    with monkeypatch.context() as patch:
        patch.setattr(store_lists, "SILENT_S", 0.0)  # nobody looks at one now
        store_lists.queue_looks(own)
    with worker(own, "--queues", "operator,stores"):
        eventually(lambda: worked_off(own), "all are worked off", patience_s=1_500)
    by_name = {name: rows(own)[address] for name, address in addresses.items()}
    needs = {name: row for name, row in by_name.items() if row.state == "needs"}
    assert {name: row.need for name, row in needs.items()} == {
        "locked": "locked",
        "refused": "refused",
        "empty": "nothing",
        "gone": "unreached",
    }
    assert all(row.reason for row in needs.values())
    assert {row.state for name, row in by_name.items() if name not in needs} == {"added"}
    with session_scope(own.database_url) as session:
        brands = session.scalars(select(Brand)).all()
        runs = session.scalars(select(ScrapeRun.brand_id)).all()
        said = session.execute(select(OperatorAction.action, OperatorAction.subject_kind)).all()
    assert len(brands) == whole
    assert len({brand.name for brand in brands}) == whole
    assert Counter(runs) == Counter(brand.id for brand in brands)
    minutes = Counter(_minute(brand.scrape_cron) for brand in brands)
    assert max(minutes.values()) == 1
    assert max(minutes) - min(minutes) > NIGHT[1] / 2  # over the night, not at its beginning
    lists = next(brand for brand in brands if brand.id == by_name["lists"].brand_id)
    assert lists.source == "pages"
    assert lists.node_path
    assert due_brands(own) == []  # their first runs are under way
    counted = Counter(tuple(one) for one in said)
    assert counted == {
        ("listed", "stores"): 1,
        ("added", "brand"): whole,
        ("started", "run"): whole,
    }


def _minute(cron: str) -> int:
    minute, hour, *rest = cron.split()
    assert rest == ["*", "*", "*"]
    return int(hour) * 60 + int(minute)


def test_what_was_worked_out_of_a_store_that_needs_somebody_fills_its_form(own: Settings) -> None:
    api = create_app(own).test_client()
    with worker(own, "--queues", "operator,stores"), serving(missing) as base:
        post(api, "", {"addresses": [base]})
        eventually(lambda: worked_off(own), "it is worked off")
    (row,) = api.get("/api/brands/stores").get_json()["stores"]
    assert row["state"] == "needs"
    assert row["todo"] == "Open the form and name a page that lists products"
    assert [one["label"] for one in row["sources"]]
    values = api.get(f"/api/brands/stores/{row['id']}").get_json()["values"]
    assert values["website"] == base
    assert values["scrapeCron"].endswith("* * *")
    sent = values | {"nodePath": CARD["node_path"], "pages": [{"pageUrl": f"{base}/list"}]}
    saved = api.post("/api/brands/add", json=sent)
    assert saved.status_code == 200, saved.text
    (row,) = api.get("/api/brands/stores").get_json()["stores"]
    assert (row["state"], row["brandId"]) == ("added", saved.get_json()["id"])
    assert post(api, "/plan", {"addresses": [base]})["known"][0]["brandId"] == row["brandId"]
