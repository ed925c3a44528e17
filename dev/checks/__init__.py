"""`make unit`, `make test`: the checks, which make runs beside one another."""
