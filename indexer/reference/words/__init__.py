"""What people call things, colours and people, as data with its meaning."""
