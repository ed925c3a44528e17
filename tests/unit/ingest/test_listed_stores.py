"""What a store of a list is called, when it is read, and whether a person is needed for it."""

from __future__ import annotations

from typing import Any

import pytest

from app.api.brands.adding import host_name
from indexer.ingest.schedule.due import NIGHT, free_night
from indexer.ingest.sources.home import read_home
from indexer.ingest.sources.judged import NO_SOURCE, TODO, judged
from indexer.ingest.sources.listed import site_key


@pytest.mark.parametrize(
    ("head", "url", "name"),
    [
        ('<meta property="og:site_name" content="Fynbos"><title>Home</title>', "", "Fynbos"),
        ('<meta name="application-name" content="Aloe &amp; Co">', "", "Aloe & Co"),
        ("<title>Karoo Cotton</title>", "", "Karoo Cotton"),
        ("<title>Home | Karoo Cotton</title>", "", "Karoo Cotton"),
        ("<title>Welcome to – Disa Outdoor</title>", "", "Disa Outdoor"),
        ("<title>Tuisblad · Rooibos</title>", "", "Rooibos"),
        # The part that the host has, wherever it stands, and though another one is shorter.
        (
            "<title>Dresses | Karoo Cotton | Sale</title>",
            "https://karoo-cotton.co.za/",
            "Karoo Cotton",
        ),
        ("<title>Linen: Aloe</title>", "https://shop.aloe.co.za/", "Aloe"),
        ("<title>Shop</title>", "", ""),
        ("", "", ""),
    ],
)
def test_a_store_is_called_as_it_calls_itself(head: str, url: str, name: str) -> None:
    page = f"<html><head><meta charset=utf-8>{head}</head><body>x</body></html>"
    assert read_home(page.encode(), url or "https://a.example/").name == name


def test_a_store_without_a_name_is_called_by_what_its_host_says_of_it() -> None:
    assert host_name("shop.karoo-cotton.co.za") == "Karoo-cotton"
    assert host_name("fynbos.example") == "Fynbos"
    assert host_name("winkel.disa.co.za:8443") == "Disa"
    assert host_name("127.0.0.1:80") == "127.0.0.1:80"


def test_stores_are_told_apart_by_their_hosts() -> None:
    same = {
        site_key(f"https://{host}/{path}")
        for host in ("a.co.za", "www.a.co.za:443")
        for path in "xy"
    }
    assert same == {"a.co.za"}
    assert site_key("http://shop.a.co.za") != site_key("http://shop.b.co.za")
    assert site_key("http://a.co.za:8080/") == "a.co.za:8080"


def test_two_hundred_stores_are_spread_over_the_night() -> None:
    crons: list[str] = ["30 3 * * 1", "0 12 * * *", ""]  # no nightly ones: they take no minute
    for _ in range(200):
        crons.append(free_night(crons))
    times = sorted(int(c.split()[1]) * 60 + int(c.split()[0]) for c in crons[3:])
    assert len({*times}) == 200
    assert NIGHT[0] <= times[0] <= times[-1] < NIGHT[1]
    for quarter in range(4):
        share = [t for t in times if quarter * 75 <= t < (quarter + 1) * 75]
        assert 40 <= len(share) <= 60  # none of the night is left out
    for _ in range(200):
        crons.append(free_night(crons))
    assert max(crons.count(cron) for cron in crons[3:]) == 2


SOURCE: dict[str, Any] = {
    "source": "catalogue",
    "label": "Shopify",
    "state": "good",
    "problem": "",
    "proposed": True,
    "products": 40,
    "sampled": 40,
    "priced": 40,
    "pictured": 40,
}
LISTS = {**SOURCE, "source": "pages", "label": "Listing pages"}
GONE = "There is no host a.example"


def trouble(state: str, problem: str, label: str = "Shopify") -> dict[str, Any]:
    return {**SOURCE, "state": state, "problem": problem, "proposed": False, "label": label}


@pytest.mark.parametrize(
    ("rows", "need", "reason"),
    [
        ([SOURCE], "", ""),
        # A refused catalogue keeps its reason, though the lists are read.
        ([LISTS, trouble("refused", "it answers 430")], "", "Shopify: it answers 430"),
        ([trouble("refused", "it answers 430")], "refused", "Shopify: it answers 430"),
        ([trouble("locked", "a password")], "locked", "Shopify: a password"),
        (
            [trouble("poor", "only 2 of 9 have a price")],
            "poor",
            "Shopify: only 2 of 9 have a price",
        ),
        (
            [trouble("unread", GONE, "Home"), trouble("left", f"not looked at to the end: {GONE}")],
            "unreached",
            f"Home: {GONE}",
        ),
        ([trouble("left", "the time was over")], "partial", "Shopify: the time was over"),
        ([trouble("absent", "404")], "nothing", NO_SOURCE),
        ([], "nothing", NO_SOURCE),
        ([{**LISTS, "priced": 35}], "poor", "Listing pages: only 35 of 40 have a price"),
        ([{**LISTS, "pictured": 0}], "poor", "Listing pages: only 0 of 40 have a picture"),
        ([{**LISTS, "sampled": 0}], "poor", "Listing pages: no products were read"),
    ],
)
def test_a_store_is_added_or_says_what_a_person_is_needed_for(
    rows: list[dict[str, Any]], need: str, reason: str
) -> None:
    found = judged({"brand": {"currency": "ZAR"}, "sources": rows})
    assert (found.need, found.reason) == (need, reason)
    assert not need or TODO[need]


def test_a_store_whose_currency_nobody_says_needs_a_person() -> None:
    assert judged({"brand": {"currency": ""}, "sources": [LISTS]}).need == "currency"
    assert judged({"brand": {}, "sources": [], "failure": "It hangs"}).reason == "It hangs"
