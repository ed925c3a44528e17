"""A sample of what a source gives, and whether the store's own pages agree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from indexer.ingest.sources.source_report import SourceReport
from scrapers.errors import MissingPageError, PageError, StoppedError
from scrapers.feeds.catalogue import Get
from scrapers.feeds.merchant import FeedDefaults, Record
from scrapers.feeds.staging import StagedRows
from scrapers.product import Product
from scrapers.structured.currency import PageCurrency, currency_of
from scrapers.structured.html_tree import tree_of
from scrapers.structured.markup import facts_of
from scrapers.structured.page import own_of
from scrapers.values.price.money import read_money
from scrapers.values.price.numbers import SignedNumber, signed_numbers
from scrapers.web.hosts import site_of

MOST = 500  # products that are looked at
OPENED = 3  # products whose pages are compared
_UNSEEN = "//script | //style | //noscript | //template | //svg"


def with_sample(
    place: SourceReport, records: Iterable[Record], defaults: FeedDefaults
) -> SourceReport:
    """Return a place with the sample that the rows of its first products are.

    Raises what their reading does.
    """
    staged, stated = StagedRows(defaults), ""
    for record in records:
        stated = stated or _row_currency(record)
        staged.add(record)
    items: list[Product] = []
    amounts: dict[str, set[Decimal]] = defaultdict(set)
    count = 0
    for rows in staged.groups():
        costs = {offer.amount for row in rows for offer in row.offers if offer.amount is not None}
        for item in staged.products_of(rows):
            count += 1
            if len(items) < MOST:
                items.append(item)
                amounts[item.group or item.group_key] |= costs
    site = site_of(defaults.website)
    return replace(
        place,
        currency=next((item.currency for item in items), defaults.currency),
        total=max(place.total, count),
        items=tuple(items),
        refused=tuple(f"{one.unit} {one.line}: {one.reason}" for one in staged.refusals[:MOST]),
        own_links=sum(item.href is not None and site_of(item.href) == site for item in items),
        amounts=amounts,
        stated=stated,
    )


def _row_currency(record: Record) -> str:
    """Return the currency that a row itself names."""
    for name in ("price", "sale_price"):
        for offer in read_money(record.values.get(name), None).value or ():
            if offer.currency:
                return offer.currency
    return ""


def compare_pages(source: SourceReport, get: Get) -> SourceReport:
    """Open some products' pages. One that does not come is no evidence, one that is gone is."""
    priced = [item for item in source.items if item.price is not None and item.href]
    step = max(1, len(priced) // OPENED)
    differs: list[str] = []
    uncompared: list[str] = []
    opened = 0
    for item in priced[::step][:OPENED]:
        try:
            page = page_of(get(str(item.href)).body, str(item.href))
            difference = _page_evidence(
                item, page, source.amounts.get(item.group or item.group_key, set())
            )
        except MissingPageError as error:
            difference = f"its page: {error}"
        except (PageError, StoppedError) as error:
            uncompared.append(f"{item.name}: its page did not come ({error or 'out of time'})")
            continue
        if difference is not None:
            opened += 1
            differs += [f"{item.name}: {difference}"] if difference else []
    return replace(source, opened=opened, differs=tuple(differs), uncompared=tuple(uncompared))


def _page_evidence(item: Product, page: Page, offered: set[Decimal]) -> str | None:
    """Return a page's evidence against a product's price: "" none, None without a price.

    What any of its sizes costs is no contradiction.
    """
    amounts = page.amounts(item.currency)
    if not amounts:
        others = sorted({code for number in page.numbers(item.currency) for code in number.codes})
        return f"{item.currency} here, its page prints {others[0]}" if others else None
    own = {int(amount) for amount in (item.price, *offered) if amount is not None}
    if any(int(amount) in own for amount in amounts):
        return ""
    return f"{item.price} here, its page has {', '.join(map(str, sorted(amounts)[:3]))}"


@dataclass(frozen=True, slots=True)
class Page:
    """A page's visible texts, its structured data, and what names a currency."""

    url: str
    texts: tuple[str, ...] = ()
    facts: dict[str, Any] | None = None  # as facts.js gives them
    stated: str | None = None
    language: str = ""

    def numbers(self, currency: str) -> list[SignedNumber]:
        """Return the numbers that stand with a currency's sign."""
        return [n for n in signed_numbers("\n".join(self.texts), currency) if n.codes]

    def amounts(self, currency: str) -> set[Decimal]:
        """Return what is printed in this currency, or else in structured data."""
        printed = {n.value for n in self.numbers(currency) if currency in n.codes}
        own = own_of(self.facts) if self.facts and not printed else None
        if own is None or own.price is None or own.currency not in {currency, None}:
            return printed
        return {own.price}

    def currency(self) -> PageCurrency:
        """Return the currency that the page states and prints."""
        metadata: dict[str, Any] = {
            "url": self.url,
            "linked": self.facts["linked"] if self.facts else [],
            "currency": self.stated,
            "written": None,
            "language": self.language,
        }
        return currency_of(metadata, self.texts)


def page_of(body: bytes, url: str) -> Page:
    """Read a page as it was sent, without a browser; what is no HTML is no evidence."""
    try:
        root = tree_of(body)
    except ValueError:
        return Page(url)
    stated = root.xpath(
        "//meta[contains(@property, 'price:currency')]/@content"
        " | //*[@itemprop='priceCurrency']/@content"
    )
    for unseen in root.xpath(_UNSEEN):
        unseen.drop_tree()
    texts = (" ".join(text.split()) for text in root.itertext() if isinstance(text, str))
    # Signs stand in elements of their own, too.
    shown = tuple(text for text in texts if text and len(text) <= 2_000)
    language = str(root.xpath("string(//html/@lang)"))
    return Page(url, shown, facts_of(body, url), next(iter(stated), None), language)
