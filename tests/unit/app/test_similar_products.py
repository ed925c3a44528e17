"""What is taken of what is like a product: stores and colours."""

from __future__ import annotations

from typing import Any

from app.product.related import OTHERS_ENOUGH, select_similar

OWN = 1


def _hit(product: int, brand: int, *siblings: int) -> dict[str, Any]:
    return {
        "productId": product,
        "brandId": brand,
        "siblings": [{"productId": other} for other in siblings],
    }


def _ids(hits: list[dict[str, Any]]) -> list[int]:
    return [hit["productId"] for hit in hits]


def test_other_stores_come_first_and_the_category_above_fills_up_to_four_of_them() -> None:
    kind = [_hit(10, 2), _hit(11, OWN), _hit(12, OWN)]
    wider = [_hit(number, 3) for number in range(20, 30)]
    assert _ids(select_similar(kind, wider, OWN)) == [10, 20, 21, 22, 11, 12]
    many = [_hit(number, 2) for number in range(40, 40 + OTHERS_ENOUGH)]
    assert _ids(select_similar([*many, *kind[1:]], wider, OWN)) == [40, 41, 42, 43, 11, 12]


def test_a_product_in_several_colours_is_shown_once_also_of_both_bodies() -> None:
    kind = [_hit(10, 2, 11, 20), _hit(11, 2, 10, 20), _hit(12, OWN, 13), _hit(13, OWN, 12)]
    wider = [_hit(20, 2, 10, 11), _hit(21, 3)]
    assert _ids(select_similar(kind, wider, OWN)) == [10, 21, 12]
