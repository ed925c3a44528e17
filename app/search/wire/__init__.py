"""What InstantSearch clients send and read."""
