"""What is true of products in PostgreSQL, and the document that the index gets of each."""
