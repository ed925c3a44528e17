"""The catalogue in PostgreSQL and its index in Elasticsearch."""
