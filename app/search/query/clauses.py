"""Elasticsearch clauses that conditions are made of, for what filters and for what raises. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from app.search import Body
from app.search.filters import BY_ATTRIBUTE, NUMERIC, Filter
from app.search.query import results as ranking
from app.search.understand import ANY_COLOUR, NEAR, Amount, Colour, Meaning, Part, TypePart
from app.search.understand.parts import STATES
from indexer.catalogue.document import keys_field
from indexer.catalogue.stores import EVERYWHERE
from indexer.language import extras_of
from scrapers.attributes import DISCOUNT

# Wordings are compared as they are indexed: a synonym of a wording would be another product type.
_AS_INDEXED = "words_index"
NOTHING: Body = {"match_none": {}}
UNNAMED: Body = {"bool": {"must_not": [{"exists": {"field": "productTypes"}}]}}


def any_of(clauses: Sequence[Body]) -> Body:
    """Return what holds where one of the clauses does: nowhere without any.

    An empty `should` would hold everywhere.
    """
    if not clauses:
        return NOTHING
    return clauses[0] if len(clauses) == 1 else {"bool": {"should": list(clauses)}}


def all_of(clauses: Sequence[Body]) -> Body:
    """Return what holds where all of the clauses do; there is at least one."""
    return clauses[0] if len(clauses) == 1 else {"bool": {"filter": list(clauses)}}


def terms(field: str, values: Sequence[str]) -> Body:
    """Return what holds where a keyword field has one of the values."""
    if len(values) == 1:
        return {"term": {field: values[0]}}
    return {"terms": {field: sorted(values)}}


def facet_clause(item: Filter, field: str, values: Sequence[str]) -> Body:
    """Return what holds where a facet has one of the values, in whatever spelling.

    Also as it stands: an index of before documents held keys serves until it is built anew.
    """
    spelled = terms(field, values)
    if item.key is None:
        return spelled
    keys = {item.key(value) for value in values}
    return any_of([terms(keys_field(item.attribute), [*keys]), spelled])


def match_any_phrase(fields: Sequence[str], phrases: Sequence[str]) -> Body:
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
    return any_of(clauses)


def has_word(word: str) -> Body:
    """Return what holds where the word, or a synonym of it, stands anywhere."""
    return {"match": {"words": {"query": word, "operator": "and"}}}


def score_clause(clause: Body, weight: float) -> Body:
    """Return a clause that scores so much where it holds."""
    return {"constant_score": {"filter": clause, "boost": weight}}


def weight_function(clause: Body, weight: float) -> Body:
    """Return the function of a `function_score` that is so much where a clause holds."""
    return {"filter": clause, "weight": weight}


def fresh(today: int, days: int, weight: float) -> Body:
    """Return the function for what was first seen so many days before today's beginning."""
    return weight_function({"range": {"createdAt": {"gte": today - days * 86_400}}}, weight)


_NEW_DAYS = (7, 30, 90, 365)


def price_field(part: Amount, currency: str) -> str:
    """Return the document's field of prices in the currency that was named, or in this one."""
    return NUMERIC["price"].format(currency=(part.currency or currency).lower())


def prices_hold(meaning: Meaning, currency: str) -> list[Body]:
    """Return the price range; of bounds that leave nothing between them either one holds."""
    parts = meaning.of("price")
    ranges = [_within(price_field(part, currency), part) for part in parts]
    lows = [part.low for part in parts if part.low is not None]
    highs = [part.high for part in parts if part.high is not None]
    if len(parts) > 1 and lows and highs and max(lows) > min(highs):
        return [any_of(ranges)]
    return ranges


def prices_weigh(meaning: Meaning, currency: str, _: int) -> list[Body]:
    """Return what comes first where an amount was named: what is near to it, and no dearer."""
    named = [part for part in meaning.of("price") if part.near]
    if meaning.is_any_price:
        return [_nearest(part, currency) for part in named]
    near = [_near(part, currency) for part in named]
    return near + [_affordable(part, currency) for part in named if part.low is None]


