"""What the command line does to a tower: look it over, flash it, try its dice."""
