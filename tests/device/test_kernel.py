"""What a kernel tells, and what it leaves out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from servida.device.kernel import free_space, generator, requested_clock, serial

if TYPE_CHECKING:
    from pathlib import Path


def test_what_the_kernel_tells(tmp_path: Path) -> None:
    assert requested_clock(tmp_path) is None
    assert generator(tmp_path) is None
    node = tmp_path / "class/i2c-adapter/i2c-1/of_node"
    node.mkdir(parents=True)
    (node / "clock-frequency").write_bytes((400_000).to_bytes(4, "big"))
    assert requested_clock(tmp_path) == 400_000
    (node / "clock-frequency").write_bytes(b"odd")
    assert requested_clock(tmp_path) is None
    device = tmp_path / "class/misc/hw_random"
    device.mkdir(parents=True)
    (device / "rng_current").write_text("none\n")
    assert generator(tmp_path) is None
    (device / "rng_current").write_text("bcm2835-rng\n")
    assert generator(tmp_path) == "bcm2835-rng"
    assert serial(tmp_path) is None
    board = tmp_path / "firmware/devicetree/base"
    board.mkdir(parents=True)
    (board / "serial-number").write_bytes(b"1000000012345678\0")
    assert serial(tmp_path) == "1000000012345678"
    (board / "serial-number").write_bytes(b"\0")
    assert serial(tmp_path) is None


def test_room(tmp_path: Path) -> None:
    assert (free_space(tmp_path) or 0) > 0
    assert free_space(tmp_path / "missing") is None
