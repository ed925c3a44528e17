"""The deals of the day, as pages, the API and the feed show them."""
