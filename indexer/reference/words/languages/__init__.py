"""Languages that are a file each, and how such a file is read."""
