from __future__ import annotations

import json
from dataclasses import replace

import pytest

from app.search.query import ranking
from app.search.query.kinds.product_types import product_type
from app.search.query.nearness import score
from app.search.query.understood import filters, relaxations, with_all_words
from app.search.understand import (
    ALL,
    ANY_BRAND,
    ANY_COLOUR,
    ANYTHING,
    LOOSE_WORDS,
    NEAR,
    TECHNIQUES,
    Meaning,
    understand,
    unknown,
)
from tests.unit.app.understand.language import language


def read(text: str, **options: object) -> Meaning:
    return understand(text, language(), **options)  # type: ignore[arg-type]


def lines(meaning: Meaning) -> list[str]:
    """Return the parts as one line each: "not colour red"."""
    return sorted(
        f"{'not ' if part.excluded else ''}{part.kind} {'/'.join(part.values) or part.text.lower()}"
        for part in meaning.parts
    )


def product_types(meaning: Meaning) -> set[str]:
    """Return the categories of the product types, below their roots."""
    values = (value for part in meaning.of("type") for value in part.values)
    return {value.removeprefix("kids/clothing/").partition("/")[2] or value for value in values}


def colours(meaning: Meaning) -> list[str]:
    return [value for part in meaning.of("colour") for value in part.values]


def genders(meaning: Meaning) -> set[str]:
    values = {value for part in meaning.of("people") for value in part.values}
    return {value.removeprefix("gender:") for value in values if value.startswith("gender:")}


def test_a_need_becomes_conditions_and_no_word_remains() -> None:
    meaning = read("Women's BLACK dress, under R300!")
    assert product_types(meaning) == {"dresses"}
    assert colours(meaning) == ["black"]
    assert genders(meaning) == {"women"}
    (price,) = meaning.of("price")
    assert (price.low, price.high, price.currency) == (None, 300, "ZAR")
    assert meaning.words == ()


@pytest.mark.parametrize(
    ("text", "gender"),
    [
        ("mens shirt", "men"),
        ("men's shirt", "men"),
        ("shirt for him", "men"),
        ("gents shirt", "men"),
        ("mans hemp shirt", "men"),
        ("ladies shirt", "women"),
        ("shirts for her", "women"),
        ("dames shirt", "women"),
        ("vroue shirt", "women"),
        ("shirt for my wife", "women"),
    ],
)
def test_people_are_read_in_their_many_words(text: str, gender: str) -> None:
    assert genders(read(text)) == {gender}


@pytest.mark.parametrize("text", ["boys shirt", "shirt for girls", "kids shirt", "kinder shirt"])
def test_children_are_an_audience(text: str) -> None:
    values = {value for part in read(text).of("people") for value in part.values}
    assert "audience:kids" in values


@pytest.mark.parametrize(
    ("text", "category", "not_category"),
    [
        ("shirt dress", "dresses", "tops/shirts"),
        ("dress shirt", "tops/shirts", "dresses"),
        ("T-shirt bra", "underwear/bras", "tops/t-shirts"),
        ("chair cushion", "textiles/cushions", "furniture/dining-chairs"),
        ("dress with belt", "dresses", "accessories/belts"),
    ],
)
def test_the_head_noun_is_the_type(text: str, category: str, not_category: str) -> None:
    categories = product_types(read(text))
    assert any(value.startswith(category) for value in categories)
    assert not any(value.startswith(not_category) for value in categories)


@pytest.mark.parametrize("text", ["handbag", "hand bag", "hand-bag", "handbags", "Hand Bags"])
def test_glued_and_split_words_are_one(text: str) -> None:
    assert product_types(read(text)) == {"bags/handbags"}


@pytest.mark.parametrize("text", ["tshirt", "t shirt", "t-shirt", "tee-shirt", "tee shirts"])
def test_a_t_shirt_is_one_however_it_is_written(text: str) -> None:
    assert product_types(read(text)) == {"tops/t-shirts"}


def test_words_glued_by_mistake_are_parted() -> None:
    meaning = read("blackdress")
    assert (colours(meaning), product_types(meaning)) == (["black"], {"dresses"})
    assert meaning.used == "black dress"


