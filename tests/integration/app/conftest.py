"""The fixtures of the API's tests."""

from tests.integration.app.desk import desk
from tests.integration.app.fixtures import api, rows, shop_app, shop_settings, shop_url

__all__ = ["api", "desk", "rows", "shop_app", "shop_settings", "shop_url"]
