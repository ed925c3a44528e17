"""What is proposed while a text is typed, in two requests.

What a text may become is ordered by how likely it is and how many products have it: the first
request counts what the words before have of each continuation. The second reads the products of the
first line, and in a visitor's country whether categories and brands have any.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain, groupby, islice
from math import log1p
from operator import itemgetter

from app.search import Body
from app.search.engine import Engine
from app.search.query import clauses
from app.search.query.bodies import any_body, filters, query, ranked_query, today
from app.search.query.kinds import AUDIENCE, GENDER, KIDS, brand
from app.search.request import Conditions
from app.search.suggest.completer import Completer, Continuation, PartialText, Phrase
from app.search.understand import Language, Meaning, Spellings
from app.search.understand.parts import brand_part
from indexer.catalogue.document import lineage
from indexer.language.words.entries import words

QUERIES, CATEGORIES, BRANDS, PRODUCTS = 5, 4, 3, 3
SHOWN = 8  # categories that are looked at in the visitor's country
FETCHED = 12  # products, so that equal names show once
# A lamp is for all, and says nothing of what people look for who look for "mens".
THEIRS = clauses.any_of([{"exists": {"field": GENDER}}, clauses.terms(AUDIENCE, KIDS)])
NOTHING: Body = {"queries": [], "categories": [], "brands": [], "products": []}
AS_STORED = ["productId", "brandId", "groupKey", "name", "href", "price"]
SOURCE = [*AS_STORED, "brand", "images", "storePrice"]


def suggest(
    engine: Engine, text: str, visitor: Conditions, completer: Completer
) -> tuple[Body, int]:
    """Return what a text that is being typed may become, and Elasticsearch's time in ms.

    `visitor` are the conditions of country and currency alone. Raises SearchUnavailable.
    """
    typed = completer.understood(text)
    if not typed.tokens:
        return dict(NOTHING), 0
    found = completer.continuations(typed, visitor.currency)
    by_head = groupby(found, itemgetter(0))
    responses, took = engine.search([_counting(visitor, completer, *one) for one in by_head])
    queries = _likeliest(found, responses)
    asked = [_of(visitor, completer.read(whole)) for whole in queries]
    read = _of(visitor, completer.read(typed.text))
    meant = [read, *asked]
    lines = completer.categories(one.meaning for one in meant if one.meaning)[:SHOWN]
    brands = completer.brands(typed)[:BRANDS]
    named = [*(("category", slug) for slug in lines), *(("brand", name) for name in brands)]
    # The counts at hand are those of all countries.
    held = [any_body(query(visitor.choosing(*one))) for one in named if visitor.country]
    best = _products(asked[0]) if asked else _products(read, typed)
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


def _counting(
    visitor: Conditions, completer: Completer, head: str, found: Iterable[Continuation]
) -> Body:
    """Return the body that counts the products with each continuation that have what is before."""
    before = completer.read(head)
    matching = query(_of(visitor, before) if head and not before.is_vague else visitor)
    if before.of("people"):
        matching = clauses.all_of([matching, THEIRS])
    having = [_having(phrase, visitor, completer) for _, _, phrase, _ in found]
    counted = {"having": {"filters": {"filters": having}}}
    return {"query": matching, "size": 0, "track_total_hits": False, "aggs": counted}


def _having(phrase: Phrase, visitor: Conditions, completer: Completer) -> Body:
    """Return what holds for the products that have what a phrase means."""
    named = clauses.match_any_phrase(clauses.WORDED, [phrase.text])
    if phrase.kind in {"word", "colour"}:  # what is called "baby blue", and not all that is blue
        return named
    if phrase.kind == "brand":
        return brand(brand_part(phrase.text, (phrase.meaning,)))
    must, must_not = filters(completer.read(phrase.text), visitor.currency)
    if phrase.kind == "people":
        must = [*must, THEIRS]
    if phrase.kind == "type" and phrase.language == "en" and " " in phrase.text:
        must = [*must, named]  # a "linen set" is sold where names have these words
    return {"bool": {"filter": must, "must_not": must_not}}


def _likeliest(found: Sequence[Continuation], responses: Sequence[Body]) -> list[str]:
    """Return the texts of which there are products, the likeliest first; none that reads twice."""
    buckets = (response["aggregations"]["having"]["buckets"] for response in responses)
    counts = (bucket["doc_count"] for bucket in chain.from_iterable(buckets))
    weighed = [
        (worth * log1p(products), text, phrase)
        for (_, text, phrase, worth), products in zip(found, counts, strict=True)
        if products
    ]
    texts: dict[tuple[str, ...], str] = {}
    shown = set[tuple[str, str, str]]()
    for _, text, phrase in sorted(weighed, key=lambda one: -one[0]):
        meant = (text.removesuffix(phrase.text), phrase.kind, phrase.meaning)
        if meant not in shown:
            texts.setdefault(tuple(words(text)), text)
            shown.add(meant)
    return [*islice(texts.values(), QUERIES)]


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
