"""Messages: one table, one sender. Who has something to say makes rows of it."""
