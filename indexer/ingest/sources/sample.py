"""A sample of what a source gives, and whether the store's own pages say the same."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any

from scrapers.errors import MissingPageError, PageError, StoppedError
from scrapers.feeds.catalogues import Get
from scrapers.feeds.errors import RowRefusedError
from scrapers.feeds.forms.records import read_records
from scrapers.feeds.row import FeedDefaults, parse_row
from scrapers.feeds.survey import Survey, products, survey
from scrapers.product import Product
from scrapers.structured.currency import PageCurrency, currency_of
from scrapers.structured.html_tree import tree_of
from scrapers.structured.markup import facts_of
from scrapers.structured.page import own_of
from scrapers.values.price.money import read_money
from scrapers.values.price.numbers import SignedNumber, signed_numbers
from scrapers.web.hosts import site_of

MOST = 500  # products that are looked at
ROWS = 20  # in which a currency is looked for
OPENED = 3  # products whose pages are compared
SOUND = 0.9  # of the sample, with a price, a picture and a link; less is not proposed
_UNSEEN = "//script | //style | //noscript | //template | //svg"


@dataclass(frozen=True, slots=True)
class Source:
    """A feed or catalogue, its sample, and what the products' pages contradict.

    `total`: how many products it has, or at least has; `differs`: what pages show otherwise;
    `uncompared`: why pages could not be compared. `amounts`: what any of its sizes costs.
    """

    kind: str  # "feed" or "catalogue", as a brand's `source`
    label: str
    address: str
    name: str
    currency: str
    total: int
    items: tuple[Product, ...]
    refused: tuple[str, ...]
    own_links: int = 0
    amounts: Mapping[str, frozenset[Decimal]] = field(default_factory=dict)  # by group or key
    stated: str = ""  # the currency that it says itself
    broken: str = ""  # why its reading ended before the sample was full
    country: str = ""  # as it says, by its ISO code
    opened: int = 0
    differs: tuple[str, ...] = ()
    uncompared: tuple[str, ...] = ()

    @property
    def priced(self) -> int:
        """Return how many products of the sample have a price."""
        return sum(item.price is not None for item in self.items)

    @property
    def pictured(self) -> int:
        """Return how many products of the sample have a picture."""
        return sum(bool(item.images) for item in self.items)

    @property
    def problem(self) -> str:
        """Return why a run would not read it well; empty where it would."""
        sampled = len(self.items) + len(self.refused)
        if not sampled:
            return "it has no products"
        for count, what in (
            (len(self.items), "can be read"),
            (self.priced, "have a price"),
            (self.pictured, "have a picture"),
            (self.own_links, "lead to this store"),
        ):
            if count < SOUND * sampled:
                why = f": {self._commonest()}" if what == "can be read" else ""
                return f"only {count} of {sampled} {what}{why}"
        if self.differs and 2 * len(self.differs) >= self.opened:
            shown = (
                f"{len(self.differs)} of {self.opened} pages that were opened show another price"
            )
            return f"{shown} ({self.differs[0]})"
        return ""

    def _commonest(self) -> str:
        reasons = Counter(refused.partition(": ")[2] for refused in self.refused)
        return reasons.most_common(1)[0][0] if reasons else ""


@dataclass(frozen=True, slots=True)
class Compared:
    """How many products' pages say a price, what they say otherwise, and why others say nothing."""

    opened: int = 0
    differs: tuple[str, ...] = ()
    uncompared: tuple[str, ...] = ()


def sampled(
    found: tuple[str, str, str, str], file: Path, defaults: FeedDefaults, total: int
) -> Source:
    """Read a file with a source's first products; raises FeedError.

    `found`: the source's kind, label, address and the store's name.
    """
    surveyed = survey(file, defaults, _go_on)
    items = (*islice(products(file, surveyed, defaults, _go_on), MOST),)
    site = site_of(defaults.website)
    return Source(
        *found,
        currency=next((item.currency for item in items), defaults.currency),
        total=max(total, surveyed.products),
        items=items,
        refused=_refused(surveyed),
        own_links=sum(item.href is not None and site_of(item.href) == site for item in items),
        amounts=_amounts(file, defaults),
        stated=_stated(file),
    )


def _amounts(file: Path, defaults: FeedDefaults) -> dict[str, frozenset[Decimal]]:
    """Return what the sizes and colours of products cost: a page shows any of them first."""
    amounts: dict[str, set[Decimal]] = defaultdict(set)
    for record in read_records(file):
        with suppress(RowRefusedError):
            product, offers, *_ = parse_row(record.values, defaults, record.places)
            said = {offer.amount for offer in offers if offer.amount is not None}
            amounts[product.group or product.group_key] |= said
    return {key: frozenset(values) for key, values in amounts.items()}


def _stated(file: Path) -> str:
    for record in islice(read_records(file), ROWS):
        for name in ("price", "sale_price"):
            for offer in read_money(record.values.get(name), None).value or ():
                if offer.currency:
                    return offer.currency
    return ""


def _go_on(_: int) -> None:
    """Let the reading go on: a sample is short."""


def _refused(surveyed: Survey) -> tuple[str, ...]:
    return tuple(
        f"{refusal.unit} {refusal.line}: {refusal.reason}" for refusal in surveyed.refusals[:MOST]
    )


def compared(source: Source, get: Get) -> Compared:
    """Open some products' pages. One that does not come says nothing, one that is gone does."""
    priced = [item for item in source.items if item.price is not None and item.href]
    step = max(1, len(priced) // OPENED)
    differs: list[str] = []
    uncompared: list[str] = []
    opened = 0
    for item in priced[::step][:OPENED]:
        try:
            page = page_of(get(str(item.href)).body, str(item.href))
            said = _said(item, page, source.amounts.get(item.group or item.group_key, frozenset()))
        except MissingPageError as error:
            said = f"its page: {error}"
        except (PageError, StoppedError) as error:
            uncompared.append(f"{item.name}: its page did not come ({error or 'out of time'})")
            continue
        if said is not None:
            opened += 1
            differs += [f"{item.name}: {said}"] if said else []
    return Compared(opened, tuple(differs), tuple(uncompared))


def _said(item: Product, page: Page, offered: frozenset[Decimal]) -> str | None:
    """Return what a page says against a product's price: "" nothing, None where it says none.

    What any of its sizes costs is no contradiction.
    """
    amounts = page.amounts(item.currency)
    if not amounts:
        others = sorted({code for number in page.numbers(item.currency) for code in number.codes})
        return f"{item.currency} here, its page prints {others[0]}" if others else None
    own = {int(amount) for amount in (item.price, *offered) if amount is not None}
    if any(int(amount) in own for amount in amounts):
        return ""
    return f"{item.price} here, its page says {', '.join(map(str, sorted(amounts)[:3]))}"


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
        """Return what is printed in this currency, or else what structured data says."""
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
    """Read a page as it was sent, without a browser; what is no HTML says nothing."""
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
