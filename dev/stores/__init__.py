"""Demo stores: small South African shops on loopback, for scrapes with a real browser."""
