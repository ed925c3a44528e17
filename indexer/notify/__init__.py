"""Messages: one table, one sender. Senders write rows into it."""
