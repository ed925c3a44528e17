"""Words: how a text falls into them, and all that is known of each."""
