"""Candidate configurations of the script's answer (page.js) and stock themes, the best first."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import product
from pathlib import Path
from typing import Any

from selenium.webdriver.remote.webdriver import WebDriver

from scrapers.browsing.dom import DATA_NODE
from scrapers.config import BrandConfig, PageConfig
from scrapers.structured.currency import PageCurrency, currency_of
from scrapers.structured.product import StructuredProduct
from scrapers.values.price.prices import CurrencyMismatchError, parse_price
from scrapers.wording import one_line

MOST_GROUPS, MOST_NAMES, MOST_PRICES, MOST_PICTURES = 6, 2, 6, 2
NEARLY_ALL, MOST = 0.85, 0.5
PRESET_WEIGHT = 10  # a stock theme's own names outlive guessed ones


Preset = dict[str, str]  # a stock theme's selectors
PRESETS: list[Preset] = tomllib.loads((Path(__file__).parent / "presets.toml").read_text())[
    "preset"
]
_DEPTH = """
const [image, card] = arguments;
let depth = 0;
for (let e = document.querySelector(image); e; e = e.parentElement, depth += 1) {
  if (e.matches(card)) return depth;
}
return null;
"""


def depth_of(driver: WebDriver, preset: Preset) -> int | None:
    """Return how many levels the card is above its picture; None where there is none."""
    depth: int | None = driver.execute_script(_DEPTH, preset["image"], preset["card"])
    return depth or None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A configuration to try; `group` is the selector of the repeated cards that it reads.

    `weight`: how likely the classes around its prices make them prices. `in_part`: its place of a
    price is empty on many cards.
    """

    config: BrandConfig
    group: str
    weight: float = 0
    currency: PageCurrency | None = None
    in_part: bool = False


def candidates(
    page: dict[str, Any], url: str, website: str, groups: list[dict[str, Any]]
) -> Iterator[Candidate]:
    """Yield configurations for groups of the page's cards, the likeliest of each group first."""
    base = _base(page, url, website)
    for group in groups[:MOST_GROUPS]:
        currency = currency_of(page["metadata"], price_texts(group))
        for price, card in product(_prices(group, currency.code), _card_configs(base, group)):
            full, sale, weight, _, in_part = price
            config = replace(card, price_xpath=full, sale_price_xpath=sale, currency=currency.code)
            sold_out = _with_sold_out(config, group)
            yield Candidate(sold_out, group["card"], weight, currency, in_part)


def price_texts(group: dict[str, Any]) -> list[str]:
    """Return the texts at which a group's signs stand: those that are amounts and little else."""
    leaves = [row for row in group["prices"] if row["isLeaf"]]
    covering = _covering(leaves, group) or leaves
    rows = [row for row in covering if row["isPure"]] or covering
    return [text for row in rows for text in row["texts"] if text]


def _card_configs(base: BrandConfig, group: dict[str, Any]) -> Iterator[BrandConfig]:
    rows = _covering(group["names"], group)
    plain = [row for row in rows if not any(_is_padded(row, other) for other in rows)]
    names = sorted(plain, key=_name_rank)[:MOST_NAMES]
    pictures = sorted(group["pictures"], key=_picture_rank)[:MOST_PICTURES]
    hovers = [row for row in group["hovers"] if row["cards"] >= group["priced"] / 2]
    hover = str(max(hovers, key=lambda row: row["cards"])["xpath"]) if hovers else ""
    for picture, name in product(pictures, names):
        config = replace(
            base,
            node_path=picture["nodePath"],
            parent_depth=picture["depth"],
            product_name_xpath=name["xpath"],
            hover_node_path=hover,
        )
        yield _with_background(config, picture)


def _with_sold_out(config: BrandConfig, group: dict[str, Any]) -> BrandConfig:
    rows = sorted(group["soldOut"], key=lambda row: (-row["cards"], row["others"]))
    if not rows:
        return config
    text = rows[0]["text"] if rows[0]["others"] else ""
    return replace(config, sold_out_xpath=rows[0]["xpath"], sold_out_text=text)


def preset_candidates(
    page: dict[str, Any], url: str, website: str, presets: list[tuple[Preset, int]]
) -> Iterator[Candidate]:
    """Yield the configurations of a recognised platform's stock themes, completed from the page."""
    base = _base(page, url, website)
    texts = [text for group in page["groups"] for text in price_texts(group)]
    currency = currency_of(page["metadata"], texts)
    for preset, depth in presets:
        config = replace(
            base,
            node_path=f"{page['scope']} {preset['image']}".strip(),
            parent_depth=depth,
            product_name_xpath=preset["name"],
            price_xpath=preset["price"],
            sold_out_xpath=preset.get("sold_out", ""),
            sold_out_text=preset.get("sold_out_text", ""),
            currency=currency.code,
        )
        yield Candidate(config, preset["card"], PRESET_WEIGHT, currency)


