# Pins of the board, as they are soldered. No driver here.
# Made from hardware/tower.toml by `make hardware`; change it there.

LED_DATA = 2  # leg 4; idle low; PIO
BTN = 3  # leg 5; active low
BEAM = 4  # leg 6; low while something is in the way
NOISE_D = 5  # leg 7; optional noise board, 3.3 V only
BUZZ = 6  # leg 9; passive piezo
LED_EN = 7  # leg 10; low: the lamps' rail is off, as it is before the firmware runs
BTN_LED = 8  # leg 11; lamp of the button
NOISE_A = 26  # leg 31; optional noise board
PSU_SEL = 27  # leg 32; low: the big supply; open or broken reads as USB
HEALTH = 25  # the Pico's own lamp

LAMPS = 128
COLOUR = 20  # mA that one colour of a lamp draws at 255
USB_LIGHT = 247  # mA left for light on USB alone
PSU_LIGHT = 680  # mA left for light with the big supply
RAIL = (4100, 5250)  # mV on the lamps' rail of a good board
REVISION = 2  # of the board
