"""Words: how a text is split into them, and all that is known of each."""
