from tests.e2e.search.conftest import dev_site, shop, site

__all__ = ["dev_site", "shop", "site"]
