"""`servida sim --record`: a session becomes a script, however it ends, and the script needs no other options."""

from __future__ import annotations

from argparse import ArgumentParser
from errno import EACCES
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from servida.cli import main
from servida.command import UsageError
from servida_host import sim
from servida_host.record import Unrecordable

if TYPE_CHECKING:
    from servida_host.console_rig import ConsoleRig

GAME = "dice 2 2 2 2 6\ntap roll\nhold roll 0.8\ntap 4 4 roll\nunplug oled\nplug oled\nstick 3\nwait 1\nunstick 3\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("platformdirs.user_data_path", lambda name: tmp_path / "home" / name)
    (tmp_path / "game.txt").write_text(GAME)
    return tmp_path


def record(*options: str) -> int:
    return main(["sim", "--script", "game.txt", "--record", "session.txt", "--wire", "first.vcd", *options])


def test_a_recording_replays_to_the_same_wire_without_other_options(folder: Path) -> None:
    assert record("--players", "Ana,Beto", "--seed", "5", "--bounce", "4", "--lang", "pt", "--rules", "wiki-60") == 0
    assert main(["sim", "--script", "session.txt", "--wire", "second.vcd"]) == 0
    assert (folder / "first.vcd").read_text() == (folder / "second.vcd").read_text()


def test_a_tampered_moment_is_another_wire(folder: Path) -> None:
    assert record("--players", "Ana,Beto") == 0
    script = (folder / "session.txt").read_text()
    first = next(line for line in script.splitlines() if line.startswith("at ") and line != "at 0.0")
    (folder / "session.txt").write_text(script.replace(f"{first}\n", "at 0.013\n", 1))
    assert main(["sim", "--script", "session.txt", "--wire", "second.vcd"]) in (0, 1)
    assert (folder / "first.vcd").read_text() != (folder / "second.vcd").read_text()


def test_a_recording_goes_on_from_the_match_that_the_state_held(folder: Path) -> None:
    assert record("--players", "Ana,Beto", "--state", "state") == 0
    assert record("--state", "state") == 0
    assert "Ana" in (folder / "session.txt").read_text().partition("start")[0]
    assert main(["sim", "--script", "session.txt", "--wire", "second.vcd"]) == 0
    assert (folder / "first.vcd").read_text() == (folder / "second.vcd").read_text()


