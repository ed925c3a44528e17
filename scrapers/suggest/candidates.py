"""Candidate configurations from what a page's script found; pure, best guesses first."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from scrapers.config import BrandConfig, PageConfig
from scrapers.prices import printed_currencies

MOST_NAMES, MOST_PRICES, MOST_PICTURES = 3, 2, 3
NEARLY_ALL = 0.85


@dataclass(frozen=True, slots=True)
class Candidate:
    """A configuration to try; `group` tells which repeated cards it reads."""

    config: BrandConfig
    group: str


def candidates(found: dict[str, Any], url: str, website: str) -> Iterator[Candidate]:
    """Yield configurations for the page, the likeliest of each group first."""
    base = _base(found, url, website)
    for group in found["groups"]:
        names = sorted(_covering(group["names"], group), key=_name_rank)[:MOST_NAMES]
        pictures = sorted(group["pictures"], key=_picture_rank)[:MOST_PICTURES]
        prices = _prices(group)[:MOST_PRICES]
        currency = currency_of(found["metadata"], group["prices"])
        for picture, name, (full, sale) in product(pictures, names, prices):
            config = replace(
                base,
                node_path=picture["nodePath"],
                parent_depth=picture["depth"],
                product_name_xpath=name["xpath"],
                price_xpath=full,
                sale_price_xpath=sale,
                hover_node_path=_hover(group),
                currency=currency,
            )
            yield Candidate(_with_background(config, picture), group["card"])


def priceless_candidates(found: dict[str, Any], url: str, website: str) -> Iterator[Candidate]:
    """Yield configurations for cards that print no price: it stands on the page they lead to."""
    base = _base(found, url, website)
    for group in found["linked"]:
        names = sorted(_covering(group["names"], group), key=_name_rank)[:MOST_NAMES]
        pictures = sorted(group["pictures"], key=_picture_rank)[:MOST_PICTURES]
        for picture, name in product(pictures, names):
            config = replace(
                base,
                node_path=picture["nodePath"],
                parent_depth=picture["depth"],
                product_name_xpath=name["xpath"],
                hover_node_path=_hover(group),
                detail_selector=group["link"],
            )
            yield Candidate(_with_background(config, picture), group["card"])


def _with_background(config: BrandConfig, picture: dict[str, Any]) -> BrandConfig:
    """A background picture's selector is the node's own last step, looked for in the card."""
    if picture["isImage"]:
        return replace(config, background_image_selector="")
    last = picture["nodePath"].rsplit(" > ", 1)[-1]
    return replace(config, background_image_selector=last)


def _covering(rows: list[dict[str, Any]], group: dict[str, Any]) -> list[dict[str, Any]]:
    return [row for row in rows if row["cards"] >= NEARLY_ALL * group["priced"]]


def _name_rank(row: dict[str, Any]) -> tuple[float, ...]:
    """Names differ from card to card, stand in headings, and are neither short nor long."""
    length = sum(map(len, row["sample"])) / max(1, len(row["sample"]))
    distinct = row["distinct"] / max(1, row["cards"])
    return (-round(distinct * 4) - row["weight"], abs(length - 35))


def _picture_rank(row: dict[str, Any]) -> tuple[float, ...]:
    """One picture in every card; of equals the first in the page, which is the front view."""
    return (-row["exact"], row["matches"] - row["exact"], -row["isImage"])


def _prices(group: dict[str, Any]) -> list[tuple[str, str]]:
    """Return pairs of a full and a sale price's path; the sale's may be empty."""
    rows = sorted(group["prices"], key=lambda row: (-row["cards"], -row["weight"]))
    pairs = [(row["xpath"], "") for row in rows if row["cards"] >= NEARLY_ALL * group["priced"]]
    for full in rows[:6]:
        for sale in rows[:6]:
            both = [(a, b) for a, b in zip(full["texts"], sale["texts"], strict=True) if a and b]
            either = sum(1 for a, b in zip(full["texts"], sale["texts"], strict=True) if a or b)
            lower = sum(_amount(b) < _amount(a) for a, b in both)
            if both and lower == len(both) and either >= NEARLY_ALL * group["priced"]:
                pairs.insert(0, (full["xpath"], sale["xpath"]))
    return pairs


def _amount(text: str) -> float:
    digits = "".join(char for char in text if char.isdigit())
    return float(digits or 0)


def _hover(group: dict[str, Any]) -> str:
    rows = [row for row in group["hovers"] if row["cards"] >= group["priced"] / 2]
    return str(max(rows, key=lambda row: row["cards"])["xpath"]) if rows else ""


def currency_of(metadata: dict[str, Any], prices: list[dict[str, Any]]) -> str:
    """Return what the page declares, otherwise what its prices print; a bare R is the rand.

    Each of the prices has a `sample` of texts.
    """
    declared = (metadata["currency"] or "").strip().upper()
    if len(declared) == 3 and declared.isalpha():
        return declared
    linked = _linked_currency(metadata["linked"])
    texts = [text for row in prices for text in row["sample"]]
    printed = [code for text in texts for code in printed_currencies(text)]
    dollars = any("$" in text for text in texts)
    if linked:
        return linked
    if printed:
        return max(set(printed), key=printed.count)
    if dollars:
        return "USD"
    rands = any(text.lstrip().startswith("R") for text in texts)
    return "ZAR" if rands or not _is_european(metadata) else "EUR"


def _is_european(metadata: dict[str, Any]) -> bool:
    language = (metadata["language"] or "").lower()[:2]
    return language in {"nl", "de", "fr", "es", "it", "pt", "fi", "el"}


def _linked_currency(documents: list[str]) -> str | None:
    for document in documents:
        try:
            found = list(_values(json.loads(document), "priceCurrency"))
        except ValueError:
            continue
        if found:
            return found[0]
    return None


def _values(data: Any, key: str) -> Iterator[str]:
    if isinstance(data, dict):
        if isinstance(data.get(key), str):
            yield data[key]
        for value in data.values():
            yield from _values(value, key)
    elif isinstance(data, list):
        for value in data:
            yield from _values(value, key)


def _base(found: dict[str, Any], url: str, website: str) -> BrandConfig:
    """Return what does not depend on the cards: names, paging, the page itself."""
    title = str(found["metadata"]["title"] or "")
    name = found["metadata"]["siteName"] or re.split(r"\||\s[-–]\s", title)[-1]
    paging = found["paging"]
    following, more = paging.get("next"), paging.get("more")
    popup = found["popup"]
    return BrandConfig(
        brand_id=0,
        name=" ".join(name.split())[:100],
        website=website,
        popup_close_button_selector=popup["selector"] if popup else "",
        next_button_selector=following["selector"] if following else "",
        next_button_text=following["text"] if following else "",
        next_button_click_not_redirect=bool(following) and not following["isLink"],
        infinite_scroll_button_selector=more["selector"] if more else "",
        pages=(PageConfig(None, url),),
    )
