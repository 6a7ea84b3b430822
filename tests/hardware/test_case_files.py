"""The committed files of the case: fresh, closed, printable in size, and of one mind with the board's measures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from servida_case import stamp, stl
from servida_case.dimensions import BUTTONS, GLASSES, HARDWARE, Block, Measures
from servida_case.envelopes import envelopes

if TYPE_CHECKING:
    from pathlib import Path

PARTS = ["bottom", "stand", "top", "top-small", *(f"cap-{name}" for name in BUTTONS)]
FOLDER = HARDWARE / "case" / "stl"


def test_the_committed_files_are_made_from_the_committed_sources() -> None:
    assert stamp.STAMP.read_text("utf-8") == stamp.digest(), "run `make hardware-wiring hardware-case`"


def test_every_part_is_there_and_no_other() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.stl")) == sorted(PARTS)


@pytest.mark.parametrize("name", PARTS)
def test_a_part_is_closed_and_lies_on_the_bed(name: str) -> None:
    body = stl.triangles(FOLDER / f"{name}.stl")
    assert stl.open_edges(body) == 0
    assert stl.volume(body) > 300
    assert min(point[2] for triangle in body for point in triangle) == pytest.approx(0, abs=1e-4)


def test_a_hole_in_a_body_is_found() -> None:
    assert stl.open_edges(stl.triangles(FOLDER / "stand.stl")[1:]) == 3


def test_a_file_cut_short_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "part.stl"
    path.write_bytes((FOLDER / "stand.stl").read_bytes()[:-1])
    with pytest.raises(ValueError, match="no whole binary STL"):
        stl.triangles(path)


def test_the_shells_are_as_large_as_the_measures_say() -> None:
    outer = Measures.read().outer
    for name in ("bottom", "top"):
        points = [point for triangle in stl.triangles(FOLDER / f"{name}.stl") for point in triangle]
        for axis, (low, high) in ((0, outer.x), (1, outer.y)):
            values = [point[axis] for point in points]
            assert max(values) - min(values) == pytest.approx(high - low, abs=1e-3)


@pytest.mark.parametrize("glass", GLASSES)
def test_all_but_plugs_and_knob_fit_into_the_room(glass: str) -> None:
    measures = Measures.read()
    room = measures.inner
    for name, blocks in envelopes(measures, glass).items():
        if name in {"plugs", "switch"}:
            continue
        for block in blocks:
            for inside, limit in ((block.x, room.x), (block.y, room.y), (block.z, room.z)):
                assert limit[0] <= inside[0] < inside[1] <= limit[1], name


def test_the_dice_of_the_large_glass_stand_above_their_buttons() -> None:
    measures = Measures.read()
    for name, die in zip(BUTTONS[:5], measures.dice("large"), strict=True):
        assert die == pytest.approx(measures.button(name)[0], abs=0.01)


def test_the_walls_are_thick_enough_by_construction() -> None:
    measures = Measures.read()
    own, least = measures.own, measures.own["printing"]["wall"]
    assert least == 1.6
    assert min(own["shell"][name] for name in ("wall", "floor", "lid")) >= least
    assert own["shell"]["lid"] - own["engraving"]["depth"] >= least
    between = measures.button("2")[0] - measures.button("1")[0] - measures.cap("1")[0] - 2 * own["caps"]["play"]
    assert between >= least
    assert (own["screw"]["boss"] - own["screw"]["clearance"]) / 2 >= least


def test_the_caps_play_travel_and_stay_below_the_lid() -> None:
    measures = Measures.read()
    own, buttons = measures.own["caps"], measures.shared["buttons"]
    assert own["play"] >= 0.3
    assert measures.lid_underside - buttons["height"] - own["flange"] >= 0.3
    assert buttons["caps"]["above_lid"] > buttons["travel"]


def test_a_block_grows_on_all_sides() -> None:
    assert Block.around([1.0, 2.0], [2.0, 2.0], (0.0, 1.0)).grown(1.0) == Block((-1, 3), (0, 4), (-1, 2))
