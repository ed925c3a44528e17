"""What is proposed while a text is typed, each line verified in one `_msearch`.

At one million products the bodies are kept to what an inverted index answers at once: whether there
is one product (`terminate_after`), and the newest few of a filter, without scores and counts. What
was requested a letter before is kept with the other counts (`app/response_cache`).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from app.search import Body
from app.search.engine import Engine
from app.search.query.bodies import any_body, query
from app.search.query.bodies import filters as understood_filters
from app.search.request import Conditions, Group, Term
from app.search.suggest.completer import CategoryLine, Completer, PartialText
from app.search.understand import Meaning, Spellings

QUERIES, CATEGORIES, BRANDS, PRODUCTS = 5, 4, 3, 4
CHECKED = 6  # texts that are verified, so that some may fall out
FETCHED = 12  # products, so that equal names show once
SHORTEST_READ = 3  # letters of a last word that is read as one
NOTHING: Body = {"queries": [], "categories": [], "brands": [], "products": []}
SOURCE = "productId brandId groupKey name brand href images price storePrice".split()


def suggest(
    engine: Engine, text: str, visitor: Conditions, completer: Completer
) -> tuple[Body, int]:
    """Return what a text that is being typed may become, and Elasticsearch's time in ms.

    `visitor` are the conditions of country and currency alone. Raises SearchUnavailable.
    """
    typed = PartialText.of(text)
    if not typed.tokens:
        return dict(NOTHING), 0
    read = completer.read(typed.text)
    texts = completer.texts(typed, visitor.currency)[:CHECKED]
    meanings = [completer.read(whole) for whole in texts]
    lines = completer.categories(typed, [read, *meanings])
    brands = completer.brands(typed)[:BRANDS]
    checked = {
        ("text", whole): replace(visitor, text=meaning.used, meaning=meaning)
        for whole, meaning in zip(texts, meanings, strict=True)
        if visitor.country or not completer.is_counted(meaning)
    }
    if visitor.country:  # the counts at hand are those of all countries
        named = [*(("category", one.slug) for one in lines), *(("brand", name) for name in brands)]
        checked |= {one: _with_choice(visitor, *one) for one in named}
    bodies = (any_body(query(conditions)) for conditions in checked.values())
    answer = engine.search([_products(typed, read, completer, visitor), *bodies])
    totals = (response["hits"]["total"]["value"] for response in answer.responses[1:])
    nothing = {key for key, total in zip(checked, totals, strict=True) if not total}
    offered = {
        whole: meaning
        for whole, meaning in zip(texts, meanings, strict=True)
        if ("text", whole) not in nothing
    }
    # Shirts for "dres" only where a "dress shirt" is to be had.
    leading = completer.categories(typed, [read, *offered.values()])
    return {
        "queries": list(offered)[:QUERIES],
        "categories": _category_rows(
            [one for one in lines if one in leading and ("category", one.slug) not in nothing][
                :CATEGORIES
            ]
        ),
        "brands": [name for name in brands if ("brand", name) not in nothing],
        "products": _product_rows(
            answer.responses[0]["hits"]["hits"], completer.language.spellings
        ),
    }, answer.took


def _with_choice(visitor: Conditions, attribute: str, value: str) -> Conditions:
    group = Group((Term(attribute, value),))
    return replace(visitor, groups=(group,))


def _products(typed: PartialText, read: Meaning, completer: Completer, visitor: Conditions) -> Body:
    """Return the body of the newest products that can be had: named so, or what is meant."""
    meant = [_name_clause(typed.text)]
    if _is_read(typed, read):
        meant.append(_filters(read, visitor.currency))
    elif typed.head:
        head = completer.read(typed.head)
        meant.append(_filters(head, visitor.currency, _name_clause(typed.tail)))
    base = query(visitor)
    return {
        "query": {
            "bool": {"filter": [base, {"term": {"soldOut": False}}, {"bool": {"should": meant}}]}
        },
        "size": FETCHED,
        "track_total_hits": False,
        "_source": SOURCE,
        "sort": [{"createdAt": "desc"}, {"objectID": "asc"}],
    }


def _is_read(typed: PartialText, read: Meaning) -> bool:
    is_whole = not typed.is_open or len(typed.tail) >= SHORTEST_READ
    return is_whole and typed.tail not in read.optional and not read.is_empty


def _name_clause(text: str) -> Body:
    return {"match": {"name.prefix": {"query": text, "operator": "and"}}}


def _filters(meaning: Meaning, currency: str, *more: Body) -> Body:
    must, barred = understood_filters(meaning, currency)
    return {"bool": {"filter": [*must, *more], "must_not": barred}}


def _category_rows(lines: Sequence[CategoryLine]) -> list[Body]:
    """Return the lines, no two of which read the same: whole paths where roots are ambiguous."""
    short = Counter((line.name, line.path[:1]) for line in lines)
    return [
        {
            "value": line.slug,
            "label": line.name,
            "within": ", ".join(
                line.path if short[line.name, line.path[:1]] > 1 else line.path[:1]
            ),
        }
        for line in lines
    ]


def _product_rows(hits: Sequence[Body], spellings: Spellings) -> list[Body]:
    by_name = {hit["_source"]["name"].casefold(): hit["_source"] for hit in reversed(hits)}
    newest = list(reversed(by_name.values()))
    return [_product(source, spellings) for source in newest[:PRODUCTS]]


def _product(source: Body, spellings: Spellings) -> Body:
    images = source["images"]
    return {
        "productId": source["productId"],
        "brandId": source["brandId"],
        "groupKey": source["groupKey"],
        "name": source["name"],
        "brand": spellings.common("brand", source["brand"]),
        "href": source["href"],
        "image": images[0]["url"] if images else None,
        "price": source["price"],
        "storePrice": source.get("storePrice"),
    }
