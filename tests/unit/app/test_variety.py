from __future__ import annotations

import orjson

from app.search.query.hits import Hit
from app.search.query.variety import BLOCK, arranged, block


def hit(name: str, brand: str = "A", score: float = 5.0) -> Hit:
    return Hit("1", "store", [], score, False, {}, orjson.dumps({"name": name, "brand": brand}))


def names(hits: list[Hit]) -> list[str]:
    return [hit.shown()["name"] for hit in hits]


def test_every_name_comes_once_before_any_comes_again() -> None:
    hits = [hit("Boots"), hit("boots"), hit("Boots"), hit("Sandals"), hit("Slops")]
    assert names(arranged(hits, one_brand=False)) == ["Boots", "Sandals", "Slops", "boots", "Boots"]


def test_every_brand_has_a_third_of_ten_before_any_has_more() -> None:
    hits = [hit(f"a{n}") for n in range(8)] + [hit(f"b{n}", "B") for n in range(8)]
    first = [hit.shown()["brand"] for hit in arranged(hits, one_brand=False)][:6]
    assert first.count("A") == first.count("B") == 3


def test_a_brand_that_was_asked_for_may_fill_the_page() -> None:
    hits = [hit(f"a{n}") for n in range(8)] + [hit("b", "B")]
    assert names(arranged(hits, one_brand=True))[-1] == "b"


def test_what_is_nearer_to_the_text_stays_before_variety() -> None:
    hits = [hit("Boots", score=45), hit("Boots", score=44), hit("Sandals", score=15)]
    assert names(arranged(hits, one_brand=False)) == ["Boots", "Boots", "Sandals"]


def test_the_same_hits_are_all_there() -> None:
    hits = [hit(f"n{n % 7}", f"B{n % 3}", 50 - n) for n in range(BLOCK)]
    assert sorted(map(id, arranged(hits, one_brand=False))) == sorted(map(id, hits))


def test_pages_are_cut_out_of_blocks_without_a_gap() -> None:
    assert [block(page, 10, 50_000) for page in (0, 9, 10)] == [(0, 100), (0, 100), (100, 100)]
    assert block(3, 126, 50_000) == (378, 126)
    assert block(2, 72, 50_000) == (144, 144)
    assert block(0, 500, 50_000) == (0, 500)


def test_the_last_block_ends_at_the_window() -> None:
    assert block(832, 60, 50_000) == (49_920, 80)
