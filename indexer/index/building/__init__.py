"""New indices: built from PostgreSQL while the old one serves, warmed, given new synonyms."""
