"""One match: what its journal says, and what its tower and clocks do about it."""
