"""What analysts ask, declared once."""

from typing import Any

Body = dict[str, Any]  # JSON as Elasticsearch and Kibana take it
