"""The demo stores' pictures: drawn shapes in a product's colour and pattern on a backdrop."""
