"""The clocks of a match."""
