"""The image queries of spec §7: searches in the words of older clients."""
