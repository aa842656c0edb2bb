"""Tournaments as values: events come to a state, a state to standings and to the next round."""
