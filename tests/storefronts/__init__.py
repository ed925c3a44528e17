"""Storefronts as a stranger knows them: what they truly sell, and how their platforms answer."""
