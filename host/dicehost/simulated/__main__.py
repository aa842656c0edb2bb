"""``python -m dicehost.simulated``: one simulated tower, until it is told to end."""

from dicehost.simulated.process import main

main()
