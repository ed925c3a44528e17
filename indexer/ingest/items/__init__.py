"""A run's items on their way in: cleaned, gathered, committed page by page, held back."""
