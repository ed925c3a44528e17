"""Which known product each found one is: one comparison for every source."""
