"""PostgreSQL, Redis and Elasticsearch as local processes, for a machine without Docker.

This file imports nothing: `make stop` and the preparation run without the virtual environment.
"""
