from __future__ import annotations

import json
from dataclasses import replace

import pytest

from app.search.query.bodies import filters, relaxations
from app.search.query.clauses import product_type
from app.search.understand import (
    ANY_BRAND,
    ANY_COLOUR,
    ANYTHING,
    LOOSE_WORDS,
    NEAR,
    Meaning,
    understand,
)
from scrapers.attributes import SIZE
from tests.support.data import rows
from tests.unit.app.understand.language import changed, language, wide


def read(text: str, **options: object) -> Meaning:
    return understand(text, language(), **options)  # type: ignore[arg-type]


def test_a_price_is_labelled_in_the_visitors_currency_where_none_was_named() -> None:
    (part,) = read("dress under 300", currency="EUR").of("price")
    assert part.label == "Up to €300"


@pytest.mark.parametrize(
    "text",
    ["", "'", '"', "--", "&", "not", "or", "with", "R-", "*:*", "_exists_:x", "a AND (b OR",
     "\u202eabc", "-" * 1000, "'" * 1000, "1" * 1000, "R" + "9" * 400, "under " + "7 " * 300,
     "9" * 50 + " ml", "not " * 250, "x&" * 400, "\ud800"],
)  # fmt: skip
def test_no_text_breaks_it(text: str) -> None:
    assert not read(text).parts


def test_a_text_is_loosened_in_steps_its_price_alone_and_never_what_is_not_wanted() -> None:
    text = "mango blorp dress in red under R300 without lace"
    meaning = read(text, known=frozenset({"blorp"}))
    assert [(step.relaxation, step.is_any_price) for step in relaxations(meaning)] == [
        (LOOSE_WORDS, False), (LOOSE_WORDS, True), (NEAR, False),
        (ANY_COLOUR, False), (ANY_BRAND, False), (ANYTHING, False),
    ]  # fmt: skip
    for step in relaxations(meaning):
        must, barred = filters(step, "ZAR")
        assert ({"range": {"price.zar": {"lte": 300.0}}} in must) != step.is_any_price
        assert barred


@pytest.mark.parametrize("said", ["silver", "mango", "second hand"])
@pytest.mark.parametrize("rest", ["", " blorp"])
def test_no_way_to_read_a_text_finds_everything(said: str, rest: str) -> None:
    meaning = read(said + rest, known=frozenset({"blorp"}))
    assert meaning.words == tuple(rest.split())
    assert all(filters(step, "ZAR")[0] for step in relaxations(meaning))


@pytest.mark.parametrize(("text", "child"), [("dress for girls", "boys"), ("seuns shirt", "girls")])
def test_children_of_the_other_gender_are_left_out(text: str, child: str) -> None:
    must, _ = filters(read(text), "ZAR")
    assert {"bool": {"must_not": [{"term": {"audience": child}}]}} in must


def test_what_says_that_it_has_none_is_not_left_out() -> None:
    _, barred = filters(read("shirt without buttons"), "ZAR")
    assert "buttonless" in str(barred)
    _, barred = filters(read("rok sonder lang moue", known=frozenset({"sleeve"})), "ZAR")
    assert "long sleeve" in str(barred)


def test_where_a_type_is_not_sold_what_is_near_is_found_and_not_what_only_sounds_like_it() -> None:
    """ "Boot cut" jeans are no boots."""
    own = changed(language(), unsold=("boots",), called=("cut",))
    (part,) = understand("boots", own).of("type")
    assert part.values == ()
    assert "men/bottoms" in part.excluded_categories
    assert "women/shoes" not in part.excluded_categories
    near, *_ = product_type(part, NEAR)["bool"]["should"]
    assert "women/shoes" in near["terms"]["category"]
    assert read("boots").of("type")[0].excluded_categories == ()  # where it is sold


def test_nothing_is_near_to_an_accessory_but_its_own_kind() -> None:
    """Who asked for a watch strap or a belt was shown sunglasses as similar."""
    (part,) = understand("leather belt", changed(language(), unsold=("belts",))).of("type")
    assert part.values == part.near_values == ()
    assert "men/bottoms" in part.excluded_categories  # trousers with a belt are none


def test_the_cheapest_of_a_branch_is_nothing_that_is_only_bought_for_it() -> None:
    barred = (
        '"must_not": [{"terms": {"category": ["men/shoes/shoe-care", "women/shoes/shoe-care"]}}]'
    )
    kept = {"cheap shoes": True, "shoes": False, "cheap shoe care": False}
    assert {text: barred in json.dumps(filters(read(text), "ZAR")) for text in kept} == kept


def test_a_word_of_somebody_else_s_name_may_still_be_an_error() -> None:
    """ "Shrt" is said of 60 products, and nothing is called so: the filters decide."""
    meaning = understand("shrt", wide())
    assert (meaning.words, meaning.corrections) == (("shrt",), ())
    assert meaning.alternatives[0].used == "shirt"


def test_a_word_that_is_said_is_the_beginning_of_a_type_only_where_that_is_far_likelier() -> None:
    few, many = ({**language().counts, "hand": hands, "handbag": 900} for hands in (200, 300))
    rather = understand("women's hand", replace(language(), counts=few))
    assert (rather.prefix, rather.begun) == ("hand", ("handbag",))
    assert understand("women's hand", replace(language(), counts=many)).words == ("hand",)


@pytest.mark.parametrize(("text", "stores_write"), rows("size_writings"))
def test_a_size_stands_for_all_its_writings(text: str, stores_write: str) -> None:
    (size,) = read(text).of("size")
    assert set(SIZE.values(stores_write)) & set(size.values)
