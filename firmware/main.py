# Started by the board at power-up. With the button held down it does nothing and leaves the
# prompt alone: the way in when the firmware itself is what needs mending.

from tower.board import Pico
from tower.run import main

board = Pico()
if not board.button():
    main(board)