@pytest.mark.parametrize(
    ("text", "brand"),
    [
        ("old khaki dress", "Old Khaki"),
        ("us polo shirt", "U.S. Polo Assn."),
        ("u.s. polo assn. shirt", "U.S. Polo Assn."),
        ("jack & jones jeans", "Jack & Jones"),
        ("jack and jones jeans", "Jack & Jones"),
        ("levis 501", "Levi's"),
        ("low tide media boots", "Low Tide Media"),
        ("lowtidemedia boots", "Low Tide Media"),
        ("mango dress", "Mango"),
        ("spherecrods dress", "Spherecords"),
    ],
)
def test_a_brand_is_one_unit(text: str, brand: str) -> None:
    meaning = read(text)
    assert [part.values for part in meaning.of("brand") if part.certain] == [(brand,)]
    assert colours(meaning) == []


def test_the_beginning_of_a_brand_means_all_that_begin_so() -> None:
    (part,) = read("tigress dress").of("brand")
    assert set(part.values) == {"Tigress Enterprises", "Tigress Enterprises Curvy"}


@pytest.mark.parametrize("text", ["red jeans", "blue shirt"])
def test_a_brand_called_like_a_type_is_not_meant(text: str) -> None:
    meaning = read(text)
    assert meaning.of("brand") == ()
    assert len(colours(meaning)) == 1


def test_a_brand_called_like_a_small_word_is_perhaps_meant() -> None:
    assert [part.certain for part in read("only dress").of("brand")] == [False]
    assert [part.certain for part in read("only").of("brand")] == [True]


@pytest.mark.parametrize(
    "text",
    ["dress not red", "dress -red", "dress no red", "dress without red", "dress except red",
     "dress but not red", "dress other than red", "dress in anything but red",
     "dress w/o red", "dress w/out red"],
)  # fmt: skip
def test_what_is_not_wanted_is_excluded(text: str) -> None:
    meaning = read(text)
    assert [part.values for part in meaning.parts if part.excluded] == [("red",)]
    assert product_types(meaning) == {"dresses"}


def test_exclusion_reaches_over_an_or_and_to_plain_words() -> None:
    assert lines(read("dress not red or blue"))[:2] == ["not colour blue", "not colour red"]
    assert "not word sparkle" in lines(read("dress without sparkle", known=frozenset({"sparkle"})))


def test_alternatives_are_both_meant() -> None:
    meaning = read("red or blue dress or skirt")
    assert colours(meaning) == ["red", "blue"]
    assert {value.split("/")[0] for value in product_types(meaning)} == {"dresses", "bottoms"}


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("boots on sale", "sale"),
        ("discounted boots", "sale"),
        ("second hand boots", "vintage"),
        ("preloved boots", "vintage"),
        ("boots in stock", "in-stock"),
        ("proudly south african boots", "local"),
        ("locally made boots", "local"),
        ("cheap boots", "price-ascending"),
        ("affordable boots", "price-ascending"),
        ("new boots", "new"),
    ],
)
def test_states_are_read(text: str, state: str) -> None:
    assert [part.values for part in read(text).of("state")] == [(state,)]


def test_sentences_leave_only_what_they_ask_for() -> None:
    meaning = read("Hi, I'm looking for a nice pair of black boots for my husband please!")
    assert "shoes/boots" in product_types(meaning)
    assert (colours(meaning), genders(meaning), meaning.words) == (["black"], {"men"}, ())


def test_fillers_alone_are_searched_as_words() -> None:
    assert read("buy online").words == ("buy", "online")


def test_unknown_words_are_named_and_left_out() -> None:
    meaning = read("linen dress zzzz")
    assert meaning.ignored == ("zzzz",)
    assert meaning.used == "linen dress"


def test_a_text_of_which_nothing_is_known_asks_for_nothing() -> None:
    assert read("zzzz qqqq").is_empty


def test_a_word_that_the_index_knows_is_kept_though_the_dictionary_does_not() -> None:
    assert unknown("blorp dress", language()) == ("blorp",)
    assert read("blorp dress", known=frozenset({"blorp"})).words == ("blorp",)


@pytest.mark.parametrize(
    ("typed", "category"),
    [
        ("dres", "dresses"),
        ("snea", "shoes/sneakers"),
        ("shir", "tops/shirts"),
        ("boo", "shoes/boots"),
    ],
)
def test_the_last_word_is_completed(typed: str, category: str) -> None:
    assert category in product_types(read(typed))


def test_a_typing_error_is_mended_and_told() -> None:
    meaning = read("Red  dreses")
    assert meaning.corrections[0].typed == "dreses"
    assert product_types(meaning) == {"dresses"}
    assert read("Red dreses", as_typed=True).corrections == ()


def test_a_part_that_was_taken_away_is_words_again() -> None:
    meaning = read("khaki dress")
    (part,) = meaning.of("colour")
    without = read("khaki dress", without=frozenset({part.id}))
    assert without.of("colour") == ()
    assert without.required == ("khaki",)


