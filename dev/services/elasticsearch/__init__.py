"""A local Elasticsearch: its distribution, its Java runtime, its node."""
