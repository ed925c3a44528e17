"""Who is logged in, and in which zone the site tells the time."""

from typing import Any

from app.access import operator_name
from app.api.declare import Area
from app.api.operator import schemas
from app.context import context

AREA = Area("session", "operator", "Who is logged in (operators)")


@AREA.get("/session", operator=True)
@AREA.response(schemas.Session)
def session() -> dict[str, Any]:
    """Tell who the operator of this call is, and the site's time zone"""
    settings = context().settings
    return {
        "name": operator_name(),
        "is_open": settings.operator_open,
        "time_zone": settings.schedule_timezone,
    }
