"""The browser of a crawl, the guard around it, and the opening of pages."""
