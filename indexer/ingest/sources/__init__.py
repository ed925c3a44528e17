"""What a store offers besides its pages: found from its address, sampled, and compared."""
