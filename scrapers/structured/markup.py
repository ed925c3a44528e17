"""A page's HTML as raw facts: JSON-LD, microdata, Open Graph, and what it prints.

The only reader of HTML for structured data: of pages fetched without a browser, of those that a
browser shows, and of the parts of lists that facts.js selects.
"""

import re
from collections.abc import Callable
from itertools import chain
from typing import Any

from lxml import etree, html

from scrapers.structured.html_tree import tree_of
from scrapers.structured.nodes import PLACE
from scrapers.structured.offers import BEFORE
from scrapers.structured.printed.marks import STRUCK_OUT, role_of, words_of_element
from scrapers.structured.printed.product import printed_facts
from scrapers.structured.printed.tree import text_of
from scrapers.values.price.price_text import STRUCK
from scrapers.web.urls import absolute

LIMIT = 2_000_000  # characters of one script: no store's product data is longer
MOST_SCRIPTS = 60
CURRENCY = re.compile(r'Shopify\.currency\s{0,9}=\s{0,9}\{"active":"([A-Z]{3})"')
# The attributes that the HTML standard takes a property's value from.
VALUED = ("src", "href", "value", "datetime", "resource")


def facts_of(body: bytes, url: str) -> dict[str, Any] | None:
    """Return the raw facts of a product's own page; None for what is no page."""
    root = parse(body)
    try:
        return None if root is None else _facts(root, url)
    except RecursionError:
        return None


def parse(body: bytes) -> html.HtmlElement | None:
    """Return a page's elements; None for what is no page, or a longer one than is read."""
    try:
        return tree_of(body)
    except ValueError:
        return None


def _facts(root: html.HtmlElement, url: str) -> dict[str, Any]:
    base = next((link.get("href") for link in root.iter("base") if link.get("href")), "")
    at = absolute(base, url) or url
    canonical = (one for one in root.iter("link") if (one.get("rel") or "").lower() == "canonical")
    headings = (text_of(heading) for heading in root.iter("h1"))
    tags = _tags(root)
    titles = [*(tags.get("og:title") or ()), *map(text_of, root.iter("title"))][:4]
    codes = (CURRENCY.search(text) for text in _texts(root, _is_code, 1_000) if "Shopify" in text)
    printed = printed_facts(root, titles)
    return {
        "url": at,
        "heading": printed["name"] or next(filter(None, headings), ""),
        "linked": _texts(root, _is_linked),
        "microdata": microdata(root),
        "openGraph": tags,
        "written": next((match[1] for match in codes if match), None),
        "canonical": next((absolute(one.get("href") or "", at) for one in canonical), None),
        "currency": _currency(root, tags),
        "language": _language(root, tags),
        "printed": printed,
    }


def _currency(root: html.HtmlElement, tags: dict[str, list[str]]) -> str | None:
    marked = (one for one in root.iter(etree.Element) if one.get("itemprop") == "priceCurrency")
    stated = (one.get("content") or text_of(one) for one in marked)
    tagged = (tags.get(f"{kind}:price:currency", ()) for kind in ("product", "og"))
    return next(filter(None, chain(stated, *tagged)), None)


def _language(root: html.HtmlElement, tags: dict[str, list[str]]) -> str:
    written = [str(root.get("lang") or ""), *(tags.get("og:locale") or ())]
    return str(next((each for each in written if "-" in each or "_" in each), written[0]))


def list_facts(markup: str, url: str) -> dict[str, Any]:
    """Return the raw facts of the parts of a list that facts.js selects."""
    root = parse(markup.encode("utf-8", "replace")) if markup.strip() else None
    try:
        found = microdata(root) if root is not None else []
    except RecursionError:
        found = []
    linked = _texts(root, _is_linked) if root is not None else []
    return {"url": url, "linked": linked, "microdata": found}


