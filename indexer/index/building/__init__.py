"""New indices: built from PostgreSQL while the old one serves, and warmed."""
