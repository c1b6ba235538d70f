"""EDOPro's core as a referee, with cards and scripts of our own."""
