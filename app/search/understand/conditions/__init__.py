"""What words stand for: prices, sizes, product types, people, and the meaning they add up to."""
