"""What words stand for: prices, sizes, things, people, and the meaning they add up to."""
