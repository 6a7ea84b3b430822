"""THE pin table: which wire goes where, the panel's address and its size.

Pins are BCM numbers (GPIO5 is ``5``); the evidence is the Raspberry Pi's 40-pin header and the BCM2835 ARM
Peripherals manual, table 6-31 (alternate functions). Wired otherwise? Change it here; no other module knows a
pin.

The choice leaves out what others claim: 0 and 1 (identification EEPROM of a HAT, read at every boot), 2 and 3
(I2C with fixed 1.8 kΩ pull-ups: the panel), 14 and 15 (UART: the boot console) and 7 to 11 (SPI0). GPIO16 and
GPIO19 double as SPI1, GPIO13 as PWM and GPIO19 as PCM audio, each only where an overlay of the boot
configuration asks for it. Imports nothing.
"""

BUTTON_PINS = {
    # Five neighbours in one row of the header (positions 29, 31, 33, 35, 37), in the order of the dice; the
    # row ends with a ground at 39.
    "1": 5,
    "2": 6,
    "3": 13,
    "4": 19,
    "5": 26,
    # Position 36 of the other row, with a ground beside it at 34.
    "roll": 16,
}
"""Button name to BCM pin. Each button joins its pin to ground; the program turns the internal pull-up on."""

I2C_BUS = 1
"""Number of the header's I2C bus (``/dev/i2c-1``, SDA at position 3, SCL at 5); bus 0 is for HAT EEPROMs."""

I2C_ADDRESS = 0x3C
"""Seven-bit address of the panel: 011110 and SA0, which modules tie low (SSD1306 data sheet, 8.1.5).

Many a silk screen says 0x78, the same address shifted left by the read/write bit; with SA0 high it is 0x3D.
"""

WIDTH = 128
"""Columns of the panel in pixels (SSD1306 data sheet: 128 segment drivers)."""

HEIGHT = 64
"""Rows of the panel in pixels (SSD1306 data sheet: 64 common drivers): eight pages of eight rows."""
