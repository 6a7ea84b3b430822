"""`servida fairness`: words, figures, picture and bytes, from generators true and loaded, and from the history."""

from __future__ import annotations

import json
import random
import re
import sys
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageColor

from servida import cli_fairness
from servida.cli import main
from servida.cli_fairness import tally_of
from servida.device.entropy import HwRng, faces_of
from servida.fairness import Tally, examine
from servida.fairness_picture import FAIR, OFF, SIZE, picture
from servida.fairness_report import times_in
from servida_host.console_rig import ConsoleRig
from sim_command import Stream

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from servida.device.entropy import ByteSource

Capture = pytest.CaptureFixture[str]


class Seeded:
    """Fair bytes from a seed; ``loaded`` makes a part of all bytes a six instead."""

    name = "seeded"

    def __init__(self, seed: int = 1, loaded: float = 0.0, end: int | None = None) -> None:
        self._generator = random.Random(seed)
        self._loaded = loaded
        self._end = end
        self.given = b""

    def read(self, count: int) -> bytes:
        if self._end is not None:
            count = min(count, self._end - len(self.given))
        raw = bytearray(self._generator.randbytes(count))
        if self._loaded:
            for i in range(count):
                if self._generator.random() < self._loaded:
                    raw[i] = 5
        self.given += raw
        return bytes(raw)


class Broken:
    name = "hwrng"

    def read(self, count: int) -> bytes:
        raise PermissionError(13, "Permission denied", f"/dev/hwrng for {count}")


def offer(monkeypatch: pytest.MonkeyPatch, **sources: Callable[[], ByteSource]) -> None:
    monkeypatch.setattr(cli_fairness, "SOURCES", {"hwrng": Broken, "kernel": Seeded, **sources})


# Of all bytes so many become sixes: the face comes with 1/6 + 0.01.
LOADED = 0.01 / (5 / 6)


