"""The pin table against gpiozero's knowledge of the header."""

from __future__ import annotations

from gpiozero.pins.mock import MockFactory

from servida import board
from servida.ui.keypad import Button

ZERO_2_W = "902120"


def test_every_button_has_a_pin_of_its_own() -> None:
    assert list(board.BUTTON_PINS) == [button.value for button in Button]
    assert len(set(board.BUTTON_PINS.values())) == len(Button)


def test_no_pin_is_claimed_by_eeprom_i2c_uart_or_spi() -> None:
    assert not {0, 1, 2, 3, 14, 15, *range(7, 12)} & set(board.BUTTON_PINS.values())


def test_the_hold_buttons_are_a_row_of_the_header_that_ends_with_ground() -> None:
    header = MockFactory(revision=ZERO_2_W).board_info.headers["J8"]
    positions = {
        gpio: number
        for number, pin in header.pins.items()
        for gpio in board.BUTTON_PINS.values()
        if pin.name == f"GPIO{gpio}"
    }
    assert [positions[gpio] for gpio in board.BUTTON_PINS.values()] == [29, 31, 33, 35, 37, 36]
    assert header.pins[39].name == header.pins[34].name == "GND"


def test_the_table_imports_nothing() -> None:
    assert not [name for name, value in vars(board).items() if type(value).__name__ == "module"]


def test_the_panel_is_one_that_the_chip_can_drive() -> None:
    assert (board.WIDTH, board.HEIGHT) == (128, 64)
    assert board.I2C_ADDRESS in (0x3C, 0x3D)
