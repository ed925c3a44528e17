"""Google Merchant product feeds into the catalogue: `python -m indexer.feed PATH BRAND`."""
