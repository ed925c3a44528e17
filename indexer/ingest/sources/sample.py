"""A sample of what a source gives, and whether the store's own pages agree."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from scrapers.errors import (
    BusyStoreError,
    ChallengeError,
    DisallowedError,
    ForbiddenError,
    LockedStoreError,
    MissingPageError,
    OutOfTimeError,
    PageError,
    RefusedAddressError,
    StoppedError,
    WaitTooLongError,
)
from scrapers.feeds.catalogue import SITEMAP, Get, OtherPlatformError
from scrapers.feeds.merchant import FeedDefaults, Record
from scrapers.feeds.staging import StagedRows
from scrapers.product import Product
from scrapers.structured.currency import PageCurrency, currency_of
from scrapers.structured.html_tree import tree_of
from scrapers.structured.markup import facts_of
from scrapers.structured.page import own_of
from scrapers.values.price.money import read_money
from scrapers.values.price.numbers import signed_numbers
from scrapers.web.urls import home_of, site_of

# Why there is no source: there is none, the store refuses it, it requires a password, what came
# could not be read, or the time ended before it was looked at.
ABSENT, REFUSED, LOCKED, UNREAD, LEFT = "absent", "refused", "locked", "unread", "left"
STATES: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    ((MissingPageError, OtherPlatformError), ABSENT),
    ((LockedStoreError,), LOCKED),
    ((ForbiddenError, DisallowedError, BusyStoreError, ChallengeError), REFUSED),
    ((RefusedAddressError, WaitTooLongError), REFUSED),
)
TIME_OVER = "the time for looking at the store was over"
LISTS = "Listing pages"
SOUND = 0.9  # of the sample, with a price, a picture and a link; less is not proposed


@dataclass(frozen=True, slots=True)
class SourceReport:
    """A place that was looked at: a source with its sample, or the reason why there is none.

    `kind`: feed or catalogue, as a brand's `source`, pages, or home. `missing` and `reason`: why
    there is no source. `total`: how many products it has, or at least has; `differs`: what their
    pages show otherwise; `uncompared`: why pages could not be compared. `amounts`: what any of a
    product's sizes costs.
    """

    kind: str
    label: str
    address: str
    missing: str = ""
    reason: str = ""
    name: str = ""  # the store's
    currency: str = ""
    total: int = 0
    items: tuple[Product, ...] = ()
    refused: tuple[str, ...] = ()
    own_links: int = 0
    amounts: Mapping[str, set[Decimal]] = field(default_factory=dict)  # by group or key
    stated: str = ""  # its own currency
    broken: str = ""  # why its reading ended before the sample was full
    short: str = ""  # how much less it gave than the store counts
    country: str = ""  # its own, by the ISO code
    opened: int = 0
    differs: tuple[str, ...] = ()
    uncompared: tuple[str, ...] = ()

    @property
    def state(self) -> str:
        """Return what it is: good, poor, or why there is no source."""
        return self.missing or ("poor" if self.problem else "good")

    @property
    def title(self) -> str:
        """Return what operators call it."""
        if self.label == SITEMAP:
            return "Products' pages by the sitemap"
        return f"{self.label}'s catalogue" if self.kind == "catalogue" else self.label

    @property
    def is_platform(self) -> bool:
        return self.kind == "catalogue" and self.label != SITEMAP

    @property
    def priced_count(self) -> int:
        """Return how many products of the sample have a price."""
        return sum(item.price is not None for item in self.items)

    @property
    def pictured_count(self) -> int:
        """Return how many products of the sample have a picture."""
        return sum(bool(item.images) for item in self.items)

    @property
    def problem(self) -> str:
        """Return why there is no source, or why a run would not read it well; empty if it would."""
        if self.missing:
            return self.reason
        sampled = len(self.items) + len(self.refused)
        if not sampled:
            return "it has no products"
        for count, what in (
            (len(self.items), "can be read"),
            (self.priced_count, "have a price"),
            (self.pictured_count, "have a picture"),
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
        return self.short

    def _commonest(self) -> str:
        reasons = Counter(refused.partition(": ")[2] for refused in self.refused)
        return reasons.most_common(1)[0][0] if reasons else ""

    @property
    def remarks(self) -> list[str]:
        """Return what pages show otherwise, and what kept it from being read or compared."""
        count = len(self.items)
        broke_off = f"Its reading broke off after {count} products: {self.broken}"
        return [*self.differs, *self.uncompared, *([broke_off] if self.broken else [])]


def rejected(kind: str, label: str, address: str, error: Exception) -> SourceReport:
    """Return an error's sentence about a place."""
    if isinstance(error, StoppedError | OutOfTimeError):
        return skipped(kind, label, address, TIME_OVER)
    state = next((state for kinds, state in STATES if isinstance(error, kinds)), UNREAD)
    listed = error.listed if isinstance(error, OtherPlatformError) else 0
    return SourceReport(kind, label, address, state, str(error).rstrip("."), total=listed)


