"""One thing at several stores: by identifiers, otherwise where name and picture agree."""
