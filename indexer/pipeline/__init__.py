"""From items to products: cleaning, diff, gates (pure), and their writing to PostgreSQL."""
