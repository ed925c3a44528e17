"""What the fixtures are made of: services, databases cloned from a template, Redis databases."""
