"""Addresses of the web: which may be reached, what they name, whose host it is and its turns."""
