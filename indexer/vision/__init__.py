"""What a picture says of a product, from its pixels: pure, and nothing but Pillow."""
