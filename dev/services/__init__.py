"""PostgreSQL, Redis and Elasticsearch as local processes, for a machine without Docker.

Nothing is imported here: `make stop` and the preparation use parts without the environment.
"""
