"""What a text means as what must hold and what must not: pure functions that return dicts."""

import time
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain, pairwise
from typing import Any

from app.search import Body
from app.search.filters import BY_ATTRIBUTE, NUMERIC, RESULT_WINDOW, Sort
from app.search.query import clauses
from app.search.query import results as ranking
from app.search.query.clauses import fresh, measures, price_field, score_clause
from app.search.query.kinds import BY_KIND, KINDS, phrases
from app.search.query.results import DEALT, EXACT_NAME, block, counting, tile_fields
from app.search.request import Conditions, Group, Range, SearchRequest, Term
from app.search.understand import ANYTHING, LOOSE_WORDS, NEAR, Meaning
from indexer.language.words.entries import ADJECTIVE, FEATURE, classes_of

# How many of the remaining words must be there when no other condition holds the page together.
_SOME_WORDS = "1<50%"
ANY_CURRENCY = "ZAR"


def filters(meaning: Meaning, currency: str) -> tuple[list[Body], list[Body]]:
    """Return what must hold and what must not; amounts in `currency` where none was named."""
    must = [*_must(meaning, currency)]
    if meaning.prefix and not meaning.relaxation:
        must.append(_prefix_clause(meaning))
    if meaning.is_empty:
        must.append(clauses.NOTHING)
    barred = [BY_KIND[part.kind].barred(part) for part in meaning.parts if part.excluded]
    return must, barred


def _must(meaning: Meaning, currency: str) -> Iterator[Body]:
    """Give what must hold of conditions and words; a text that is but a measure requires it."""
    is_any = meaning.relaxation >= ANYTHING
    named = {part.kind for part in meaning.parts}
    held = [k for k in KINDS if k.name in named and k.is_held(meaning.relaxation)]
    least = _anything(meaning) if is_any else []
    conditions = (clause for kind in held for clause in kind.holds(meaning, currency))
    words = () if is_any else _words(meaning)
    is_anything = bool(meaning.words)
    for clause in chain(least, conditions, words):
        is_anything = True
        yield clause
    if not is_anything and (required := measures(meaning)):
        yield clauses.any_of(required)


def is_anchored(meaning: Meaning) -> bool:
    """Return True if some condition remains when all words are only wished for."""
    wanted = (part for part in meaning.parts if part.certain and not part.excluded)
    kinds = (BY_KIND[part.kind] for part in wanted)
    return any(kind.anchors and kind.is_held(meaning.relaxation) for kind in kinds)


def relaxations(meaning: Meaning) -> tuple[Meaning, ...]:
    """Return the readings to try where a text finds little, each looser than the last."""
    levels = {LOOSE_WORDS} if meaning.words or meaning.required or meaning.prefix else set[int]()
    for kind in KINDS:
        if any(map(kind.applies, meaning.of(kind.name))):
            is_alone = kind.beside and not meaning.of(kind.beside)
            levels |= {level for level in kind.loosened if level == ANYTHING or not is_alone}
    steps = map(meaning.loosely, sorted(levels))
    # All that there is lies near to nothing: a search for silver is not answered by what is not.
    # One for whatever there is ("best sellers"), is.
    looser = [step for step in steps if step.is_vague or any(_must(step, ANY_CURRENCY))]
    worded = int(LOOSE_WORDS in {step.relaxation for step in looser})
    return (*looser[:worded], *_at_any_price(looser[0] if worded else meaning), *looser[worded:])


def with_all_words(meaning: Meaning) -> Meaning | None:
    """Return the reading of what is only near the types, and has all words: "you guys shirt"."""
    if not (meaning.words and meaning.of("type")):
        return None
    return replace(meaning, relaxation=NEAR, keeps_words=True)


def _at_any_price(meaning: Meaning) -> list[Meaning]:
    bounded = [part for part in meaning.of("price") if part.is_bounded]
    wished = {part.id: part.as_wish() for part in bounded}
    parts = tuple(wished.get(part.id, part) for part in meaning.parts)
    return [replace(meaning, parts=parts)] if bounded else []


def _anything(meaning: Meaning) -> list[Body]:
    """Return what one product must have at least: a type, a brand, or a word of the text."""
    some = [clause for kind in KINDS for clause in kind.enough(meaning)]
    some += [clauses.has_word(word) for word in meaning.words]
    return [clauses.any_of(some)] if some else []


