"""A browser and a brand's configuration in, product items out."""
