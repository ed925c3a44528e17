"""Price texts: their amounts, currencies and words."""
