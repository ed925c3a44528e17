"""The demo stores' products, generated from product lines with a fixed seed."""