@pytest.mark.parametrize(
    "option",
    ["--seed=0", "--rules=wiki-60", "--players=A,B", "--lang=en", "--state=x", "--config=x", "--bounce=1"],
)
def test_an_option_beside_start_steps_is_refused(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert record() == 0
    capsys.readouterr()
    assert main(["sim", "--script", "session.txt", option]) == 2
    name = option.partition("=")[0]
    told = capsys.readouterr().err
    assert told == f"servida: {name}: not together with this script, whose start steps say what it begins from\n"


@pytest.mark.parametrize("end", [KeyboardInterrupt, UsageError("the face broke")])
def test_a_face_that_ends_by_an_error_is_recorded(
    folder: Path, monkeypatch: pytest.MonkeyPatch, end: BaseException
) -> None:
    def face(rig: ConsoleRig, *_: object) -> int:
        rig.tap("roll")
        raise end

    monkeypatch.setattr("servida_host.faces.terminal.run", face)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    parser = sim_parser()
    with pytest.raises((KeyboardInterrupt, UsageError)):
        sim.run(parser.parse_args(["--terminal", "--record", "session.txt"]))
    assert "\npress roll\n" in (folder / "session.txt").read_text()
    assert main(["sim", "--script", "session.txt"]) == 0


def sim_parser() -> ArgumentParser:
    parser = ArgumentParser()
    sim.configure(parser)
    return parser


def test_a_file_that_can_not_be_written_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--script", "game.txt", "--record", "none/x.txt"]) == 2
    assert capsys.readouterr().err == "servida: --record: none/x.txt: No such file or directory\n"


def test_a_script_of_somebody_s_own_is_not_written_over(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written = (folder / "game.txt").read_text()
    assert main(["sim", "--script", "game.txt", "--record", "game.txt"]) == 2
    assert capsys.readouterr().err == (
        "servida: --record: game.txt: is there already and no recording; choose another name\n"
    )
    assert (folder / "game.txt").read_text() == written


def test_an_older_recording_gives_way_to_a_new_one(folder: Path) -> None:
    assert record("--players", "Ana,Beto", "--seed", "1") == 0
    first = (folder / "session.txt").read_text()
    assert record("--players", "Ana,Beto", "--seed", "2") == 0
    assert (folder / "session.txt").read_text() not in ("", first)


def test_a_recording_that_can_not_be_looked_at_is_one_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "session.txt").write_text("kept")
    usual = Path.open

    def refusing(path: Path, *args: Any, **options: Any) -> Any:  # noqa: ANN401  as the one it stands for
        if path.name == "session.txt":
            raise PermissionError(EACCES, "Permission denied")
        return usual(path, *args, **options)

    monkeypatch.setattr(Path, "open", refusing)
    assert record() == 2
    assert capsys.readouterr().err == "servida: --record: session.txt: Permission denied\n"


FULL = "servida: --record: /dev/full: No space left on device; the recording ends here, the game goes on\n"


def test_a_script_is_played_to_its_end_where_the_recording_has_no_room(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--script", "game.txt", "--players", "Ana,Beto", "--record", "/dev/full"]) == 2
    output = capsys.readouterr()
    assert output.err == FULL
    assert "all as expected; Ana 45" in output.out


@pytest.mark.parametrize("in_terminal", [False, True])
def test_a_person_is_told_at_once_that_the_recording_has_no_room(
    in_terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[str] = []

    def terminal(rig: ConsoleRig, _hz: int, _speed: float, remarks: list[str]) -> int:
        rig.tap("roll")
        seen.extend(f"servida: {remark}\n" for remark in remarks)
        seen.append(capsys.readouterr().err)
        return 0

    def page(rig: ConsoleRig, *_: object, **_options: object) -> int:
        rig.tap("roll")
        seen.append(capsys.readouterr().err)
        return 0

    monkeypatch.setattr("servida_host.faces.terminal.run", terminal)
    monkeypatch.setattr("servida_host.faces.web.serve.run", page)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    face = "--terminal" if in_terminal else "--no-browser"
    assert main(["sim", face, "--players", "Ana", "--record", "/dev/full"]) == 2
    # The terminal is full of the face: standard error has the line when it is left.
    assert seen == ([FULL, ""] if in_terminal else [FULL])
    assert capsys.readouterr().err == (FULL if in_terminal else "")


def test_a_store_that_could_not_be_read_is_no_beginning(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def refused(_rig: ConsoleRig, _file: object, _tell: object) -> None:
        raise Unrecordable("the store could not be read when the session began; expected a sound database")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("servida_host.session.RecordingFile", refused)
        assert record() == 2
    told = "servida: --record: the store could not be read when the session began; expected a sound database\n"
    assert capsys.readouterr().err == told
    assert not (folder / "session.txt").read_text()


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("tap roll\nstart seed 1", "'start': expected start steps before all others"),
        ("start seed 1\nstart seed 2", "'seed': expected it once"),
        ("start store AAAA", "'AAAA': expected a database as zlib and base64 pack it, of at most 67108864 bytes"),
        ("start date 2026-01-01", "'2026-01-01': expected a date and time in UTC, as in 2026-01-01T00:00:00+00:00"),
        ("at 1e99", "'1e99': expected seconds from 0 to 31622400, with as many decimals as it takes"),
        ("start panel sh1106 0x99", "'0x99': expected an address from 0x08 to 0x77"),
    ],
)
def test_what_is_no_recording_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], script: str, told: str
) -> None:
    (folder / "game.txt").write_text(script)
    assert main(["sim", "--script", "game.txt"]) == 2
    assert capsys.readouterr().err.endswith(f": {told}\n")