def _words(meaning: Meaning) -> list[Body]:
    """Return what must hold of the words that remain; half of them where nothing else does."""
    if not meaning.relaxation or meaning.keeps_words:
        required = [
            clauses.match_any_phrase(["name", "brand.text"], [word]) for word in meaning.required
        ]
        return [*map(clauses.has_word, meaning.words), *required]
    words = [*meaning.words, *phrases(meaning)]
    if not words or is_anchored(meaning) or meaning.is_vague:
        return []
    match = {"query": " ".join(words), "minimum_should_match": _SOME_WORDS}
    return [{"match": {"words": match}}]


def _prefix_clause(meaning: Meaning) -> Body:
    fields = ("name.prefix", "brand.prefix")
    begun: list[Body] = [{"match": {field: meaning.prefix}} for field in fields]
    begun += [clauses.terms("productTypes", ids)] if (ids := meaning.begun) else []
    return clauses.any_of(begun)


HIGHLIGHT_FIELDS = {"name": "name", "brand": "brand.text"}
# Marks round the matched words; private-use characters, so that no product name contains them.
MARK_START, MARK_END = "\ue000", "\ue001"
REMEMBERED = 256  # conditions whose query is kept: some 2 MB
_COMPARISONS = {"<": "lt", "<=": "lte", ">": "gt", ">=": "gte"}


def score(meaning: Meaning) -> list[Body]:
    """Return the clauses that raise what is nearest to what was requested."""
    return [*(clause for kind in KINDS for clause in kind.raises(meaning)), *_word_scores(meaning)]


def _word_scores(meaning: Meaning) -> list[Body]:
    scores: list[Body] = []
    if meaning.prefix:
        begins: Body = {"match": {"name.prefix": meaning.prefix}}
        scores.append(score_clause(begins, ranking.WORD_IN_NAME))
    if begun := meaning.begun:
        itself: Body = {"match": {"name": meaning.prefix}}  # "black cat" may be no catsuit
        scores.append(score_clause(clauses.terms("productTypes", begun), ranking.TYPE_BEGUN))
        scores.append(score_clause(itself, ranking.TYPE_BEGUN))
    if meaning.relaxation == NEAR and meaning.words:
        all_words = clauses.all_of([clauses.has_word(word) for word in meaning.words])
        is_wish = all(ADJECTIVE in classes_of(word) for word in meaning.words)
        scores.append(score_clause(all_words, ranking.WISHES if is_wish else ranking.WORDS))
    if meaning.words and not any(part.kind in {"type", "brand"} for part in meaning.parts):
        scores.append(score_clause(clauses.UNNAMED, ranking.TYPE_PLAIN))  # a toilet, and no brush
    parts = _described_parts(meaning)
    for word in (*meaning.words, *meaning.optional, *meaning.required):
        fields = ["name", "brand.text"] if word in meaning.optional else ["name"]  # a "curvy" line
        named: Body = {"multi_match": {"query": word, "fields": fields}}
        if word in parts:  # short sleeves come behind none for "long sleeve"
            described = clauses.match_any_phrase(["name"], [parts[word]])
            named = clauses.any_of([described, {"bool": {"must_not": named}}])
        scores.append(score_clause(named, ranking.WORD_IN_NAME))
        if word in meaning.words and meaning.relaxation and word not in parts:
            scores.append(score_clause(clauses.has_word(word), ranking.WORD))
    return scores


def _described_parts(meaning: Meaning) -> dict[str, str]:
    """Return the parts of a product that are described, with their phrases: a "long sleeve"."""
    free = {*meaning.words, *meaning.optional}
    pairs = [pair for pair in pairwise(meaning.used.split()) if free.issuperset(pair)]
    return {part: f"{how} {part}" for how, part in pairs if FEATURE in classes_of(part)}


def functions(meaning: Meaning, currency: str, today: int) -> list[Body]:
    """Return what raises by number: price, and what makes a good first page of equals.

    Of those that the price orders none is: what costs less comes first, and not what looks better.
    `today`: the day's beginning, epoch s, so that equal searches stay equal through the day.
    """
    scoring = [weight for kind in KINDS for weight in kind.weighs(meaning, currency, today)]
    return scoring if meaning.is_by_price else scoring + quality(today)


def quality(today: int) -> list[Body]:
    """Return what a shopper wants to see first among equals."""
    stored = {"field_value_factor": {"field": "quality", "missing": 0}}
    return [stored, *(fresh(today, days, weight) for days, weight in ranking.FRESH)]


