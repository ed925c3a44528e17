"""A product type of which the catalogue has nothing: what is near, not what only sounds like it."""

from __future__ import annotations

from dataclasses import replace

from app.search.query.clauses import product_type
from app.search.understand import NEAR, Language, TypePart, understand
from tests.unit.app.understand.language import language


def without_boots() -> Language:
    stocked = language()
    categories = {slug: n for slug, n in stocked.categories.items() if "boots" not in slug}
    return replace(stocked, categories=categories, counts={**stocked.counts, "boot": 9, "cut": 9})


def boots() -> TypePart:
    (part,) = understand("boots", without_boots()).of("type")
    return part


def test_jeans_that_are_boot_cut_are_no_boots() -> None:
    part = boots()
    assert part.values == ()
    assert {"men/bottoms", "women/bottoms", "home/furniture"} <= set(part.excluded_categories)
    said, named = product_type(part)["bool"]["should"]
    (called,) = said["bool"]["filter"]
    assert "boots" in str(called)
    (barred,) = said["bool"]["must_not"]
    assert "men/bottoms" in barred["terms"]["category"]
    assert named == {"term": {"productTypes": "boots"}}


def test_what_stands_near_is_not_barred() -> None:
    part = boots()
    assert {"women/shoes", "men/shoes", "kids/shoes"}.isdisjoint(part.excluded_categories)
    assert {"women/shoes", "men/shoes"} & set(part.near_values)
    near, *_ = product_type(part, NEAR)["bool"]["should"]
    assert "women/shoes" in near["terms"]["category"]


def test_where_nothing_is_near_what_is_called_so_is_all() -> None:
    categories = {"men": 9, "men/bottoms": 9, "men/bottoms/jeans": 9}
    (part,) = understand("boots", replace(without_boots(), categories=categories)).of("type")
    assert (part.near_values, part.excluded_categories) == ((), ())


def test_nothing_is_near_to_an_accessory_but_its_own_kind() -> None:
    """Who asked for a watch strap or a belt was shown sunglasses as similar."""
    categories = {slug: n for slug, n in language().categories.items() if "belts" not in slug}
    (part,) = understand("leather belt", replace(language(), categories=categories)).of("type")
    assert part.values == part.near_values == ()
    assert "men/bottoms" in part.excluded_categories  # trousers with a belt are none
    (beanie,) = understand("beanies", language()).of("type")
    assert "women/accessories" not in beanie.near_values


def test_of_what_is_for_sale_nothing_is_barred() -> None:
    (part,) = understand("boots", language()).of("type")
    assert part.excluded_categories == ()


def test_a_light_is_nothing_light_blue() -> None:
    categories = {s: n for s, n in language().categories.items() if "lighting" not in s}
    for text in ("lights", "bright light"):
        (part,) = understand(text, replace(language(), categories=categories)).of("type")
        assert "lighting" in part.phrases
        assert not {"light", "lights"} & set(part.phrases)
