"""The forms in which shops publish their products, each read as a stream of records."""
