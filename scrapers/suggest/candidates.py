"""Candidate configurations from the script's answer (page.js); pure, best guesses first."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import product
from typing import Any
from urllib.parse import urlsplit

from scrapers.config import BrandConfig, PageConfig
from scrapers.pricing.currencies import CODES, codes_of, is_sure, printed_currencies, sign_pattern
from scrapers.pricing.prices import CurrencyMismatchError, parse_price
from scrapers.suggest.presets import Preset

MOST_GROUPS, MOST_NAMES, MOST_PRICES, MOST_PICTURES = 6, 2, 6, 2
NEARLY_ALL = 0.85
PRESET_WEIGHT = 10  # a stock theme's own names outlive guessed ones


@dataclass(frozen=True, slots=True)
class Candidate:
    """A configuration to try; `group` is the selector of the repeated cards that it reads.

    `weight`: how likely the classes around its prices make them prices.
    """

    config: BrandConfig
    group: str
    weight: float = 0


def candidates(page: dict[str, Any], url: str, website: str) -> Iterator[Candidate]:
    """Yield configurations for the page, the likeliest of each group first."""
    base = _base(page, url, website)
    for group in page["groups"][:MOST_GROUPS]:
        covering = _covering(group["prices"], group) or group["prices"]
        currency = currency_of(page["metadata"], covering)
        prices = _prices(group, currency)[:MOST_PRICES]
        for price, card in product(prices, _card_configs(base, group)):
            config = replace(
                card, price_xpath=price.full, sale_price_xpath=price.sale, currency=currency
            )
            yield Candidate(_with_sold_out(config, group), group["card"], price.weight)


def _card_configs(base: BrandConfig, group: dict[str, Any]) -> Iterator[BrandConfig]:
    """Yield the configurations that read the pictures and names of a group's cards."""
    names = sorted(_covering(group["names"], group), key=_name_rank)[:MOST_NAMES]
    pictures = sorted(group["pictures"], key=_picture_rank)[:MOST_PICTURES]
    for picture, name in product(pictures, names):
        config = replace(
            base,
            node_path=picture["nodePath"],
            parent_depth=picture["depth"],
            product_name_xpath=name["xpath"],
            hover_node_path=_hover(group),
        )
        yield _with_background(config, picture)


def _with_sold_out(config: BrandConfig, group: dict[str, Any]) -> BrandConfig:
    """Add the mark's selector, and its text where other marks match it too."""
    rows = sorted(group["soldOut"], key=lambda row: (-row["cards"], row["others"]))
    if not rows:
        return config
    text = rows[0]["text"] if rows[0]["others"] else ""
    return replace(config, sold_out_xpath=rows[0]["xpath"], sold_out_text=text)


def preset_candidates(
    page: dict[str, Any], url: str, website: str, depths: Mapping[Preset, int]
) -> Iterator[Candidate]:
    """Yield the configurations of a recognised platform's stock themes, completed from the page."""
    base = _base(page, url, website)
    prices = [row for group in page["groups"] for row in group["prices"]]
    for preset, depth in depths.items():
        config = replace(
            base,
            node_path=preset.image,
            parent_depth=depth,
            product_name_xpath=preset.name,
            price_xpath=preset.price,
            sold_out_xpath=preset.sold_out,
            sold_out_text=preset.sold_out_text,
            currency=currency_of(page["metadata"], prices),
        )
        yield Candidate(config, preset.card, PRESET_WEIGHT)


def priceless_candidates(page: dict[str, Any], url: str, website: str) -> Iterator[Candidate]:
    """Yield configurations for cards without prices, which are on the products' own pages."""
    base = _base(page, url, website)
    for group in page["linked"]:
        for config in _card_configs(base, group):
            yield Candidate(replace(config, detail_selector=group["link"]), group["card"])


def _with_background(config: BrandConfig, picture: dict[str, Any]) -> BrandConfig:
    """Set a background picture's selector, which is the last step of the node's path."""
    if picture["isImage"]:
        return replace(config, background_image_selector="")
    last = picture["nodePath"].rsplit(" > ", 1)[-1]
    return replace(config, background_image_selector=last)


def _covering(rows: list[dict[str, Any]], group: dict[str, Any]) -> list[dict[str, Any]]:
    return [row for row in rows if row["cards"] >= NEARLY_ALL * group["priced"]]


def _name_rank(row: dict[str, Any]) -> tuple[float, ...]:
    """Return a sort key: names differ between cards, are headings, and of medium length."""
    length = sum(map(len, row["sample"])) / max(1, len(row["sample"]))
    distinct = row["distinct"] / max(1, row["cards"])
    return (-round(distinct * 4) - row["weight"], abs(length - 35))


def _picture_rank(row: dict[str, Any]) -> tuple[float, ...]:
    """Return a sort key: one picture in every card; of equals the first, the front view."""
    return (-row["exact"], row["matches"] - row["exact"], -row["isImage"])


@dataclass(frozen=True, slots=True)
class _Prices:
    """Paths of a price, and of a reduced one; the classes' weight and the longest text."""

    full: str
    sale: str
    weight: float
    length: int


