"""When brands are scraped: timetables, and the scrapes that are due."""
