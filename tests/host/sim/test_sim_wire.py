"""`servida sim --wire` and `--clock`: what the bus carried, and how long that takes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from logic_analyser import decode, edges
from servida.command import UsageError
from servida_host import session
from servida_host.console_rig import ConsoleRig
from servida_host.vcd import dump
from servida_host.wire import octets

if TYPE_CHECKING:
    from sim_command import Command


def test_the_seconds_on_the_wire_depend_on_the_clock(run: Command, tmp_path: Path) -> None:
    def told(*options: str) -> dict[str, float]:
        report: dict[str, float] = json.loads(run("tap roll", "--json", *options).out)
        return report

    usual = told()
    bits = usual["wire_bytes"] * 9 + usual["transactions"] * 2
    assert usual["wire_seconds"] == round(bits / 400_000, 6)
    assert told("--clock", "100000") == usual | {"wire_seconds": round(bits / 100_000, 6)}
    slow = tmp_path / "servida.toml"
    slow.write_text("clock = 100000\n")
    assert told("--config", str(slow)) == told("--clock", "100000")


def test_what_the_wire_carried(run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rigs: list[ConsoleRig] = []
    close = ConsoleRig.close

    def closed(rig: ConsoleRig) -> None:
        rigs.append(rig)
        close(rig)

    monkeypatch.setattr(ConsoleRig, "close", closed)
    assert run("tap roll", "--players", "Ana", "--wire", "bus.vcd").status == 0
    text = (tmp_path / "bus.vcd").read_text()
    assert text == "".join(dump(rigs[0].bus.log, 400_000))
    assert [seen.bytes for seen in decode(edges(text))] == [octets(each) for each in rigs[0].bus.log]
    assert run("tap roll", "--players", "Ana", "--wire", "slow.vcd", "--clock", "100000").status == 0
    assert "100000 Hz" in (tmp_path / "slow.vcd").read_text()


def test_only_a_wire_file_needs_all_that_the_bus_carried(
    run: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("servida_host.session.RECENT", 5)
    logs: list[int] = []
    close = ConsoleRig.close

    def closed(rig: ConsoleRig) -> None:
        logs.append(len(rig.bus.log))
        close(rig)

    monkeypatch.setattr(ConsoleRig, "close", closed)
    told = json.loads(run("tap roll", "--players", "Ana", "--json").out)
    run("tap roll", "--players", "Ana", "--wire", str(tmp_path / "bus.vcd"))
    assert 5 <= logs[0] <= 10 < logs[1] == told["transactions"]


def test_the_wire_of_a_script_that_failed(run: Command, tmp_path: Path) -> None:
    assert run("expect screen lines", "--wire", "bus.vcd").status == 1
    assert decode(edges((tmp_path / "bus.vcd").read_text()))


@pytest.mark.usefixtures("terminal")
def test_the_wire_of_a_person_who_plays(run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def face(rig: ConsoleRig, *_: object) -> int:
        rig.tap("roll")
        raise KeyboardInterrupt

    monkeypatch.setattr("servida_host.faces.terminal.run", face)
    run(None, "--players", "Ana", "--wire", "bus.vcd")
    assert len(decode(edges((tmp_path / "bus.vcd").read_text()))) > 50


def test_a_wire_file_that_cannot_be_written_is_refused_before_anything_runs(
    run: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("servida_host.rig.Rig", None)
    assert run("", "--wire", "none/bus.vcd").refusal == "--wire: none/bus.vcd: No such file or directory"
    assert run("", "--wire", ".").refusal == "--wire: .: Is a directory"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a disk that is always full is Linux's")
def test_a_disk_that_fills(run: Command) -> None:
    told = run("tap roll", "--wire", "/dev/full")
    assert (told.status, told.err) == (2, "servida: --wire: /dev/full: No space left on device\n")
    with Path("/dev/full").open("w") as file, pytest.raises(UsageError, match="--wire: /dev/full: No space"):
        session._write("--wire", file, ["less than a buffer"])
