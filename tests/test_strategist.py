"""The console's strategist: values from a file or built slice by slice, and what they say of a match."""

from __future__ import annotations

import sys
from subprocess import run
from typing import TYPE_CHECKING

import pytest

from servida.device.errors import DeviceError
from servida.device.table_store import read_table, table_path
from servida.rules import PRESETS, Line, Mark
from servida.strategist import Adviser
from servida.strategy.advice import Hold, Level
from tables import begun, highest, thrown

if TYPE_CHECKING:
    from pathlib import Path

    from servida.rules import Match
    from servida.strategy.advice import Choice

TABLE = PRESETS["table"]


def ready(folder: Path) -> Adviser:
    adviser = Adviser(folder)
    finish(adviser)
    return adviser


def finish(adviser: Adviser) -> None:
    while adviser.progress(TABLE) is not None:
        adviser.work(TABLE)


def decided(adviser: Adviser, match: Match, level: Level) -> Choice:
    while (choice := adviser.decide(match, level)) is None:
        pass
    return choice


def test_values_are_built_slice_by_slice_and_kept(tmp_path: Path) -> None:
    adviser = Adviser(tmp_path)
    seen = [adviser.progress(TABLE)]
    while adviser.work(TABLE):
        seen.append(adviser.progress(TABLE))
    shares = [share for share in seen if share is not None]
    assert shares == sorted(shares)
    assert len(set(shares)) > 10
    assert adviser.progress(TABLE) is None
    again = Adviser(tmp_path)
    assert (again.progress(TABLE), again.work(TABLE), again.progress(TABLE)) == (0.0, False, None)
    assert again.advise(thrown(begun(), (6, 6, 1, 2, 3))) == adviser.advise(thrown(begun(), (6, 6, 1, 2, 3)))


def test_other_rules_have_other_values(tmp_path: Path) -> None:
    adviser = ready(tmp_path)
    assert adviser.progress(PRESETS["wiki-60"]) == 0.0
    assert adviser.work(PRESETS["wiki-60"])
    assert adviser.progress(TABLE) == 0.0


def test_a_damaged_file_is_named_and_replaced(tmp_path: Path) -> None:
    ready(tmp_path)
    path = table_path(tmp_path, TABLE.fingerprint)
    sound = path.read_bytes()
    path.write_bytes(sound[:-1] + b"?")
    adviser = Adviser(tmp_path)
    with pytest.raises(DeviceError, match="checksum is wrong; it is made anew"):
        adviser.work(TABLE)
    finish(adviser)
    assert read_table(tmp_path, TABLE.fingerprint) == sound


def test_values_that_cant_be_kept_are_ready_all_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    folder.write_text("no folder")
    adviser = Adviser(folder)
    with pytest.raises(DeviceError, match="expected a value table"):
        adviser.work(TABLE)
    with pytest.raises(DeviceError, match="expected a folder to write in"):
        finish(adviser)
    assert adviser.progress(TABLE) is None


def test_it_decides_advises_and_reviews(tmp_path: Path) -> None:
    adviser = ready(tmp_path)
    match = thrown(begun(), (6, 6, 1, 2, 6))
    choice = decided(adviser, match, Level.EXPERT)
    assert (choice.action, choice.aim) == (Hold((6, 6, 6)), Line.POKER)
    assert adviser.advise(match)[0] == choice
    last = thrown(thrown(match, (1, 2), (0, 1, 4)), (1, 2), (0, 1, 4))
    assert {type(each.action) for each in adviser.advise(last)} == {Mark}
    ended = highest("table", ("Ana", "Beto"))
    slices = 1
    while (reviews := adviser.review(ended)) is None:
        slices += 1
    assert slices == 20
    assert adviser.review(ended) == reviews
    assert [review.player for review in reviews] == ["Ana", "Beto"]


def test_numpy_is_loaded_with_the_first_slice_and_not_before() -> None:
    code = "import sys, pathlib; from servida.strategist import Adviser; Adviser(pathlib.Path()); "
    told = run(
        [sys.executable, "-c", f"{code}print('numpy' in sys.modules)"], capture_output=True, text=True, check=True
    )
    assert told.stdout == "False\n"


def test_every_level_decides_as_itself(tmp_path: Path) -> None:
    adviser = ready(tmp_path)
    match = thrown(begun(), (1, 1, 2, 2, 3))
    assert decided(adviser, match, Level.CASUAL).action == Hold((1, 1, 2, 2))
    assert decided(adviser, match, Level.EXPERT).action == Hold((2, 2))
    assert decided(adviser, match, Level.EXPERT).win is None
    assert decided(adviser, match, Level.MASTER).win is not None


def test_the_masters_prospects_are_worked_out_slice_by_slice_and_once(tmp_path: Path) -> None:
    adviser = ready(tmp_path)
    match = thrown(begun(), (1, 1, 2, 2, 3))
    slices = 0
    while adviser.decide(match, Level.MASTER) is None:
        slices += 1
        assert adviser.decide(match, Level.EXPERT) is not None, "others don't wait for them"
    assert slices == 37
    assert adviser.decide(thrown(begun(), (1, 1, 2, 2, 4)), Level.MASTER) is not None
