"""The browser of a crawl, the guard around it, and what is done and read in a page."""
