"""Elasticsearch as the index needs it: names, mappings, bulk writes, no rule of the catalogue."""