def _within(field: str, part: Amount) -> Body:
    bounds = {"gte": part.low, "lte": part.high}
    return {"range": {field: {name: value for name, value in bounds.items() if value is not None}}}


def _near(part: Amount, currency: str) -> Body:
    near = part.near or 0.0
    curve = {"origin": near, "scale": max(near * 0.25, 1.0), "decay": 0.5}
    return {"exp": {price_field(part, currency): curve}, "weight": ranking.PRICE}


def _affordable(part: Amount, currency: str) -> Body:
    return weight_function(
        {"range": {price_field(part, currency): {"lte": part.near}}}, ranking.AFFORDABLE
    )


def _nearest(part: Amount, currency: str) -> Body:
    ratio = "Math.abs(Math.log10((1 + doc[params.field].value) / (1 + params.near)))"
    source = f"1 - {ratio} / params.digits"
    return _by_price(price_field(part, currency), source, near=part.near)


def _by_price(field: str, source: str, **params: float | None) -> Body:
    """Return the function of a script, from 0 to 1; 0 for what has no price."""
    given = {"field": field, "digits": 6.0, **params}
    priced = f"doc[params.field].size() == 0 ? 0 : Math.max(0, {source})"
    script = {"source": priced, "params": given}
    return {"script_score": {"script": script}, "weight": ranking.CHEAP}


def measure(part: Part) -> Body:
    """Return what holds where a product's name or one of its sizes has a measure, in any unit."""
    (kind,) = part.values
    return _within(f"measures.{kind}", cast(Amount, part))


def measures(meaning: Meaning) -> list[Body]:
    """Return what holds for each measure that is requested."""
    return [measure(part) for part in meaning.of("measure")]


def measures_raise(meaning: Meaning) -> list[Body]:
    """Raise what has the measures: many products do not declare theirs."""
    return [score_clause(one, ranking.MEASURE) for one in measures(meaning)]


def state(part: Part) -> Body:
    """Return what holds for a state that a product may be in, as on sale by so many per cent.

    Nothing is in a state that only orders the results ("new", "cheap").
    """
    name, *values = part.values
    if name == "ships-from":
        return terms(BY_ATTRIBUTE["shipsFrom"].field, values)
    if name == "ships-to":
        return terms("shipsTo", list({*values, EVERYWHERE}))
    _, facet, value = STATES[name]
    if not facet:
        return NOTHING
    known = terms(BY_ATTRIBUTE[facet].field, (value,))
    if isinstance(part, Amount) and part.is_bounded:
        known = all_of([known, _within(DISCOUNT.name, part)])
    worded = [match_any_phrase(["name"], part.phrases)] if part.phrases else []
    return any_of([known, *worded])


def states_raise(meaning: Meaning) -> list[Body]:
    """Raise what is in a state that it need not be in; of a discount that there is one."""
    states = meaning.of("state") if meaning.relaxation else ()
    some = [replace(p, low=None, high=None) if isinstance(p, Amount) else p for p in states]
    return [score_clause(state(part), ranking.STATE) for part in some]


def states_weigh(meaning: Meaning, currency: str, today: int) -> list[Body]:
    """Return what orders the results: by price, or what is new first; not where a price does."""
    states = {part.values[0] for part in meaning.of("state") if not meaning.is_any_price}
    scoring: list[Body] = []
    if states & {"price-ascending", "price-descending"}:  # with its digits: socks or a sofa
        digits = "Math.min(params.digits, Math.log10(1 + doc[params.field].value)) / params.digits"
        source = digits if "price-descending" in states else f"1 - {digits}"
        field = NUMERIC["price"].format(currency=currency.lower())
        scoring.append(_by_price(field, source))
    days = _NEW_DAYS if "new" in states else ()
    weight = ranking.STATE / len(_NEW_DAYS)
    return scoring + [fresh(today, day, weight) for day in days]


