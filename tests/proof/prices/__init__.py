"""What is measured of prices, beside an SQL of another shape."""
