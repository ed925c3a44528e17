"""What a text means as an order: what is nearest to it first, then what makes a good page. Pure."""

from __future__ import annotations

from dataclasses import replace

from app.search import Body
from app.search.query import clauses, ranking
from app.search.query.understood import lacks
from app.search.understand import NEAR, Meaning, Part


def score(meaning: Meaning) -> list[Body]:
    """Return the clauses that raise what is nearest to what was asked for."""
    if "tiers" not in meaning.techniques:
        return [_constant(clauses.has_word(word), ranking.WORD) for word in meaning.words]
    return [
        *_thing_scores(meaning),
        *_colour_scores(meaning),
        *_people_scores(meaning),
        *_attribute_scores(meaning),
        *(_constant(clauses.measure(part), ranking.MEASURE) for part in meaning.measures),
        *(_constant(clauses.brand(p), ranking.BRAND) for p in _perhaps(meaning)),
        *(_constant(clauses.state(p), ranking.STATE) for p in _wished(meaning)),
        *_word_scores(meaning),
    ]


def _constant(clause: Body, weight: float) -> Body:
    return {"constant_score": {"filter": clause, "boost": weight}}


def _thing_scores(meaning: Meaning) -> list[Body]:
    scores: list[Body] = []
    things = meaning.of("thing")
    for part in things:
        # Beside another thing a whole branch is raised as well, or all of the other came before it.
        own = part.own or (part.phrases if len(things) > 1 else ())
        narrowed = _is_narrowed(part, meaning)
        if part.kinds:
            scores.append(_constant(clauses.terms("category", part.kinds), ranking.THING_CALLED))
        if part.things and not meaning.is_by_price:
            scores.append(_constant(clauses.terms("things", part.things), ranking.THING_IS))
        if own and not meaning.is_by_price:
            for phrases, weight in ((own[:1], ranking.THING_SAID), (own, ranking.THING_CALLED)):
                if not (narrowed and set(part.phrases) <= set(phrases)):
                    scores.append(_constant(clauses.said(["name"], phrases), weight))
        if meaning.loose >= NEAR:
            scores.append(_constant(clauses.thing(part), ranking.THING_EXACT))
            *describing, head = part.phrases[0].split()
            scores += [_constant(clauses.has_word(word), ranking.WORD) for word in describing]
            scores.append(_constant({"match": {"name": head}}, ranking.THING_HEAD))
        if (part.either and not narrowed) or meaning.loose >= NEAR:
            scores.append(_constant(clauses.said(["name"], part.phrases), ranking.THING_NAMED))
    return scores


def _is_narrowed(part: Part, meaning: Meaning) -> bool:
    """Tell whether all that is found says the thing in its name: that raises none above another."""
    return part.narrow and meaning.loose < NEAR and len(meaning.of("thing")) == 1


def _colour_scores(meaning: Meaning) -> list[Body]:
    """Raise each colour that is there, the swatch above its edge, and the very wording most."""
    is_of_kin = meaning.loose >= NEAR and not any(part.distant for part in meaning.of("thing"))
    weight = ranking.COLOUR + (ranking.COLOUR_OF_KIN if is_of_kin else 0)
    scores: list[Body] = []
    colours = meaning.of("colour")
    has_shades = all(part.alike for part in colours)  # or all of one came before the other
    for part in colours:
        worded = clauses.said(["name", "colourText"], part.phrases)
        scores.append(_constant(clauses.colour(part), weight))
        scores.append(_constant(clauses.terms("colour", part.values), ranking.COLOUR_SWATCH))
        scores.append(_constant(worded, ranking.COLOUR_WORDED))
        if has_shades:
            shade = clauses.said(["name", "colourText"], (*part.phrases, *part.alike))
            scores.append(_constant(shade, ranking.COLOUR_SHADE))
    return scores


def _people_scores(meaning: Meaning) -> list[Body]:
    """Raise what is made for them; where nobody is named, what is for grown-ups."""
    parts = meaning.of("people")
    if not parts:
        grown_up: Body = {"bool": {"must_not": [clauses.terms("audience", clauses.KIDS)]}}
        is_childs = any(part.is_childs for part in meaning.of("thing"))
        return [
            _constant(
                clauses.terms("audience", clauses.KIDS) if is_childs else grown_up, ranking.GROWN_UP
            )
        ]
    child = clauses.children(parts)
    if child:
        return [_constant(clauses.terms("audience", (child,)), ranking.GENDER)]
    genders, _ = clauses.genders_and_audiences(parts)
    if len(genders) != 1 or genders == ["unisex"]:
        return []
    return [
        _constant(
            clauses.all_of([clauses.terms("gender", genders), clauses.NOT_UNISEX]), ranking.GENDER
        )
    ]


