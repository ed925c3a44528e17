"""Visitors' alerts by mail: what runs change of what they wait for, told once."""
