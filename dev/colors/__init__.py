"""Fitting the colours of pictures to photographs whose colours are known."""
