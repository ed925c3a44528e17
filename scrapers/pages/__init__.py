"""Reading pages: lists, cards and detail pages into raw values, and those into items."""