@lru_cache(REMEMBERED)
def query(conditions: Conditions) -> Body:
    """Return what must match, which must not be changed: it is cached for the next request.

    Nothing in it scores: equal conditions count the same; filters are cached. One search requests
    for the same several times: to guess, to count, to fetch.
    """
    held, excluded = _filters(conditions)
    if conditions.meaning is not None:
        understood, barred = filters(conditions.meaning, conditions.currency)
        held, excluded = held + understood, excluded + barred
    body: Body = {"filter": held}
    if excluded:
        body["must_not"] = excluded
    return {"bool": body}


def ranked_query(conditions: Conditions, today: int) -> Body:
    """Return the same with its order: what was requested first, then what makes a good page.

    `today` is the beginning of the day, epoch s.
    """
    matching = query(conditions)
    meaning = conditions.meaning
    if meaning is None:
        return matching
    raising = [*score(meaning), *_exact(meaning, conditions.currency)]
    return {
        "function_score": {
            "query": _preferring(matching, raising),
            "functions": functions(meaning, conditions.currency, today),
            "score_mode": "sum",
            "boost_mode": "sum",
        }
    }


def parted_query(conditions: Conditions) -> Body:
    """Return the same in two parts, for a chosen order: what has all of the text scores more."""
    matching, meaning = query(conditions), conditions.meaning
    if meaning and meaning.is_parted:
        return _preferring(matching, _exact(meaning, conditions.currency))
    return matching


def _preferring(matching: Body, raising: list[Body]) -> Body:
    """Return a query with clauses that need not hold and raise what they hold for."""
    return {"bool": matching["bool"] | {"should": raising, "minimum_should_match": 0}}


def _exact(meaning: Meaning, currency: str) -> list[Body]:
    if not meaning.is_parted:
        return []
    must, must_not = filters(meaning.loosely(0), currency)
    clause = {"bool": {"filter": must, "must_not": must_not}}
    named = {"filter": clause, "boost": ranking.EXACT, "_name": EXACT_NAME}
    return [{"constant_score": named}]


def _filters(conditions: Conditions) -> tuple[list[Body], list[Body]]:
    must: list[Body] = []
    must_not: list[Body] = []
    if not conditions.include_hidden:
        must.append({"term": {"visible": True}})
    if conditions.country:
        must.append({"terms": {"shipsTo": list(conditions.reachable)}})
    if conditions.only:
        must.append({"ids": {"values": [str(id_) for id_ in conditions.only]}})
    for group in conditions.groups:
        if len(group.terms) == 1 and not group.ranges and group.terms[0].excluded:
            must_not.append(_values(group.terms, conditions.currency)[0])
        else:
            must.append(_group(group, conditions.currency))
    return must, must_not


def _group(group: Group, currency: str) -> Body:
    included = _values(tuple(t for t in group.terms if not t.excluded), currency)
    negated = [
        {"bool": {"must_not": _values((term,), currency)}} for term in group.terms if term.excluded
    ]
    alternatives = included + negated + [_range(item, currency) for item in group.ranges]
    if len(alternatives) == 1:
        return alternatives[0]
    return {"bool": {"should": alternatives, "minimum_should_match": 1}}


def _values(terms: tuple[Term, ...], currency: str) -> list[Body]:
    """Return one `terms` clause a facet: cheaper than a clause a value, and cached as one."""
    by_facet: dict[str, list[str]] = {}
    for term in terms:
        by_facet.setdefault(term.attribute, []).append(term.value)
    facets = [(BY_ATTRIBUTE[name], values) for name, values in by_facet.items()]
    return [clauses.facet_clause(item, item.field_for(currency), values) for item, values in facets]


def _range(item: Range, currency: str) -> Body:
    field = NUMERIC[item.attribute].format(currency=currency.lower())
    if item.operator in _COMPARISONS:
        return {"range": {field: {_COMPARISONS[item.operator]: item.value}}}
    exact: Body = {"term": {field: item.value}}
    return exact if item.operator == "=" else {"bool": {"must_not": [exact]}}


def sort(request: SearchRequest) -> list[Any]:
    """Return the order; `objectID` is the last tie-break, so that pages never overlap.

    Of equals of a text it is the only one: the second of an import is no reason, and what is new
    scores already.
    """
    chosen: Sort = request.sort
    if not chosen.field:
        return [{"_score" if request.is_ranked else "createdAt": "desc"}, {"objectID": "asc"}]
    field = chosen.field.format(currency=request.conditions.currency.lower())
    main: Body = {field: {"order": chosen.direction, "missing": "_last"}}
    meaning = request.conditions.meaning
    parted: list[Any] = [{"_score": "desc"}] if meaning and meaning.is_parted else []
    # Of a text's few; a whole catalogue by its price is not sorted twice.
    stocked: list[Any] = [{"stock": "asc"}] if meaning else []
    return [*parted, *stocked, main, {"objectID": "asc"}]


