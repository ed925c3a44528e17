"""The named schemas of the OpenAPI document, by area (JSON Schema 2020-12, OpenAPI 3.1)."""

from __future__ import annotations

from typing import Any

from app.api.schemas import catalogue, images, insights, operator, search, visitors

SCHEMAS: dict[str, dict[str, Any]] = {
    **search.SCHEMAS,
    **catalogue.SCHEMAS,
    **images.SCHEMAS,
    **visitors.SCHEMAS,
    **operator.SCHEMAS,
    **insights.SCHEMAS,
}
