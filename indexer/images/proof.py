"""Whether what products name as their picture loads as one, tried before a run is judged.

Only main pictures of which we have no copy, and at most MOST of them, spread over the run; what is
left is fetched after it (`fetching`). What was fetched is kept: nothing is asked for twice.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace

from sqlalchemy import or_, select

from indexer.db import session_scope
from indexer.images.fetching import THREADS, Failure, Kind, picture_fetcher
from indexer.images.keep import Kept
from indexer.models import NO_PICTURE, Product, ProductImage
from indexer.pipeline.verdict.pictured import Pictured
from indexer.runs.working import Work
from scrapers.product import Picture, is_remote
from scrapers.product import Product as Found

MOST = 100
PATIENCE_S = 120.0


@dataclass(frozen=True, slots=True)
class Proof:
    """What became of pictures by address: `known` are those that were fetched before."""

    known: frozenset[str] = frozenset()
    kept: Mapping[str, Kept] = field(default_factory=dict)
    refused: Mapping[str, str] = field(default_factory=dict)  # why it is no picture
    lost: Mapping[str, str] = field(default_factory=dict)  # why it could not be had
    rate: float = 1.0  # of those that were tried for the first time, kept ones

    @property
    def tried(self) -> int:
        """Return how many were fetched, or tried to."""
        return len(self.kept) + len(self.refused) + len(self.lost)

    @property
    def unread(self) -> tuple[str, ...]:
        """Return what was fetched and is no picture, each with why."""
        return tuple(f"{address}: {why}" for address, why in self.refused.items())

    def notes(self) -> tuple[str, ...]:
        """Say which pictures could not be had."""
        if not self.lost:
            return ()
        address, why = next(iter(self.lost.items()))
        return (
            f"{len(self.lost)} of {self.tried} new pictures could not be loaded, such as"
            f" {address[:200]}: {why}",
        )

    def pictured(self, items: Sequence[Found]) -> Pictured:
        """Return the items with what their pictures are."""
        unread = (self._unread_of(item) for item in items)
        return Pictured(
            items=[self.applied(item) for item in items],
            shown=sum(self.shown(self.applied(item)) for item in items),
            unread=tuple(filter(None, unread)),
            notes=self.notes(),
        )

    def applied(self, item: Found) -> Found:
        """Return an item with our copies, and without what is no picture."""
        left = [image for image in item.images if image.url not in self.refused]
        images = tuple(_copied(image, self.kept.get(image.url)) for image in left)
        unread = {"picture": item.images[0].url} if item.images and not images else {}
        return replace(item, images=images, not_understood={**item.not_understood, **unread})

    def shown(self, item: Found) -> float:
        """Return how sure it is that an item shows a picture: what is untried goes by the tried."""
        main = item.images[0].url if item.images else None
        if main is None or main in self.lost:
            return 0.0
        if main in self.known or main in self.kept or not is_remote(main):
            return 1.0
        return self.rate

    def _unread_of(self, item: Found) -> str:
        main = item.images[0].url if item.images else ""
        return f"{main}: {self.refused[main]}" if main in self.refused else ""


def _copied(image: Picture, kept: Kept | None) -> Picture:
    if kept is None:
        return image
    columns = asdict(kept)
    size = {"width": columns.pop("image_width"), "height": columns.pop("image_height")}
    return replace(image, **columns, **size)


def prove(work: Work, items: Sequence[Found]) -> Pictured:
    """Fetch what the items name as their main pictures; raises OSError on a full store."""
    mains = [item.images[0].url for item in items if item.images]
    return prove_addresses(work, mains).pictured(items)


def prove_addresses(work: Work, addresses: Sequence[str]) -> Proof:
    """Fetch what we have no copy of; up to half of it what was no picture before."""
    known, bad = _fetched_before(work)
    unknown = [url for url in dict.fromkeys(addresses) if is_remote(url) and url not in known]
    again = [url for url in unknown if url in bad]
    tried = _spread(again, MOST // 2)
    tried += _spread([url for url in unknown if url not in bad], MOST - len(tried))
    until = time.monotonic() + PATIENCE_S
    outcomes = dict(zip(tried, _fetched(work, tried, until), strict=True))
    kept = {url: one for url, one in outcomes.items() if isinstance(one, Kept)}
    refused = _failed(outcomes, "no picture", "inside")
    lost = _failed(outcomes, "lost")
    for address, why in (*refused.items(), *lost.items()):
        work.log(f"No picture: {address}: {why}.")
    left = [url for url in again if outcomes.get(url) is None]
    first = [url for url in (*kept, *refused, *lost) if url not in bad]
    return Proof(
        known,
        kept,
        refused | dict.fromkeys(left, "it was no picture before, and was not tried again"),
        lost,
        sum(url in kept for url in first) / len(first) if first else 1.0,
    )


def _failed(outcomes: Mapping[str, Kept | Failure | None], *kinds: Kind) -> dict[str, str]:
    """Return why pictures failed in one of these ways."""
    failures = ((url, one) for url, one in outcomes.items() if isinstance(one, Failure))
    return {url: one.why for url, one in failures if one.kind in kinds}


def _fetched_before(work: Work) -> tuple[frozenset[str], frozenset[str]]:
    """Return the brand's addresses of which there are copies, and those that are no pictures."""
    with session_scope(work.settings.database_url) as session:
        rows = session.execute(
            select(ProductImage.image_url, ProductImage.content_hash.is_not(None))
            .join(ProductImage.product)
            .where(
                Product.brand_id == work.brand_id,
                or_(
                    ProductImage.content_hash.is_not(None),
                    ProductImage.fetch_failures >= NO_PICTURE,
                ),
            )
        ).all()
    known = frozenset(url for url, is_kept in rows if is_kept)
    return known, frozenset(url for url, is_kept in rows if not is_kept) - known


def _spread(addresses: Sequence[str], most: int) -> list[str]:
    """Return at most so many of them, from all over the list."""
    if len(addresses) <= most:
        return list(addresses)
    return [addresses[n * len(addresses) // most] for n in range(most)]


def _fetched(work: Work, addresses: Sequence[str], until: float) -> list[Kept | Failure | None]:
    with picture_fetcher(work.settings) as fetcher, ThreadPoolExecutor(THREADS) as pool:

        def fetch(address: str) -> Kept | Failure | None:
            return None if work.stop() or time.monotonic() > until else fetcher(address)

        return list(pool.map(fetch, addresses))