CATEGORY, COLOUR = (BY_ATTRIBUTE[name].field for name in ("category", "colour"))
WORDED = ("name", "colourText")  # where products have their colour


def product_type(part: TypePart, relaxation: int = 0, *, surely: bool = False) -> Body:
    """Return what holds for a product type: where it stands, what it is called, or both.

    What stands there and is named something else is left out: of leather watches the straps.
    `surely`: so is what is only bought for it, for no other order puts that behind: the cheapest
    of beds is a fitting, of shoes the laces.
    """
    clause = _product_type(part, relaxation)
    extras = extras_of(part.values) if surely else ()
    if not extras:
        return clause
    return {"bool": {"filter": [clause], "must_not": [terms(CATEGORY, extras)]}}


def _product_type(part: TypePart, relaxation: int) -> Body:
    called = match_any_phrase(["name"], part.phrases)
    named = [terms("productTypes", part.product_types)] if part.product_types else []
    near = (*part.values, *part.near_values)
    if part.excluded_categories:
        barred = terms(CATEGORY, part.excluded_categories)
        called = {"bool": {"filter": [called], "must_not": [barred]}}
    if relaxation >= NEAR and near:
        return any_of([terms(CATEGORY, near), called, *named])
    if not part.values:
        return any_of([called, *named])
    if part.requires_name:
        if not part.either:  # a "smart watch strap" is none
            kin = [any_of([UNNAMED, terms("productTypes", part.broader)])] if part.broader else []
            called = all_of([terms(CATEGORY, part.values), called, *kin])
        return any_of([called, *named])
    own = [slug for slug in part.values if slug not in part.shared]
    stands = [terms(CATEGORY, own)] if own else []
    if part.own and own:
        stands = [all_of([*stands, UNNAMED])]
    if part.shared:
        stands.append(all_of([terms(CATEGORY, part.shared), called]))
    return any_of([*stands, *([called] if part.either else []), *named])


def colour(part: Colour) -> Body:
    """Return what holds where the swatch is right, or the wording is one at the colour's edge."""
    worded = (*part.edge, *(part.phrases if part.either else ()))
    swatch = terms(COLOUR, part.values)
    return any_of([swatch, match_any_phrase(WORDED, worded)]) if worded else swatch


def types_hold(meaning: Meaning, _: str) -> list[Body]:
    """Return what must hold of the product types, in the colours where some are wanted.

    Where what is near follows, so does just the type in another colour: who looks for a brown sofa
    looks at sofas. Which of them comes first is the ranking's.
    """
    product_types, colours = meaning.of("type"), _colours(meaning)
    if not product_types:
        return []
    near = _colour_pairs(meaning) or [
        any_of([_as_read(part, meaning) for part in product_types]),
        *([any_of(colours)] if colours else []),
    ]
    if meaning.relaxation != NEAR or not colours:
        return near
    return [any_of([all_of(near), *map(product_type, product_types)])]


def colours_hold(meaning: Meaning, _: str) -> list[Body]:
    """Return what must hold of the colours; beside a product type next to it."""
    colours = _colours(meaning)
    return [any_of(colours)] if colours and not meaning.of("type") else []


def _as_read(part: TypePart, meaning: Meaning) -> Body:
    return product_type(part, meaning.relaxation, surely=meaning.is_by_price)


def _colours(meaning: Meaning) -> list[Body]:
    return (
        [colour(part) for part in meaning.of("colour")] if meaning.relaxation < ANY_COLOUR else []
    )


def _colour_pairs(meaning: Meaning) -> list[Body]:
    """Return what must hold where each product type has colours of its own; nothing where not."""
    colours = meaning.of("colour")
    if meaning.relaxation >= ANY_COLOUR or not colours or not all(part.of for part in colours):
        return []
    own = {
        part: any_of([colour(one) for one in colours if one.of == part.text])
        for part in meaning.of("type")
    }
    pairs = [all_of([_as_read(part, meaning), is_so]) for part, is_so in own.items()]
    return [any_of(pairs)]


