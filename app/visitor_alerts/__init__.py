"""Visitors' alerts: how they are set, seen and changed, and what is new in their searches."""
