"""The run of all checks: how a step's output becomes rows, what fails it, and what its stamp covers."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from servida_board import bom
from servida_board.dimensions import HARDWARE
from servida_hardware import __main__ as checks
from servida_hardware import stamp
from servida_hardware.__main__ import Row, Step, rows, table

if TYPE_CHECKING:
    from pathlib import Path

STEP = Step("case", "drawn and checked", ("true",))


def test_each_check_becomes_a_row_with_its_faults() -> None:
    output = "holds  walls\nFAILS  caps\n         cap-1 is tight\n       cap-2 too\n-      no board\nholds  screws\n"
    assert rows(STEP, output, 1) == [
        Row("case", "walls", holds=True),
        Row("case", "caps", holds=False, faults=("cap-1 is tight", "cap-2 too")),
        Row("case", "screws", holds=True),
    ]


def test_a_step_that_prints_no_check_is_one_row() -> None:
    assert rows(STEP, "100 passed\n", 0) == [Row("case", "drawn and checked", holds=True)]


def test_a_step_that_breaks_off_fails_whatever_held_before() -> None:
    assert rows(STEP, "holds  walls\nno such file\n", 2) == [
        Row("case", "walls", holds=True),
        Row("case", "drawn and checked", holds=False, faults=("exit status 2", "holds  walls", "no such file")),
    ]


def test_the_table_sums_up() -> None:
    good, bad = Row("board", "holes", holds=True), Row("case", "walls", holds=False, faults=("thin",))
    assert table([good]) == "\nboard   holds  holes\n1 checks, all hold\n"
    assert table([good, bad]).endswith("case    FAILS  walls\n                 thin\n2 checks, 1 of them FAIL\n")


@pytest.fixture
def stamped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "checked.txt"
    monkeypatch.setattr(stamp, "STAMP", path)
    return path


def test_a_run_without_faults_leaves_the_stamp(
    stamped: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checks, "STEPS", (Step("board", "holes", (sys.executable, "-c", "print('holds  holes')")),))
    assert stamp.main() == 1
    assert "changed since the last `make hardware`, or never checked" in capsys.readouterr().out
    assert checks.main() == 0
    assert stamped.read_text("utf-8") == f"{stamp.digest()}\n"
    assert stamp.main() == 0
    assert "1 checks, all hold" in capsys.readouterr().out


@pytest.mark.parametrize("command", [(sys.executable, "-c", "print('FAILS  holes'); exit(1)"), ("no-such-program",)])
def test_a_fault_leaves_no_stamp_and_later_steps_run(
    stamped: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
) -> None:
    later = Step("case", "walls", (sys.executable, "-c", ""))
    monkeypatch.setattr(checks, "STEPS", (Step("board", "holes", command), later))
    assert checks.main() == 1
    assert not stamped.exists()
    assert capsys.readouterr().out.endswith("case    holds  walls\n2 checks, 1 of them FAIL\n")


def test_the_stamp_covers_the_design_and_no_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    covered = ("hardware/dimensions.toml", "firmware/servida/board.py", "requirements/case.txt")
    for name in (*covered, "hardware/README.md", "hardware/.gitignore"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("ignored\n", "utf-8")
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    monkeypatch.setattr(stamp, "HARDWARE", tmp_path / "hardware")
    seen = [stamp.digest()]
    for name in ("hardware/README.md", "hardware/ignored"):
        (tmp_path / name).write_text("words\n", "utf-8")
        assert stamp.digest() == seen[0]
    for name in (*covered, "hardware/new.py"):
        (tmp_path / name).write_text("changed\n", "utf-8")
        seen.append(stamp.digest())
    (tmp_path / "hardware/new.py").rename(tmp_path / "hardware/newer.py")
    seen.append(stamp.digest())
    assert len(set(seen)) == 6


def test_a_file_that_was_removed_is_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hardware").mkdir()
    kept, removed = (tmp_path / "hardware" / name for name in ("kept.toml", "removed.toml"))
    for path in (kept, removed):
        path.write_text("a = 1\n", "utf-8")
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    subprocess.run(["git", "-C", tmp_path, "add", "hardware"], check=True)
    monkeypatch.setattr(stamp, "HARDWARE", tmp_path / "hardware")
    before = stamp.digest()
    removed.unlink()
    assert stamp.digest() != before


def test_what_one_orders_is_the_list_of_parts() -> None:
    assert (HARDWARE / "board" / "order" / "bom.csv").read_text("utf-8") == bom.table()


def test_outside_of_a_checkout_nothing_is_known(
    tmp_path: Path, stamped: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "hardware").mkdir()
    stamped.write_text("abc\n", "utf-8")
    monkeypatch.setattr(stamp, "HARDWARE", tmp_path / "hardware")
    monkeypatch.setattr(checks, "STEPS", ())
    assert stamp.main() == 1
    assert checks.main() == 0
    told = capsys.readouterr().out
    assert "no stamp was written: fatal: not a git repository" in told
    assert "can't tell whether it changed: fatal: not a git repository" in told
