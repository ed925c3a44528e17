"""What clients send and read: an address, InstantSearch's requests and their answers."""
