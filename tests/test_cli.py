"""The `servida` command as such: what it finds, what it imports for it, and how it fails."""

import subprocess
import sys
from argparse import ArgumentParser, Namespace
from importlib import metadata
from types import ModuleType

import pytest

from servida import __version__, cli
from servida.cli import main
from servida.command import Command, UsageError

Capture = pytest.CaptureFixture[str]


def configure(parser: ArgumentParser) -> None:
    parser.add_argument("--times", type=int, default=1)
    parser.epilog = "example: servida hello\n         servida hello --times 2"


def run(args: Namespace) -> int:
    if args.times == 0:
        raise UsageError("--times: 0 is not\nallowed")
    if args.times == 13:
        raise ModuleNotFoundError("No module named 'numba'", name="numba")
    if args.times == 14:
        raise KeyboardInterrupt
    print("hello " * args.times)  # noqa: T201  what this command does
    return 7


hello = Command("hello", "greets", configure, run)
NAMES = " ".join(sorted({*cli._BUILT_IN, "hello"}))
no_command = "greets"


def plug_in(monkeypatch: pytest.MonkeyPatch, *entries: tuple[str, str]) -> None:
    plugged = [metadata.EntryPoint(name, value, cli.GROUP) for name, value in entries]
    monkeypatch.setitem(sys.modules, "plugged", sys.modules[__name__])
    monkeypatch.setattr(metadata, "entry_points", lambda *, group: plugged if group == cli.GROUP else [])


def test_a_package_can_offer_a_command(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    plug_in(monkeypatch, ("hello", "plugged:hello"))
    assert main(["hello", "--times", "2"]) == 7
    assert capsys.readouterr().out == "hello hello \n"


def test_a_plugged_in_command_cannot_replace_a_built_in_one(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    plug_in(monkeypatch, ("rules", "plugged:hello"))
    assert main(["rules", "--times", "2"]) == 2
    assert main(["--help"]) == 0
    assert "greets" not in capsys.readouterr().out


def test_help_lists_every_command_and_ends_with_an_example(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    plug_in(monkeypatch, ("hello", "plugged:hello"), ("broken", "plugged.nowhere:command"))
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    width = max(map(len, [*cli._BUILT_IN, "hello", "broken"]))
    assert f"  {'hello':{width}}  greets\n" in out
    assert f"  {'broken':{width}}  not available: " in out
    assert f"  {'score':{width}}  what a hand is worth on a line\n" in out
    assert out.splitlines()[-1].startswith("example: servida ")


@pytest.mark.parametrize("name", [*cli._BUILT_IN, "hello"])
def test_the_help_of_a_command_ends_with_an_example(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    plug_in(monkeypatch, ("hello", "plugged:hello"))
    assert main([name, "--help"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(f"usage: servida {name} ")
    assert "\nexample: servida " in out
    assert err == ""


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("", f"name a command: {NAMES}; servida --help says more"),
        ("scor", f"there is no command 'scor'; the commands are {NAMES}"),
        ("--frob", f"there is no command '--frob'; the commands are {NAMES}"),
        ("hello --times x", "argument --times: invalid int value: 'x'"),
        ("hello --times 0", "--times: 0 is not allowed"),
        ("hello --times 13", "hello: the package numba is missing: in a checkout of Servida, pip install '.[solver]'"),
        ("rules a b", "unrecognized arguments: b"),
    ],
)
def test_errors_are_one_line_and_status_2(
    words: str, complaint: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    plug_in(monkeypatch, ("hello", "plugged:hello"))
    assert main(words.split()) == 2
    assert capsys.readouterr() == ("", f"servida: {complaint}\n")


@pytest.mark.parametrize(
    ("module", "complaint"),
    [
        ("textual", "the package textual is missing: in a checkout of Servida, pip install '.[sim]'"),
        ("numba.core", "the package numba is missing: in a checkout of Servida, pip install '.[solver]'"),
        ("elsewhere.deep", "the module elsewhere.deep is missing"),
        (None, "no such shared object"),
    ],
)
def test_a_command_whose_import_fails_says_what_is_missing(
    module: str | None, complaint: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def fail(_: metadata.EntryPoint) -> object:
        raise ImportError("no such shared object") if module is None else ModuleNotFoundError(name=module)

    plug_in(monkeypatch, ("hello", "plugged:hello"))
    monkeypatch.setattr(metadata.EntryPoint, "load", fail)
    assert main(["hello"]) == 2
    assert capsys.readouterr() == ("", f"servida: hello: {complaint}\n")


def test_an_entry_point_that_is_no_command_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    plug_in(monkeypatch, ("hello", "plugged:no_command"))
    assert main(["hello"]) == 2
    assert capsys.readouterr().err == "servida: hello: plugged:no_command is 'greets'; a Command is needed\n"


def test_an_interrupted_command_says_so_to_the_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in(monkeypatch, ("hello", "plugged:hello"))
    assert main(["hello", "--times", "14"]) == 130


def test_the_console_gets_its_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    console = ModuleType("servida.run")
    vars(console)["run_console"] = lambda args: 3 if isinstance(args, Namespace) else 1
    monkeypatch.setitem(sys.modules, "servida.run", console)
    assert main(["console"]) == 3


def test_the_version_is_told(capsys: Capture) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"servida {__version__}\n"
    assert metadata.version("servida") == __version__


def test_main_reads_the_command_line_by_itself(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(sys, "argv", ["servida", "score", "ones", "1", "1", "1", "1", "1"])
    assert main() == 0
    assert capsys.readouterr().out == "5\n"


def imported_by(*words: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "servida", *words], capture_output=True, text=True, check=False
    )
    return {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if "|" in line}


def test_a_built_in_command_starts_without_looking_for_others_and_without_the_devices() -> None:
    heavy = {"importlib.metadata", "PIL", "gpiozero", "numpy", "tomllib", "json", "hashlib", "servida_host"}
    assert not imported_by("score", "ones", "1", "1", "1", "1", "1") & heavy
    assert "importlib.metadata" in imported_by("--help")


def test_a_reader_that_goes_away_is_no_error_to_tell() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "servida", "score", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as asked:
        assert asked.stdout is not None
        asked.stdout.close()
        assert asked.stdin is not None
        assert asked.stderr is not None
        asked.stdin.write(b"ones 1 1 1 1 1\n")
        asked.stdin.close()
        assert (asked.wait(), asked.stderr.read()) == (1, b"")


def test_what_the_outputs_encoding_has_not_got_is_escaped() -> None:
    command = (sys.executable, "-m", "servida", "score", "--help")
    done = subprocess.run(command, capture_output=True, env={"PYTHONIOENCODING": "ascii"}, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    code = "import sys; from servida.cli import main; main(['--version']); print('\xd1and\xfa')"
    done = subprocess.run(
        (sys.executable, "-c", code), capture_output=True, env={"PYTHONIOENCODING": "ascii"}, check=False
    )
    assert done.stdout.endswith(b"\\xd1and\\xfa\n")


def test_a_file_that_has_no_end_is_no_rule_set(capsys: Capture) -> None:
    assert main(["rules", "/dev/zero"]) == 2
    assert capsys.readouterr().err == "servida: /dev/zero: larger than 65536 bytes; expected a rule set in TOML\n"
