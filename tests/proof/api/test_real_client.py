"""The unmodified npm client against the running API, checked by counting over PostgreSQL."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from indexer.core.settings import Settings
from tests.integration.app.brute import Row, counted, matching
from tests.support.data import rows
from tests.support.site import served

FOLDER = Path(__file__).parent
FACETS = (*rows("client_facets"), "gender", "saOnly")


def drive(url: str, *searches: dict[str, Any]) -> list[dict[str, Any]]:
    if not (FOLDER / "../../../frontend/node_modules/@searchkit").is_dir():
        pytest.fail("run `npm ci` in frontend/ first: the real client comes from there")
    done = subprocess.run(
        ["node", str(FOLDER / "drive.mjs")],
        input=json.dumps({"url": f"{url}/api/search", "searches": searches}),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return answers


CHOICES: list[dict[str, list[str]]] = rows("client_choices")


@pytest.mark.parametrize("chosen", CHOICES, ids=lambda chosen: "+".join(chosen) or "nothing")
def test_totals_and_every_facet_agree_with_a_count_over_postgresql(
    shop_url: str, rows: list[Row], chosen: dict[str, list[str]]
) -> None:
    (found,) = drive(shop_url, {"chosen": chosen})
    plain = {name: [v.removeprefix("\\") for v in values] for name, values in chosen.items()}
    assert found["errors"] == []
    assert found["total"] == len(matching(rows, plain))
    for facet in FACETS:
        expected = counted(matching(rows, plain, without=facet), facet)
        shown = {k.removeprefix("\\"): n for k, n in found["facets"][facet].items() if n}
        assert shown == expected, facet


def test_a_numeric_range_narrows_the_hits_and_leaves_the_price_facet_whole(
    shop_url: str, rows: list[Row]
) -> None:
    (found,) = drive(
        shop_url, {"price": [[">=", 1000], ["<", 9000]], "chosen": {"stock": ["in-stock"]}}
    )

    def in_range(row: Row) -> bool:
        return row.price is not None and 1000 <= row.price < 9000

    chosen = {"stock": ["in-stock"]}
    inside = matching(rows, chosen, in_range)
    assert found["total"] == len(inside) > 0
    assert found["facets"]["colour"] == counted(inside, "colour")
    assert found["facets"]["price"] == counted(matching(rows, chosen), "price")
    prices = [row.price for row in matching(rows, chosen) if row.price is not None]
    assert found["stats"]["min"] == pytest.approx(min(prices))
    assert found["stats"]["max"] == pytest.approx(max(prices))


def test_pages_hold_every_product_once_in_the_chosen_order(shop_url: str, rows: list[Row]) -> None:
    size = 50
    pages = -(-len(rows) // size)
    found = drive(
        shop_url,
        *(
            {"index": "products_price_asc", "hitsPerPage": size, "page": page}
            for page in range(pages)
        ),
    )
    hits = [hit for answer in found for hit in answer["hits"]]
    assert {answer["pages"] for answer in found} == {pages}
    assert sorted(hit["productId"] for hit in hits) == sorted(row.id for row in rows)
    prices = [hit["price"]["zar"] for hit in hits if "price" in hit]
    assert prices == sorted(prices)
    assert all("price" not in hit for hit in hits[len(prices) :])


def test_text_finds_words_across_fields_and_highlights_them(shop_url: str, rows: list[Row]) -> None:
    (found,) = drive(shop_url, {"query": "emile dresses", "hitsPerPage": 100})
    expected = [r.id for r in rows if "Émile" in r.name.title() and r.name.endswith("dress")]
    first = [hit["productId"] for hit in found["hits"]][: len(expected)]
    assert sorted(first) == sorted(expected)  # what is nearly it follows, where this is little
    marked = found["hits"][0]["_highlightResult"]["name"]["value"]
    assert "__ais-highlight__dress__/ais-highlight__" in marked


def test_values_of_a_facet_are_found_without_regard_to_case_and_accents(shop_url: str) -> None:
    cafe, markup, label, nothing = drive(
        shop_url,
        {"facetSearch": {"facet": "brand", "query": "CAFE d"}},
        {"facetSearch": {"facet": "brand", "query": "outlet"}},
        {"facetSearch": {"facet": "category", "query": "shirt"}},
        {"facetSearch": {"facet": "brand", "query": "nothing like it"}},
    )
    assert [hit["value"] for hit in cafe["facetHits"]] == ["Café Déco"]
    assert cafe["facetHits"][0]["highlighted"] == "__ais-highlight__Café D__/ais-highlight__éco"
    assert [hit["value"] for hit in markup["facetHits"]] == ["H&M <Outlet>"]
    assert {hit["value"] for hit in label["facetHits"]} >= {"women/tops/t-shirts"}
    assert nothing["facetHits"] == []


def test_an_outage_is_seen_as_an_outage_and_not_as_no_results(shop_settings: Settings) -> None:
    with served(shop_settings.but(elasticsearch_url="http://127.0.0.1:9")) as url:
        (found,) = drive(url, {"query": "dress"})
    assert found["errors"] == ["Search request failed with status 503: SERVICE UNAVAILABLE"]
