"""From what a text means to Elasticsearch clauses: pure functions that return dicts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from app.search import ranking
from app.search.understand import ANY_BRAND, ANY_COLOUR, ANYTHING, NEAR, Meaning, Part

Body = dict[str, Any]

# Wordings are compared as they are indexed: a synonym of a wording would be another thing.
_AS_INDEXED = "words_index"
# How many of the remaining words must be there when no other condition holds the page together.
_SOME_WORDS = "1<50%"
KIDS = ("kids", "baby")
_NOT_UNISEX: Body = {"bool": {"must_not": [{"term": {"gender": "unisex"}}]}}
STATES: dict[str, Body] = {
    "sale": {"term": {"onSale": True}},
    "vintage": {"term": {"type": "vintage"}},
    "in-stock": {"term": {"stock": "in-stock"}},
    "local": {"term": {"saMade": True}},
}


def filters(meaning: Meaning, currency: str) -> tuple[list[Body], list[Body]]:
    """Return what must hold and what must not; amounts in `currency` where none was named."""
    if meaning.loose >= ANYTHING:
        must = [*_anything(meaning), *_prices(meaning.of("price"), currency)]
        return must, [_excluded(part) for part in meaning.parts if part.excluded]
    must = [
        *_alternatives(_thing(part, meaning.loose) for part in meaning.of("thing")),
        *_alternatives(_colours(meaning)),
        *_alternatives(_brand(part) for part in _brands(meaning)),
        *_people(meaning.of("people")),
        *_prices(meaning.of("price"), currency),
    ]
    if not meaning.loose:
        must += [_state(part) for part in meaning.of("state") if part.certain]
        must += [_word(word) for word in meaning.words]
        must += [_said(["name", "brand.text"], [word]) for word in meaning.literal]
    elif meaning.words and not meaning.is_anchored:
        must.append(_some(meaning.words))
    if meaning.prefix and not meaning.loose:
        must.append(_begun(meaning.prefix))
    if meaning.is_empty:
        must.append({"match_none": {}})
    return must, [_excluded(part) for part in meaning.parts if part.excluded]


def _anything(meaning: Meaning) -> list[Body]:
    """Return what one product must have at least: a thing, a brand, or a word of the text."""
    things = [_thing(part, NEAR) for part in meaning.of("thing")]
    brands = [_brand(part) for part in meaning.of("brand")]
    words = [_word(word) for word in meaning.words]
    return _alternatives([*things, *brands, *words])


def _alternatives(clauses: Iterable[Body]) -> list[Body]:
    found = list(clauses)
    return [_any(found)] if found else []


def _any(clauses: Sequence[Body]) -> Body:
    return clauses[0] if len(clauses) == 1 else {"bool": {"should": list(clauses)}}


def _all(clauses: Sequence[Body]) -> Body:
    return clauses[0] if len(clauses) == 1 else {"bool": {"filter": list(clauses)}}


def _terms(field: str, values: Sequence[str]) -> Body:
    if len(values) == 1:
        return {"term": {field: values[0]}}
    return {"terms": {field: sorted(values)}}


def _said(fields: Sequence[str], phrases: Sequence[str]) -> Body:
    """Return what holds where a text field holds one of the phrases; single words in one clause."""
    single = " ".join(phrase for phrase in phrases if " " not in phrase)
    longer = [phrase for phrase in phrases if " " in phrase]
    clauses: list[Body] = []
    for field in fields:
        if single:
            clauses.append({"match": {field: {"query": single, "analyzer": _AS_INDEXED}}})
        clauses += [
            {"match_phrase": {field: {"query": phrase, "analyzer": _AS_INDEXED}}}
            for phrase in longer
        ]
    return _any(clauses)


def _thing(part: Part, loose: int = 0) -> Body:
    said = _said(["name"], part.phrases)
    near = (*part.values, *part.near_values)
    if loose >= NEAR and near:
        return _any([_terms("category", near), said])
    if not part.values:
        return said
    stands = _terms("category", part.values)
    if part.narrow:
        return _all([stands, said])
    return _any([stands, said]) if part.either else stands


def _colours(meaning: Meaning) -> list[Body]:
    if meaning.loose >= ANY_COLOUR:
        return []
    return [_colour(part) for part in meaning.of("colour")]


def _colour(part: Part) -> Body:
    """Return what holds where the swatch is right, or the wording is one at the colour's edge."""
    worded = (*part.edge, *(part.phrases if part.either else ()))
    swatch = _terms("colour", part.values)
    return _any([swatch, _said(["name", "colourText"], worded)]) if worded else swatch


def _brands(meaning: Meaning) -> list[Part]:
    """Return the brands of which one must be it."""
    if meaning.loose >= ANY_BRAND:
        return []
    return [part for part in meaning.of("brand") if part.certain]


