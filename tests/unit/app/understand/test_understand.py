from __future__ import annotations

import json
from dataclasses import replace

import pytest

from app.search.query import results as ranking
from app.search.query.bodies import filters, query, relaxations, score, with_all_words
from app.search.query.clauses import product_type
from app.search.request import Conditions
from app.search.understand import (
    ANY_BRAND,
    ANY_COLOUR,
    ANYTHING,
    LOOSE_WORDS,
    NEAR,
    Amount,
    Meaning,
    understand,
)
from indexer.language.quantities import MEASURED, UNITS
from scrapers.attributes import SIZE
from tests.unit.app.understand.language import changed, language, wide


def read(text: str, **options: object) -> Meaning:
    return understand(text, language(), **options)  # type: ignore[arg-type]


def test_a_text_of_which_nothing_is_known_asks_for_nothing() -> None:
    assert read("zzzz qqqq").is_empty


def test_a_price_is_labelled_in_the_visitors_currency_where_none_was_named() -> None:
    (part,) = read("dress under 300", currency="EUR").of("price")
    assert part.label == "Up to €300"


@pytest.mark.parametrize(
    "text",
    ["", " ", "'", '"', "-", "--", "&", "not", "or", "with", "R", "R-", "*:*", "_exists_:x",
     "a AND (b OR", "\u202eabc", "👗👠", "dress " * 200, "-" * 1000, "'" * 1000, "1" * 1000,
     "r1" * 400, "under " * 160, "not " * 250, "x&" * 400, "\ud800", "ﬁ" * 300],
)  # fmt: skip
def test_no_text_breaks_it(text: str) -> None:
    assert isinstance(read(text), Meaning)


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


def test_a_typing_error_leads_to_what_is_for_sale_and_not_to_what_is_only_known() -> None:
    small_language = replace(language(), categories={"women/beauty/make-up": 9})
    assert understand("foundation sublime", small_language).ignored == ("sublime",)


@pytest.mark.parametrize(("text", "child"), [("dress for girls", "boys"), ("seuns shirt", "girls")])
def test_children_of_the_other_gender_are_left_out(text: str, child: str) -> None:
    must, _ = filters(read(text), "ZAR")
    assert {"bool": {"must_not": [{"term": {"audience": child}}]}} in must


def test_what_is_for_grown_ups_comes_first_where_nobody_is_named() -> None:
    grown_up = {"bool": {"must_not": [{"terms": {"audience": ["baby", "kids"]}}]}}
    assert grown_up in [clause["constant_score"]["filter"] for clause in score(read("shirt"))]
    childs = [clause["constant_score"]["filter"] for clause in score(read("babygrow"))]
    assert grown_up not in childs
    assert {"terms": {"audience": ["baby", "kids"]}} in childs


def test_of_a_whole_branch_what_is_called_so_comes_first() -> None:
    (part,) = read("top").of("type")
    assert "women/tops/blouses" in part.kinds
    assert "women/tops/cardigans" not in part.kinds


def test_where_the_price_orders_no_wording_of_the_type_leads() -> None:
    boosts = {clause["constant_score"]["boost"] for clause in score(read("cheap polo shirt"))}
    assert not boosts & {ranking.TYPE_SAID, ranking.TYPE_CALLED}
    assert ranking.TYPE_SAID in {
        clause["constant_score"]["boost"] for clause in score(read("polo shirt"))
    }


def test_wordings_that_no_product_can_say_cost_no_search_anything() -> None:
    words = dict.fromkeys(["duffel", "weekender", "travel", "bag"], 9)
    sparse = replace(language(), counts=words, is_complete=True)
    (part,) = understand("duffel", sparse).of("type")
    assert {"weekender", "travel bag"} <= set(part.phrases)
    assert not {"naweeksak", "holdall", "overnight bag"} & set(part.phrases)


def test_where_rare_words_are_not_known_no_wording_is_left_out() -> None:
    words = dict.fromkeys(["duffel", "weekender", "travel", "bag"], 9)
    partly = replace(language(), counts=words, is_complete=False)
    (part,) = understand("duffel", partly).of("type")
    assert {"naweeksak", "holdall"} <= set(part.phrases)


