"""A local Elasticsearch: its program files, its Java, its node."""