def _brand(part: Part) -> Body:
    named = [_terms("brand", part.values)] if part.values else []
    return _any([*named, *([_terms("store", part.stores)] if part.stores else [])])


def _people(parts: Sequence[Part]) -> list[Body]:
    """Return whom products are for; what says nothing of it (a lamp, a tent) is for all."""
    genders, audiences = _of_people(parts)
    must: list[Body] = []
    if genders:
        nobody = {"bool": {"must_not": [{"exists": {"field": "gender"}}]}}
        must.append(_any([_terms("gender", genders), nobody]))
    if audiences and "adult" not in audiences:
        named = tuple(phrase for part in parts for phrase in part.phrases)
        must.append(_any([_terms("audience", audiences), _said(["name"], named)]))
    elif audiences == ["adult"]:
        must.append({"bool": {"must_not": [_terms("audience", KIDS)]}})
    return must


def _of_people(parts: Sequence[Part]) -> tuple[list[str], list[str]]:
    pairs = [value.partition(":") for part in parts for value in part.values]
    genders = sorted({value for name, _, value in pairs if name == "gender"})
    audiences = sorted({value for name, _, value in pairs if name == "audience"})
    if audiences == ["kids"]:
        audiences = list(KIDS)
    return genders, audiences


def _prices(parts: Sequence[Part], currency: str) -> list[Body]:
    """Return the price range; of bounds that leave nothing between them either one holds."""
    ranges = [_range(part, currency) for part in parts]
    lows = [part.low for part in parts if part.low is not None]
    highs = [part.high for part in parts if part.high is not None]
    if len(parts) > 1 and lows and highs and max(lows) > min(highs):
        return [_any(ranges)]
    return ranges


def _range(part: Part, currency: str) -> Body:
    bounds = {"gte": part.low, "lte": part.high}
    field = f"price.{(part.currency or currency).lower()}"
    return {"range": {field: {name: v for name, v in bounds.items() if v is not None}}}


def _state(part: Part) -> Body:
    state = STATES[part.values[0]]
    return _any([state, _said(["name"], part.phrases)]) if part.phrases else state


def _word(word: str) -> Body:
    return {"match": {"words": {"query": word, "operator": "and"}}}


def _begun(prefix: str) -> Body:
    """Return what holds where a word of the name or the brand begins so."""
    return _any([{"match": {field: prefix}} for field in ("name.prefix", "brand.prefix")])


def _some(words: Sequence[str]) -> Body:
    return {"match": {"words": {"query": " ".join(words), "minimum_should_match": _SOME_WORDS}}}


def _excluded(part: Part) -> Body:
    match part.kind:
        case "thing":
            clause = _any([_thing(part), _said(["name"], part.phrases[:1])])
        case "colour":
            clause = _any([_terms("colour", part.values), _said(["colourText"], part.phrases)])
        case "brand":
            clause = _brand(part)
        case "people":
            clause = _excluded_people(part)
        case "state":
            clause = STATES.get(part.values[0], {"match_none": {}})
        case _:
            clause = _said(["name"], part.phrases)
    return clause


def _excluded_people(part: Part) -> Body:
    genders, audiences = _of_people([part])
    if set(audiences) & set(KIDS):
        return _terms("audience", audiences)
    return _all([_terms("gender", genders), _NOT_UNISEX])


def score(meaning: Meaning) -> list[Body]:
    """Return the clauses that raise what is nearest to what was asked for."""
    if "tiers" not in meaning.techniques:
        return [_constant(_word(word), ranking.WORD) for word in meaning.words]
    return [
        *_thing_scores(meaning),
        *_colour_scores(meaning),
        *_people_scores(meaning.of("people")),
        *(_constant(_brand(p), ranking.BRAND) for p in _perhaps(meaning)),
        *(_constant(_state(p), ranking.STATE) for p in _wished(meaning)),
        *_word_scores(meaning),
    ]


def _constant(clause: Body, weight: float) -> Body:
    return {"constant_score": {"filter": clause, "boost": weight}}


def _thing_scores(meaning: Meaning) -> list[Body]:
    scores: list[Body] = []
    for part in meaning.of("thing"):
        if part.own:
            scores.append(_constant(_said(["name"], part.own[:1]), ranking.THING_SAID))
            scores.append(_constant(_said(["name"], part.own), ranking.THING_CALLED))
        if meaning.loose >= NEAR:
            scores.append(_constant(_thing(part), ranking.THING_EXACT))
            scores += [_constant(_word(word), ranking.WORD) for word in part.phrases[0].split()]
        if part.either or meaning.loose >= NEAR:
            scores.append(_constant(_said(["name"], part.phrases), ranking.THING_NAMED))
    return scores


