"""`make lint`, `make unit`, `make test`: what is checked, beside what, and what is shown of it."""
