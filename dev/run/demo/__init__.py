"""The demo of a first `make run`: its stores, its scrapes, its catalogue."""
