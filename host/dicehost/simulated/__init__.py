"""The simulated tower: the firmware itself on a stand-in board, behind a port like any other."""