def window(request: SearchRequest) -> tuple[int, int]:
    """Return from which hit on how many are fetched: the page, or the block that varies it."""
    if request.is_varied:
        return block(request.page, request.hits_per_page, RESULT_WINDOW)
    if request.interleaves_brands:
        return block(request.page, request.hits_per_page, RESULT_WINDOW, DEALT)
    return request.page * request.hits_per_page, request.hits_per_page


def hits_body(request: SearchRequest) -> Body:
    """Return the body that fetches one page.

    It does not count: the `count_body` beside it does, and that one is cached from page to page.
    Without counting, Elasticsearch may skip whatever cannot reach the page.
    """
    matching = (
        ranked_query(request.conditions, today())
        if request.is_ranked
        else parted_query(request.conditions)
    )
    start, size = window(request)
    body: Body = {
        "query": matching,
        "from": start,
        "size": size,
        "sort": sort(request),
        "track_total_hits": False,
    }
    if not request.all_fields:
        body |= tile_fields(request.conditions)
        if request.interleaves_brands:
            body["docvalue_fields"].append("brand")
    if request.highlighted and request.conditions.meaning is not None:
        body["highlight"] = _highlight(request.conditions.meaning)
    return body


def today() -> int:
    """Return the beginning of the day (UTC, epoch s): equal searches stay equal through it."""
    return int(time.time()) // 86_400 * 86_400


def _highlight(meaning: Meaning) -> Body:
    written = [phrase for part in meaning.parts if not part.excluded for phrase in part.phrases]
    words = " ".join([meaning.used, *written])
    marked = [{"match": {field: {"query": words}}} for field in HIGHLIGHT_FIELDS.values()]
    return {
        "highlight_query": {"bool": {"should": marked}},
        "pre_tags": [MARK_START],
        "post_tags": [MARK_END],
        "number_of_fragments": 0,
        "require_field_match": False,
        "fields": {field: {} for field in HIGHLIGHT_FIELDS.values()},
    }


def count_body(conditions: Conditions, facets: Iterable[str], whole: Collection[str] = ()) -> Body:
    """Return the `size: 0` body that counts, with the values of these facets.

    `whole`: facets of which every value is counted. Of prices that were named and do not filter it
    requests the nearest.

    Equal choices give equal bytes, for every visitor on every page, so Elasticsearch's request
    cache answers all but the first.
    """
    body: Body = {"query": query(conditions), "size": 0, "track_total_hits": True}
    aggregations = counting(facets, conditions.currency, whole) | _nearest_prices(conditions)
    if "price" in facets:
        field = NUMERIC["price"].format(currency=conditions.currency.lower())
        aggregations["price_stats"] = {"stats": {"field": field}}
    if aggregations:
        body["aggs"] = aggregations
    return body


def enough_body(conditions: Conditions, enough: int) -> Body:
    """Return the body that counts up to `enough` and not beyond: it ends at that many."""
    return count_body(conditions, []) | {"track_total_hits": enough}


def _nearest_prices(conditions: Conditions) -> dict[str, Body]:
    if conditions.meaning is None or not conditions.meaning.is_any_price:
        return {}
    field, near = _named_price(conditions.meaning, conditions.currency)
    sides = {"above": ("min", {"gt": near}), "below": ("max", {"lt": near})}
    return {
        side: {"filter": {"range": {field: bounds}}, "aggs": {"price": {nearest: {"field": field}}}}
        for side, (nearest, bounds) in sides.items()
    }


def _named_price(meaning: Meaning, currency: str) -> tuple[str, float]:
    part = next(part for part in meaning.of("price") if part.near is not None)
    return price_field(part, currency), part.near or 0.0


def nearest_price(conditions: Conditions, response: Body) -> float | None:
    """Return the amount nearest to the one that was named, of the answer to a `count_body`."""
    if conditions.meaning is None:
        return None
    _, near = _named_price(conditions.meaning, conditions.currency)
    sides = (response["aggregations"][side]["price"]["value"] for side in ("above", "below"))
    amounts = [amount for amount in sides if amount is not None]
    return min(amounts, key=lambda amount: abs(amount - near), default=None)


def any_body(matching: Body) -> Body:
    """Return the body whose total shows whether there is any product that matches."""
    return {"query": matching, "size": 0, "terminate_after": 1, "track_total_hits": 1}
