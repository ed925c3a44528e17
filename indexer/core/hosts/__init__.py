"""Whose turn it is at other people's hosts, and connections to them that were checked."""
