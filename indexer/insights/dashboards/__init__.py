"""What analysts ask, declared once: for Kibana and for the product's own screen."""

from typing import Any

Body = dict[str, Any]  # JSON as Elasticsearch and Kibana take it