def test_where_all_that_is_found_says_the_type_no_clause_asks_for_it_again() -> None:
    meaning = read("panama hat")
    (part,) = meaning.of("type")
    assert part.requires_name
    assert "panama hat" not in str(score(meaning))


@pytest.mark.parametrize("text", ["donkerblou dress", "donker blou rok", "midnight blue dress"])
def test_a_shade_raises_its_other_wordings(text: str) -> None:
    """The swatch says blue of all of them; names and stores say "navy"."""
    meaning = read(text)
    (part,) = meaning.of("colour")
    assert "navy" in part.alike
    assert "light blue" not in part.alike
    weights = [c["constant_score"]["boost"] for c in score(meaning) if "navy" in str(c)]
    assert weights == [ranking.COLOUR_SHADE]


def test_of_alternatives_neither_comes_before_all_of_the_other() -> None:
    """Dresses are a branch and golf shirts a leaf: the name may say either in the very words."""
    boosts = [
        c["constant_score"]["boost"]
        for c in score(read("polo shirt or dress"))
        if "'name'" in str(c)
    ]
    assert sorted(boosts) == sorted([ranking.TYPE_SAID, ranking.TYPE_CALLED] * 2)


@pytest.mark.parametrize(("text", "shades"), [("navy dress", 1), ("navy or red dress", 0)])
def test_of_colours_neither_comes_before_all_of_the_other(text: str, shades: int) -> None:
    boosts = [c["constant_score"]["boost"] for c in score(read(text)) if "colourText" in str(c)]
    assert boosts.count(ranking.COLOUR_SHADE) == shades


def test_a_word_that_is_a_type_at_a_pinch_counts_wherever_a_name_says_it() -> None:
    """A "cover" may be one of furniture; a rain cover stands with the backpacks."""
    (part,) = read("cover").of("type")
    assert part.requires_name
    assert part.either
    assert '"category"' not in json.dumps(product_type(part))
    assert '"category"' in json.dumps(product_type(replace(part, either=False)))


def test_what_has_all_words_and_is_near_the_type_is_looked_for_before_words_are_given_up() -> None:
    """Of "striped oxford shirt" a striped Oxford T-shirt is nearer than any shirt."""
    meaning = read("casual print shirt")
    near = with_all_words(meaning)
    assert near is not None
    must, _ = filters(near, "ZAR")
    assert [word for word in meaning.words if word in str(must)] == ["casual", "print"]
    loose = meaning.loosely(NEAR)
    assert not any(word in str(filters(loose, "ZAR")[0]) for word in meaning.words)
    assert ranking.WORDS in [c["constant_score"]["boost"] for c in score(loose)]
    assert with_all_words(read("shirt")) is None


@pytest.mark.parametrize("said", ["silver", "mango", "second hand"])
@pytest.mark.parametrize("rest", ["", " blorp"])
def test_no_way_to_read_a_text_finds_everything(said: str, rest: str) -> None:
    meaning = read(said + rest, known=frozenset({"blorp"}))
    assert meaning.words == tuple(rest.split())
    assert all(filters(step, "ZAR")[0] for step in relaxations(meaning))


def test_where_nothing_is_called_so_the_people_are_meant_after_all() -> None:
    """A "You guys" tee makes guys a word of names: what is not called so is still for men."""
    meaning = understand("guys jeans", changed(language(), called=("guys",)))
    assert (meaning.words, meaning.of("people")) == (("guys",), ())
    assert any(other.of("people") for other in meaning.alternatives)


@pytest.mark.parametrize(
    ("text", "stores_write"),
    [
        ("babygrow 6-9 months", "6-9M"),
        ("t-shirt 5 to 6 years", "5-6 Years"),
        ("dress for 2 to 3 year olds", "2-3Y"),
        ("size 9 shoes", "UK 9"),
        ("heels 8uk", "8 UK"),
        ("2xl shirt", "XXL"),
        ("jeans 32 waist", "W32 L34"),
        ("jeans w34 l32", "34W x 32L"),
        ("34/32 jeans", "W34 L32"),
        ("shirt in a size m", "Medium"),
    ],
)
def test_a_size_stands_for_all_its_writings(text: str, stores_write: str) -> None:
    (size,) = read(text).of("size")
    assert set(SIZE.values(stores_write)) & set(size.values)


