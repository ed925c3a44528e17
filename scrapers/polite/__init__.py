"""Politeness: robots.txt, delays, and the opening of pages that keeps to both."""
