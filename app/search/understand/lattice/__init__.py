"""What the words of a text may be, and the likeliest way through all of it."""