WRITTEN = [
    (kind, size, written)
    for kind in MEASURED
    for size, writings in UNITS[kind].items()
    for written in writings
    if written not in {"m", "'", "’", "′"}  # "3m" is a baby's, and behind 30' stand inches
]


@pytest.mark.parametrize(("kind", "size", "written"), WRITTEN)
def test_each_row_of_units_is_an_edge_of_its_own(kind: str, size: str, written: str) -> None:
    """A unit is added by a row: no rule knows any of them."""
    meaning = read(f"red 30{written} lamp")
    (part,) = meaning.of("measure")
    amount = 30.0 * int(size)
    assert isinstance(part, Amount)
    assert (part.values, part.low, part.high) == ((kind,), amount, amount)
    assert (meaning.words, meaning.optional, meaning.ignored) == ((), (), ())


@pytest.mark.parametrize("unit", UNITS["count"]["1"])
def test_what_is_only_counted_becomes_nothing(unit: str) -> None:
    assert not [part for part in read(f"under 40 {unit}").parts if isinstance(part, Amount)]


@pytest.mark.parametrize(
    "text", ["1" * 999, "R" + "9" * 400, "under " + "7 " * 300, "9" * 50 + " ml"]
)
def test_a_number_of_no_end_is_none(text: str) -> None:
    assert not read(text).parts


def test_a_text_that_is_nothing_but_a_measure_asks_for_it() -> None:
    body = str(query(Conditions(text="32 inch", meaning=read("32 inch"))))
    assert "'filter'" in body
    assert "{'measures.inches': {'gte': 32.0, 'lte': 32.0}}" in body


def test_what_is_said_in_afrikaans_is_left_out_by_its_english_names() -> None:
    _, barred = filters(read("rok sonder lang moue", known=frozenset({"sleeve"})), "ZAR")
    assert "long sleeve" in str(barred)


def test_a_word_that_is_said_is_the_beginning_of_a_type_only_where_that_is_far_likelier() -> None:
    few, many = ({**language().counts, "hand": hands, "handbag": 900} for hands in (200, 300))
    rather = understand("women's hand", replace(language(), counts=few))
    assert (rather.prefix, rather.unfinished.begun) == ("hand", ("handbag",))
    assert understand("women's hand", replace(language(), counts=many)).words == ("hand",)


def test_what_is_a_colour_at_a_pinch_may_begin_a_type() -> None:
    """ "Sand" is a beige, and behind "women's" rather a sandal."""
    many, few = ({**language().counts, "sand": 30, "sandals": n} for n in (900, 40))
    rather = understand("women's sand", replace(language(), counts=many))
    assert (rather.prefix, rather.of("colour")) == ("sand", ())
    assert understand("women's sand", replace(language(), counts=few)).of("colour")


def test_behind_a_type_a_letter_may_begin_what_is_only_called_by_it() -> None:
    """ "Vase f" is a vase's filler as well as a fluted vase."""
    assert [part.either for part in understand("vase f", wide()).of("type")] == [True]


def test_a_word_of_somebody_else_s_name_may_still_be_an_error() -> None:
    """ "Shrt" is said of 60 products, and nothing is called so: the filters decide."""
    meaning = understand("shrt", wide())
    assert (meaning.words, meaning.corrections) == (("shrt",), ())
    used = [other.used for other in meaning.alternatives]
    assert used[0] == "shirt"
    assert len(used) == len(set(used)) <= 4


def test_no_alternative_knows_fewer_words_than_the_text() -> None:
    meaning = understand("blck clck", wide())
    assert meaning.ignored == ()
    assert not any(other.ignored for other in meaning.alternatives)


def test_a_size_raises_what_comes_in_it_and_filters_nothing() -> None:
    meaning = read("black dress size 10 under R300")
    (part,) = meaning.of("size")
    assert (part.label, part.certain, meaning.optional) == ("Size 10", False, ())
    raised = [
        c["constant_score"] for c in score(meaning) if c["constant_score"]["boost"] == ranking.SIZE
    ]
    assert {"terms": {SIZE.field: sorted(part.values)}} in [clause["filter"] for clause in raised]
