"""The Pi's 40-pin header: what stands at which position.

Raspberry Pi's documentation, "GPIO and the 40-pin header".  The nets of the buttons follow ``servida.board``.
"""

from __future__ import annotations

from servida.board import BUTTON_PINS

PIEZO_GPIO = 12
"""PWM0, free in the boot configuration; the firmware does not sound it yet."""

SDA_GPIO, SCL_GPIO = 2, 3
"""The header's I2C bus 1 (BCM2835 ARM Peripherals, table 6-31), with the Pi's own pull-ups of 1.8 kΩ."""

SUPPLIES = {
    **dict.fromkeys((1, 17), "+3V3"),
    **dict.fromkeys((2, 4), "+5V"),
    **dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "GND"),
}
"""Header position to supply."""

GPIO = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25, 23: 11,
    24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip
"""Header position to BCM number."""


def button_net(button: str) -> str:
    """Return the net between the Pi and a button of ``servida.board``: HOLD1 to HOLD5, or ROLL."""
    return "ROLL" if button == "roll" else f"HOLD{button}"


NETS_OF_GPIO = {
    **{gpio: button_net(button) for button, gpio in BUTTON_PINS.items()},
    SDA_GPIO: "SDA",
    SCL_GPIO: "SCL",
    PIEZO_GPIO: "PIEZO",
}
"""BCM number to net; what is not here is not connected."""


def header_pins() -> dict[str, str | None]:
    """Return the net of each of the forty positions, ``None`` where nothing is connected."""
    return {
        str(position): SUPPLIES.get(position) or NETS_OF_GPIO.get(GPIO.get(position, -1)) for position in range(1, 41)
    }