def priceless_candidates(page: dict[str, Any], url: str, website: str) -> Iterator[Candidate]:
    """Yield configurations for cards without prices, which are on the products' own pages."""
    currency = currency_of(page["metadata"], ())
    base = replace(_base(page, url, website), currency=currency.code)
    for group in page["linked"]:
        for config in _card_configs(base, group):
            empty = replace(config, price_xpath=group["place"], detail_selector=group["link"])
            yield Candidate(empty, group["card"], 0, currency, in_part=True)


def data_candidate(
    page: dict[str, Any], url: str, website: str, structured: Mapping[str, StructuredProduct]
) -> Iterator[Candidate]:
    """Yield the configuration that reads structured data alone, where that is of a list."""
    priced = [product for product in structured.values() if product.price and product.name]
    if len(priced) > 1:
        currency = currency_of(page["metadata"], ())
        config = replace(_base(page, url, website), node_path=DATA_NODE, currency=currency.code)
        yield Candidate(config, DATA_NODE, 0, currency)


def _with_background(config: BrandConfig, picture: dict[str, Any]) -> BrandConfig:
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


def _is_padded(row: dict[str, Any], name: dict[str, Any]) -> bool:
    """Return True if texts are those of a name with words that many cards have: a category's."""
    pairs = [(text, part or "") for text, part in zip(row["texts"], name["texts"], strict=True)]
    whole = [(text, part) for text, part in pairs if text]
    added = [
        text.removesuffix(part).removeprefix(part)
        for text, part in whole
        if part and part != text and (text.endswith(part) or text.startswith(part))
    ]
    return len(added) == len(whole) >= 2 * len(set(added))


def _picture_rank(row: dict[str, Any]) -> tuple[float, ...]:
    """Return a sort key: one picture in every card; of equals the first, the front view."""
    return (row["isSame"], -row["exact"], row["matches"] - row["exact"], -row["isImage"])


def _prices(group: dict[str, Any], currency: str) -> list[tuple[str, str, float, int, bool]]:
    """Return paths of a price, and of a reduced one; the classes' weight, the longest text.

    The last one: many cards have nothing there.
    """
    rows = [row for row in group["prices"] if row["weight"] >= 0 or len(group["prices"]) == 1]
    read = {row["xpath"]: [_amount(text, currency) for text in row["texts"]] for row in rows}
    least = NEARLY_ALL * group["priced"]
    counts = {xpath: sum(amount is not None for amount in read[xpath]) for xpath in read}
    prices = [
        (row["xpath"], "", row["weight"], row["length"], False)
        for row in rows
        if counts[row["xpath"]] >= least
    ]
    for sale in sorted(rows, key=lambda row: (-row["weight"], -row["cards"]))[:6]:
        for full in rows:
            # Markup calls the first one old, or the second one reduced: a tier is less.
            is_called = not sale["isStruck"] and (full["isStruck"] or sale["isReduced"])
            amounts = read[full["xpath"]], read[sale["xpath"]]
            if full is not sale and is_called and _is_pair(*amounts, least):
                weight = min(full["weight"], sale["weight"])
                prices.append((full["xpath"], sale["xpath"], weight, sale["length"], False))
    pure = {row["xpath"] for row in rows if row["isPure"]}
    if not any(price[2] > 0 or price[0] in pure for price in prices):
        # Nothing on nearly all cards is a price: an amount alone on most of them is.
        prices = [
            (row["xpath"], "", row["weight"], row["length"], True)
            for row in rows
            if row["isPure"] and counts[row["xpath"]] >= MOST * group["priced"]
        ] or prices
    # Of paths of equal weight the one with more text first: it shows what a price was reduced from.
    return sorted(prices, key=lambda price: (-price[2], bool(price[1]), -min(price[3], 80)))[
        :MOST_PRICES
    ]


def _is_pair(full: list[Decimal | None], sale: list[Decimal | None], least: float) -> bool:
    """Return True if the second is below the first wherever both are, and one is in nearly all."""
    both = [(a, b) for a, b in zip(full, sale, strict=True) if a is not None and b is not None]
    either = sum(a is not None or b is not None for a, b in zip(full, sale, strict=True))
    return bool(both) and all(b < a for a, b in both) and either >= least


def _amount(text: str | None, currency: str) -> Decimal | None:
    try:
        reading = parse_price(text or "", currency)
    except CurrencyMismatchError:
        return None
    return reading.value


def _base(page: dict[str, Any], url: str, website: str) -> BrandConfig:
    """Return what does not depend on the cards: names, paging, the page itself."""
    title = str(page["metadata"]["title"] or "")
    name = page["metadata"]["siteName"] or re.split(r"\||\s[-–]\s", title)[-1]
    paging = page["paging"]
    following, more = paging.get("next"), paging.get("more")
    popup = page["popup"]
    return BrandConfig(
        brand_id=0,
        name=one_line(name)[:100],
        website=website,
        popup_close_button_selector=popup["selector"] if popup else "",
        next_button_selector=following["selector"] if following else "",
        next_button_text=following["text"] if following else "",
        next_button_click_not_redirect=bool(following) and not following["isLink"],
        infinite_scroll_button_selector=more["selector"] if more else "",
        pages=(PageConfig(None, url),),
    )
