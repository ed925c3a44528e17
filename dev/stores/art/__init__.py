"""The demo stores' pictures: drawn shapes in a product's colour and pattern, before a backdrop."""
