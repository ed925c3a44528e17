"""Countries that products are sent to or come from, and what only looks like one."""

from __future__ import annotations

import pytest

from app.search.understand import understand
from app.search.understand.conditions.shipping import shipping
from tests.unit.app.understand.language import language, said

SENT = [
    ("dresses that ship to namibia", "to", "NA"),
    ("shoes delivered to botswana", "to", "BW"),
    ("delivers shoes to zim", "to", "ZW"),
    ("do you deliver to the uk", "to", "GB"),
    ("shipping to the united states", "to", "US"),
    ("available in lesotho", "to", "LS"),
    ("skoene wat lewer in namibie", "to", "NA"),
    ("sneakers shipped from germany", "from", "DE"),
    ("ships from south africa", "from", "ZA"),
    ("bags imported from italy", "from", "IT"),
    ("skoene uit duitsland", "from", "DE"),
    ("shoes from the netherlands", "from", "NL"),
    ("rugs from turkey", "from", "TR"),
    ("jeans from uk", "from", "GB"),
    ("stores that ship worldwide", "to", "*"),
    ("dresses shipped internationally", "to", "*"),
]
NONE = [
    "top available in jersey",
    "georgia dress",
    "panama hat",
    "shoes from jordan",
    "china plates",
    "turkey platter",
    "bermuda shorts",
    "ships in two days",
    "delivery to my door",
    "from south africa",  # made there: a state of its own
    "from R200",
]


@pytest.mark.parametrize(("text", "direction", "iso"), SENT)
def test_where_products_are_sent_is_read(text: str, direction: str, iso: str) -> None:
    (mention,) = shipping(text, said(text))
    (state,) = mention.parts
    assert (state.values, state.excluded) == ((f"ships-{direction}", iso), False)


@pytest.mark.parametrize("text", NONE)
def test_other_words_are_no_countries(text: str) -> None:
    assert not shipping(text, said(text))


@pytest.mark.parametrize("text", ["bags not from china", "bags not shipped from china"])
def test_a_country_can_be_excluded(text: str) -> None:
    meaning = understand(text, language())
    (state,) = meaning.of("state", excluded=True)
    assert state.values == ("ships-from", "CN")
    assert state.label == "Ships from China"


def test_a_country_is_a_condition_beside_the_others() -> None:
    meaning = understand("black boots under R900 that ship to Namibia", language())
    assert {part.label for part in meaning.parts} == {
        *("Ships to Namibia", "Up to R 900", "Black", "Boots")
    }
    assert not meaning.words


def test_a_country_before_a_price_is_no_size() -> None:
    meaning = understand("jeans from the uk under R900", language())
    assert "Up to R 900" in {part.label for part in meaning.parts}
