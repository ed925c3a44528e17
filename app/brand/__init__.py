"""A brand's own page."""