def _colour_scores(meaning: Meaning) -> list[Body]:
    """Raise each colour that is there, the swatch above its edge, and the very wording most."""
    scores: list[Body] = []
    for part in meaning.of("colour"):
        worded = _said(["name", "colourText"], part.phrases)
        scores.append(_constant(_colour(part), ranking.COLOUR))
        scores.append(_constant(_terms("colour", part.values), ranking.COLOUR_SWATCH))
        scores.append(_constant(worded, ranking.COLOUR_WORDED))
    return scores


def _people_scores(parts: Sequence[Part]) -> list[Body]:
    genders, _ = _of_people(parts)
    if len(genders) != 1 or genders == ["unisex"]:
        return []
    return [_constant(_all([_terms("gender", genders), _NOT_UNISEX]), ranking.GENDER)]


def _perhaps(meaning: Meaning) -> list[Part]:
    """Return the brands that only raise."""
    must = _brands(meaning)
    return [part for part in meaning.of("brand") if part not in must]


def _wished(meaning: Meaning) -> list[Part]:
    """Return the states that a product may have and need not."""
    return [p for p in meaning.of("state") if meaning.loose and p.values[0] in STATES]


def _word_scores(meaning: Meaning) -> list[Body]:
    scores: list[Body] = []
    if meaning.prefix:
        scores.append(_constant({"match": {"name.prefix": meaning.prefix}}, ranking.WORD_IN_NAME))
    for word in (*meaning.words, *meaning.soft, *meaning.literal):
        scores.append(_constant({"match": {"name": {"query": word}}}, ranking.WORD_IN_NAME))
        if word in meaning.words and meaning.loose:
            scores.append(_constant(_word(word), ranking.WORD))
    return scores


def functions(meaning: Meaning, currency: str, today: int) -> list[Body]:
    """Return what raises by number: price, and what makes a good first page of equals.

    `today`: the day's beginning, epoch s, so that equal searches stay equal through the day.
    """
    states = {part.values[0] for part in meaning.of("state")}
    named = [part for part in meaning.of("price") if part.near]
    found = [_price_function(part, currency) for part in named]
    found += [_affordable(part, currency) for part in named if part.low is None]
    if states & {"cheap", "dear"}:
        found.append(_cheap(currency, dear="dear" in states))
    days = [7, 30, 90, 365] if "new" in states else []
    found += [_fresh(today, day, ranking.STATE / len(days)) for day in days]
    return found + quality(today) if "quality" in meaning.techniques else found


def quality(today: int) -> list[Body]:
    """Return what a shopper wants to see first among equals."""
    return [
        _weighed({"term": {"soldOut": False}}, ranking.IN_STOCK),
        _weighed({"term": {"hasImage": True}}, ranking.HAS_IMAGE),
        *(_at_most("place.name", place, weight) for place, weight in ranking.PLACE_OF_NAME),
        *(_at_most("place.brand", place, weight) for place, weight in ranking.PLACE_OF_BRAND),
        *(
            _weighed({"range": {"popularity": {"gte": least}}}, weight)
            for least, weight in ranking.POPULARITY
        ),
        *(_fresh(today, days, weight) for days, weight in ranking.FRESH),
    ]


def _weighed(clause: Body, weight: float) -> Body:
    return {"filter": clause, "weight": weight}


def _at_most(field: str, most: int, weight: float) -> Body:
    return _weighed({"range": {field: {"lte": most}}}, weight)


def _fresh(today: int, days: int, weight: float) -> Body:
    return _weighed({"range": {"createdAt": {"gte": today - days * 86_400}}}, weight)


def _price_function(part: Part, currency: str) -> Body:
    field = f"price.{(part.currency or currency).lower()}"
    near = part.near or 0.0
    curve = {"origin": near, "scale": max(near * 0.25, 1.0), "decay": 0.5}
    return {"exp": {field: curve}, "weight": ranking.PRICE}


def _affordable(part: Part, currency: str) -> Body:
    """Return what comes first where an amount was named: what costs no more than that."""
    field = f"price.{(part.currency or currency).lower()}"
    return _weighed({"range": {field: {"lte": part.near}}}, ranking.AFFORDABLE)


def _cheap(currency: str, *, dear: bool) -> Body:
    """Return a function that falls (or rises) with the price over its whole range."""
    field = f"price.{currency.lower()}"
    share = "params.scale / (params.scale + doc[params.field].value)"
    source = f"doc[params.field].size() == 0 ? 0 : {'1 - ' if dear else ''}{share}"
    script = {"source": source, "params": {"field": field, "scale": 500.0}}
    return {"script_score": {"script": script}, "weight": ranking.CHEAP}
