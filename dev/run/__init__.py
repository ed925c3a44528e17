"""`make run`: services, schema, data, frontend, API, worker, demo stores, first scrape."""
