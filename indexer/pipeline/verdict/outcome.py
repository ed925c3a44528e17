"""What a run changed, as its history row records it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from indexer.models import Product
from indexer.pipeline.verdict.fields import FieldCount, told


@dataclass(slots=True)
class Outcome:
    """Ids of products and images, in the order in which they were met; what known ones carry."""

    found: list[int] = field(default_factory=list)
    new: list[int] = field(default_factory=list)
    changed: list[int] = field(default_factory=list)  # among the known ones, with new content
    returned: list[int] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)
    priced: list[int] = field(default_factory=list)  # among the found ones, with a price read
    found_images: list[int] = field(default_factory=list)
    new_images: list[int] = field(default_factory=list)
    gone_images: list[int] = field(default_factory=list)
    united: list[int] = field(default_factory=list)  # were known, and are parts of found ones now
    asked: list[int] = field(default_factory=list)  # known ones that new ones seem to be
    touched: list[int] = field(default_factory=list)  # their documents must be written
    carried: FieldCount = field(default_factory=FieldCount)

    def plus(self, other: Outcome) -> Outcome:
        """Return both outcomes as one."""
        return Outcome(
            *(getattr(self, part.name) + getattr(other, part.name) for part in fields(Outcome))
        )

    def columns(self) -> dict[str, Any]:
        """Return the history row's columns (spec §3, "History record")."""
        return {
            "found_group_ids": self.found,
            "found_image_ids": self.found_images,
            "new_image_ids": self.new_images,
            "deleted_image_ids": self.gone_images,
            "found_count": len(self.found),
            "new_count": len(self.new),
            "changed_count": len(self.changed),
            "gone_count": len(self.gone),
            "field_changes": self.carried.rows(),
        }

    def summary(self) -> str:
        """Return the counts as the log states them, with each value that became nothing."""
        counts = (
            f"{len(self.found)} found, {len(self.new)} new, {len(self.changed)} changed, "
            f"{len(self.returned)} returned, {len(self.gone)} gone; "
            f"images: {len(self.new_images)} new, {len(self.gone_images)} deleted"
        )
        return "; ".join((counts, *self.losses()))

    def losses(self) -> list[str]:
        """Return a sentence for each field that known products lost."""
        return told(self.carried.changes())


def seen_of(session: Session, brand_id: int, keys: Iterable[str]) -> Outcome:
    """Return which known products a held run has seen, by their keys; it changes nothing."""
    seen = set(keys)
    rows = session.execute(
        select(Product.group_key, Product.id).where(Product.brand_id == brand_id)
    )
    return Outcome(found=[id_ for key, id_ in rows if key in seen])
