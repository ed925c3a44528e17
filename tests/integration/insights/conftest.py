"""The fixtures of the tests of what analysts ask."""

from tests.integration.app.fixtures import api, shop_app, shop_settings, shop_url

__all__ = ["api", "shop_app", "shop_settings", "shop_url"]
