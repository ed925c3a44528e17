"""Visitors' alerts, without a service."""
