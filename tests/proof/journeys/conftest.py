from tests.e2e.conftest import (
    dev_frontend_dir,
    dev_page,
    dev_site,
    frontend_dir,
    page,
    phone,
    session_browser,
    site,
)

__all__ = [
    "dev_frontend_dir",
    "dev_page",
    "dev_site",
    "frontend_dir",
    "page",
    "phone",
    "session_browser",
    "site",
]
