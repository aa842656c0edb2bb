"""Under fire for as long as one likes: ``make fuzz MINUTES=10``. Short passes are in the suite."""
