"""A product's colours by its picture's pixels: pure, and nothing but Pillow."""