def test_a_price_is_labelled_in_the_visitors_currency_where_none_was_named() -> None:
    (part,) = read("dress under 300", currency="EUR").of("price")
    assert part.label == "Up to €300"


def test_a_price_that_was_taken_away_is_no_condition() -> None:
    (part,) = read("dress under R300").of("price")
    assert read("dress under R300", without=frozenset({part.id})).of("price") == ()


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_every_technique_can_be_left_out(technique: str) -> None:
    text = "cheap womens blackdres not red by tigress under R300 in zzzz"
    assert isinstance(read(text, techniques=ALL - {technique}), Meaning)


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


def test_a_plain_need_has_no_words_to_loosen() -> None:
    assert [step.relaxation for step in relaxations(read("dress"))] == [NEAR, ANYTHING]


@pytest.mark.parametrize(
    "text", ["sofa cover", "cover for a sofa", "cover to fit a sofa", "braai cover", "table stand"]
)
def test_what_a_type_is_for_is_not_the_type(text: str) -> None:
    kinds = {value.rpartition("/")[2] for value in product_types(read(text))}
    assert not kinds & {"sofas", "braais", "tables"}


def test_a_typing_error_leads_to_what_is_for_sale_and_not_to_what_is_only_known() -> None:
    small_language = replace(language(), categories={"women/beauty/make-up": 9})
    assert understand("foundation sublime", small_language).ignored == ("sublime",)


@pytest.mark.parametrize(
    ("text", "colour"),
    [("light blue dress", "blue"), ("midnight blue dress", "blue"), ("donkerblou rok", "blue"),
     ("blk dress", "black"), ("olive green dress", "green")],
)  # fmt: skip
def test_a_shade_and_its_colour_are_one_part(text: str, colour: str) -> None:
    assert colours(read(text)) == [colour]


def test_two_colours_with_a_sign_between_are_two() -> None:
    assert colours(read("blue/green dress")) == ["blue", "green"]


def test_a_stroke_behind_a_w_is_with() -> None:
    assert lines(read("dress w/belt")) == lines(read("dress with belt"))
    assert lines(read("black w/ white dress")) == lines(read("black with white dress"))


def test_who_does_not_want_a_brand_does_not_want_its_lines() -> None:
    (part,) = [part for part in read("dress not Tigress Enterprises").parts if part.excluded]
    assert part.values == ("Tigress Enterprises", "Tigress Enterprises Curvy")


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


def test_of_a_brand_that_nobody_sells_nothing_else_is_left_out() -> None:
    meaning = read("white sneakers not nike")
    assert meaning.ignored == ("nike",)
    assert not any(part.excluded for part in meaning.parts)
    assert [part.values for part in read("dress not rde").parts if part.excluded] == [("red",)]


def test_a_childs_type_that_is_not_for_sale_is_its_type_for_children() -> None:
    language_ = language()
    stocked = {s: n for s, n in language_.categories.items() if s != "kids/baby/blankets"}
    small_language = replace(language_, categories=stocked)
    assert lines(understand("baba kombers", small_language)) == [
        "people audience:baby",
        "type home/textiles/throws",
    ]


@pytest.mark.parametrize(
    ("text", "remains"),
    [("mid-rise jeans", ("mid", "rise")), ("petite jeans", ("petite",)), ("nwt jeans", ())],
)
def test_a_word_of_its_own_is_not_bent_into_a_colour_or_a_type(
    text: str, remains: tuple[str, ...]
) -> None:
    meaning = read(text, known=frozenset({"mid", "rise", "petite"}))
    assert (colours(meaning), meaning.words, meaning.corrections) == ([], remains, ())


def test_a_measure_is_wished_for_and_not_asked_for() -> None:
    meaning = read("jeans 2pk 30l")
    assert (meaning.words, meaning.optional, meaning.ignored) == ((), (), ())
    assert {(part.label, part.certain) for part in meaning.of("measure")} == {
        ("2 pack", False),
        ("30 l", False),
    }


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


@pytest.mark.parametrize("text", ["fashion under R300", "under R1000 but over R500"])
def test_small_words_beside_a_price_are_required_of_nothing(text: str) -> None:
    meaning = understand(text, language())
    assert meaning.words == ()
    assert meaning.of("price")


def test_glued_words_are_looked_for_as_names_part_them() -> None:
    (part,) = read("momjeans").of("type")
    assert part.phrases[0] == "mom jean"


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
