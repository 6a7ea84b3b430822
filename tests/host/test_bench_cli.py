"""`servida bench` as a command."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from servida.cli import main
from servida_host.bench import cli
from servida_host.bench.figure import Comparison, Effort, Spread, Unit, Wanted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

Capture = pytest.CaptureFixture[str]

MISSED = Comparison(
    "packing", "a thing", "a peer", Unit.BYTES, Spread(2, 2, 2, 1), Spread(1, 1, 1, 1), Wanted("≤ 1", most=1), "why"
)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[tuple[str, ...], Effort]]:
    """Measure nothing, and give what was asked for."""
    asked = []

    def measure(names: Iterable[str], effort: Effort) -> Iterator[Comparison]:
        asked.append((tuple(names), effort))
        yield MISSED

    monkeypatch.setattr(cli, "measure", measure)
    return asked


def test_a_figure_that_is_not_met_is_said_and_no_failure(asked: list[object], capsys: Capture) -> None:
    assert main(["bench"]) == 0
    out = capsys.readouterr().out
    assert "NOT MET: a thing, a peer\n0 of 1 wanted figures met" in out
    assert "a thing: why" in out
    assert asked == [(("packing", "traffic", "press", "tumble", "idle", "decision", "start"), Effort())]


def test_only_some_figures_as_json(asked: list[object], capsys: Capture) -> None:
    assert main(["bench", "--only", "idle", "--only", "press", "--idle-seconds", "2.5", "--json"]) == 0
    assert asked == [(("idle", "press"), Effort(idle_seconds=2.5))]
    told = json.loads(capsys.readouterr().out)
    assert set(told) == {"machine", "rows"}
    assert told["rows"][0]["met"] is False


@pytest.mark.usefixtures("asked")
def test_the_table_goes_into_a_readme(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text("é\n<!-- bench -->\n<!-- /bench -->\nend\n", encoding="utf-8")
    assert main(["bench", "--readme", str(readme)]) == 0
    lines = readme.read_text(encoding="utf-8").splitlines()
    assert lines[:3] == ["é", "<!-- bench -->", "| figure | Servida | against | theirs | ratio | wanted | met |"]
    assert lines[-2:] == ["<!-- /bench -->", "end"]


@pytest.mark.parametrize(
    ("content", "words"),
    [(None, "No such file"), (b"# no marks\n", "expected one line <!-- bench -->"), (b"\xff", "can't decode")],
)
def test_a_readme_without_a_place_is_refused_before_anything_is_measured(
    content: bytes | None, words: str, tmp_path: Path, capsys: Capture, asked: list[object]
) -> None:
    readme = tmp_path / "README.md"
    if content is not None:
        readme.write_bytes(content)
    assert main(["bench", "--readme", str(readme)]) == 2
    out, err = capsys.readouterr()
    assert (out, asked, err.count("\n")) == ("", [], 1)
    assert err.startswith(f"servida: --readme: {readme}: ")
    assert words in err


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "soon"])
def test_idle_seconds_are_above_0(seconds: str, capsys: Capture) -> None:
    assert main(["bench", f"--idle-seconds={seconds}"]) == 2
    assert "expected a number of seconds above 0" in capsys.readouterr().err


def test_an_unknown_figure_is_refused_with_those_there_are(capsys: Capture) -> None:
    assert main(["bench", "--only", "speed"]) == 2
    assert "packing" in capsys.readouterr().err


def test_help_lists_the_figures_and_ends_with_an_example(capsys: Capture) -> None:
    assert main(["bench", "--help"]) == 0
    out = capsys.readouterr().out
    assert "  traffic   bytes on the wire\n" in out
    assert out.splitlines()[-1].strip().startswith("servida bench --idle-seconds 10")


def test_a_missing_peer_is_named_with_what_installs_it(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setitem(sys.modules, "luma", None)
    monkeypatch.setitem(sys.modules, "luma.oled.device", None)
    monkeypatch.delitem(sys.modules, "luma.oled.device")
    assert main(["bench", "--only", "packing"]) == 2
    assert (
        capsys.readouterr().err
        == "servida: bench: the package luma is missing: in a checkout of Servida, pip install '.[bench]'\n"
    )


def test_listing_the_commands_loads_no_rig_and_no_peer() -> None:
    code = "import sys, servida_host.bench; print({'PIL', 'gpiozero', 'servida_host.rig'} & set(sys.modules))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told.strip() == "set()"
