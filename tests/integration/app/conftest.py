"""The fixtures of the API's tests."""

from tests.integration.app.desk import bare, desk, office, stocked
from tests.integration.app.fixtures import api, rows, shop_app, shop_settings, shop_url

__all__ = [
    "api",
    "bare",
    "desk",
    "office",
    "rows",
    "shop_app",
    "shop_settings",
    "shop_url",
    "stocked",
]