def _tags(root: html.HtmlElement) -> dict[str, list[str]]:
    tags: dict[str, list[str]] = {}
    for meta in root.iter("meta"):
        name = (meta.get("property") or meta.get("name") or "").strip().lower()
        if name.startswith(("og:", "product:", "twitter:")):
            tags.setdefault(name, []).append(meta.get("content") or "")
    return tags


def _texts(
    root: html.HtmlElement, is_wanted: Callable[[html.HtmlElement], bool], most: int = MOST_SCRIPTS
) -> list[str]:
    texts = (script.text or "" for script in root.iter("script") if is_wanted(script))
    return [text for text in texts if text.strip() and len(text) < LIMIT][:most]


def _kind(script: html.HtmlElement) -> str:
    """Return a script's type without its parameters: "application/ld+json; charset=utf-8"."""
    return (script.get("type") or "").partition(";")[0].strip().lower()


def _is_linked(script: html.HtmlElement) -> bool:
    return _kind(script) == "application/ld+json"


def _is_code(script: html.HtmlElement) -> bool:
    return script.get("src") is None and _kind(script) in {"", "text/javascript", "module"}


def microdata(root: html.HtmlElement) -> list[dict[str, Any]]:
    """Return the products of microdata, as schema.org's JSON-LD has them, with their places."""
    for scope in root.iterfind(".//*[@typeof]"):
        _write_as_microdata(scope)
    scopes = (scope for scope in root.iter(etree.Element) if _is_product(scope))
    return [
        {**_item(scope), PLACE: f"microdata product {number}"}
        for number, scope in enumerate(scopes, 1)
    ]


def _write_as_microdata(scope: html.HtmlElement) -> None:
    """Give an RDFa item the attributes of microdata, which mean the same."""
    scope.set("itemscope", "")
    scope.set("itemtype", f"schema.org/{_without_prefix(scope.get('typeof'))}")
    for element in scope.iterfind(".//*[@property]"):
        element.set("itemprop", _without_prefix(element.get("property")))


def _without_prefix(name: str) -> str:
    return re.split(r"[:/#]", name)[-1].strip()


def _is_product(scope: html.HtmlElement) -> bool:
    if scope.get("itemscope") is None or not _names_product(scope):
        return False
    return not scope.get("itemprop") or not any(map(_names_product, scope.iterancestors()))


def _names_product(scope: html.HtmlElement) -> bool:
    return "schema.org/product" in (scope.get("itemtype") or "").lower()


def _item(scope: html.HtmlElement) -> dict[str, Any]:
    item: dict[str, Any] = {"@type": (scope.get("itemtype") or "").split()}
    if scope.get("itemid"):
        item["@id"] = scope.get("itemid")
    _read(scope, item)
    if "price" not in item and BEFORE in item:
        item["price"] = item.pop(BEFORE)  # struck through, and nothing beside it
    return item


def _read(element: html.HtmlElement, item: dict[str, Any]) -> None:
    """Put the properties in an element into the item; another item is a property or none of it."""
    for child in element.iterchildren(etree.Element):
        names = (child.get("itemprop") or "").split()
        is_scope = child.get("itemscope") is not None
        value = (_item(child) if is_scope else _value(child)) if names else None
        for name in names:
            is_before = name == "price" and _is_struck(child)
            item.setdefault(BEFORE if is_before else name, []).append(value)
        if not is_scope:
            _read(child, item)


def _is_struck(element: html.HtmlElement) -> bool:
    """Return True for a price that is struck out or called old, up to its offer's element."""
    for one in (element, *element.iterancestors()):
        if one.get("itemscope") is not None:
            return False
        if role_of(one, words_of_element(one)) in {STRUCK, STRUCK_OUT}:
            return True
    return False


def _value(element: html.HtmlElement) -> str:
    """Return a property's value by the HTML standard; a content attribute wins over the text.

    An empty one does not where there is a text: a template had nothing to fill it with.
    """
    content = element.get("content")
    if content is not None and content.strip():
        return str(content)
    for name in VALUED:
        if (written := element.get(name)) is not None:
            return str(written)
    return text_of(element)
