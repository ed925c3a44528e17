"""Who may ask what, and how often."""
