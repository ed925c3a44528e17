"""The raw structured data of a page that was fetched without a browser, as facts.js gives it."""

from __future__ import annotations

import re
from typing import Any

from lxml import etree, html

from scrapers.structured.html_tree import tree_of

LIMIT = 2_000_000  # characters of one script, as in facts.js
INIT = re.compile(r"jsonConfig|spConfig")


def facts_of(body: bytes, url: str) -> dict[str, Any] | None:
    """Return what facts.js gives of a product's own page; None for what is no page."""
    if b"\0" in body:
        return None
    try:
        return _facts(tree_of(body, _encoding(body)), url)
    except (ValueError, RecursionError):
        return None


def _encoding(body: bytes) -> str | None:
    """Return UTF-8 where the page is; None leaves it to what the page says."""
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return "utf-8"


def _facts(root: html.HtmlElement, url: str) -> dict[str, Any]:
    headings = (_text(heading) for heading in root.iter("h1"))
    tags: dict[str, list[str]] = {}
    for meta in root.iter("meta"):
        name = (meta.get("property") or meta.get("name") or "").lower()
        if name.startswith(("og:", "product:", "twitter:")):
            tags.setdefault(name, []).append(meta.get("content") or "")
    forms = (form.get("data-product_variations") for form in root.iter("form"))
    return {
        "url": url,
        "heading": next(filter(None, headings), ""),
        "linked": _scripts(root, "application/ld+json"),
        "microdata": [_item(scope) for scope in root.iter(etree.Element) if _is_product(scope)],
        "openGraph": tags,
        "shopify": {},
        "woocommerce": [text for text in forms if text and text != "false"][:3],
        "magento": [text for text in _scripts(root, "text/x-magento-init") if INIT.search(text)],
    }


def _scripts(root: html.HtmlElement, kind: str) -> list[str]:
    scripts = [each for each in root.iter("script") if (each.get("type") or "").lower() == kind]
    texts = (script.text or "" for script in scripts[:60])
    return [text for text in texts if text.strip() and len(text) < LIMIT]


def _is_product(scope: html.HtmlElement) -> bool:
    """Return True if a scope is a product, and no property of another one."""
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
    return item


def _read(element: html.HtmlElement, item: dict[str, Any]) -> None:
    """Put the properties in an element into the item; another item is a property or none of it."""
    for child in element.iterchildren(etree.Element):
        names = (child.get("itemprop") or "").split()
        is_scope = child.get("itemscope") is not None
        value = (_item(child) if is_scope else _value(child)) if names else None
        for name in names:
            item.setdefault(name, []).append(value)
        if not is_scope:
            _read(child, item)


def _value(element: html.HtmlElement) -> str:
    """Return a property's value by the HTML standard; a content attribute wins over the text."""
    for name in ("content", "src", "href", "value", "datetime"):
        if (written := element.get(name)) is not None:
            return str(written)
    return _text(element)


def _text(element: html.HtmlElement) -> str:
    return " ".join("".join(element.itertext()).split())
