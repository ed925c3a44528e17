from tests.e2e.conftest import dev_frontend_dir, dev_site, frontend_dir, page, session_browser, site

__all__ = ["dev_frontend_dir", "dev_site", "frontend_dir", "page", "session_browser", "site"]
