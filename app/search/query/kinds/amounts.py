"""Prices, and the states of products, of which a discount is one. Pure."""

from dataclasses import replace
from typing import cast

from app.search import Body
from app.search.filters import BY_ATTRIBUTE, NUMERIC
from app.search.query import clauses, ranking
from app.search.query.clauses import raised, weighed
from app.search.understand import Amount, Meaning, Part
from app.search.understand.conditions.parts import STATES
from indexer.catalogue.shipping import EVERYWHERE
from scrapers.attributes import DISCOUNT

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
        return [clauses.any_of(ranges)]
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
    return weighed({"range": {price_field(part, currency): {"lte": part.near}}}, ranking.AFFORDABLE)


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
    """Return what holds where a product's name or one of its sizes says a measure, in any unit."""
    (kind,) = part.values
    return _within(f"measures.{kind}", cast(Amount, part))


def measures(meaning: Meaning) -> list[Body]:
    """Return what holds for each measure that is asked for."""
    return [measure(part) for part in meaning.of("measure")]


def measures_raise(meaning: Meaning) -> list[Body]:
    """Raise what has the measures: many products say nothing of theirs."""
    return [raised(one, ranking.MEASURE) for one in measures(meaning)]


def state(part: Part) -> Body:
    """Return what holds for a state that a product may be in, as on sale by so many per cent.

    Nothing is in a state that only orders the results ("new", "cheap").
    """
    name, *values = part.values
    if name == "ships-from":
        return clauses.terms(BY_ATTRIBUTE["shipsFrom"].field, values)
    if name == "ships-to":
        return clauses.terms("shipsTo", list({*values, EVERYWHERE}))
    declared = STATES[name]
    if not declared.facet:
        return clauses.NOTHING
    known = clauses.terms(BY_ATTRIBUTE[declared.facet].field, (declared.value,))
    if isinstance(part, Amount) and part.is_bounded:
        known = clauses.all_of([known, _within(DISCOUNT.name, part)])
    said = [clauses.said(["name"], part.phrases)] if part.phrases else []
    return clauses.any_of([known, *said])


def states_hold(meaning: Meaning, _: str) -> list[Body]:
    """Return what must hold of the states: all of them."""
    return [state(part) for part in meaning.of("state") if part.certain]


def states_raise(meaning: Meaning) -> list[Body]:
    """Raise what is in a state that it need not be in; of a discount that there is one."""
    states = meaning.of("state") if meaning.relaxation else ()
    some = [replace(p, low=None, high=None) if isinstance(p, Amount) else p for p in states]
    return [raised(state(part), ranking.STATE) for part in some]


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
    return scoring + [clauses.fresh(today, day, weight) for day in days]
