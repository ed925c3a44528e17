"""What `make run` needs on a machine without Docker: services, demo stores, demo data."""
