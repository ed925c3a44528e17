from __future__ import annotations

import orjson

from app.search.query.results import DEALT, TURN, Hit, block, interleave_brands, interleave_equals
from app.search.understand import Spellings


def hit(
    name: str, brand: str = "A", score: float = 5.0, *, exact: bool = False, sold: bool = False
) -> Hit:
    tile = {"groupKey": "1", "name": name, "brand": brand, "storeSite": "https://a.example"}
    shown: dict[str, object] = tile | {"soldOut": True} if sold else {**tile}
    shown |= {"siblings": [{"productId": 2, "soldOut": not sold}]}
    return Hit("1", "store", [], score, exact, {}, orjson.dumps(shown))


def names(hits: list[Hit]) -> list[str]:
    return [orjson.loads(hit.tile)["name"] for hit in hits]


def test_every_name_comes_once_before_any_comes_again_of_what_is_as_near() -> None:
    hits = [hit("Boots"), hit("boots"), hit("Boots"), hit("Sandals"), hit("Slops")]
    assert names(interleave_equals(hits, one_brand=False)) == [
        "Boots",
        "Sandals",
        "Slops",
        "boots",
        "Boots",
    ]
    hits = [hit("Boots", score=45), hit("Boots", score=44), hit("Sandals", score=15)]
    assert names(interleave_equals(hits, one_brand=False)) == ["Boots", "Boots", "Sandals"]


def test_every_brand_has_a_third_of_ten_unless_it_was_asked_for() -> None:
    hits = [hit(f"a{n}") for n in range(8)] + [hit(f"b{n}", "B") for n in range(8)]
    first = [name[0] for name in names(interleave_equals(hits, one_brand=False))][:6]
    assert first.count("a") == first.count("b") == 3
    assert names(interleave_equals(hits[:9], one_brand=True))[-1] == "b0"


def test_pages_are_cut_out_of_blocks_without_a_gap_up_to_the_window() -> None:
    asked = [(0, 10), (10, 10), (3, 126), (2, 72), (0, 500), (832, 60)]
    cut = [(0, 100), (100, 100), (378, 126), (144, 144), (0, 500), (49_920, 80)]
    assert [block(page, size, 50_000) for page, size in asked] == cut


def test_what_is_sold_out_comes_last_of_what_is_exact_and_of_what_is_near() -> None:
    hits = [
        hit("a", exact=True, score=1050, sold=True),
        hit('b "soldOut":true', exact=True, score=1010),
        hit("c", score=60, sold=True),
        hit("d", score=10),
    ]
    assert names(interleave_equals(hits, one_brand=False)) == ['b "soldOut":true', "a", "d", "c"]


def test_a_page_of_the_newest_has_as_many_brands_as_can_be_and_loses_none() -> None:
    hits = [{"fields": {"brand": ["A" if n < 200 else "BCDEF"[n % 5]]}} for n in range(DEALT)]
    shown = interleave_brands(hits, Spellings())
    first = [hit["fields"]["brand"][0] for hit in shown[:100]]
    assert set(first) == set("ABCDEF")
    assert first.count("A") <= 4 * TURN
    assert sorted(map(id, shown)) == sorted(map(id, hits))
