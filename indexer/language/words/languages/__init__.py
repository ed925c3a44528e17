"""Languages that are a folder each, and how such a folder is read."""
