"""Feeds and catalogues: what shops publish of their products besides pages."""
