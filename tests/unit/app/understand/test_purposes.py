"""What something is for says what it is, where a text names no product type."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.search.understand import Language, Part, understand
from tests.unit.app.understand.language import language


def product_types(text: str, catalogue: Language | None = None) -> tuple[Part, ...]:
    return understand(text, catalogue or language()).of("type")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("what to wear to a wedding", {"men/suits", "women/dresses/evening-dresses"}),
        ("outfit for my cousin's wedding", {"men/suits", "women/dresses/evening-dresses"}),
        ("something for the matric farewell", {"men/suits", "women/dresses/evening-dresses"}),
        ("iets vir 'n troue", {"men/suits", "women/dresses/evening-dresses"}),
        ("rainy day", {"women/outerwear/raincoats", "women/accessories/umbrellas"}),
        ("office wear ladies", {"women/tops/blouses", "women/outerwear/blazers"}),
        ("for the lounge", {"home/furniture/sofas", "home/textiles"}),
        ("sitkamer", {"home/furniture/sofas", "home/textiles"}),
        ("beach", {"women/swimwear", "outdoor/water-sports"}),
        ("women's clothes", {"women/tops", "women/dresses", "women/outerwear"}),
        ("damesklere", {"women/tops", "women/dresses", "women/outerwear"}),
        ("hiking outfit", {"outdoor/hiking", "women/outerwear/jackets"}),
        ("outfit for heritage day", {"women/traditional", "men/traditional"}),
        ("housewarming gift", {"home/decor", "home/kitchen"}),
        ("african clothing", {"women/traditional"}),
    ],
)
def test_a_purpose_means_what_serves_it(text: str, expected: set[str]) -> None:
    (part,) = product_types(text)
    assert expected <= set(part.values)
    assert part.certain


def test_clothes_are_no_shoes_and_no_bags() -> None:
    (part,) = product_types("clothes")
    assert not [slug for slug in part.values if "shoes" in slug or "bags" in slug or "home" in slug]


@pytest.mark.parametrize("text", ["winter clothes", "winterklere", "klere vir die winter"])
def test_of_two_purposes_only_what_serves_both_is_meant(text: str) -> None:
    for part in product_types(text):
        assert "women/outerwear/coats" in part.values
        assert "women/accessories/scarves" not in part.values
        assert "women/dresses" not in part.values


def test_where_nothing_made_for_it_is_sold_what_is_near_serves() -> None:
    evening = ("women/dresses/evening-dresses", "men/suits")
    others = {s: n for s, n in language().categories.items() if s not in evening}
    (part,) = product_types("what to wear to a wedding", replace(language(), categories=others))
    assert set(part.values) == {"women/dresses", "men/outerwear/blazers", "men/tops/shirts"}


@pytest.mark.parametrize("text", ["best sellers", "show me something", "buy online"])
def test_a_text_that_only_asks_is_vague(text: str) -> None:
    assert understand(text, language()).is_vague


@pytest.mark.parametrize("text", ["best dress", "zzzz", "buy zzzz", "red", "cheap"])
def test_a_text_that_names_anything_is_not_vague(text: str) -> None:
    assert not understand(text, language()).is_vague
