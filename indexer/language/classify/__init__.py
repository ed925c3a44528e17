"""Pure classification by words: a product's name and hints in, category, colours, people out."""
