"""Which of the readings of a text's words hold: its things, shades, order, names, negations."""
