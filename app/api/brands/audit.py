"""Brands as the database has them."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from app.api.brands.config import SECRETS
from app.api.brands.schemas import BrandConfiguration
from app.api.declare.fields import INT_MAX
from app.errors import NotFound
from indexer.catalogue import audit
from indexer.catalogue.audit import Subject
from indexer.models import Brand, BrandVersion
from scrapers.config import wire_name


def brand_by_id(session: Session, brand_id: int) -> Brand:
    """Return a brand with its pages and styles; raises NotFound."""
    wanted = select(Brand).where(Brand.id == min(brand_id, INT_MAX))
    brand = session.scalar(wanted.options(selectinload(Brand.pages), selectinload(Brand.styles)))
    if brand is None:
        raise NotFound(f"There is no brand {brand_id}")
    return brand


Values = dict[str, Any]

_SECRETS = {wire_name(name) for name in SECRETS}
HIDDEN = "(hidden)"


def configuration(brand: Brand) -> Values:
    """Return a brand's configuration as `POST brands/add` takes it, pages and styles included."""
    values: Values = BrandConfiguration().dump(brand)
    return values


def record(  # noqa: PLR0913 - an edit's facts
    session: Session,
    brand: Brand,
    before: Values | None,
    *,
    author: str,
    action: str,
    restored_id: int | None = None,
) -> int | None:
    """Keep an edit, and return its version, or None where it changed nothing; `before` is None for
    a new brand.

    The first edit of a brand that was there before there were records keeps what it was, too.
    """
    after = configuration(brand)
    if before is not None:
        if not changes(before, after):
            return None
        if not _is_recorded(session, brand.id):
            _add(session, brand.id, before, author=NOBODY, action="before")
    kept = action if action in VERSIONS else "edited"
    version = _add(session, brand.id, after, author=author, action=kept, restored_id=restored_id)
    edits = [shown(change) for change in changes(before or {}, after)]
    old = None if before is None else {change["field"]: change["old"] for change in edits}
    new = {change["field"]: change["new"] for change in edits if change["new"] or before}
    audit.record(session, author, action, Subject("brand", brand.id, brand.name), old, new)
    return version.id


VERSIONS = frozenset({"added", "edited", "restored"})
NOBODY = ""


def _is_recorded(session: Session, brand_id: int) -> bool:
    recorded = select(BrandVersion.id).where(BrandVersion.brand_id == brand_id).limit(1)
    return session.scalar(recorded) is not None


def _add(session: Session, brand_id: int, values: Values, **facts: Any) -> BrandVersion:
    version = BrandVersion(brand_id=brand_id, values=values, **facts)
    session.add(version)
    session.flush()  # in this order
    return version


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Values]:
    """Return the fields that differ, each with its old and its new value.

    Pages are compared without their ids and places in lists of addresses.
    """
    changed = []
    for name in dict.fromkeys((*before, *after)):
        old, new = before.get(name), after.get(name)
        if _compared(name, old) != _compared(name, new):
            changed.append({"field": name, "old": old, "new": new})
    return changed


def _compared(name: str, value: Any) -> Any:
    if name != "pages" or not isinstance(value, list):
        return value
    return [{key: row.get(key) for key in row if key != "pageId"} for row in value]


def shown(change: Values) -> Values:
    """Return a change as operators see it: nothing that may be a password."""
    if change["field"] not in _SECRETS:
        return change
    return change | {side: HIDDEN if change[side] else change[side] for side in ("old", "new")}
