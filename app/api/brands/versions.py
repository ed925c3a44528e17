"""What was edited on a brand, by whom, and the way back."""

from typing import Any

from sqlalchemy import select

from app.api.brands import schemas
from app.api.brands.audit import changes, configuration, shown
from app.api.brands.edit import save
from app.api.brands.rows import brand_by_id
from app.api.declare import Area
from app.api.declare.fields import by_id
from app.api.declare.schema import With
from app.context import context
from indexer.models import BrandVersion

AREA = Area("brand_versions", "brands", "The edits of brands")
MOST = 200  # versions that are listed


@AREA.get("/<int:brand_id>/versions", operator=True)
@AREA.response(schemas.BrandVersion(many=True))
def versions(brand_id: int) -> list[With]:
    """List the edits of a brand's configuration, newest first, at most 200

    Each has the fields that it changed with their old and new values, and what going back to it
    would change now. Fields that may hold a password are shown as hidden.
    """
    with context().session() as session:
        now = configuration(brand_by_id(session, brand_id))
        rows = session.scalars(
            select(BrandVersion)
            .where(BrandVersion.brand_id == brand_id)
            .order_by(BrandVersion.id.desc())
            .limit(MOST + 1)
        ).all()
    earlier = [*rows[1:], None]
    return [
        _version(version, before, now)
        for version, before in zip(rows[:MOST], earlier, strict=False)
    ]


def _version(version: BrandVersion, before: BrandVersion | None, now: dict[str, Any]) -> With:
    edits = changes(before.values, version.values) if before else []
    # A field that was declared since then stays as it is.
    kept = {name: value for name, value in now.items() if name in version.values}
    return With(
        version,
        changes=[shown(change) for change in edits],
        restoring=[shown(change) for change in changes(kept, version.values)],
    )


@AREA.post("/restore", operator=True)
@AREA.arguments(schemas.VersionId, example=41)
@AREA.response(schemas.BrandSaved)
def restore(version_id: int) -> dict[str, Any]:
    """Set a brand's configuration to what it was after an earlier edit

    That is an edit, too: it is checked and recorded like any other.
    """
    with context().session() as session:
        version = by_id(session, BrandVersion, version_id, "version")
    sent = schemas.BrandInput().load(version.values | {"id": version.brand_id})
    return save(sent, "{name} is as it was after that edit", "restored", version_id)
