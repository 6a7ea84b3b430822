"""`servida sim`: options, files, exit statuses, and what a person or a program is told."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from types import SimpleNamespace
from typing import Protocol

import pytest
from PIL import Image

from logic_analyser import decode, edges
from servida.cli import main
from servida.command import UsageError
from servida.device.folder import claim
from servida_host import sim
from servida_host.console_rig import ConsoleRig
from servida_host.faces.web.browser import SCREENS
from servida_host.halfblocks import from_text
from servida_host.vcd import dump
from servida_host.wire import octets

GAME = """\
expect screen handover
dice 2 2 2 2 6
tap roll
hold roll 0.8
tap 4 4 roll
expect points Ana poker 45
dice 6 6 6 6 6
tap roll
expect winner Beto
"""
MOVES = ["throw", "land 2 2 2 2 6", "mark poker", "throw", "land 6 6 6 6 6"]


@dataclass(frozen=True)
class Told:
    status: int
    out: str
    err: str

    @property
    def refusal(self) -> str:
        """The one line of a command that refused."""
        assert (self.status, self.out) == (2, "")
        assert self.err.startswith("servida: ")
        assert self.err.count("\n") == 1
        assert self.err.endswith("\n")
        return self.err.removeprefix("servida: ").rstrip("\n")


class Command(Protocol):
    def __call__(self, script: str | None, *options: str) -> Told: ...


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run `servida sim` in an empty folder, with a script of this text if there is one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("platformdirs.user_data_path", lambda name: tmp_path / "home" / name)
    for name in SCREENS:
        monkeypatch.delenv(name, raising=False)

    def run(script: str | None, *options: str) -> Told:
        if script is not None:
            (tmp_path / "game.txt").write_text(script, encoding="utf-8")
            options = ("--script", "game.txt", *options)
        status = main(["sim", *options])
        return Told(status, *capsys.readouterr())

    return run


def test_a_script_that_passes_ends_with_a_line_for_a_person(run: Command) -> None:
    told = run(GAME, "--players", "Ana,Beto")
    assert told == Told(0, "game.txt: 9 steps, all as expected; Ana 45, Beto 0; winner Beto\n", "")


def test_the_line_without_a_match(run: Command) -> None:
    assert run("expect screen title").out == "game.txt: 1 step, all as expected\n"


def test_a_failed_expectation_shows_line_and_frame_and_stops(run: Command, tmp_path: Path) -> None:
    told = run("expect screen title\n\nframe now\nexpect screen lines\nframe later\n", "--frames", "pictures")
    assert (told.status, told.out) == (1, "")
    line, _, picture = told.err.partition("\n")
    assert line == "game.txt:4: expected screen lines, found title"
    now = Image.open(tmp_path / "pictures" / "now.png").convert("1")
    assert from_text(picture).resize(now.size, Image.Resampling.NEAREST).tobytes() == now.tobytes()
    assert [path.name for path in (tmp_path / "pictures").iterdir()] == ["now.png"]


def test_a_picture_has_four_times_the_panels_size(run: Command, tmp_path: Path) -> None:
    assert run("frame title", "--frames", "a/b").status == 0
    with Image.open(tmp_path / "a" / "b" / "title.png") as picture:
        assert picture.size == (512, 256)
        small = picture.resize((128, 64), Image.Resampling.NEAREST)
        assert small.resize(picture.size, Image.Resampling.NEAREST).tobytes() == picture.tobytes()
        assert len(set(small.convert("L").tobytes())) == 2


def test_without_a_folder_no_picture_is_written(run: Command, tmp_path: Path) -> None:
    assert run("frame title").status == 0
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


def test_what_a_program_is_told(run: Command) -> None:
    told = run(GAME, "--players", "Ana,Beto", "--json")
    assert (told.status, told.err) == (0, "")
    report = json.loads(told.out)
    assert report["winner"] == "Beto"
    assert report["totals"] == {"Ana": 45, "Beto": 0}
    assert report["moves"] == MOVES
    assert report["tie"] == []
    assert report["steps"] == 9
    assert report["failed"] is None
    for count in ("frames", "transactions", "wire_bytes", "wire_seconds", "seconds"):
        assert report[count] > 0


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
    monkeypatch.setattr("servida_host.sim.RECENT", 5)
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
        sim._write("--wire", file, ["less than a buffer"])


def test_what_a_program_is_told_without_a_match(run: Command) -> None:
    report = json.loads(run("expect screen title", "--json").out)
    assert (report["winner"], report["totals"], report["moves"]) == (None, {}, [])


def test_what_a_program_is_told_after_a_failure(run: Command) -> None:
    told = run(GAME.replace("poker 45", "poker 40"), "--players", "Ana,Beto", "--json")
    assert told.status == 1
    assert told.err.startswith("game.txt:6: expected points Ana poker 40, found 45\n┌")
    report = json.loads(told.out)
    assert report["failed"] == {"line": 6, "expected": "points Ana poker 40", "found": "45"}
    assert report["totals"] == {"Ana": 45, "Beto": 0}


def test_a_bad_script_is_refused_before_anything_runs(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("servida_host.rig.Rig", None)
    told = run("frame now\nexpect screen lines\ntab roll\n", "--frames", "pictures")
    assert told.refusal.startswith("game.txt:3: 'tab': expected tap or ")
    assert not (tmp_path / "pictures").exists()


@pytest.mark.parametrize(
    ("script", "status", "said"),
    [("expect screen title\n", 0, "<stdin>: 1 step,"), ("expect screen dice\n", 1, "<stdin>:1: expected screen")],
)
def test_a_script_from_standard_input(
    run: Command, monkeypatch: pytest.MonkeyPatch, script: str, status: int, said: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(script.encode())))
    told = run(None, "--script", "-")
    assert told.status == status
    assert (told.out + told.err).startswith(said)


def test_a_script_with_a_byte_order_mark_and_decomposed_accents(run: Command) -> None:
    assert run("\ufeffexpect turn Ine\u0301s", "--players", "Inés").status == 0
    assert run("expect turn Inés", "--players", "Beto, Ine\u0301s").status == 1
    assert run("expect turn Inés", "--players", " Ine\u0301s , Beto").status == 0


REFUSED = (
    (None, ("--script", "none.txt"), "--script 'none.txt': No such file or directory"),
    (None, ("--script", "."), "--script '.': Is a directory"),
    (None, ("--script", "latin.txt"), "--script 'latin.txt': not a text in UTF-8 (unexpected end of data)"),
    ("", ("--terminal",), "--terminal: not together with --script, which runs without a person"),
    ("", ("--frames", "latin.txt"), "--frames: latin.txt: File exists; a folder is needed"),
    ("", ("--state", "latin.txt"), "--state: latin.txt: File exists; expected a folder"),
    (None, ("--frames", "pictures"), "--frames: only together with --script FILE"),
    (None, ("--json",), "--json: only together with --script FILE"),
    ("", ("--rules", "chess"), "there is no rule set 'chess'; name a preset (table table-scores"),
    ("", ("--rules", "bad.toml"), "bad.toml: "),
    ("", ("--players", "Ana,,Beto"), "--players 'Ana,,Beto': "),
    ("", ("--players", "Ana,Ana"), "--players 'Ana,Ana': "),
    (
        "",
        ("--players", "Ana,@wizard"),
        "--players 'Ana,@wizard': there is no level 'wizard'; the levels are beginner casual skilled expert master",
    ),
    ("", ("--players", "1,2,3,4,5,6,7,8,9"), "--players '1,2,3,4,5,6,7,8,9': "),
    ("", ("--players", "Maximiliana"), "--players: 'Maximiliana' has 11 characters; at most 10 fit"),
    ("", ("--seed", "x"), "argument --seed: invalid int value: 'x'"),
    ("", ("--clock", "0"), "argument --clock: '0': expected 1 to 5000000 Hz"),
    ("", ("--clock", "5000001"), "argument --clock: '5000001': expected 1 to 5000000 Hz"),
    ("", ("--clock", "fast"), "argument --clock: 'fast': expected 1 to 5000000 Hz"),
    ("", ("--lang", "fr"), "argument --lang: invalid choice: 'fr'"),
)


@pytest.mark.parametrize(("script", "options", "said"), REFUSED, ids=[" ".join(row[1]) for row in REFUSED])
def test_refusals(run: Command, tmp_path: Path, script: str | None, options: tuple[str, ...], said: str) -> None:
    (tmp_path / "latin.txt").write_bytes(b"\xe1")
    (tmp_path / "bad.toml").write_text('preset = "table"\nwarp = true\n')
    assert run(script, *options).refusal.startswith(said)


def test_a_picture_that_cannot_be_written(run: Command, tmp_path: Path) -> None:
    (tmp_path / "pictures" / "now.png").mkdir(parents=True)
    said = run("frame now", "--frames", "pictures").refusal
    assert said == "--frames: pictures/now.png: Is a directory"


def test_rules_by_preset_and_by_file(run: Command, tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('preset = "table"\nserved_bonus = 7\n')
    script = "dice 2 2 2 2 6\ntap roll\nhold roll 0.8\ntap 4 4 roll\nexpect points Ana poker"
    assert run(f"{script} 50", "--players", "Ana", "--rules", "classic-2007").status == 0
    assert run(f"{script} 47", "--players", "Ana", "--rules", "ours.toml").status == 0


def test_the_seed_gives_the_dice(run: Command) -> None:
    def land(*options: str) -> str:
        moves: list[str] = json.loads(run("tap roll", "--players", "Ana", "--json", *options).out)["moves"]
        return moves[1]

    assert land() == land("--seed", "0")
    assert len({land("--seed", str(seed)) for seed in range(5)}) > 1


@pytest.mark.parametrize(("language", "words"), [("es", "Turno de"), ("en", "Turn of"), ("pt", "Vez de")])
def test_the_language(run: Command, language: str, words: str) -> None:
    assert run(f'expect text "{words} Ana"', "--players", "Ana", "--lang", language).status == 0


def test_a_match_goes_on_from_its_state_folder(run: Command) -> None:
    begun = run("dice 2 2 2 2 6\ntap roll", "--players", "Ana,Beto", "--state", "kept")
    assert begun.status == 0
    assert run("expect screen dice\nexpect dice 2 2 2 2 6", "--state", "kept").status == 0
    assert run("expect screen title").status == 0


class Stream(io.StringIO):
    """A stream that is, or isn't, a terminal's."""

    def __init__(self, *, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def streams(monkeypatch: pytest.MonkeyPatch, *, stdin: bool, stdout: bool) -> None:
    """Let `servida sim` see these for its streams; pytest's own change between set-up and test."""
    seen = SimpleNamespace(stdin=Stream(terminal=stdin), stdout=Stream(terminal=stdout))
    monkeypatch.setattr(sim, "sys", seen)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    streams(monkeypatch, stdin=True, stdout=True)


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("options", [(), ("--terminal",)])
def test_where_no_browser_can_open_or_when_asked_for_the_terminal_face_runs(
    run: Command, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    seen: list[tuple[str, int, float]] = []

    def face(rig: ConsoleRig, hz: int, speed: float, _: object) -> int:
        assert rig.match is not None
        seen.append((rig.match.players[0], hz, speed))
        return 3

    monkeypatch.setattr("servida_host.faces.terminal.run", face)
    told = run(None, "--players", "Ana", "--clock", "100000", *options)
    assert told.status == 3
    said = (
        "servida: no browser can open here, so this terminal shows the console; --no-browser serves the page anyway\n"
    )
    assert told.err == ("" if options else said)
    assert seen == [("Ana", 100_000, 1.0)]


@pytest.mark.usefixtures("terminal")
def test_a_person_gets_other_dice_every_time(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    rolled: list[object] = []

    def face(rig: ConsoleRig, *_: object) -> int:
        rig.tap("roll", "roll", "roll")
        assert rig.match is not None
        rolled.append(rig.match.moves)
        return 0

    monkeypatch.setattr("servida_host.faces.terminal.run", face)
    for _ in range(2):
        run(None, "--players", "Ana")
    assert rolled[0] != rolled[1]
    for _ in range(2):
        run(None, "--players", "Ana", "--seed", "7")
    assert rolled[2] == rolled[3]


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("options", [(), ("--state", "kept")])
def test_a_person_finds_the_match_again(
    run: Command, monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    seen: list[object] = []

    def face(rig: ConsoleRig, *_: object) -> int:
        rig.tap("roll")
        seen.append(rig.match and (rig.match.players, rig.rolls_left))
        return 0

    monkeypatch.setattr("servida_host.faces.terminal.run", face)
    run(None, "--players", "Ana", *options)
    run(None, *options)
    assert seen == [(("Ana",), 2), (("Ana",), 1)]
    run(None, "--state", "elsewhere")
    assert seen[-1] is None


@pytest.mark.usefixtures("terminal")
def test_the_wire_of_a_person_who_plays(run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def face(rig: ConsoleRig, *_: object) -> int:
        rig.tap("roll")
        raise KeyboardInterrupt

    monkeypatch.setattr("servida_host.faces.terminal.run", face)
    run(None, "--players", "Ana", "--wire", "bus.vcd")
    assert len(decode(edges((tmp_path / "bus.vcd").read_text()))) > 50


@pytest.mark.parametrize(("stdin", "stdout"), [(False, True), (True, False), (False, False)])
def test_without_a_terminal_one_line_says_what_to_do(
    run: Command, monkeypatch: pytest.MonkeyPatch, stdin: bool, stdout: bool
) -> None:
    streams(monkeypatch, stdin=stdin, stdout=stdout)
    monkeypatch.setattr("servida_host.faces.terminal.run", lambda _rig: 3)
    said = run(None, "--terminal").refusal
    assert said == "standard input and output must be a terminal to play in; without one use --script FILE"


@pytest.mark.usefixtures("terminal")
def test_without_textual_one_line_names_the_extra(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "servida_host.faces.terminal", raising=False)
    monkeypatch.delattr("servida_host.faces.terminal", raising=False)
    for name in [name for name in sys.modules if name.partition(".")[0] == "textual"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "textual", None)
    assert (
        run(None, "--terminal").refusal
        == "sim: the package textual is missing: in a checkout of Servida, pip install '.[sim]'"
    )


class Browser:
    """What the page's server was asked for."""

    def __init__(self) -> None:
        self.asked: list[dict[str, object]] = []

    def __call__(self, _rig: ConsoleRig, hz: int, **asked: object) -> int:
        self.asked.append({"hz": hz, **asked})
        return 3


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Browser:
    browser = Browser()
    monkeypatch.setattr("servida_host.faces.web.serve.run", browser)
    return browser


USUAL = {"hz": 400_000, "speed": 1.0, "port": None, "browser": False}


@pytest.mark.parametrize("terminal", [False, True])
@pytest.mark.parametrize(
    ("options", "screen", "asked"),
    [
        ((), "wayland-0", {"browser": True}),
        (("--no-browser",), "wayland-0", {}),
        (("--no-browser",), "", {}),
        (("--port", "8123"), "", {"port": 8123}),
        (("--port", "8123", "--speed", "0.25"), "wayland-0", {"port": 8123, "speed": 0.25, "browser": True}),
    ],
)
def test_the_page_is_served(
    run: Command,
    page: Browser,
    monkeypatch: pytest.MonkeyPatch,
    options: tuple[str, ...],
    screen: str,
    asked: dict[str, object],
    terminal: bool,
) -> None:
    streams(monkeypatch, stdin=terminal, stdout=terminal)
    if screen:
        monkeypatch.setenv("WAYLAND_DISPLAY", screen)
        monkeypatch.setattr("webbrowser.get", lambda: None)
    assert run(None, *options).status == 3
    assert page.asked == [USUAL | asked]


def test_without_a_browser_and_a_terminal_the_page_is_served(
    run: Command, page: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    streams(monkeypatch, stdin=False, stdout=False)
    assert run(None).status == 3
    assert page.asked == [USUAL]


@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        (("--port", "0"), "argument --port: '0': expected 1 to 65535"),
        (("--port", "65536"), "argument --port: '65536': expected 1 to 65535"),
        (("--port", "http"), "argument --port: 'http': expected 1 to 65535"),
        (("--speed", "0.2"), "argument --speed: '0.2': expected 0.25 to 64"),
        (("--speed", "65"), "argument --speed: '65': expected 0.25 to 64"),
        (("--speed", "nan"), "argument --speed: 'nan': expected 0.25 to 64"),
        (("--speed", "fast"), "argument --speed: 'fast': expected 0.25 to 64"),
        (("--terminal", "--port", "8123"), "--port: not together with --terminal, which shows no page"),
        (("--terminal", "--no-browser"), "--no-browser: not together with --terminal, which shows no page"),
        (("--script", "-", "--port", "8123"), "--port: not together with --script, which runs without a person"),
        (("--script", "-", "--speed", "4"), "--speed: not together with --script, which runs as fast as it can"),
    ],
)
def test_options_of_the_page_that_make_no_sense(run: Command, options: tuple[str, ...], refusal: str) -> None:
    assert run(None, *options).refusal.endswith(refusal)


def test_neither_help_nor_a_script_loads_the_page() -> None:
    code = (
        "import sys; from servida.cli import main; main(['--help']); main(['sim', '--script', '-']);"
        "print(sorted({'starlette', 'uvicorn', 'websockets', 'asyncio'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], input="tap roll\n", text=True, capture_output=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_without_a_server_one_line_names_the_extra(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("servida_host.faces.web.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("servida_host.faces.web.serve", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert (
        run(None, "--no-browser").refusal
        == "sim: the package uvicorn is missing: in a checkout of Servida, pip install '.[sim]'"
    )


def test_help_ends_with_an_example(run: Command) -> None:
    told = run(None, "--help")
    assert told.status == 0
    assert told.out.rstrip().endswith("servida sim --script game.txt --frames pictures --json")


def test_the_command_is_offered_as_an_entry_point() -> None:
    [point] = entry_points(group="servida.commands", name="sim")
    assert point.load() is sim.command


def test_listing_the_command_loads_no_console() -> None:
    listed = "import sys, servida_host.sim; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", listed], capture_output=True, text=True, check=True).stdout.split()
    assert "servida_host.sim" in loaded
    assert {"PIL", "gpiozero", "textual", "servida_host.rig", "sqlite3"}.isdisjoint(loaded)


def test_as_a_process_of_its_own(tmp_path: Path) -> None:
    script = tmp_path / "game.txt"
    script.write_text(GAME)
    command = [sys.executable, "-m", "servida", "sim", "--players", "Ana,Beto", "--script", str(script)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{script}: 9 steps, all as expected; Ana 45, Beto 0; winner Beto\n"


def test_a_folder_where_another_plays_is_refused(run: Command, tmp_path: Path) -> None:
    with claim(tmp_path):
        told = run("tap roll", "--state", str(tmp_path))
    assert (told.status, told.out) == (2, "")
    assert f"--state: {tmp_path}: another servida is playing there" in told.err


def test_a_seed_below_nothing_is_refused(run: Command) -> None:
    told = run("tap roll", "--seed", "-1")
    assert (told.status, told.err) == (2, "servida: --seed -1: expected 0 or more\n")


def test_a_letter_without_a_glyph_ends_no_persons_game(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("servida_host.sim.STRICT", False)
    assert run("tap roll\nexpect turn 日本", "--players", "日本,Zoë").status == 0


def test_a_computer_sits_at_the_table(run: Command) -> None:
    steps = 'dice 1 1 2 4 6\ntap roll\nhold roll 0.8\ntap 1 roll\nexpect turn Ana\nexpect text "Doc: "\n'
    told = run(steps, "--players", "Ana,@expert", "--lang", "en", "--json")
    assert (told.status, list(json.loads(told.out)["totals"])) == (0, ["Ana", "Doc"])
