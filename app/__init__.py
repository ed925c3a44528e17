"""The web process: the search, the REST calls, the built frontend."""

from app.factory import create_app

__all__ = ["create_app"]
