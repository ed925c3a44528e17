"""What a store of a list is called, when it is read, and whether a person is needed for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.api.brands.adding import host_name
from indexer.ingest.schedule import NIGHT, free_night
from indexer.ingest.sources.find import read_home
from indexer.ingest.sources.store_lists import NO_SOURCE, TODO, judge
from scrapers.web.rate_limiter import host_of

FOLDER = Path(__file__).parent
HOMES = (FOLDER / "homes.tsv").read_text(encoding="utf-8").splitlines()[1:]
NEEDS = [json.loads(line) for line in (FOLDER / "needs.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("row", HOMES)
def test_a_store_is_called_as_it_calls_itself(row: str) -> None:
    head, url, name = row.split("\t")
    page = f"<html><head><meta charset=utf-8>{head}</head><body>x</body></html>"
    assert read_home(page.encode(), url).name == name


CARDS = "".join(
    f"<div class=card><a href=/p/{n}><img src=/i/{n}.jpg></a><b>R {n}99</b>"
    f"<a href=/p/{n}?from=home>Blue dress</a></div>"
    for n in range(1, 5)
)


@pytest.mark.parametrize(
    ("page", "lists"),
    [
        ("<nav><a href=/about>About</a></nav><a href=/shoes>Shoes</a>{}", ["shoes"]),
        ("<nav><a href=/shoes>Shoes</a></nav>{}<footer><a href=/bags>Bags</a>", ["shoes", "bags"]),
        ("<nav><a href=/story>Our story</a></nav>{}<a href=/shop/all>Shop all</a>", ["shop/all"]),
        ("<nav><a href=/about>About</a></nav>{}", []),
    ],
)
def test_lists_are_found_wherever_a_home_page_links_them(page: str, lists: list[str]) -> None:
    home = read_home(page.format(CARDS).encode(), "https://kuier.example/")
    assert home.lists() == [f"https://kuier.example/{path}" for path in lists]


def test_a_store_without_a_name_is_called_by_what_its_host_says_of_it() -> None:
    assert host_name("shop.karoo-cotton.co.za") == "Karoo-cotton"
    assert host_name("fynbos.example") == "Fynbos"
    assert host_name("winkel.disa.co.za:8443") == "Disa"
    assert host_name("127.0.0.1:80") == "127.0.0.1:80"


def test_stores_are_told_apart_by_their_hosts() -> None:
    same = {
        host_of(f"https://{host}/{path}")
        for host in ("a.co.za", "www.a.co.za:443")
        for path in "xy"
    }
    assert same == {"a.co.za"}
    assert host_of("http://shop.a.co.za") != host_of("http://shop.b.co.za")
    assert host_of("http://a.co.za:8080/") == "a.co.za:8080"


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


@pytest.mark.parametrize("case", NEEDS, ids=[case["id"] for case in NEEDS])
def test_a_store_is_added_or_says_what_a_person_is_needed_for(case: dict[str, Any]) -> None:
    need, why, _ = judge({"brand": {"currency": "ZAR"}, "sources": case["sources"]})
    reason = NO_SOURCE if case["reason"] is None else case["reason"]
    assert (need, why) == (case["need"], reason)
    assert not need or TODO[need]


def test_a_store_whose_currency_nobody_says_needs_a_person() -> None:
    assert judge({"brand": {"currency": ""}, "sources": NEEDS[0]["sources"]})[0] == "currency"
    assert judge({"brand": {}, "sources": [], "failure": "It hangs"})[1] == "It hangs"
