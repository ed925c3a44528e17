"""From a store's domain alone to its products: suggestion, brand and one run, against the truth."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from app import create_app
from indexer.index.building.rebuild import rebuild
from indexer.jobs.tasks import run_scrape
from indexer.jobs.tryout import suggest
from indexer.runs.errors import RunRefusedError
from indexer.runs.start import start_run
from indexer.settings import Settings
from scrapers.errors import PageError
from tests.storefronts.apart import KEPT_APART
from tests.storefronts.judging import Came, judge
from tests.storefronts.person import Storefront
from tests.storefronts.seen import SEEN
from tests.storefronts.serving import Served, serving
from tests.support.catalogue import read_products, read_run
from tests.support.worker import environment

SMALL_STORE = 10  # requests that are no fault, however few a browser would need
RUN_S = 600


@pytest.fixture
def own(own_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    settings = own_settings.but(job_timeout_s=RUN_S)
    for name, value in environment(settings).items():
        monkeypatch.setenv(name, value)
    rebuild(settings, fast=True)
    return settings


# One of each platform at every change; the others are long, and differ in what is odd.
EACH = {
    "Karoo Threads",
    "Overberg Outfitters",
    "Bushveld & Co",
    "Stellies Denim",
    "Wild Coast Surf",
}


def cases(fronts: Iterable[Storefront]) -> list[ParameterSet]:
    return [
        pytest.param(front, marks=[] if front.name in EACH else pytest.mark.full, id=front.name)
        for front in fronts
    ]


@pytest.mark.parametrize("front", cases(SEEN))
def test_a_seen_store_is_in_by_its_domain_alone(front: Storefront, own: Settings) -> None:
    keeps_the_bar(came_of(front, own))


@pytest.mark.parametrize("front", cases(KEPT_APART))
def test_a_store_kept_apart_is_in_by_its_domain_alone(front: Storefront, own: Settings) -> None:
    keeps_the_bar(came_of(front, own))


def keeps_the_bar(came: Came) -> None:
    """Nothing wrong is a success; what can be had is had, from a right source, for few requests."""
    front = came.front
    print(came.summary())
    assert came.result != "success" or came.is_right, f"false success: {came.summary()}"
    if front.refused or front.held:
        return
    assert came.source in front.sources, f"source: {came.summary()}"
    assert came.is_right, f"result: {came.summary()}"
    assert came.result == "success", f"held, though right: {came.summary()}"
    if front.cheap:
        most = max(SMALL_STORE, front.browsing // 20)
        assert came.requests <= most, f"requests: {came.summary()}"


def came_of(front: Storefront, settings: Settings) -> Came:
    """Suggest from the domain, save the brand, do a run and compare."""
    came = Came(front)
    with serving(front) as served:
        try:
            proposed = suggest(settings, served.base)
        except PageError as error:
            came.reason = f"the suggestion: {error}"
            return came
        run_of(came, settings, served, proposed["brand"])
    judge(came, (row for row in read_products(settings).values() if row.gone_at is None))
    return came


def run_of(came: Came, settings: Settings, served: Served, brand: dict[str, Any]) -> None:
    """Save the brand as an operator who changes nothing, and do a run."""
    sent = {"name": came.front.name, "website": served.base}
    sent |= {name: value for name, value in brand.items() if value or name not in sent}
    saved = create_app(settings).test_client().post("/api/brands/add", json=sent)
    assert saved.status_code == 200, saved.text
    came.source = brand.get("source") or "pages"
    served.asked.clear()
    try:
        run = start_run(settings, saved.get_json()["id"], "scrape+classify")
    except RunRefusedError as error:
        came.reason = f"the run: {error}"
        return
    run_scrape(run.id)
    ended = read_run(settings, run.id)
    pictures = sum(served.asked[path] for path in came.front.pictures)
    came.requests = served.asked.total() - pictures
    came.result, came.reason = ended.result or "open", ended.failure_reason or ""
