"""Numbers with their units and comparisons, as texts and the names of products say them."""
