"""Demo stores: small South African shops on loopback, made to be scraped by a real browser."""