def skipped(kind: str, label: str, address: str, why: str) -> SourceReport:
    """Return a place that was not looked at, or not to its end."""
    return SourceReport(kind, label, address, LEFT, f"not looked at to the end: {why}")


def form_values(source: SourceReport) -> dict[str, Any]:
    """Return the form's fields for a source, by their names on the wire."""
    address = "feedUrl" if source.kind == "feed" else "catalogueUrl"
    return {
        **({"name": source.name} if source.name else {}),
        "website": f"{home_of(source.address)}/",
        "currency": source.currency,
        "source": source.kind,
        address: source.address,
    }


def row(one: SourceReport, best: SourceReport | None = None) -> dict[str, Any]:
    """Return what is shown and compared of a place."""
    return {
        "source": one.kind,
        "label": one.title,
        "address": one.address,
        "products": one.total,
        "sampled": len(one.items),
        "priced": one.priced_count,
        "pictured": one.pictured_count,
        "soldOut": sum(item.sold_out is True for item in one.items),
        "state": one.state,
        "problem": one.problem,
        "differs": one.remarks,
        "proposed": one is best,
        "values": {} if one.missing else form_values(one),
    }


def pages_row(
    proposed: dict[str, Any], address: str, failure: Exception | None, *, is_best: bool
) -> dict[str, Any]:
    """Return what is shown of the listing pages, beside the other sources."""
    if failure is not None:
        return row(rejected("pages", LISTS, address, failure))
    read = {"state": "good", "problem": "", "proposed": is_best, **proposed.pop("counts")}
    return (
        row(SourceReport("pages", LISTS, address))
        | read
        | {"values": {"source": "pages", **proposed["brand"]}}
    )


def sentences(source: SourceReport, best: SourceReport | None) -> Iterator[str]:
    """Describe what was found, and whether it is proposed, as sentences for the operator."""
    why = source.problem or ("another has as much or more" if source is not best else "")
    proposed = f"not proposed: {why}" if why else "proposed as its source"
    yield f"{source.title} at {source.address}, {source.total} products: {proposed}"
    yield (
        f"Of {len(source.items)} that were looked at {source.priced_count} have prices in"
        f" {source.currency}, {source.pictured_count} pictures"
    )
    compared = len(source.differs) + len(source.uncompared)
    yield from (*source.differs[:1], *source.uncompared[:1], *source.remarks[compared:])
    if source.refused:
        yield f"{len(source.refused)} rows refused, such as {source.refused[0]}"


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
            body = get(str(item.href)).body
            offered = source.amounts.get(item.group or item.group_key, set())
            difference = _page_evidence(item, body, offered)
        except MissingPageError as error:
            difference = f"its page: {error}"
        except (PageError, StoppedError) as error:
            uncompared.append(f"{item.name}: its page did not come ({error or 'out of time'})")
            continue
        if difference is not None:
            opened += 1
            differs += [f"{item.name}: {difference}"] if difference else []
    return replace(source, opened=opened, differs=tuple(differs), uncompared=tuple(uncompared))


def _page_evidence(item: Product, body: bytes, offered: set[Decimal]) -> str | None:
    """Return a page's evidence against a product's price: "" none, None without a price.

    What is printed in its currency counts, else structured data; any size's price is its own.
    """
    facts = facts_of(body, str(item.href))
    texts = shown_texts(body) if facts else []
    numbers = [n for n in signed_numbers("\n".join(texts), item.currency) if n.codes]
    amounts = {number.value for number in numbers if item.currency in number.codes}
    stated = own_of(facts) if facts and not amounts else None
    if stated and stated.price is not None and stated.currency in {item.currency, None}:
        amounts = {stated.price}
    if not amounts:
        others = sorted({code for number in numbers for code in number.codes})
        return f"{item.currency} here, its page prints {others[0]}" if others else None
    own = {int(amount) for amount in (item.price, *offered) if amount is not None}
    if any(int(amount) in own for amount in amounts):
        return ""
    return f"{item.price} here, its page has {', '.join(map(str, sorted(amounts)[:3]))}"


def shown_texts(body: bytes) -> list[str]:
    """Return a page's visible texts, as it was sent; raises ValueError for what is no page."""
    root = tree_of(body)
    for unseen in root.xpath(_UNSEEN):
        unseen.drop_tree()
    texts = (" ".join(text.split()) for text in root.itertext() if isinstance(text, str))
    # Signs stand in elements of their own, too.
    return [text for text in texts if text and len(text) <= 2_000]


def page_currency(body: bytes, url: str) -> PageCurrency | None:
    """Return the currency that a page states and prints; None of what is no page."""
    facts = facts_of(body, url)
    return currency_of(facts, shown_texts(body)) if facts else None
