from __future__ import annotations

import orjson

from app.search.query.results import BLOCK, DEALT, TURN, Hit, arranged, block, dealt


def hit(
    name: str, brand: str = "A", score: float = 5.0, *, exact: bool = False, sold: bool = False
) -> Hit:
    tile = {"groupKey": "1", "name": name, "brand": brand, "storeSite": "https://a.example"}
    shown: dict[str, object] = tile | {"soldOut": True} if sold else {**tile}
    shown |= {"siblings": [{"productId": 2, "soldOut": not sold}]}
    return Hit("1", "store", [], score, exact, {}, orjson.dumps(shown))


def names(hits: list[Hit]) -> list[str]:
    return [orjson.loads(hit.tile)["name"] for hit in hits]


def test_every_name_comes_once_before_any_comes_again() -> None:
    hits = [hit("Boots"), hit("boots"), hit("Boots"), hit("Sandals"), hit("Slops")]
    assert names(arranged(hits, one_brand=False)) == ["Boots", "Sandals", "Slops", "boots", "Boots"]


def test_names_are_compared_in_any_letters_and_marks() -> None:
    quoted = ['The "Été" dress', 'the "ÉTÉ" DRESS', 'Say ","brand":"B" aloud']
    shown = [hit(name, brand).name_and_brand() for name, brand in zip(quoted, "ABC", strict=True)]
    assert shown[0][0] == shown[1][0] != shown[2][0]
    assert [brand for _, brand in shown] == ['"a"', '"b"', '"c"']


def test_every_brand_has_a_third_of_ten_before_any_has_more() -> None:
    hits = [hit(f"a{n}") for n in range(8)] + [hit(f"b{n}", "B") for n in range(8)]
    first = [orjson.loads(hit.tile)["brand"] for hit in arranged(hits, one_brand=False)][:6]
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


def test_what_is_sold_out_comes_last_of_what_is_exact_and_of_what_is_near() -> None:
    hits = [
        hit("a", exact=True, score=1050, sold=True),
        hit('b "soldOut":true', exact=True, score=1010),
        hit("c", score=60, sold=True),
        hit("d", score=10),
    ]
    shown = names(arranged(hits, one_brand=False))
    assert shown == ['b "soldOut":true', "a", "d", "c"]


def test_a_page_of_the_newest_has_as_many_brands_as_can_be_and_loses_none() -> None:
    hits = [hit(f"n{n}", "A" if n < 200 else "BCDEF"[n % 5]) for n in range(DEALT)]
    shown = dealt(hits)
    first = [orjson.loads(hit.tile)["brand"] for hit in shown[:100]]
    assert set(first) == set("ABCDEF")
    assert first.count("A") <= 4 * TURN
    assert sorted(map(id, shown)) == sorted(map(id, hits))
    assert names(shown)[:TURN] == [f"n{n}" for n in range(TURN)]
