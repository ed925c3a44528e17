"""One reader for each kind of value that stores write, whatever it stands in."""
