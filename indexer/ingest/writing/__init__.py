"""Items become rows: what they change, and its writing to PostgreSQL and the index."""
