"""What a run may do to the catalogue: its gates, what they compare with, what was not seen."""
