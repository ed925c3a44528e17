"""What finished runs left, for operators: their items and pictures, comparisons, acceptance."""
