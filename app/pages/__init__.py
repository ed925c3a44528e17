"""The built frontend: index.html with the state and the page's words inside, assets, media."""

from app.pages.views import register_pages

__all__ = ["register_pages"]
