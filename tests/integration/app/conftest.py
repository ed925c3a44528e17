"""The fixtures of the API's tests."""

from tests.integration.app.desk import bare, desk, office, stocked
from tests.integration.app.fixtures import api, bare_build, rows, shop_app, shop_settings, shop_url

__all__ = [
    "api",
    "bare",
    "bare_build",
    "desk",
    "office",
    "rows",
    "shop_app",
    "shop_settings",
    "shop_url",
    "stocked",
]
