"""What a run's products show as pictures, once some of these were fetched."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from indexer.ingest.runs.working import Work
from indexer.models.run import Reason
from scrapers.product import Picture, Product, is_remote

BEFORE = "it was no picture before, and was not tried again"


# Which of a product's addresses were fetched: True where there is a copy, False: it is none.
Fetched = Mapping[str, bool]


@dataclass(frozen=True, slots=True)
class Pictures:
    """What became of the main pictures that were fetched for a run, by their addresses.

    `is_tried` False: each address counts as a picture. `rate`: of those that were tried for the
    first time, kept ones.
    """

    is_tried: bool = False
    kept: dict[str, Picture] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)  # why it is no picture
    lost: dict[str, str] = field(default_factory=dict)  # why it could not be had
    rate: float = 1.0

    @property
    def attempt_count(self) -> int:
        """Return how many were fetched, or tried to."""
        return len(self.kept) + len(self.refused) + len(self.lost)

    def notes(self) -> tuple[Reason, ...]:
        """Describe which pictures could not be had."""
        if not self.lost:
            return ()
        address, why = next(iter(self.lost.items()))
        words = (
            f"{len(self.lost)} of {self.attempt_count} new pictures could not be loaded, such as"
            f" {address[:200]}: {why}"
        )
        return (Reason("pictures missing", words),)

    def apply_to(self, product: Product, before: Fetched) -> Product:
        """Return a product with our copies, and without what is no picture."""
        if not self.is_tried:
            return product
        left = [image for image in product.images if not self._why_none(image.url, before)]
        images = tuple(self._copy_of(image) for image in left)
        unread = {"picture": product.images[0].url} if product.images and not images else {}
        return replace(product, images=images, not_understood={**product.not_understood, **unread})

    def shown_share(self, product: Product, before: Fetched) -> float:
        """Return how sure it is that a product shows a picture: the untried go by the tried.

        It is as `applied` returns it.
        """
        main = product.images[0].url if product.images else None
        if main is None or main in self.lost:
            return 0.0
        if before.get(main) or main in self.kept or not is_remote(main):
            return 1.0
        return self.rate

    def unread(self, product: Product, before: Fetched) -> str:
        """Return the main picture that is none, with why; empty where it is one."""
        main = product.images[0].url if product.images else ""
        why = self._why_none(main, before) if self.is_tried else ""
        return f"{main}: {why}" if why else ""

    def _why_none(self, address: str, before: Fetched) -> str:
        if why := self.refused.get(address):
            return why
        is_known = address in self.kept or address in self.lost
        return BEFORE if before.get(address) is False and not is_known else ""

    def _copy_of(self, image: Picture) -> Picture:
        kept = self.kept.get(image.url)
        return replace(kept, canonical_url=image.canonical_url) if kept else image


Prove = Callable[[Work], Pictures]


def take_all(_: Work) -> Pictures:
    """Stand in for fetching: each address counts as a picture."""
    return Pictures()
