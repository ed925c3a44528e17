"""What gunicorn runs: `app.serving.wsgi:app`, with the settings of the environment."""

from app.factory import create_app
from indexer.core.db import VISITOR_ANSWER_S, limit_connections, limit_statements
from indexer.core.logs import log_as_json
from indexer.core.settings import Settings

log_as_json()
limit_statements(VISITOR_ANSWER_S)  # somebody waits for every answer
settings = Settings.from_env()
limit_connections(settings.database_connections)
app = create_app(settings)
