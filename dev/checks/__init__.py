"""`make lint`, `make unit`, `make test`: the checks, and which of them run in parallel."""
