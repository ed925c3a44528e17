"""Which of the readings of a text's words hold: its types, shades, order, names, negations."""
