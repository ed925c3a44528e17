"""From a source's products to rows: one engine, with the runs that it makes and their judging."""
