"""`make drill`: what is lost and brought back, on this machine, with services of its own."""
