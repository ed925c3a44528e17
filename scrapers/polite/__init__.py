"""Politeness: robots.txt, delays, turns at a host."""
