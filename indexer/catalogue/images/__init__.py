"""Pictures: fetched once, kept as WebP thumbnails in `bucketLocation`, one copy of each content."""
