"""Elasticsearch bodies: pure functions from typed conditions to dicts."""
