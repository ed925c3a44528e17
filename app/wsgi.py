"""What gunicorn runs: `app.wsgi:app`, with the settings of the environment."""

from __future__ import annotations

from app.factory import create_app
from indexer.settings import Settings

app = create_app(Settings.from_env())
