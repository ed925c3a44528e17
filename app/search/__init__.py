"""A visitor's search: one typed request, one `_msearch`, one shaped answer."""
