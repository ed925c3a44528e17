"""What the catalogue is made of: categories, colours, styles, countries, stores, filters."""
