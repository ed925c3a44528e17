"""What people call product types, colours and people, as data with its meaning."""
