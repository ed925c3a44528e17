from __future__ import annotations

import json
import re
from typing import Any

import pytest

from app.search.execute import _Plan
from app.search.filters import CURRENCIES, FILTERS, NUMERIC, SORTS
from app.search.query.bodies import HIGHLIGHT_FIELDS, query, ranked_query, sort
from app.search.query.clauses import any_of, said
from app.search.query.relaxing import Readings
from app.search.request import Conditions, Group, SearchRequest, Term
from app.search.understand import LOOSE_WORDS, NEAR, understand
from indexer.catalogue.document.build import TOGETHER
from indexer.index.cluster.mapping import shipped_body
from tests.support.searches import typed_searches
from tests.unit.app.understand.language import language

MAPPINGS = shipped_body().mappings
BLUE = Group((Term("colour", "blue"),))


def mapped(path: str) -> Any:
    """Return a field of the mapping, by its path through properties and multi-fields."""
    node: dict[str, Any] = MAPPINGS
    for part in path.split("."):
        node = (node.get("properties") or node.get("fields") or {})[part]
    return node


@pytest.mark.parametrize("item", FILTERS, ids=lambda item: item.attribute)
def test_every_filter_has_a_keyword_or_boolean_in_the_mapping(item: Any) -> None:
    for currency in CURRENCIES:
        assert mapped(item.field_for(currency))["type"] in {"keyword", "boolean"}


def test_what_is_counted_together_is_a_filter_whose_values_are_ours() -> None:
    ours = [item for item in FILTERS if item.key is None]
    assert {*TOGETHER} <= {item.field_for(code) for item in ours for code in CURRENCIES}


def test_every_sort_and_number_has_a_field_with_values_in_the_mapping() -> None:
    fields = [*NUMERIC.values(), *(sort.field for sort in SORTS if sort.field), "objectID"]
    for currency in CURRENCIES:
        for field in fields:
            assert mapped(field.format(currency=currency.lower())).get("doc_values", True)


def test_every_text_field_is_in_the_mapping() -> None:
    for field in (*HIGHLIGHT_FIELDS.values(), "words", "colourText"):
        assert mapped(field)["type"] == "text"


def test_visitors_see_only_what_is_visible_and_operators_may_see_all() -> None:
    assert query(Conditions()) == {"bool": {"filter": [{"term": {"visible": True}}]}}
    assert query(Conditions(include_hidden=True)) == {"bool": {"filter": []}}


def test_a_country_is_reached_directly_from_everywhere_or_through_a_proxy() -> None:
    built = query(Conditions(country="NA", proxies=("GB", "US")))
    assert {"terms": {"shipsTo": ["*", "GB", "NA", "US"]}} in built["bool"]["filter"]


def conditions(text: str, **changes: Any) -> Conditions:
    return Conditions(text=text, meaning=understand(text, language()), **changes)


@pytest.mark.parametrize("text", ["name:x NOT *:*", "_exists_:price", "dress^9 AND (boots OR"])
def test_no_field_name_and_no_query_syntax_comes_from_the_text(text: str) -> None:
    built = json.dumps(ranked_query(conditions(text), 0))
    assert "query_string" not in built
    assert "*:*" not in built
    fields = set(
        re.findall(r'"(?:match|match_phrase|term|terms|range|exists)": \{"([^"]+)"', built)
    )
    assert all(mapped(field) for field in fields - {"field"})


def test_what_is_understood_filters_and_counts_without_scores() -> None:
    built = json.dumps(query(conditions("red dress under R300")))
    assert '{"term": {"colour": "red"}}' in built
    assert '{"range": {"price.zar": {"lte": 300.0}}}' in built
    assert "constant_score" not in built


def test_an_amount_without_a_currency_is_in_the_visitors() -> None:
    built = json.dumps(query(conditions("dress under 300", currency="EUR")))
    assert '{"range": {"price.eur": {"lte": 300.0}}}' in built


def test_bounds_that_exclude_each_other_are_alternatives() -> None:
    built = json.dumps(query(conditions("under R200 or over R500")))
    assert '"should": [{"range"' in built


def test_what_nothing_knows_matches_nothing() -> None:
    assert {"match_none": {}} in query(conditions("zzzz"))["bool"]["filter"]


def test_words_that_remain_must_all_be_there_until_the_search_is_loosened() -> None:
    strict = understand("summer office jacket", language())
    relaxation = strict.loosely(1)
    required = [
        json.dumps(query(Conditions(text="x", meaning=meaning))) for meaning in (strict, relaxation)
    ]
    assert ['"words"' in body for body in required] == [True, False]


def test_every_order_ends_in_the_object_id() -> None:
    for chosen in SORTS:
        for text in ("", "dress"):
            order = sort(SearchRequest(Conditions(text=text), sort=chosen))
            assert order[-1] == {"objectID": "asc"}


def test_with_text_the_default_is_the_best_match_otherwise_the_newest() -> None:
    assert sort(SearchRequest(Conditions(text="x")))[0] == {"_score": "desc"}
    assert sort(SearchRequest(Conditions()))[0] == {"createdAt": "desc"}


def sent(**params: Any) -> dict[str, Any]:
    return {"indexName": "products", "params": params}


def test_an_instantsearch_array_collapses_into_one_body_a_set_of_conditions() -> None:
    chosen = [["colour:blue"], ["stock:in-stock"]]
    everything = [item.attribute for item in FILTERS]
    requests = typed_searches(
        [
            sent(facets=everything, facetFilters=chosen, hitsPerPage=100),
            sent(facets="colour", facetFilters=chosen[1:], hitsPerPage=0),
            sent(facets="stock", facetFilters=chosen[:1], hitsPerPage=0),
        ]
    )
    plan = _Plan.of(requests)
    assert len(plan.pages) == 1
    assert sorted(len(facets) for facets in plan.counts.values()) == [1, 1, len(FILTERS) - 2]


def test_counting_bodies_are_the_same_on_every_page_and_in_every_order() -> None:
    first = typed_searches([sent(facets=["colour", "brand"], page=0)])
    second = typed_searches([sent(facets=["brand", "colour"], page=7, hitsPerPage=50)])
    bodies = [_Plan.of(requests).bodies()[-1] for requests in (first, second)]
    assert json.dumps(bodies[0]) == json.dumps(bodies[1])


def test_a_chosen_facet_is_counted_without_its_own_choice() -> None:
    conditions = Conditions(groups=(BLUE,))
    assert conditions.without("colour") == Conditions()
    assert conditions.without("brand") is conditions


def test_no_alternative_holds_nowhere() -> None:
    assert any_of([]) == {"match_none": {}}
    assert said(["name"], ()) == {"match_none": {}}


def test_what_has_all_words_and_is_near_the_type_comes_before_another_reading() -> None:
    stands = conditions("casual print shirt")
    assert stands.meaning is not None
    readings = Readings(stands, stands.meaning)
    (near,) = readings.worded
    counted = (stands, near, *readings.others, *readings.looser)
    totals = [dict.fromkeys(counted, 0) | {readings.looser[0]: 38, near: n} for n in (2, 0)]
    found, missing = (readings.chosen(own.__getitem__, {}) for own in totals)
    assert found is not None
    assert (found.relaxation, found.relaxed.exact, found.relaxed.keeps_words) == (NEAR, 0, False)
    assert missing is not None
    assert missing.relaxation == LOOSE_WORDS