def type_barred(part: Part) -> Body:
    """Return what must not hold where a product type is not wanted."""
    if not isinstance(part, TypePart):
        return match_any_phrase(["name"], part.phrases)
    named = part.phrases if part.requires_name else part.phrases[:1]
    return any_of([product_type(part), match_any_phrase(["name"], named)])


def colour_barred(part: Part) -> Body:
    """Return what must not hold where a colour is not wanted."""
    worded = match_any_phrase(["colourText"], part.phrases)
    return any_of([terms(COLOUR, part.values), worded])


def types_raise(meaning: Meaning) -> list[Body]:
    """Raise what is called so above what only stands among it."""
    scores: list[Body] = []
    product_types = meaning.of("type")
    for part in product_types:
        # Beside another type a whole branch is raised as well, or all of the other came before it.
        own = part.own or (part.phrases if len(product_types) > 1 else ())
        # All hits name the type in their name: that raises none above another.
        narrowed = part.requires_name and meaning.relaxation < NEAR and len(product_types) == 1
        if part.kinds:
            scores.append(score_clause(terms(CATEGORY, part.kinds), ranking.TYPE_CALLED))
        if part.product_types and not meaning.is_by_price:
            called = terms("productTypes", part.product_types)
            scores.append(score_clause(called, ranking.TYPE_IS))
            if part.narrower:  # a "White Top" before T-shirts, which are tops, too
                plain = {"filter": called, "must_not": terms("productTypes", part.narrower)}
                scores.append(score_clause({"bool": plain}, ranking.TYPE_PLAIN))
        if own and not meaning.is_by_price:
            for phrases, weight in ((own[:1], ranking.TYPE_SAID), (own, ranking.TYPE_CALLED)):
                if not (narrowed and set(part.phrases) <= set(phrases)):
                    scores.append(score_clause(match_any_phrase(["name"], phrases), weight))
        if meaning.relaxation >= NEAR:
            scores.append(score_clause(product_type(part), ranking.TYPE_EXACT))
            *describing, head = part.phrases[0].split()
            scores += [score_clause(has_word(word), ranking.WORD) for word in describing]
            scores.append(score_clause({"match": {"name": head}}, ranking.TYPE_HEAD))
        if (part.either and not narrowed) or meaning.relaxation >= NEAR:
            scores.append(
                score_clause(match_any_phrase(["name"], part.phrases), ranking.TYPE_NAMED)
            )
    return scores


def colours_raise(meaning: Meaning) -> list[Body]:
    """Raise each colour that is there, the swatch above its edge, and the very wording most."""
    is_of_kin = meaning.relaxation >= NEAR and not any(part.distant for part in meaning.of("type"))
    weight = ranking.COLOUR + (ranking.COLOUR_OF_KIN if is_of_kin else 0)
    scores: list[Body] = []
    colours = meaning.of("colour")
    has_shades = all(part.alike for part in colours)  # or all of one came before the other
    for part in colours:
        scores.append(score_clause(colour(part), weight))
        swatch = terms(COLOUR, part.values)
        scores.append(score_clause(swatch, ranking.COLOUR_SWATCH))
        if part.others and len(colours) == 1:
            # "Rose gold" is no plain gold; who names a shade ("cream") has named no plain colour.
            plain = () if part.alike else part.values
            longer = [w for w in part.edge if w[1:].endswith(plain) and w not in part.phrases]
            others = [terms(COLOUR, part.others), match_any_phrase(WORDED, longer)]
            alone = {"filter": swatch, "must_not": others}
            scores.append(score_clause({"bool": alone}, ranking.COLOUR_ALONE))
        scores.append(score_clause(match_any_phrase(WORDED, part.phrases), ranking.COLOUR_WORDED))
        if has_shades:
            shade = match_any_phrase(WORDED, (*part.phrases, *part.alike))
            scores.append(score_clause(shade, ranking.COLOUR_SHADE))
    return scores
