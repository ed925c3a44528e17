"""What a product's own page prints: its name, its price and its stock, with where each stood."""
