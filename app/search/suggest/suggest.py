"""What is proposed while a text is typed, in two requests.

What a text may become is ordered by how likely it is and how many products it has, counted up to
ENOUGH. The second request reads the products of the first line, and in a visitor's country whether
categories and brands have any.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from heapq import nlargest
from itertools import islice
from math import log1p

from app.search import Body
from app.search.engine import Engine
from app.search.query import clauses
from app.search.query.bodies import any_body, enough_body, query, ranked_query, today
from app.search.request import Conditions
from app.search.suggest.completer import Completer, PartialText
from app.search.understand import Language, Meaning, Spellings
from indexer.catalogue.document import lineage

QUERIES, CATEGORIES, BRANDS, PRODUCTS = 5, 4, 3, 3
ENOUGH = 500  # products of a text that are counted
SHOWN = 8  # categories that are looked at in the visitor's country
FETCHED = 12  # products, so that equal names show once
NOTHING: Body = {"queries": [], "categories": [], "brands": [], "products": []}
AS_STORED = ["productId", "brandId", "groupKey", "name", "href", "price"]
SOURCE = [*AS_STORED, "brand", "images", "storePrice"]


def suggest(
    engine: Engine, text: str, visitor: Conditions, completer: Completer
) -> tuple[Body, int]:
    """Return what a text that is being typed may become, and Elasticsearch's time in ms.

    `visitor` are the conditions of country and currency alone. Raises SearchUnavailable.
    """
    typed = PartialText(text)
    if not typed.tokens:
        return dict(NOTHING), 0
    weights = completer.texts(typed, visitor.currency)
    asked = {whole: _of(visitor, completer.read(whole)) for whole in weights}
    responses, took = engine.search(list(map(_counting, asked.values())))
    counted = zip(asked, map(_count, responses), strict=True)
    offered = {whole: weights[whole] * log1p(count) for whole, count in counted if count}
    queries = nlargest(QUERIES, offered, key=lambda whole: offered[whole])
    read = _of(visitor, completer.read(typed.text))
    meant = [read, *(asked[whole] for whole in queries)]
    lines = completer.categories(one.meaning for one in meant if one.meaning)[:SHOWN]
    brands = completer.brands(typed)[:BRANDS]
    named = [*(("category", slug) for slug in lines), *(("brand", name) for name in brands)]
    # The counts at hand are those of all countries.
    held = [any_body(query(visitor.choosing(*one))) for one in named if visitor.country]
    best = _products(asked[queries[0]]) if queries else _products(read, typed)
    (products, *checked), more = engine.search([best, *held])
    totals = (response["hits"]["total"]["value"] for response in checked)
    nothing = {one for one, total in zip(named, totals, strict=False) if not total}
    shown = [slug for slug in lines if ("category", slug) not in nothing]
    return {
        "queries": queries,
        "categories": _category_rows(shown[:CATEGORIES], completer.language, visitor.country),
        "brands": [name for name in brands if ("brand", name) not in nothing],
        "products": _product_rows(products["hits"]["hits"], completer.language.spellings),
    }, took + more


def _of(visitor: Conditions, meaning: Meaning) -> Conditions:
    return replace(visitor, text=meaning.used, meaning=meaning)


def _counting(asked: Conditions) -> Body:
    """Return the body that counts, apart, what has what is wished for: "6 seater d" is no dress."""
    wished = clauses.measures(asked.meaning) if asked.meaning else []
    if asked.meaning and asked.meaning.optional:
        wished.append({"match": {"words": " ".join(asked.meaning.optional)}})
    wishes = {"aggs": {"wished": {"filter": clauses.all_of(wished)}}} if wished else {}
    return enough_body(asked, ENOUGH) | wishes


def _count(response: Body) -> float:
    """Return how many products a text finds; all count as little where few have its wishes."""
    total: int = response["hits"]["total"]["value"]
    wished = response.get("aggregations", {}).get("wished", {"doc_count": total})
    return float(total / ENOUGH + wished["doc_count"])


def _products(asked: Conditions, typed: PartialText | None = None) -> Body:
    """Return the body of products that can be had, the nearest first: so named, if `typed`."""
    named = {"match": {"name.prefix": {"query": typed.text, "operator": "and"}}} if typed else None
    matching = clauses.any_of([query(asked), named]) if named else ranked_query(asked, today())
    return {
        "query": {"bool": {"must": [matching], "filter": [{"term": {"soldOut": False}}]}},
        "size": FETCHED,
        "track_total_hits": False,
        "_source": SOURCE,
        "sort": [{"_score": "desc"}, {"objectID": "asc"}],
    }


def _category_rows(slugs: Sequence[str], language: Language, country: str) -> list[Body]:
    """Return the lines, no two of which read the same: whole paths where roots are ambiguous."""
    names = language.names
    paths = {slug: [names.get(up, up) for up in lineage(slug)[:-1]] for slug in slugs}
    short = Counter((names[slug], *path[:1]) for slug, path in paths.items())
    return [
        {
            "value": slug,
            "label": names[slug],
            "within": ", ".join(path if short[names[slug], *path[:1]] > 1 else path[:1]),
            "products": None if country else language.categories[slug],
        }
        for slug, path in paths.items()
    ]


def _product_rows(hits: Sequence[Body], spellings: Spellings) -> list[Body]:
    by_name: dict[str, Body] = {}
    for hit in hits:
        by_name.setdefault(hit["_source"]["name"].casefold(), hit["_source"])
    return [_product(source, spellings) for source in islice(by_name.values(), PRODUCTS)]


def _product(source: Body, spellings: Spellings) -> Body:
    return {name: source[name] for name in AS_STORED} | {
        "brand": spellings.common("brand", source["brand"]),
        "image": source["images"][0]["url"] if source["images"] else None,
        "storePrice": source.get("storePrice"),
    }
