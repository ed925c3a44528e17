"""The demo of a first `make run`: its stores, their scrapes, the events."""