def _prices(group: dict[str, Any], currency: str) -> list[_Prices]:
    """Return the paths that may be prices', the likeliest first, and pairs of them."""
    rows = [row for row in group["prices"] if row["weight"] >= 0 or len(group["prices"]) == 1]
    read = {row["xpath"]: [_amount(text, currency) for text in row["texts"]] for row in rows}
    least = NEARLY_ALL * group["priced"]
    covering = [
        row for row in rows if sum(amount is not None for amount in read[row["xpath"]]) >= least
    ]
    prices = [_Prices(row["xpath"], "", row["weight"], row["length"]) for row in covering]
    for sale in sorted(rows, key=lambda row: (-row["weight"], -row["cards"]))[:6]:
        for full in rows:
            if full is not sale and _is_pair(read[full["xpath"]], read[sale["xpath"]], least):
                weight = min(full["weight"], sale["weight"])
                prices.append(_Prices(full["xpath"], sale["xpath"], weight, sale["length"]))
    # Of paths of equal weight the one with more text first: it shows what a price was reduced from.
    return sorted(
        prices, key=lambda price: (-price.weight, bool(price.sale), -min(price.length, 80))
    )


def _is_pair(full: list[Decimal | None], sale: list[Decimal | None], least: float) -> bool:
    """Tell whether the second is below the first wherever both are, and one is in nearly all."""
    both = [(a, b) for a, b in zip(full, sale, strict=True) if a is not None and b is not None]
    either = sum(a is not None or b is not None for a, b in zip(full, sale, strict=True))
    return bool(both) and all(b < a for a, b in both) and either >= least


def _amount(text: str | None, currency: str) -> Decimal | None:
    try:
        reading = parse_price(text or "", currency)
    except CurrencyMismatchError:
        return None
    return None if reading.untaxed else reading.price


def _hover(group: dict[str, Any]) -> str:
    rows = [row for row in group["hovers"] if row["cards"] >= group["priced"] / 2]
    return str(max(rows, key=lambda row: row["cards"])["xpath"]) if rows else ""


def currency_of(metadata: dict[str, Any], prices: list[dict[str, Any]]) -> str:
    """Return the currency that the page declares, otherwise the one that its prices print.

    Each of the prices has a `sample` of texts. A sign of several currencies is read as that of the
    page's country: its language's region, or its address.
    """
    for declared in (metadata["currency"], metadata["written"]):
        code = (declared or "").strip().upper()
        if code in CODES:
            return code
    linked = _linked_currency(metadata["linked"])
    if linked:
        return linked
    texts = [text for row in prices for text in row["sample"]]
    printed = [code for text in texts for code in printed_currencies(text)]
    if printed:
        return max(set(printed), key=printed.count)
    shared = [codes for text in texts for codes in _shared(text)]
    local = _local_currency(metadata)
    if not shared:
        return local or "ZAR"
    commonest = max(shared, key=shared.count)
    if local in commonest:
        return local
    usual = next((code for code in USUAL if code in commonest), None)
    return usual or min(commonest)


# Of a sign's currencies, the one that is meant where nothing else decides.
USUAL = ("USD", "GBP", "JPY", "INR", "SEK", "ZAR", "EUR")
_EURO = dict.fromkeys("AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK".split(), "EUR")
BY_COUNTRY = _EURO | {
    **{"US": "USD", "CA": "CAD", "AU": "AUD", "NZ": "NZD", "HK": "HKD", "SG": "SGD", "MX": "MXN"},
    **{"GB": "GBP", "UK": "GBP", "ZA": "ZAR", "NA": "NAD", "BW": "BWP", "JP": "JPY", "CN": "CNY"},
    **{"SE": "SEK", "NO": "NOK", "DK": "DKK", "IS": "ISK", "CH": "CHF", "PL": "PLN", "CZ": "CZK"},
    **{"IN": "INR", "PK": "PKR", "LK": "LKR", "MU": "MUR", "NP": "NPR", "BR": "BRL", "TW": "TWD"},
}
# A language without a region, where it has one country.
BY_LANGUAGE = {
    **{"sv": "SEK", "da": "DKK", "nb": "NOK", "nn": "NOK", "no": "NOK", "is": "ISK", "ja": "JPY"},
    **{"zh": "CNY", "pl": "PLN", "cs": "CZK", "hi": "INR", "af": "ZAR"},
    **dict.fromkeys("nl de fr es it pt fi el".split(), "EUR"),
}


def _shared(text: str) -> Iterator[frozenset[str]]:
    for match in sign_pattern().finditer(text):
        if is_sure(match.group()):
            yield codes_of(match.group())


def _local_currency(metadata: dict[str, Any]) -> str | None:
    language = (metadata["language"] or "").replace("_", "-")
    region = language.partition("-")[2][-2:].upper()
    domain = (urlsplit(metadata["url"]).hostname or "").rpartition(".")[2].upper()
    by_country = BY_COUNTRY.get(region) or BY_COUNTRY.get(domain)
    return by_country or BY_LANGUAGE.get(language[:2].lower())


def _linked_currency(documents: list[str]) -> str | None:
    for document in documents:
        try:
            currencies = list(_values(json.loads(document), "priceCurrency"))
        except ValueError:
            continue
        if currencies:
            return currencies[0]
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


def _base(page: dict[str, Any], url: str, website: str) -> BrandConfig:
    """Return what does not depend on the cards: names, paging, the page itself."""
    title = str(page["metadata"]["title"] or "")
    name = page["metadata"]["siteName"] or re.split(r"\||\s[-–]\s", title)[-1]
    paging = page["paging"]
    following, more = paging.get("next"), paging.get("more")
    popup = page["popup"]
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
