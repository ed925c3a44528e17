"""Visitors' alerts, on real PostgreSQL and SMTP."""
