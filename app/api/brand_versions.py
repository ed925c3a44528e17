"""What was edited on a brand, by whom, and the way back."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify
from sqlalchemy import select

from app.api.brand_edit import save
from app.api.brands import AREA, brand_by_id
from app.api.route import answer, bare, route
from app.api.schemas.parts import array, ref
from app.api.values import BIG_MAX, bare_value, identity
from app.brand_audit import changes, configuration, shown
from app.context import context
from app.errors import NotFound
from indexer.models import BrandVersion

MOST = 200  # versions that are listed


@route(
    AREA,
    "GET",
    "/<int:brand_id>/versions",
    operator=True,
    response=answer(array(ref("BrandVersion"))),
)
def versions(brand_id: int) -> Response:
    """List the edits of a brand's configuration, newest first, at most 200

    Each has the fields that it changed with their old and new values, and what going back to it
    would change now. Fields that may hold a password are shown as hidden.
    """
    with context().session() as session:
        now = configuration(brand_by_id(session, brand_id))
        found = session.scalars(
            select(BrandVersion)
            .where(BrandVersion.brand_id == brand_id)
            .order_by(BrandVersion.id.desc())
            .limit(MOST + 1)
        ).all()
        earlier = [*found[1:], None]
        rows = [
            _version(version, before, now)
            for version, before in zip(found[:MOST], earlier, strict=False)
        ]
    return jsonify(rows)


def _version(
    version: BrandVersion, before: BrandVersion | None, now: dict[str, Any]
) -> dict[str, Any]:
    made = changes(before.values, version.values) if before else []
    # A field that was declared since then stays as it is.
    kept = {name: value for name, value in now.items() if name in version.values}
    return {
        "id": version.id,
        "author": version.author,
        "action": version.action,
        "restoredId": version.restored_id,
        "createdAt": version.created_at.isoformat(),
        "changes": [shown(change) for change in made],
        "restoring": [shown(change) for change in changes(kept, version.values)],
    }


@route(
    AREA,
    "POST",
    "/restore",
    operator=True,
    request=bare("versionId", {"type": ["integer", "string"]}, 41),
    response=answer(ref("BrandSaved")),
)
def restore() -> Response:
    """Set a brand's configuration to what it was after an earlier edit

    That is an edit, too: it is checked and recorded like any other.
    """
    version_id = identity(bare_value("versionId"), "versionId")
    with context().session() as session:
        version = session.get(BrandVersion, min(version_id, BIG_MAX))
        if version is None:
            raise NotFound(f"There is no version {version_id}")
        values = dict(version.values) | {"id": version.brand_id}
    return save(values, "restored", version_id)