def test_fair_dice_are_nothing_unusual_in_words_for_a_player(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    offer(monkeypatch)
    assert main(["fairness", "--source", "kernel"]) == 0
    first, second, _, counts, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith("1,000,000 dice from kernel: nothing unusual; a fair die does worse than this ")
    assert first.endswith(" times in 100.")
    assert second == "(Fair dice are called unusual at most 1 time in 1,000.)"
    assert "a fair one: 165,549 to 167,785" in counts
    assert [line[:3] for line in rest[:6]] == [f"  {face}" for face in range(1, 7)]
    assert [line.partition(":")[0] for line in rest[7:]] == ["faces", "pairs", "positions", "hands"]


def test_a_face_at_one_sixth_and_one_percent_is_caught(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    offer(monkeypatch, kernel=lambda: Seeded(2, LOADED))
    assert main(["fairness", "--source", "kernel"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("1,000,000 dice from kernel: UNUSUAL; of fair dice this is said at most 1 time in 1,000.\n")
    assert "faces: UNUSUAL (chi-square " in out
    assert "fair dice do this less than 1 time in 1,000,000\n  face 6 came 176," in out
    assert "times; expected are 165,549 to 167,785" in out
    assert "pairs: UNUSUAL" in out
    assert "  6 and then 6 came " in out
    assert "die 5 showing 6 came " in out


def test_too_even_dice_and_wrong_hands_are_said(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    class Bag(Seeded):
        dealt = 0

        def read(self, count: int) -> bytes:
            self.dealt += count
            return bytes(i % 6 for i in range(self.dealt - count, self.dealt))

    offer(monkeypatch, kernel=Bag)
    assert main(["fairness", "--source", "kernel", "--rolls", "6000"]) == 1
    out = capsys.readouterr().out
    assert "faces: TOO EVEN for chance (chi-square 0.0 with" in out
    assert "\n  no pair came 4,000 times; expected are " in out


def test_a_terminal_shows_how_many_rolls_are_done(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    offer(monkeypatch)
    terminal = Stream(terminal=True)
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main(["fairness", "--source", "kernel", "--rolls", "5000"]) == 0
    capsys.readouterr()
    _, *drawn, wiped, end = terminal.getvalue().split("\r")
    first, *later = [re.fullmatch(r"\[#+ *\] ([0-9,]+) of 5,000 rolls", each) for each in drawn]
    # Of 4,096 bytes 252 in 256 are taken, five for each roll.
    assert first is not None
    assert int(first[1].replace(",", "")) == pytest.approx(4_096 * 252 / 256 / 5, rel=0.03)
    assert len(later) >= 2
    assert all(later)
    assert (wiped.strip(), end) == ("", "")


def test_few_dice_say_how_many_are_needed(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    offer(monkeypatch)
    assert main(["fairness", "--source", "kernel", "--rolls", "11"]) == 0
    assert capsys.readouterr().out == "55 dice from kernel: too few to tell; 60 are needed for the first test.\n"
    assert main(["fairness", "--source", "kernel", "--rolls", "12"]) == 0
    assert "pairs: too few dice to tell" in capsys.readouterr().out


def test_json_has_all_figures(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    offer(monkeypatch, kernel=lambda: Seeded(3, 0.05))
    assert main(["fairness", "--source", "kernel", "--rolls", "10000", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["source"], found["dice"], found["false_alarms"]) == ("kernel", 50_000, pytest.approx(0.001))
    assert found["unusual"] == [test["name"] for test in found["tests"] if test["unusual"]]
    assert [len(test["cells"]) for test in found["tests"]] == [6, 36, 30, 8]
    assert [test["degrees_of_freedom"] for test in found["tests"]] == [5, 35, 25, 6]
    assert sum(cell["count"] for cell in found["tests"][0]["cells"]) == 50_000
    assert found["tests"][0]["unusual"] == "uneven"


def test_the_picture_is_a_png_with_bars_in_both_colours(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, tmp_path: Path
) -> None:
    offer(monkeypatch, kernel=lambda: Seeded(4, 0.02))
    path = tmp_path / "dice.png"
    assert main(["fairness", "--source", "kernel", "--rolls", "20000", "--plot", str(path)]) == 1
    capsys.readouterr()
    with Image.open(path) as image:
        assert (image.format, image.size) == ("PNG", SIZE)
        colours = {colour for _, colour in image.getcolors(1 << 16) or []}
    assert {ImageColor.getrgb(FAIR), ImageColor.getrgb(OFF)} <= colours


def test_pictures_of_few_and_no_dice_can_be_drawn() -> None:
    for rolls in (0, 1, 20):
        tally = Tally()
        tally.add(bytes([1, 2, 3, 4, 6]) * rolls)
        assert picture(examine(tally), "history").size == SIZE


@pytest.mark.parametrize(("rolls", "chunk"), [(1, 65_536), (1000, 65_536), (1000, 7)])
def test_exactly_the_bytes_behind_the_dice_are_kept(monkeypatch: pytest.MonkeyPatch, rolls: int, chunk: int) -> None:
    monkeypatch.setattr(cli_fairness, "CHUNK", chunk)
    source, kept = Seeded(5), bytearray()
    tally = tally_of(source, rolls, kept.extend)
    assert bytes(kept) == source.given
    whole = Tally()
    whole.add(bytes(faces_of(bytes(kept))))
    assert tally == whole
    assert tally.dice == rolls * 5


def test_raw_bytes_go_to_a_file_or_alone_to_standard_output(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    made: list[Seeded] = []

    def seeded() -> Seeded:
        made.append(Seeded(6))
        return made[-1]

    offer(monkeypatch, kernel=seeded)
    path = tmp_path / "dice.bin"
    assert main(["fairness", "--source", "kernel", "--rolls", "100", "--raw", str(path)]) == 0
    assert path.read_bytes() == made[0].given
    assert b"500 dice from kernel" in capsysbinary.readouterr().out
    for more in ([], ["--json"]):
        assert main(["fairness", "--source", "kernel", "--rolls", "100", "--raw", "-", *more]) == 0
        assert capsysbinary.readouterr().out == made[0].given


def test_raw_bytes_are_not_for_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    offer(monkeypatch)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["fairness", "--source", "kernel", "--raw", "-"]) == 2
    assert "servida: --raw -: a terminal can't show bytes" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--rolls", "0"], "argument --rolls: '0': expected 1 to 100000000"),
        (["--rolls", "100000001"], "argument --rolls: '100000001': expected"),
        (["--plot", "dice.jpg"], "--plot: dice.jpg; the name must end in .png"),
        (["--source", "kernel", "--rolls", "9", "--plot", "/nowhere/dice.png"], "--plot: /nowhere/dice.png: No such"),
        (["--source", "kernel", "--rolls", "9", "--raw", "/nowhere/dice"], "--raw: /nowhere/dice: No such"),
        (["--source", "hwrng"], "hwrng: can't be read: [Errno 13] Permission denied: '/dev/hwrng for 4096"),
        (["--source", "ends"], "invalid choice: 'ends'"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, arguments: list[str], said: str
) -> None:
    offer(monkeypatch)
    monkeypatch.setattr(cli_fairness, "ROLLS", 1000)
    assert main(["fairness", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("servida: ")
    assert said in err
    assert err.count("\n") == 1


def test_a_source_that_ends_is_said(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    offer(monkeypatch, kernel=lambda: Seeded(1, end=1000))
    assert main(["fairness", "--source", "kernel"]) == 2
    assert "servida: kernel: can't be read: it ended after 9" in capsys.readouterr().err


@pytest.mark.parametrize(("readable", "source"), [(True, "hwrng"), (False, "kernel")])
def test_the_hardware_generator_is_asked_where_it_may_be_read(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, source: str, *, readable: bool
) -> None:
    offer(monkeypatch, hwrng=Seeded)
    monkeypatch.setattr("os.access", lambda path, _mode: readable and path == "/dev/hwrng")
    assert main(["fairness", "--rolls", "20"]) == 0
    assert capsys.readouterr().out.startswith(f"100 dice from {source}: ")


def test_the_hardware_generator_stands_behind_the_health_tests(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, tmp_path: Path
) -> None:
    device = tmp_path / "hwrng"
    device.write_bytes(bytes(5000))
    monkeypatch.setattr(cli_fairness, "HwRng", lambda **options: HwRng(device, **options))
    assert main(["fairness", "--source", "hwrng"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("servida: hwrng: repetition count test: byte 0 came 5 times in a row")


def test_the_history_is_judged_with_its_bytes(capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> None:
    with ConsoleRig(players=("Ana", "Beto"), seed=3, state=tmp_path) as rig:
        for _ in range(5):
            rig.tap("roll", "roll", "roll", "roll", "1", "roll")
            while rig.screen != "handover":
                rig.tap("2", "roll", "roll")

    def ask(*options: str) -> bytes:
        assert main(["fairness", "--source", "history", "--state", str(tmp_path), *options]) == 0
        return capsysbinary.readouterr().out

    raw = ask("--raw", "-")
    rolled = json.loads(ask("--json"))
    assert rolled["dice"] == len(faces_of(raw)) > 50
    assert [cell["count"] for cell in rolled["tests"][0]["cells"]] == [
        faces_of(raw).count(face) for face in range(1, 7)
    ]
    assert raw.endswith(ask("--raw", "-", "--rolls", "1"))
    assert len(faces_of(ask("--raw", "-", "--rolls", "2"))) <= 10


def test_no_history_is_one_line(capsys: Capture, tmp_path: Path) -> None:
    assert main(["fairness", "--source", "history", "--state", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith(f"servida: store {tmp_path}")


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (1.0, "nearly always"),
        (0.9951, "nearly always"),
        (0.37, "37 times in 100"),
        (0.1, "10 times in 100"),
        (0.0999, "1 time in 10"),
        (0.02, "1 time in 50"),
        (0.001, "1 time in 1,000"),
        (0.0002, "1 time in 5,000"),
        (0.000123, "1 time in 8,100"),
        (1e-6, "1 time in 1,000,000"),
        (9e-7, "less than 1 time in 1,000,000"),
        (0.0, "less than 1 time in 1,000,000"),
    ],
)
def test_chances_are_said_as_a_player_says_them(chance: float, said: str) -> None:
    assert times_in(chance) == said