def _perhaps(meaning: Meaning) -> list[Part]:
    """Return the brands that only raise."""
    must = clauses.certain_brands(meaning)
    return [part for part in meaning.of("brand") if part not in must]


def _wished(meaning: Meaning) -> list[Part]:
    """Return the states that a product may have and need not; of a discount that there is one."""
    states = meaning.of("state") if meaning.loose else ()
    return [replace(part, low=None, high=None) for part in states]


def _attribute_scores(meaning: Meaning) -> list[Body]:
    """Raise what has an attribute; where its name says so, too, as a word in a name does."""
    scores: list[Body] = []
    for part in meaning.attributes:
        weight = ranking.ATTRIBUTE if part.certain else ranking.SIZE
        scores.append(_constant(clauses.held(part), weight))
        for phrase in part.phrases:
            named: Body = {"match": {"name": {"query": phrase, "operator": "and"}}}
            scores.append(_constant(named, ranking.WORD_IN_NAME))
            if meaning.loose:
                scores.append(_constant(clauses.has_word(phrase), ranking.WORD))
    return scores


def _word_scores(meaning: Meaning) -> list[Body]:
    scores: list[Body] = []
    if meaning.prefix:
        scores.append(_constant({"match": {"name.prefix": meaning.prefix}}, ranking.WORD_IN_NAME))
    if meaning.begun:
        itself: Body = {"match": {"name": meaning.prefix}}  # "black cat" may be no catsuit
        scores.append(_constant(clauses.terms("things", meaning.begun), ranking.THING_BEGUN))
        scores.append(_constant(itself, ranking.THING_BEGUN))
    for part in meaning.of("word", excluded=True):
        scores.append(_constant(clauses.said(["name"], lacks(part)), ranking.WORD_IN_NAME))
    for word in (*meaning.words, *meaning.soft, *meaning.literal):
        scores.append(_constant({"match": {"name": {"query": word}}}, ranking.WORD_IN_NAME))
        if word in meaning.words and meaning.loose:
            scores.append(_constant(clauses.has_word(word), ranking.WORD))
    return scores


def functions(meaning: Meaning, currency: str, today: int) -> list[Body]:
    """Return what raises by number: price, and what makes a good first page of equals.

    Of those that the price orders none is: what costs less comes first, and not what looks better.
    `today`: the day's beginning, epoch s, so that equal searches stay equal through the day.
    """
    states = {part.values[0] for part in meaning.of("state")}
    named = [part for part in meaning.of("price") if part.near]
    if meaning.is_any_price:
        return [_nearest(part, currency) for part in named]
    scoring = [_price_function(part, currency) for part in named]
    scoring += [_affordable(part, currency) for part in named if part.low is None]
    if states & {"cheap", "dear"}:
        scoring.append(_cheap(currency, dear="dear" in states))
    days = [7, 30, 90, 365] if "new" in states else []
    scoring += [_fresh(today, day, ranking.STATE / len(days)) for day in days]
    has_quality = "quality" in meaning.techniques and not meaning.is_by_price
    return scoring + quality(today) if has_quality else scoring


def quality(today: int) -> list[Body]:
    """Return what a shopper wants to see first among equals."""
    stored = {"field_value_factor": {"field": "quality", "missing": 0}}
    return [stored, *(_fresh(today, days, weight) for days, weight in ranking.FRESH)]


def _weighed(clause: Body, weight: float) -> Body:
    return {"filter": clause, "weight": weight}


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


def _nearest(part: Part, currency: str) -> Body:
    """Return a function that falls with the ratio between a price and the one that was named."""
    ratio = "Math.abs(Math.log10((1 + doc[params.field].value) / (1 + params.near)))"
    return _by_price(part.currency or currency, f"1 - {ratio} / params.digits", near=part.near)


def _cheap(currency: str, *, dear: bool) -> Body:
    """Return a function that falls (or rises) with the price, by its digits: socks or a sofa."""
    digits = "Math.min(params.digits, Math.log10(1 + doc[params.field].value)) / params.digits"
    return _by_price(currency, f"{'' if dear else '1 - '}{digits}")


def _by_price(currency: str, source: str, **params: float | None) -> Body:
    """Return the function of a script, from 0 to 1; 0 for what has no price."""
    given = {"field": f"price.{currency.lower()}", "digits": 6.0, **params}
    priced = f"doc[params.field].size() == 0 ? 0 : Math.max(0, {source})"
    script = {"source": priced, "params": given}
    return {"script_score": {"script": script}, "weight": ranking.CHEAP}
