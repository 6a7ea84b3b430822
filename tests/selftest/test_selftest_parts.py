"""Entropy, storage and computer, over scratch folders and sources."""

from __future__ import annotations

import errno
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from servida.device import mounts
from servida.device.health import STARTUP
from servida.selftest import storage
from servida.selftest.computer import examine_temperature, examine_throttling
from servida.selftest.entropy import LONGEST, examine_entropy
from servida.selftest.storage import examine_storage

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@dataclass
class Source:
    """A source whose bytes take their time, in virtual seconds."""

    give: Callable[[int], bytes]
    rate: float = 1000.0
    now: float = 0.0
    name: str = "hwrng"
    given: int = 0

    def read(self, count: int) -> bytes:
        self.now += count / self.rate
        self.given += count
        return self.give(count)


sound = random.Random(20).randbytes


def test_a_sound_generator_is_timed_and_passes() -> None:
    source = Source(sound)
    finding = examine_entropy(source, "bcm2835-rng", lambda: source.now)
    assert finding.sound
    assert finding.measured == {"bytes": STARTUP, "bytes_per_second": 1000.0, "driver": "bcm2835-rng"}
    assert "hwrng (bcm2835-rng): 1000 bytes a second, 1024 bytes pass" in finding.found


def test_a_stuck_generator_fails_its_tests() -> None:
    source = Source(bytes)
    finding = examine_entropy(source, None, lambda: source.now)
    assert "repetition count test: byte 0 came 5 times" in finding.found
    assert finding.mend.startswith("it is stuck or biased")


def test_a_slow_generator_is_not_waited_for_for_ever() -> None:
    source = Source(sound, rate=4.0)
    finding = examine_entropy(source, None, lambda: source.now)
    assert source.now <= LONGEST + 8.0
    assert finding.measured["bytes_per_second"] == 4.0


@pytest.mark.parametrize(
    ("code", "mend"), [(errno.ENOENT, "no such device"), (errno.EACCES, "sudo -u servida"), (errno.EIO, "reboot")]
)
def test_a_generator_that_can_not_be_read(code: int, mend: str) -> None:
    def refuse(_: int) -> bytes:
        raise OSError(code, "told so")

    finding = examine_entropy(Source(refuse), None, lambda: 0.0)
    assert finding.found == "hwrng can't be read: told so"
    assert mend in finding.mend


def test_a_file_that_ends_is_no_generator() -> None:
    assert "ended after 0 bytes" in examine_entropy(Source(lambda _: b""), None, lambda: 0.0).found


def test_storage_is_written_flushed_and_read(tmp_path: Path) -> None:
    finding = examine_storage(tmp_path, lambda: 0.0)
    assert finding.sound
    assert finding.measured["write_and_flush_ms"] == 0.0
    assert list(tmp_path.iterdir()) == []


def test_storage_waits_for_the_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flushed: list[Path] = []
    monkeypatch.setattr(storage, "flush", flushed.append)
    examine_storage(tmp_path, lambda: 0.0)
    assert flushed == [tmp_path / storage.PROBE, tmp_path]


def test_storage_that_is_missing_full_or_not_mounted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "No such file" in examine_storage(tmp_path / "missing", lambda: 0.0).found
    with monkeypatch.context() as patch:
        patch.setattr(storage, "LEAST", 1 << 80)
        assert examine_storage(tmp_path, lambda: 0.0).mend == "make room: df -h"
    fstab = tmp_path / "fstab"
    fstab.write_text(f"x {tmp_path} ext4 nofail 0 2\n", encoding="utf-8")
    monkeypatch.setattr(mounts, "FSTAB", fstab)
    assert "is not mounted" in examine_storage(tmp_path, lambda: 0.0).found


def test_storage_that_gives_back_something_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pathlib.Path.read_bytes", lambda _: b"else")
    finding = examine_storage(tmp_path, lambda: 0.0)
    assert "what was written is not what is read" in finding.found
    assert "worn card" in finding.mend


def test_a_store_that_is_damaged(tmp_path: Path) -> None:
    (tmp_path / "servida.sqlite3").write_bytes(b"no database at all, only words" * 100)
    finding = examine_storage(tmp_path, lambda: 0.0)
    assert "servida.sqlite3" in finding.found
    assert "backup" in finding.mend


def test_temperature(tmp_path: Path) -> None:
    assert examine_temperature(tmp_path).found.startswith("no such device")
    zone = tmp_path / "class/thermal/thermal_zone0"
    zone.mkdir(parents=True)
    (zone / "temp").write_text("48312\n")
    assert examine_temperature(tmp_path).found == "48.3 °C"
    (zone / "temp").write_text("80000\n")
    assert "cool" in examine_temperature(tmp_path).mend
    (zone / "temp").write_text("warm\n")
    assert "invalid literal" in examine_temperature(tmp_path).found


def test_throttling(tmp_path: Path) -> None:
    assert examine_throttling(tmp_path).found.startswith("no such device")
    firmware = tmp_path / "devices/platform/soc/soc:firmware"
    firmware.mkdir(parents=True)
    flags = firmware / "get_throttled"
    flags.write_text("0\n")
    assert examine_throttling(tmp_path).sound
    flags.write_text("50005\n")
    finding = examine_throttling(tmp_path)
    assert (
        finding.found
        == "too little voltage now, throttled now, too little voltage since the start, throttled since the start"
    )
    assert "power supply" in finding.mend
    flags.write_text("10000\n")
    assert "power supply" in examine_throttling(tmp_path).mend
    flags.write_text("80000\n")
    finding = examine_throttling(tmp_path)
    assert (finding.found, finding.mend) == ("too warm since the start", "let it cool down; give the case air")
    flags.write_text("?\n")
    assert "invalid literal" in examine_throttling(tmp_path).found
