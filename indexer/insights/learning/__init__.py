"""What visitors teach: which products are popular, and which searches."""
