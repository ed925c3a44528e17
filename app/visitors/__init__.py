"""What is known of visitors, and how their searches and clicks are recorded."""
