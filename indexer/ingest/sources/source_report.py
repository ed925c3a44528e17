"""What was looked at: a source, or none with the reason, as the operator's page takes it. Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from scrapers.errors import (
    BusyStoreError,
    DisallowedError,
    ForbiddenError,
    LockedStoreError,
    MissingPageError,
    OutOfTimeError,
    RefusedAddressError,
    StoppedError,
    WaitTooLongError,
)
from scrapers.feeds.catalogue import SITEMAP, OtherPlatformError
from scrapers.product import Product
from scrapers.web.hosts import home_of

# Why there is no source: there is none, the store refuses it, it requires a password, what came
# could not be read, or the time ended before it was looked at.
ABSENT, REFUSED, LOCKED, UNREAD, LEFT = "absent", "refused", "locked", "unread", "left"
STATES: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    ((MissingPageError, OtherPlatformError), ABSENT),
    ((LockedStoreError,), LOCKED),
    ((ForbiddenError, DisallowedError, BusyStoreError), REFUSED),
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
        return ""

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
    return SourceReport(kind, label, address, state, str(error).rstrip("."))


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
