"""Products' pictures: what loads as one, and their fetching into the bucket."""
