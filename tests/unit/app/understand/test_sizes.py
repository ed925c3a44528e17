from __future__ import annotations

import pytest

from app.search.query.nearness import score
from app.search.query.ranking import SIZE as WEIGHT
from app.search.understand import Part, fold_in_place, understand
from app.search.understand.conditions.sizes import sizes as sizes_of
from scrapers.attributes import SIZE
from tests.unit.app.understand.language import language, said


def sizes(text: str) -> list[Part]:
    return [part for one in sizes_of(fold_in_place(text), said(text)) for part in one.parts]


@pytest.mark.parametrize(
    ("text", "label", "stores_write"),
    [
        ("size 9 shoes", "9", "UK 9"),
        ("shoes size UK 9", "UK 9", "9 UK"),
        ("boots uk 8.5", "UK 8.5", "UK8.5"),
        ("dress XL", "XL", "Extra Large"),
        ("extra large dress", "XL", "XL"),
        ("2xl shirt", "2XL", "XXL"),
        ("jeans 32 waist", "32", "32"),
        ("jeans 32 waist", "32", "W32 L34"),
        ("waist 34 jeans", "34", "34"),
        ("34c bra", "34C", "34C"),
        ("shirt in a size m", "M", "Medium"),
        ("size: medium shirt", "M", "M"),
        ("gold ring size n", "N", "N"),
        ("rok grootte 12", "12", "12"),
        ("nommer 6 skoene", "6", "6"),
        ("sneakers eu 42", "EU 42", "EU 42"),
        ("heels size 8 uk", "UK 8", "UK 8"),
        ("heels 8uk", "UK 8", "8 UK"),
        ("34/32 jeans", "34/32", "W34 L32"),
        ("jeans w34 l32", "34/32", "34W x 32L"),
        ("jeans 34x32", "34/32", "34/32"),
    ],
)
def test_a_size_is_read_and_stands_for_all_its_writings(
    text: str, label: str, stores_write: str
) -> None:
    (size,) = sizes(text)
    assert size.label == f"Size {label}"
    assert set(SIZE.values(stores_write)) & set(size.values)


def test_a_size_raises_what_comes_in_it_and_filters_nothing() -> None:
    meaning = understand("black dress size 10 under R300", language())
    (part,) = meaning.of("size")
    assert (part.label, part.certain, meaning.optional) == ("Size 10", False, ())
    raised = [c["constant_score"] for c in score(meaning) if c["constant_score"]["boost"] == WEIGHT]
    assert {"terms": {SIZE.field: sorted(part.values)}} in [clause["filter"] for clause in raised]
